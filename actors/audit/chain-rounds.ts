// Rounds of the audit over the log: its chain is verified in a child process, a part at a time.

import type { ScanResult } from '../../storage/scan.js';
import type { LogLine } from '../messages.js';
import type { Alarms } from './alarms.js';
import type { ChainProcess } from './chain-process.js';

/** The first part is verified so long after the start, the others so long after each other. */
const FIRST_MS = 5_000;
const PART_MS = 15_000;
/** Bytes of the log that one part has: while it is read LMDB cannot use freed pages again. */
const PART_BYTES = 64 << 20;

/** What the rounds work with. */
export interface ChainDeps {
  readonly process: Pick<ChainProcess, 'alive' | 'scan'>;
  readonly alarms: Alarms;
  log(line: LogLine): void;
  /** False when the audit is to end. */
  pause(ms: number): Promise<boolean>;
}

/** Verifies the log from its first batch to its end, again and again. */
export class ChainRounds {
  #from = 1;
  #endedAt = 0;

  constructor(private readonly deps: ChainDeps) {}

  /** Figures for the operator. */
  metrics(): Record<string, number> {
    return {
      audit_chain_seq: this.#from,
      audit_chain_ended_seconds: Math.round(this.#endedAt) / 1000,
    };
  }

  /** Goes on until a pause says that it is to end, or until a damaged file crashes the process. */
  async run(): Promise<void> {
    const { process, log, pause } = this.deps;
    for (let waitMs = FIRST_MS; await pause(waitMs); waitMs = PART_MS) {
      const result = await process.scan(this.#from, PART_BYTES);
      if (!(await pause(0))) return;
      this.#take(result);
      if (process.alive) continue;
      const msg = 'the log is not verified any more until the next start';
      return log({ level: 'error', record: { msg } });
    }
  }

  /** The next part begins with the batch that this one ended with: so the chain has no gap. */
  #take(result: ScanResult): void {
    if (!result.ok) {
      this.deps.alarms.raise('chain', { seq: result.seq, what: result.what });
    } else if (result.bytes >= PART_BYTES) {
      this.#from = result.last;
      return;
    }
    this.#endedAt = result.ok ? Date.now() : this.#endedAt;
    this.deps.alarms.roundEnded();
    this.#from = 1;
  }
}
