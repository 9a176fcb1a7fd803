// Notices: the front gets a notice of each commit; the log waits for the front when it is busy.

import type { RingWriter } from '../shared/ring.js';
import { NOTICE_BYTES, type Notice, writeNotice } from '../shared/ring-records.js';

/** The log's end of the ring of notices. */
export class Notices {
  constructor(
    private readonly ring: RingWriter,
    /** Lets a while go by, in which the front may read some. */
    private readonly wait: () => void,
  ) {}

  /**
   * Writes a notice. Two commits of a source cannot be told of in one, since others' events may lie
   * between theirs: while the front reads none and the ring is full, the next commit waits.
   */
  tell(notice: Notice): void {
    for (;;) {
      const at = this.ring.begin(NOTICE_BYTES);
      if (at >= 0) return writeNotice(this.ring.buffer, at, notice);
      this.ring.flush();
      this.wait();
    }
  }

  /** Publishes what was written. */
  flush(): void {
    this.ring.flush();
  }
}
