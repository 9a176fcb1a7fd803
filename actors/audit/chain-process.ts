// The hold on the process that verifies the log. It is started while the server is small: to start
// one later takes a server with gigabytes in memory a few hundred milliseconds.

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ScanResult } from '../../storage/log/scan.js';

const CHILD = fileURLToPath(new URL('./chain-child.js', import.meta.url));
/** The last output of the process, up to this length. */
const WORDS_KEPT = 1_000;

/** The process ended instead of an answer. */
export interface ChainEnd {
  readonly ok: 'ended';
  /** A signal, an exit code, or why it did not start. */
  readonly how: string;
  /** The last that it printed to standard error. */
  readonly words: string;
}

/** Verifies a log, a part at a time. */
export class ChainProcess {
  readonly #folder: string;
  #child: ChildProcess | undefined;
  #answer: (result: ScanResult | ChainEnd) => void = () => {};
  #end: ChainEnd | undefined;

  /** Starts it; `folder` is the log's. */
  constructor(folder: string) {
    this.#folder = folder;
    this.start();
  }

  /** Starts it again after its end. */
  start(): void {
    this.#end = undefined;
    let words = '';
    const ended = (how: string): void => {
      this.#end ??= { ok: 'ended', how, words: words.trim() };
      this.#answer(this.#end);
    };
    try {
      const child = spawn(process.execPath, [...process.execArgv, CHILD, this.#folder]);
      this.#child = child;
      child.once('error', ({ message }) => ended(message));
      child.once('close', (code, signal) => ended(signal ?? `exit code ${code}`));
      // The events above report its end.
      child.stdin.on('error', () => {});
      child.stderr.on('data', (data: Buffer) => {
        words = (words + data).slice(-WORDS_KEPT);
      });
      createInterface(child.stdout).on('line', (line) =>
        this.#answer(JSON.parse(line) as ScanResult),
      );
    } catch (error) {
      ended((error as Error).message);
    }
  }

  /** Verifies about so many bytes from the batch that holds a seq on; one part at a time. */
  scan(fromSeq: number, bytesMax: number): Promise<ScanResult | ChainEnd> {
    return new Promise((resolve) => {
      this.#answer = (result) => {
        this.#answer = () => {};
        resolve(result);
      };
      if (this.#end !== undefined) return this.#answer(this.#end);
      this.#child?.stdin?.write(`${fromSeq} ${bytesMax}\n`);
    });
  }

  /** Sends it a signal. */
  kill(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Ends it, with the work under way. */
  stop(): void {
    this.kill('SIGKILL');
  }
}
