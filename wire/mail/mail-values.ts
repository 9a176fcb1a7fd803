// The stored values of placeholders in messages: their compressed rows, and the row of a login.
// They are kept, because a reader sees the balance at the time of the send.

import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * The values of placeholders at the time of the send, of the logins of a block; of all logins where
 * they are named.
 */
export interface MailValuesRecord {
  readonly id: number;
  /** 0 where the logins are named. */
  readonly block: number;
  readonly groups: readonly (readonly [path: string, currency: string, company: string])[];
  /**
   * A line for each login: the login, the place of its group, and its name as JSON, which has no
   * line breaks. It is a text because the lines of 100,000 logins pass through threads; a longer
   * text is compressed, in parts of a few lines, since a reader mostly needs one: each part is its
   * first login, a colon and its compressed lines, and there is a blank between parts.
   */
  readonly rows: string;
}

/** The values of placeholders, gathered by block. */
export class MailValueBlocks {
  readonly #blocks = new Map<number, GatheredValues>();

  add(block: number, login: number, group: MailValuesRecord['groups'][0], name: string): void {
    const held = this.#blocks.get(block) ?? { block, groups: [], lines: [], length: 0 };
    this.#blocks.set(block, held);
    const known = held.groups.findIndex(([path]) => path === group[0]);
    if (known < 0) held.groups.push(group);
    const place = known < 0 ? held.groups.length - 1 : known;
    const line = `\n${login},${place},${JSON.stringify(name)}`;
    held.lines.push([login, line]);
    held.length += line.length;
  }

  /** The records, but for the number of the message. */
  all(): Omit<MailValuesRecord, 'id'>[] {
    return Array.from(this.#blocks.values(), (held) => ({
      block: held.block,
      groups: held.groups,
      rows: rowsOf(held),
    }));
  }
}

interface GatheredValues {
  readonly block: number;
  readonly groups: MailValuesRecord['groups'][0][];
  readonly lines: [login: number, line: string][];
  /** The length of all lines. */
  length: number;
}

/** Rows of this length are compressed: some 50 logins. */
const PACKED_LENGTH = 1_024;

/** Lines of a compressed part: fewer take more room, more take a reader longer. */
const PART_LINES = 256;

const textOf = (lines: GatheredValues['lines']): string => lines.map(([, line]) => line).join('');

const rowsOf = ({ lines, length }: GatheredValues): string => {
  if (length < PACKED_LENGTH) return textOf(lines);
  lines.sort(([a], [b]) => a - b);
  const parts: string[] = [];
  for (let at = 0; at < lines.length; at += PART_LINES) {
    const part = lines.slice(at, at + PART_LINES);
    const packed = deflateRawSync(textOf(part), { level: 1 }).toString('base64');
    parts.push(`${part[0]?.[0]}:${packed}`);
  }
  return parts.join(' ');
};

/** The parts of records that were unpacked, by record: many recipients read one. */
const UNPACKED = new WeakMap<MailValuesRecord, Map<string, string>>();

/** The compressed part that may have a login: the last part that does not begin above it. */
const partWith = (rows: string, login: number): string => {
  const [first = '', ...others] = rows.split(' ');
  return others.findLast((part) => Number.parseInt(part, 10) <= login) ?? first;
};

/** Rows with the row of a login, if there is one. */
export const rowsWith = (stored: MailValuesRecord, login: number): string => {
  const { rows } = stored;
  if (rows === '' || rows.startsWith('\n')) return rows;
  const part = partWith(rows, login);
  const unpacked = UNPACKED.get(stored) ?? new Map<string, string>();
  UNPACKED.set(stored, unpacked);
  const packed = part.slice(part.indexOf(':') + 1);
  const known = unpacked.get(part) ?? inflateRawSync(Buffer.from(packed, 'base64')).toString();
  unpacked.set(part, known);
  return known;
};

/** The values of a login in the rows: the place of its group, and its name. */
export const rowIn = (rows: string, login: number): readonly [group: number, name: string] => {
  const begin = rows.indexOf(`\n${login},`);
  if (begin < 0) return [0, ''];
  const end = rows.indexOf('\n', begin + 1);
  const [, group, name] = JSON.parse(`[${rows.slice(begin + 1, end < 0 ? undefined : end)}]`) as [
    number,
    number,
    string,
  ];
  return [group, name];
};

/** The key of the values of placeholders. */
export const valuesKey = (mail: number, block: number): string => `${mail}.${block}`;
