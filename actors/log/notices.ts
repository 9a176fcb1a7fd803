// Notices of commits for the front; the log waits when the front is too busy to read them.

import type { RingWriter } from '../shared/ring.js';
import { NOTICE_BYTES, type Notice, writeNotice } from '../shared/ring-records.js';

/** The writer of the ring of notices. */
export class Notices {
  constructor(
    private readonly ring: RingWriter,
    /** Waits a while, so that the front can read some notices. */
    private readonly wait: () => void,
  ) {}

  /**
   * Writes a notice. Two commits of a source cannot share one, because events of other sources may
   * be between them: while the ring is full and the front reads nothing, the next commit waits.
   */
  write(notice: Notice): void {
    for (;;) {
      const at = this.ring.begin(NOTICE_BYTES);
      if (at >= 0) return writeNotice(this.ring.view, at, notice);
      this.ring.flush();
      this.wait();
    }
  }

  /** Publishes the written notices. */
  flush(): void {
    this.ring.flush();
  }
}
