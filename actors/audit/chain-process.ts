// Controls the child process that verifies the log. It is started while the server is small,
// because forking a server with gigabytes of memory takes some hundred milliseconds.

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CopyPart } from '../../storage/log/copy-check.js';
import type { ScanResult } from '../../storage/log/scan.js';

const CHILD = fileURLToPath(new URL('./chain-child.js', import.meta.url));
/** The last characters of the child's output that are kept. */
const WORDS_KEPT = 1_000;

/** The child ended instead of answering. */
export interface ChainEnd {
  readonly ok: 'ended';
  /** Its signal, its exit code, or why it did not start. */
  readonly how: string;
  /** The last output to standard error. */
  readonly words: string;
}

/** Verifies a log part by part. */
export class ChainProcess {
  #child: ChildProcess | undefined;
  #answer: (result: unknown) => void = () => {};
  #end: ChainEnd | undefined;

  /** Starts the child; `folder` is the folder of the log. */
  constructor(private readonly folder: string) {
    this.start();
  }

  /** Starts the child again after its end. */
  start(): void {
    this.#end = undefined;
    let words = '';
    const ended = (how: string): void => {
      this.#end ??= { ok: 'ended', how, words: words.trim() };
      this.#answer(this.#end);
    };
    try {
      const child = spawn(process.execPath, [...process.execArgv, CHILD, this.folder]);
      this.#child = child;
      child.once('error', ({ message }) => ended(message));
      child.once('close', (code, signal) => ended(signal ?? `exit code ${code}`));
      // The handlers above report its end.
      child.stdin.on('error', () => {});
      child.stderr.on('data', (data: Buffer) => {
        words = (words + data).slice(-WORDS_KEPT);
      });
      createInterface(child.stdout).on('line', (line) => this.#answer(JSON.parse(line)));
    } catch (error) {
      ended((error as Error).message);
    }
  }

  /**
   * Verifies about `bytesMax` bytes from the batch that contains `fromSeq` on; one call at a time.
   */
  scan(fromSeq: number, bytesMax: number): Promise<ScanResult | ChainEnd> {
    return this.#ask(`scan ${fromSeq} ${bytesMax}`);
  }

  /** Compares the part of the log's copy that begins with an event; one call at a time. */
  checkCopy(fromSeq: number): Promise<CopyPart | ChainEnd> {
    return this.#ask(`copy ${fromSeq}`);
  }

  #ask<T>(line: string): Promise<T | ChainEnd> {
    return new Promise((resolve) => {
      this.#answer = (result) => {
        this.#answer = () => {};
        resolve(result as T | ChainEnd);
      };
      if (this.#end !== undefined) return this.#answer(this.#end);
      this.#child?.stdin?.write(`${line}\n`);
    });
  }

  kill(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Ends the child and its work. */
  stop(): void {
    this.kill('SIGKILL');
  }
}
