// Looks at data folders after power cuts, in a child process that is started again when it dies.

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
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

const CHILD = fileURLToPath(new URL('./cut-child.js', import.meta.url));

/** A child that looks at one folder after the other. */
export class CutChecker {
  readonly #run: string;
  #child: ChildProcess | undefined;

  /** `run` names a file with the `Run` as JSON. */
  constructor(run: string) {
    this.#run = run;
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
    this.#child?.kill();
  }

  /** The child's answer, or how it ended. */
  #ask<T>(question: Question): Promise<T | string> {
    const child = this.#running();
    return new Promise((resolve) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), LOOK_MS);
      const ended = (code: number | null, signal: string | null): void => {
        clearTimeout(timer);
        this.#child = undefined;
        resolve(`the process that read it ended: ${signal ?? `exit code ${code}`}`);
      };
      child.once('exit', ended);
      child.once('message', (found) => {
        clearTimeout(timer);
        child.off('exit', ended);
        resolve(found as T);
      });
      child.send(question);
    });
  }

  /** On one machine LMDB takes what was not synced for safe, unless it is told of the cut. */
  #running(): ChildProcess {
    this.#child ??= fork(CHILD, [this.#run], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, LMDB_RESTORE: 'safe' },
    });
    return this.#child;
  }
}
