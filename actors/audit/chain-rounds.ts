// Rounds of the audit over the log: a child process verifies the hash chain part by part.

import type { ScanResult } from '../../storage/log/scan.js';
import type { LogLine } from '../messages.js';
import type { Alarms } from './alarms.js';
import type { ChainEnd, ChainProcess } from './chain-process.js';

/** Delay of the first part after the start, and the pause between parts. */
const FIRST_MS = 5_000;
const PART_MS = 15_000;
/** Size of one part in bytes. */
const PART_BYTES = 64 << 20;
/**
 * Delay before an ended child is started again; it doubles each time, because a start blocks a
 * large server for a tenth of a second.
 */
const AGAIN_MS = 10_000;
const AGAIN_MS_MAX = 600_000;

/** The services that the rounds use. */
interface ChainDeps {
  readonly process: Pick<ChainProcess, 'scan' | 'start'>;
  readonly alarms: Alarms;
  /** Has the same process compare a part of the log's copy. */
  copyPart(): Promise<void>;
  log(line: LogLine): void;
  /** Waits; false when the audit should end. */
  pause(ms: number): Promise<boolean>;
}

/** Verifies the log from its first batch to its end, repeatedly. */
export class ChainRounds {
  #from = 1;
  #endedAt = 0;
  #againMs = AGAIN_MS;

  constructor(private readonly deps: ChainDeps) {}

  /** Metrics for the operator. */
  metrics(): Record<string, number> {
    return {
      audit_chain_seq: this.#from,
      audit_chain_ended_seconds: Math.round(this.#endedAt) / 1000,
    };
  }

  /** Runs until a pause says that the audit should end. */
  async run(): Promise<void> {
    const { process, pause } = this.deps;
    for (let waitMs = FIRST_MS; await pause(waitMs); waitMs = PART_MS) {
      const result = await process.scan(this.#from, PART_BYTES);
      if (!(await pause(0))) return;
      if (result.ok !== 'ended') {
        this.#take(result);
        await this.deps.copyPart();
        continue;
      }
      this.#ended(result);
      if (!(await pause(this.#againMs))) return;
      this.#againMs = Math.min(2 * this.#againMs, AGAIN_MS_MAX);
      process.start();
    }
  }

  #ended({ how, words }: ChainEnd): void {
    const msg = 'the process that verifies the log ended; it will be started again';
    const record = { msg, error: how, ...(words !== '' && { words }) };
    this.deps.log({ level: 'warn', record });
  }

  /**
   * The next part starts with the last batch of this one, so that the chain is checked without a
   * gap.
   */
  #take(result: ScanResult): void {
    if (!result.ok) {
      const { seq, what } = result;
      this.deps.alarms.raise('chain', { seq, what });
      return this.#roundEnded();
    }
    if (result.bytes >= PART_BYTES) {
      this.#from = result.last;
      return;
    }
    this.#endedAt = Date.now();
    this.#againMs = AGAIN_MS;
    this.#roundEnded();
  }

  #roundEnded(): void {
    this.deps.alarms.roundEnded();
    this.#from = 1;
  }
}
