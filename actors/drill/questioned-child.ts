// A child process that answers one question at a time, and is started again when it dies.

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** How to start a child. */
export interface ChildOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Time for an answer, after which the child is killed. */
  readonly limitMs: number;
  /** Receives messages `{reported}` that the child sends without a question. */
  reported?(what: unknown): void;
}

/** The signal by which a child is killed. */
export const KILL = 'SIGKILL';

/** The message for a child that ended instead of answering. */
export const endedBy = (how: string): string => `the process ended: ${how}`;

/** Children that have not ended. */
const running = new Set<Child>();

/** Kills all children before the process ends. */
export const killChildren = (): void => {
  for (const child of running) child.kill();
};

/** One process from start to end. */
class Child {
  /** Its signal, its exit code, or why it did not start. */
  readonly ended: Promise<string>;
  readonly #process: ChildProcess;
  #answer: (answer: object) => void = () => {};
  #isOver = false;

  constructor(entry: string, { env = {}, reported }: ChildOptions) {
    this.#process = fork(entry, {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, ...env },
    });
    this.#process.on('message', (message: object) => {
      if ('reported' in message) reported?.(message.reported);
      else this.#answer(message);
    });
    running.add(this);
    this.ended = new Promise((resolve) => {
      const end = (how: string): void => {
        this.#isOver = true;
        running.delete(this);
        resolve(how);
      };
      this.#process.once('close', (code, signal) => end(signal ?? `exit code ${code}`));
      this.#process.on('error', ({ message }) => end(message));
    });
  }

  /** Has it ended, or was it killed? */
  get isOver(): boolean {
    return this.#isOver;
  }

  kill(): void {
    this.#isOver = true;
    this.#process.kill(KILL);
  }

  /** Its answer, or how it ended. */
  ask(question: object, limitMs: number): Promise<object | string> {
    return new Promise((resolve) => {
      let late: string | undefined;
      const timer = setTimeout(() => {
        late = `no answer in ${limitMs / 1000} s`;
        this.kill();
      }, limitMs);
      const answer = (what: object | string): void => {
        clearTimeout(timer);
        resolve(what);
      };
      this.#answer = answer;
      void this.ended.then((how) => answer(late ?? endedBy(how)));
      // A process that cannot receive messages has ended, or could not start.
      this.#process.send?.(question, (error) => {
        if (error !== null) this.kill();
      });
    });
  }
}

/** A child that reads damaged files, which may crash it. One question at a time. */
export class QuestionedChild {
  readonly #entry: string;
  #child: Child | undefined;

  constructor(
    entry: URL,
    private readonly options: ChildOptions,
  ) {
    this.#entry = fileURLToPath(entry);
  }

  /** The child's answer, or how it ended. */
  async ask<T extends object>(question: object): Promise<T | string> {
    if (this.#child === undefined || this.#child.isOver) {
      this.#child = new Child(this.#entry, this.options);
    }
    return (await this.#child.ask(question, this.options.limitMs)) as T | string;
  }

  /** How the newest child ended, if it has; undefined when there was none. */
  get ended(): Promise<string | undefined> {
    return this.#child?.ended ?? Promise.resolve(undefined);
  }

  /** Kills the child and its question; returns how it ended. */
  kill(): Promise<string | undefined> {
    this.#child?.kill();
    return this.ended;
  }
}
