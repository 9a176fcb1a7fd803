// Writes a recording of prices for replay: every symbol ticks at an even rate.

import { closeSync, openSync, writeSync } from 'node:fs';

/** Start of the recording; the replay shifts it to the present. */
const BEGINNING = Date.UTC(2026, 0, 5);
const LINES_A_WRITE = 10_000;

/** The symbols and times to record. */
export interface Recording {
  readonly symbols: readonly string[];
  /** Ticks a second of each symbol. */
  readonly ticksPerSec: number;
  readonly seconds: number;
}

/** The time of a quote in the recording; the first is 0. */
export const timeOf = (quote: number, { symbols, ticksPerSec }: Recording): number => {
  const tick = Math.floor(quote / symbols.length) + (quote % symbols.length) / symbols.length;
  return Math.floor(BEGINNING + (tick * 1000) / ticksPerSec);
};

/** Writes the recording; every tick moves the price by a point, alternately up and down. */
export const writePrices = (file: string, recording: Recording): void => {
  const { symbols, ticksPerSec, seconds } = recording;
  const out = openSync(file, 'w');
  let lines: string[] = ['time,symbol,bid,ask\n'];
  for (let tick = 0; tick < ticksPerSec * seconds; tick += 1) {
    for (const [n, symbol] of symbols.entries()) {
      const time = timeOf(tick * symbols.length + n, recording);
      const [bid, ask] = (tick + n) % 2 === 0 ? ['1.10000', '1.10002'] : ['1.10001', '1.10003'];
      lines.push(`${time},${symbol},${bid},${ask}\n`);
      if (lines.length < LINES_A_WRITE) continue;
      writeSync(out, lines.join(''));
      lines = [];
    }
  }
  writeSync(out, lines.join(''));
  closeSync(out);
};
