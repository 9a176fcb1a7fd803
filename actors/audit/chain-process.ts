// The hold on the process that verifies the log. It is started once, while the server is small: to
// start one later takes a server with gigabytes in memory a few hundred milliseconds.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ScanResult } from '../../storage/scan.js';

const CHILD = fileURLToPath(new URL('./chain-child.js', import.meta.url));

/** Verifies a log, a part at a time. */
export class ChainProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  #answer: (result: ScanResult) => void = () => {};
  #fromSeq = 1;
  /** How it ended; undefined while it runs. */
  #end: string | undefined;

  /** Starts it; `folder` is the log's. */
  constructor(folder: string) {
    this.#child = spawn(process.execPath, [CHILD, folder], { stdio: ['pipe', 'pipe', 'ignore'] });
    createInterface(this.#child.stdout).on('line', (line) =>
      this.#answer(JSON.parse(line) as ScanResult),
    );
    this.#child.once('error', ({ message }) => this.#ended(message));
    this.#child.once('close', (code, signal) => this.#ended(signal ?? `exit code ${code}`));
    // Its end is told by the events above.
    this.#child.stdin.on('error', () => {});
  }

  /** Is it there to be asked? */
  get alive(): boolean {
    return this.#end === undefined;
  }

  /** Verifies about so many bytes from the batch that holds a seq on; one part at a time. */
  scan(fromSeq: number, bytesMax: number): Promise<ScanResult> {
    this.#fromSeq = fromSeq;
    return new Promise((resolve) => {
      this.#answer = (result) => {
        this.#answer = () => {};
        resolve(result);
      };
      if (this.#end !== undefined) return this.#ended(this.#end);
      this.#child.stdin.write(`${fromSeq} ${bytesMax}\n`);
    });
  }

  /** Ends it, with what is under way. */
  stop(): void {
    this.#child.kill('SIGKILL');
  }

  #ended(how: string): void {
    this.#end ??= how;
    this.#answer({ ok: false, seq: this.#fromSeq, hash: '', what: `cannot be read: ${how}` });
  }
}
