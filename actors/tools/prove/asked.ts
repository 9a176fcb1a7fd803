// A child process that is asked one question after the other, and started again when it dies.

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** How a child is started. */
export interface ChildOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Who has not answered by then never will: it is killed. */
  readonly limitMs: number;
  /** Is handed what the child tells without being asked: messages `{told}`. */
  told?(what: unknown): void;
}

/** A child that looks at what may crash whoever looks. One question at a time. */
export class AskedChild {
  readonly #entry: string;
  readonly #options: ChildOptions;
  #child: ChildProcess | undefined;
  #answer: (answer: unknown) => void = () => {};

  constructor(entry: URL, options: ChildOptions) {
    this.#entry = fileURLToPath(entry);
    this.#options = options;
  }

  /** The child's answer, or how it ended. */
  ask<T extends object>(question: object): Promise<T | string> {
    const { limitMs } = this.#options;
    const child = this.#running();
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#answer(`no answer in ${limitMs / 1000} s`);
        child.kill('SIGKILL');
      }, limitMs);
      this.#answer = (answer) => {
        clearTimeout(timer);
        this.#answer = () => {};
        resolve(answer as T | string);
      };
      child.send(question);
    });
  }

  /** Resolves when there is no child, or no longer. */
  get ended(): Promise<void> {
    const child = this.#child;
    return new Promise((resolve) => {
      if (child === undefined) resolve();
      else child.once('close', () => resolve());
    });
  }

  /** Kills the child, and with it what it was asked; the next question has another one. */
  kill(): Promise<void> {
    const { ended } = this;
    this.#child?.kill('SIGKILL');
    return ended;
  }

  #running(): ChildProcess {
    if (this.#child !== undefined) return this.#child;
    const { args = [], env = {} } = this.#options;
    const child = fork(this.#entry, [...args], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, ...env },
    });
    child.on('message', (message: object) => {
      if ('told' in message) this.#options.told?.(message.told);
      else this.#answer(message);
    });
    child.once('close', (code, signal) => {
      if (this.#child === child) this.#child = undefined;
      this.#answer(`the process ended: ${signal ?? `exit code ${code}`}`);
    });
    this.#child = child;
    return child;
  }
}
