// What the TAP of a test file says: how many tests passed, and what failed.
//
// Tests are counted, not their assertions: how many of those there are may go by chance.

import { type FinalResults, Parser } from 'tap-parser';

/** A failed assertion, or a test that was cut off. */
interface Failure {
  readonly fullname: string;
  readonly diag?: Record<string, unknown> | null;
}

/** A failure's title, place and what differed. */
const describe = ({ fullname, diag: all }: Failure): string => {
  const { at, diff, stack, source, generated, ...rest } = all ?? {};
  const place = (at as { fileName?: string; lineNumber?: number } | undefined) ?? {};
  const where = place.fileName === undefined ? '' : ` (${place.fileName}:${place.lineNumber})`;
  const shown = typeof diff === 'string' ? diff : JSON.stringify(rest, null, 2);
  return `${fullname}${where}\n${shown}`;
};

/** Reads TAP as it comes; write to `parser`. */
export class TapReader {
  readonly parser = new Parser();
  /** Tests that held, those within others too. */
  passed = 0;
  /** Each failed assertion, in words. */
  readonly failures: string[] = [];
  /** Has all come that was planned, and did it hold? */
  isWhole = false;

  constructor() {
    this.#count(this.parser);
    this.parser.on('fail', (failure) => this.failures.push(describe(failure)));
    this.parser.on('complete', ({ ok }) => {
      this.isWhole = ok;
    });
  }

  #count(parser: Parser): void {
    parser.on('child', (child) => {
      this.#count(child);
      child.on('complete', ({ ok }: FinalResults) => {
        if (ok) this.passed += 1;
      });
    });
  }
}

/** Reads TAP that is there as a whole. */
export const readTap = (text: string): Pick<TapReader, 'passed' | 'failures' | 'isWhole'> => {
  const reader = new TapReader();
  reader.parser.end(text);
  return reader;
};
