// Reads the worked examples that the rules come with.

import { readFileSync } from 'node:fs';
import t, { type Test } from 'tap';

/** One worked example: an id, what goes in, what must come out. */
export interface Vector<I, E> {
  readonly id: string;
  readonly section: string;
  readonly input: I;
  readonly expect: E;
}

const file = new URL('../../../test/vectors.json', import.meta.url);
const data = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly currency_digits: Readonly<Record<string, number>>;
  readonly vectors: readonly Vector<unknown, unknown>[];
};

/** Ids of all worked examples, in order. */
export const VECTOR_IDS: readonly string[] = data.vectors.map((vector) => vector.id);

/** The worked example with the id. Throws when there is none. */
export const vector = <I, E>(id: string): Vector<I, E> => {
  const found = data.vectors.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no worked example ${id}`);
  return found as Vector<I, E>;
};

/** Which file of tests shows which worked examples. */
export const SHOWN = {
  quotes: 'Q01 Q02 Q03',
  margin:
    'P01 P02 P03 P04a P04b P05 P06 P07 P08 P09 P10 ' +
    'M01 M02 M03 M04 M05 M06 M08 M09 M10 M11 M19 M07 M12',
  account: 'A01 A02 A03 A04 A05 A06 A08 A07 A09 S11 C01 C02a C02b C02c C03 C04 C06 C05 C08',
  leverage: 'M13 M14 M15 M16 M17 M18',
  rollover: 'S01 S02 S03 S04 S05 S06 S07 S08 S09 S10 S12 C07 D01',
  trading: 'N01 N02 B01 B02 E01a E01b E02a E02b E02c E03a E03b E04 E05 E06 R01 R02 X01 I01',
  payments: 'Y01',
  providers: 'E07',
} as const;

const shown = new Set<string>();

/** Registers a test of worked examples, each by itself. */
export const example = (ids: string, title: string, body: (t: Test, id: string) => void): void => {
  for (const id of ids.split(' ')) {
    shown.add(id);
    t.test(`${title} as worked example ${id} says`, async (t) => body(t as Test, id));
  }
};

/** Tests that a file shows all the examples that it is said to show; the next file begins again. */
export const allShown = (t: Test, ...files: readonly (keyof typeof SHOWN)[]): void => {
  const said = files.flatMap((file) => SHOWN[file].split(' '));
  t.same([...shown].sort(), said.sort(), 'every example of the file is shown');
  shown.clear();
};
