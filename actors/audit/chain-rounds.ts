// Rounds of the audit over the log: its chain is verified in a child process, a part at a time.

import type { ScanResult } from '../../storage/scan.js';
import type { LogLine } from '../messages.js';
import type { Alarms } from './alarms.js';

/** The first part is verified so long after the start, the others so long after each other. */
const FIRST_MS = 5_000;
const PART_MS = 60_000;
/** Bytes of the log that one part has: a fraction of a second at the lowest priority. */
const PART_BYTES = 64 << 20;

/** What the rounds work with. */
export interface ChainDeps {
  /** Verifies the log from the batch that holds a seq on, about so many bytes of it. */
  scan(fromSeq: number, bytesMax: number): Promise<ScanResult>;
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

  /** Goes on until a pause says that it is to end. */
  async run(): Promise<void> {
    let more = await this.deps.pause(FIRST_MS);
    while (more) {
      try {
        const result = await this.deps.scan(this.#from, PART_BYTES);
        more = await this.deps.pause(0);
        if (more) this.#take(result);
      } catch (error) {
        const msg = 'the log could not be verified';
        this.deps.log({ level: 'warn', record: { msg, error: (error as Error).message } });
      }
      more &&= await this.deps.pause(PART_MS);
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
