// Looks at data folders after power cuts, in a child process that is started again when it dies.

import { AskedChild } from '../../actors/tools/prove/asked.js';
import type { Asked } from './history.js';

/** What clients asked in the recorded run, and the request ids that were answered, in order. */
export interface Run {
  readonly asked: readonly Asked[];
  readonly answered: readonly string[];
}

/** What the child is asked. */
export interface Question {
  readonly what: 'log' | 'databases';
  readonly data: string;
  /** How many of the answers were sent: what they tell must be in the log. */
  readonly answers: number;
  /** Is the database to be held against the log? */
  readonly isDatabaseSound: boolean;
}

/** A damaged log, or what is wrong with what is in it. */
export type LogFound = { readonly damage: string } | { readonly faults: string[] };

/** Pages of a damaged file can lead back to themselves: who follows them never ends. */
const LOOK_MS = 60_000;

/** A child that looks at one folder after the other. */
export class CutChecker {
  readonly #child: AskedChild;

  /** `run` names a file with the `Run` as JSON. */
  constructor(run: string) {
    this.#child = new AskedChild(new URL('./cut-child.js', import.meta.url), {
      args: [run],
      // On one machine LMDB takes what was not synced for safe, unless it is told of the cut.
      env: { LMDB_RESTORE: 'safe' },
      limitMs: LOOK_MS,
    });
  }

  /** Looks at a folder's log; a crash is damage that was found. */
  async log(data: string, answers: number, isDatabaseSound: boolean): Promise<LogFound> {
    const found = await this.#ask<LogFound>({ what: 'log', data, answers, isDatabaseSound });
    return typeof found === 'string' ? { damage: found } : found;
  }

  /** Looks at a folder's databases by themselves; what SQLite says of them. */
  async databases(data: string): Promise<string[]> {
    const question = { what: 'databases', data, answers: 0, isDatabaseSound: false } as const;
    const found = await this.#ask<string[]>(question);
    return typeof found === 'string' ? [found] : found;
  }

  /** Ends the child. */
  close(): void {
    void this.#child.kill();
  }

  #ask<T extends object>(question: Question): Promise<T | string> {
    return this.#child.ask<T>(question);
  }
}
