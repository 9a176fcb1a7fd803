// The dictionary of FIX 4.4, compiled: the content of fields, and the fields of messages.

import { BLOCKS, HEADER, MESSAGE_TYPES, MESSAGES, TRAILER, TYPES, VALUES } from './fix44.js';

/** Tags of FIX 4.4 are below. */
export const TAG_LIMIT = 1024;

/** A type of fields. */
type FixType = keyof typeof TYPES;

/** The kind of a tag in a message or a group's entry: not a field, a field, a field around it. */
const FOREIGN = 0;
export const MEMBER = 1;
export const OUTSIDE = 2;

/** The fields of a message or of a group's entries. */
export class FieldLayout {
  /** FOREIGN, MEMBER or OUTSIDE, by tag. */
  readonly kinds = new Uint8Array(TAG_LIMIT);
  /** Required tags, ascending. */
  readonly required: number[] = [];
  /** Groups by the tag that counts their entries. */
  readonly groups = new Map<number, FieldLayout>();
  /** The field that begins each entry of a group. */
  first = 0;

  /** The kind of a tag in this layout. */
  kindOf(tag: number): number {
    return tag > 0 && tag < TAG_LIMIT ? (this.kinds[tag] as number) : FOREIGN;
  }
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const TOKEN = /@(\w+)(!?)|(\d+)(!?)(\()?|\)/g;

/** Reads members into a layout until its closing parenthesis or the end. */
const read = (
  tokens: IterableIterator<RegExpMatchArray>,
  layout: FieldLayout,
  isRequired: boolean,
) => {
  for (const [token, block, mustBlock, tag, mark, open] of { [Symbol.iterator]: () => tokens }) {
    if (token === ')') return;
    if (block !== undefined) {
      const text = BLOCKS[block as keyof typeof BLOCKS];
      read(text.matchAll(TOKEN), layout, isRequired && mustBlock === '!');
      continue;
    }
    const field = Number(tag);
    layout.first ||= field;
    layout.kinds[field] = MEMBER;
    if (mark === '!' && isRequired) layout.required.push(field);
    if (open === undefined) continue;
    const group = new FieldLayout();
    read(tokens, group, true);
    layout.groups.set(field, group);
  }
};

/** Marks in each group the fields of the message around it, which end an entry. */
const markOutside = (layout: FieldLayout, around: ReadonlySet<number>): Set<number> => {
  layout.required.sort((a, b) => a - b);
  const own = new Set<number>();
  for (let tag = 0; tag < TAG_LIMIT; tag += 1) if (layout.kinds[tag] === MEMBER) own.add(tag);
  const all = new Set([...around, ...own]);
  for (const group of layout.groups.values())
    for (const tag of markOutside(group, all)) own.add(tag);
  for (const tag of around) if (!own.has(tag)) layout.kinds[tag] = OUTSIDE;
  return own;
};

const compile = (text: string, around: ReadonlySet<number> = new Set()): FieldLayout => {
  const layout = new FieldLayout();
  read(text.matchAll(TOKEN), layout, true);
  markOutside(layout, around);
  return layout;
};

/** The fields of headers and of trailers. */
export const HEADER_LAYOUT = compile(HEADER);
export const TRAILER_LAYOUT = compile(TRAILER);

const framing = [HEADER_LAYOUT, TRAILER_LAYOUT].flatMap(({ kinds }) =>
  [...kinds.keys()].filter((tag) => kinds[tag] === MEMBER),
);
const layouts = new Map(
  Object.entries(MESSAGES).map(([type, text]) => [type, compile(text, new Set(framing))]),
);

/** The fields of a message of a type; undefined when its members are not listed. */
export const layoutOf = (type: string): FieldLayout | undefined => layouts.get(type);

const messageTypes = new Set(wordsOf(MESSAGE_TYPES));

/** Is it the type of a message of FIX 4.4? */
export const isMessageType = (type: string): boolean => messageTypes.has(type);

const types: (FixType | undefined)[] = Array.from({ length: TAG_LIMIT }, () => undefined);
for (const [type, tags] of Object.entries(TYPES)) {
  for (const range of wordsOf(tags)) {
    const [from = 0, to = from] = range.split('-').map(Number);
    for (let tag = from; tag <= to; tag += 1) types[tag] = type as FixType;
  }
}

/** The type of a field; undefined when FIX 4.4 has no such tag. */
export const typeOf = (tag: number): FixType | undefined => types[tag];

/** The tags of data, which may contain the separator, and the fields before with their lengths. */
const lengthTags = new Uint16Array(TAG_LIMIT);
for (const [tag, type] of types.entries()) {
  if (type === 'DATA') lengthTags[tag] = types[tag - 1] === 'LENGTH' ? tag - 1 : tag + 4;
}

/** The tag of the field that has the length of a field of data; 0 when the tag is not of data. */
export const lengthTagOf = (tag: number): number => lengthTags[tag] ?? 0;

const values: (ReadonlySet<string> | undefined)[] = Array.from(
  { length: TAG_LIMIT },
  () => undefined,
);
for (const word of wordsOf(VALUES.replace(/,\s+/g, ','))) {
  const [tag = '', list = ''] = word.split(':');
  if (types[Number(tag)] !== 'BOOLEAN') values[Number(tag)] = new Set(list.split(','));
}

/** The values that a field may have; undefined when any. */
export const valuesOf = (tag: number): ReadonlySet<string> | undefined => values[tag];
