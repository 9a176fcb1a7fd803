// Reads the output of a process that runs test files in turn (files.ts): the TAP of each file.

import { TapReader } from './tap.js';

const HEAD = 'TAP version 14\n';
const INDENT = '    ';
const COST = 'processor time of the file, in s:';

/** The comment that tells the processor time of the file before it. */
export const costComment = (sec: number): string => `${COST} ${sec.toFixed(3)}`;

/** The TAP of one file. */
export class FileTap {
  readonly reader = new TapReader();
  /** The same as if the file had been run alone. */
  text = HEAD;
  /** Has the file come to its end? */
  isOver = false;
  /** Processor time that the process took for it, in s; child processes are not in it. */
  cpuSec = 0;
  /** Failures that the process told outside of the file's tests. */
  readonly failures: string[] = [];

  constructor(readonly file: string) {
    this.reader.parser.write(HEAD);
  }

  /** Each failure, in words. */
  get allFailures(): readonly string[] {
    return [...this.reader.failures, ...this.failures];
  }

  get hasFailed(): boolean {
    return this.allFailures.length > 0;
  }

  /** Takes a line of the file, with its end. */
  write(line: string): void {
    this.text += line;
    this.reader.parser.write(line);
  }
}

/** Splits the output into files; what is between them belongs to the file before. */
export class FilesReader {
  /** The files that began, in their order. */
  readonly files: FileTap[] = [];
  #rest = '';

  /** `onBegin` is called when a file begins. */
  constructor(private readonly onBegin: () => void = () => {}) {}

  /** Takes output as it comes. */
  write(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() as string;
    for (const line of lines) this.#read(line);
  }

  /** Takes the end of the output. */
  end(): void {
    if (this.#rest !== '') this.#read(this.#rest);
    this.#rest = '';
    for (const { reader } of this.files) reader.parser.end();
  }

  #read(line: string): void {
    const last = this.files.at(-1);
    if (last === undefined || last.isOver) this.#readBetween(line, last);
    else this.#readInside(line, last);
  }

  #readInside(line: string, last: FileTap): void {
    const [, point, name = ''] = /^((?:not )?ok \d+) - (.*?)(?: #.*)?$/.exec(line) ?? [];
    if (point === undefined || name !== last.file) {
      last.write(`${line.startsWith(INDENT) ? line.slice(INDENT.length) : line}\n`);
      return;
    }
    last.isOver = true;
    if (point.startsWith('not') && !last.hasFailed) last.failures.push(line);
  }

  #readBetween(line: string, last: FileTap | undefined): void {
    const [, file] = /^# Subtest: (\S+)$/.exec(line) ?? [];
    if (file !== undefined) {
      this.files.push(new FileTap(file));
      this.onBegin();
      return;
    }
    if (last === undefined) return;
    if (line.startsWith(`# ${COST} `)) last.cpuSec = Number(line.slice(COST.length + 3));
    else if (/^not ok /.test(line)) last.failures.push(line);
  }
}
