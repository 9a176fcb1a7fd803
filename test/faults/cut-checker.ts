// Looks at data folders after power cuts, in a child process that is started again when it dies.

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What the child is asked. */
export interface Question {
  readonly what: 'log' | 'databases';
  readonly data: string;
  /** How many of the answered request ids must be in the log. */
  readonly answered: number;
}

/** A damaged log, or what is in it. */
export type LogFound =
  | { readonly damage: string }
  | { readonly last: number; readonly missing: string[]; readonly faults: string[] };

/** What SQLite says of the databases, and up to which event they tell. */
export interface DatabasesFound {
  readonly faults: string[];
  readonly checkpoint: number;
}

/** Pages of a damaged file can lead back to themselves: who follows them never ends. */
const LOOK_MS = 60_000;

const CHILD = fileURLToPath(new URL('./cut-child.js', import.meta.url));

/** A child that looks at one folder after the other. */
export class CutChecker {
  readonly #ids: string;
  #child: ChildProcess | undefined;

  /** `ids` names a file with the request ids that were answered, in order, as JSON. */
  constructor(ids: string) {
    this.#ids = ids;
  }

  /** Looks at a folder's log; a crash is damage that was found. */
  async log(data: string, answered: number): Promise<LogFound> {
    const found = await this.#ask<LogFound>({ what: 'log', data, answered });
    return typeof found === 'string' ? { damage: found } : found;
  }

  /** Looks at a folder's databases. */
  async databases(data: string): Promise<DatabasesFound> {
    const found = await this.#ask<DatabasesFound>({ what: 'databases', data, answered: 0 });
    return typeof found === 'string' ? { faults: [found], checkpoint: 0 } : found;
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
    this.#child ??= fork(CHILD, [this.#ids], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, LMDB_RESTORE: 'safe' },
    });
    return this.#child;
  }
}
