// Makes traders sign in without pause, from a process of its own.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { inProcess } from './job.js';

/** The logins and passwords of the sign-ins. */
export interface SignInJob {
  readonly url: string;
  readonly traders: readonly { readonly login: number; readonly password: string }[];
  /** Sign-ins in progress at any time. */
  readonly atATime: number;
}

/** The number of sign-ins. */
export interface SignInCount {
  readonly done: number;
  readonly failed: number;
  readonly seconds: number;
}

/** The duration of bare hashing, and its password. */
export interface HashesJob {
  readonly password: string;
  readonly measureMs: number;
}

/** The number of comparisons. */
export interface HashesResult {
  readonly done: number;
  readonly seconds: number;
}

/** Compares a password repeatedly, on one thread as the server does, in a process of its own. */
export const hashAlone = async (job: HashesJob): Promise<HashesResult> =>
  (await inProcess(new URL('../yardsticks/hashes.js', import.meta.url), job)) as HashesResult;

/** Running sign-ins, from its creation on. */
export class SignIns {
  readonly #child = fork(fileURLToPath(new URL('./sign-ins.js', import.meta.url)));

  constructor(job: SignInJob) {
    this.#child.send(job);
  }

  /** Starts no further ones. */
  async end(): Promise<SignInCount> {
    const answered = once(this.#child, 'message') as Promise<[SignInCount]>;
    const failed = once(this.#child, 'exit').then(([code]) => {
      throw new Error(`the sign-ins ended with ${code}`);
    });
    failed.catch(() => undefined);
    this.#child.send('end');
    const [count] = await Promise.race([answered, failed]);
    return count;
  }
}
