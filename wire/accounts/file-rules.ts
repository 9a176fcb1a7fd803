// The rules of attached files: names, sizes, and contents that fit their names.

import { UNSEEN } from '../base/schema.js';
import type { NewFile } from './file.js';

/** Most files of a message. */
const FILES_MAX = 5;
/** Most bytes of a file. */
export const FILE_BYTES_MAX = 1_048_576;
/** Most bytes of all files of a message. */
const FILES_BYTES_MAX = 2 * FILE_BYTES_MAX;
/** Most characters of a name. */
const NAME_MAX = 128;

/** A kind of files. */
interface FileType {
  /** Its media type. */
  readonly type: string;
  /** The first bytes of its files, in hexadecimal, one of them; 'text' = any without a NUL. */
  readonly begins: readonly string[] | 'text';
}

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const JPEG: FileType = { type: 'image/jpeg', begins: ['ffd8ff'] };
/** `PK` and the signature of a file, of the end of an empty archive, or of one in parts. */
const ZIP = ['504b0304', '504b0506', '504b0708'];
/** A document that is an archive has content. */
const ZIPPED = ['504b0304'];
/** The compound files of older office programs. */
const COMPOUND = ['d0cf11e0a1b11ae1'];

/** The kinds of files that can be attached, by the ending of their names. */
const FILE_TYPES: Readonly<Record<string, FileType>> = {
  png: { type: 'image/png', begins: ['89504e470d0a1a0a'] },
  jpg: JPEG,
  jpeg: JPEG,
  bmp: { type: 'image/bmp', begins: ['424d'] },
  gif: { type: 'image/gif', begins: ['474946383761', '474946383961'] },
  zip: { type: 'application/zip', begins: ZIP },
  '7z': { type: 'application/x-7z-compressed', begins: ['377abcaf271c'] },
  doc: { type: 'application/msword', begins: COMPOUND },
  docx: { type: `${OPEN_XML}.wordprocessingml.document`, begins: ZIPPED },
  xls: { type: 'application/vnd.ms-excel', begins: COMPOUND },
  xlsx: { type: `${OPEN_XML}.spreadsheetml.sheet`, begins: ZIPPED },
  odt: { type: 'application/vnd.oasis.opendocument.text', begins: ZIPPED },
  rtf: { type: 'application/rtf', begins: ['7b5c727466'] },
  csv: { type: 'text/csv; charset=utf-8', begins: 'text' },
  txt: { type: 'text/plain; charset=utf-8', begins: 'text' },
  log: { type: 'text/plain; charset=utf-8', begins: 'text' },
  pdf: { type: 'application/pdf', begins: ['255044462d'] },
};

/** The endings that names can have. */
const FILE_ENDINGS = Object.keys(FILE_TYPES);

const UNSEEN_CHARACTER = new RegExp(`[${UNSEEN}]`, 'u');
const PATH_CHARACTER = /[/\\:]/;
const QUOTE = /["'`]/;
/** Names of devices, which Windows opens instead of a file of that name, whatever its ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d) *\./i;

const endingOf = (name: string): string => /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';
const typeOf = (name: string): FileType | undefined => {
  const ending = endingOf(name);
  return Object.hasOwn(FILE_TYPES, ending) ? FILE_TYPES[ending] : undefined;
};

/** The media type of a file for its download; the type of unknown bytes for another ending. */
export const mediaTypeOf = (name: string): string =>
  typeOf(name)?.type ?? 'application/octet-stream';

/** The fault of a name; undefined = it is a plain name with a known ending. */
const nameFault = (name: string): string | undefined => {
  const { length } = [...name];
  if (length > NAME_MAX) {
    return `must have at most ${NAME_MAX} characters, and has ${length}`;
  }
  if (UNSEEN_CHARACTER.test(name)) {
    return 'must not have line breaks, controls, direction marks, invisible or half characters';
  }
  if (PATH_CHARACTER.test(name)) return 'must be a name without a path: without /, \\ and :';
  if (QUOTE.test(name)) return 'must not have quotes';
  if (typeOf(name) === undefined) {
    return `must end in one of ${FILE_ENDINGS.map((ending) => `.${ending}`).join(' ')}`;
  }
  if (/^[\s.]/u.test(name)) return 'must not begin with a dot or a space';
  if (DEVICE.test(name)) return 'must not be the name of a device';
  return undefined;
};

const sizeFault = (size: number): string | undefined => {
  if (size >= 1 && size <= FILE_BYTES_MAX) return undefined;
  return `must have 1 to ${FILE_BYTES_MAX} bytes, and has ${size}`;
};

const spaced = (hex: string): string => hex.replace(/..(?=.)/g, '$& ');

/** The fault of the content of a file of this name, which must have a known ending. */
const contentFault = ({ name, bytes }: NewFile): string | undefined => {
  const { begins = [] } = typeOf(name) ?? {};
  const ending = endingOf(name);
  if (begins === 'text') {
    const at = bytes.indexOf(0);
    return at < 0 ? undefined : `is no .${ending} file: it has a NUL at byte ${at}`;
  }
  const longest = Math.max(...begins.map(({ length }) => length / 2));
  const first = Buffer.from(bytes.subarray(0, longest)).toString('hex');
  if (begins.some((begin) => first.startsWith(begin))) return undefined;
  const wanted = begins.map(spaced).join(' or ');
  return `is no .${ending} file: it begins with ${spaced(first)}, not with ${wanted}`;
};

/** The fault of one file, as a sentence that begins with the field; undefined = none. */
const fileFault = (field: string, file: NewFile): string | undefined => {
  const name = nameFault(file.name);
  if (name !== undefined) return `${field}.name: ${name}`;
  const content = sizeFault(file.bytes.length) ?? contentFault(file);
  return content && `${field}.content: ${content}`;
};

/** A file that a message has already. */
type HeldFile = { readonly size: number };

const sizeOf = (files: readonly HeldFile[]): number =>
  files.reduce((sum, { size }) => sum + size, 0);

/**
 * The fault of files that are added to a message with the files `held`: a sentence that begins with
 * the field at fault; undefined = none. `fieldOf` names the field of each file; `whole` the field
 * of all.
 */
export const filesFault = (
  files: readonly NewFile[],
  held: readonly HeldFile[],
  whole: string,
  fieldOf = (at: number): string => `${whole}.${at}`,
): string | undefined => {
  const count = held.length + files.length;
  if (count > FILES_MAX) {
    return `${whole}: a message has at most ${FILES_MAX} files, and would have ${count}`;
  }
  for (const [at, file] of files.entries()) {
    const fault = fileFault(fieldOf(at), file);
    if (fault !== undefined) return fault;
  }
  const size = sizeOf(held) + files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size <= FILES_BYTES_MAX) return undefined;
  return `${whole}: all files have at most ${FILES_BYTES_MAX} bytes, and would have ${size}`;
};
