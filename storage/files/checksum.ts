// Checksums: detect rows that the database returns changed. SQLite itself does not notice a flipped
// bit.

import { crc32 } from 'node:zlib';

const UPPER = 2 ** 32;
const FACTOR = 0x9e3779b1;

/**
 * Mixes 32 bits into a sum. For a fixed first or second argument, different values of the other
 * give different results.
 */
const mix = (sum: number, bits: number): number => {
  const mixed = Math.imul(sum ^ bits, FACTOR);
  return mixed ^ (mixed >>> 15);
};

const mixNumber = (sum: number, number: number): number =>
  mix(mix(sum, number | 0), (number / UPPER) | 0);

/** 0 is reserved for "no checksum". */
const sumOf = (bits: number): number => bits >>> 0 || 1;

/** The checksum of some values; a text and its bytes have different ones. */
export const valuesSum = (...values: readonly unknown[]): number =>
  sumOf(crc32(JSON.stringify(values)));

/**
 * The checksum of a packed row with its key and login; each table starts with a number of its own.
 */
export const rowSum = (begin: number, key: number, login: number, row: Uint8Array): number =>
  sumOf(mixNumber(mixNumber(crc32(row, begin), key), login));

/** The checksum of a record: of its JSON and its columns. */
export const recordSum = (
  kind: string,
  key: string,
  number: number | null,
  version: number,
  record: string,
  seq: number,
): number => {
  const text = crc32(record, crc32(key, crc32(kind)));
  return sumOf(mixNumber(mixNumber(mixNumber(text, version), seq), number ?? -1));
};

/** The checksum of three numbers. */
export const numbersSum = (one: number, two: number, three: number): number =>
  sumOf(mixNumber(mixNumber(mixNumber(0, one), two), three));
