// Rounds of the audit over the log's copy: a child process compares it with the log file by file,
// and writes damaged or missing files again.

import type { Alarms } from './alarms.js';
import type { ChainProcess } from './chain-process.js';

/** The services that the rounds use. */
interface CopyDeps {
  readonly process: Pick<ChainProcess, 'checkCopy'>;
  readonly alarms: Alarms;
  /** Has the log begin another file of the copy, so that the newest one can be written again. */
  renewCopy(): void;
}

/** Compares the copy with the log from the first file to the newest, repeatedly. */
export class CopyRounds {
  #from = 1;
  #endedAt = 0;
  /** The event that the newest file lacked in the round before. */
  #lacked = 0;

  constructor(private readonly deps: CopyDeps) {}

  /** Metrics for the operator. */
  metrics(): Record<string, number> {
    return {
      audit_copy_seq: this.#from,
      audit_copy_ended_seconds: Math.round(this.#endedAt) / 1000,
    };
  }

  /** Compares the next file; does nothing when the process ends meanwhile. */
  async part(): Promise<void> {
    const { process, alarms, renewCopy } = this.deps;
    const part = await process.checkCopy(this.#from);
    if ('ok' in part) return;
    const { next, lacks, faults } = part;
    for (const { seq, what } of faults) alarms.raise('copy', { seq, what });
    this.#from = Math.max(next, 1);
    if (next > 0) return;
    // A batch is copied right after its commit, so in the next round it is there.
    const isGone = lacks > 0 && lacks === this.#lacked;
    if (isGone) alarms.raise('copy', { seq: lacks, what: 'its newest file is gone' });
    this.#lacked = lacks;
    if (isGone || faults.some(({ newest }) => newest)) renewCopy();
    this.#endedAt = Date.now();
    alarms.roundEnded();
  }
}
