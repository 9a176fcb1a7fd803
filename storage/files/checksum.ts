// Checksums: does the database give back the bytes that were put into it? SQLite takes a changed
// bit as it is.

import { crc32 } from 'node:zlib';

const UPPER = 2 ** 32;
const FACTOR = 0x9e3779b1;

/** Takes in 32 bits; another number in either place always gives another result. */
const mix = (sum: number, bits: number): number => {
  const mixed = Math.imul(sum ^ bits, FACTOR);
  return mixed ^ (mixed >>> 15);
};

const mixNumber = (sum: number, number: number): number =>
  mix(mix(sum, number | 0), (number / UPPER) | 0);

/** 0 stands for no checksum. */
const sumOf = (bits: number): number => bits >>> 0 || 1;

/** The checksum of some values; a text is not the same as its bytes. */
export const valuesSum = (...values: readonly unknown[]): number =>
  sumOf(crc32(JSON.stringify(values)));

/** The checksum of a packed row with its key and login; tables begin with a number of their own. */
export const rowSum = (begin: number, key: number, login: number, row: Uint8Array): number =>
  sumOf(mixNumber(mixNumber(crc32(row, begin), key), login));

/** The checksum of a record: of its JSON, and of the columns beside it. */
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
