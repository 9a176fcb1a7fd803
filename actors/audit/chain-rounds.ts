// Rounds of the audit over the log: its chain is verified in a child process, a part at a time.

import type { ScanResult } from '../../storage/log/scan.js';
import type { LogLine } from '../messages.js';
import type { Alarms } from './alarms.js';
import type { ChainEnd, ChainProcess } from './chain-process.js';

/** The first part is verified so long after the start, the others so long after each other. */
const FIRST_MS = 5_000;
const PART_MS = 15_000;
/** Bytes of the log that one part has. */
const PART_BYTES = 64 << 20;
/**
 * A process that ended is started again after the first of these, then after twice as long each
 * time: to start one keeps a large server busy for a tenth of a second.
 */
const AGAIN_MS = 10_000;
const AGAIN_MS_MAX = 600_000;

/** The services that the rounds use. */
interface ChainDeps {
  readonly process: Pick<ChainProcess, 'scan' | 'start'>;
  readonly alarms: Alarms;
  log(line: LogLine): void;
  /** False when the audit is to end. */
  pause(ms: number): Promise<boolean>;
}

/** Verifies the log from its first batch to its end, again and again. */
export class ChainRounds {
  #from = 1;
  #endedAt = 0;
  #againMs = AGAIN_MS;

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
    const { process, pause } = this.deps;
    for (let waitMs = FIRST_MS; await pause(waitMs); waitMs = PART_MS) {
      const result = await process.scan(this.#from, PART_BYTES);
      if (!(await pause(0))) return;
      if (result.ok !== 'ended') {
        this.#take(result);
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

  /** The next part begins with the batch that this one ended with: so the chain has no gap. */
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
