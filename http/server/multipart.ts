// Uploads: the one file of a form in multipart/form-data, read from a body that is in memory.

import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { NewFile } from '../../wire/accounts/file.js';
import { FILE_BYTES_MAX } from '../../wire/accounts/file-rules.js';
import { type Outcome, ok, type Refusal, refuse } from '../../wire/base/codes.js';
import { REQUIRED } from '../../wire/base/schema.js';

/** Most bytes of the body: a file, with the form around it. */
export const UPLOAD_BYTES_MAX = FILE_BYTES_MAX + 65_536;
/** The field that is read; others are ignored. */
const FIELD = 'file';
/** Most parts of a form. */
const PARTS_MAX = 20;
/** Limits of a part's head, and of a field that is ignored. */
const HEADER_BYTES_MAX = 8_192;
const HEADER_PAIRS_MAX = 20;
const FIELD_BYTES_MAX = 1_024;
/** Most characters of a boundary, as RFC 2046 has it. */
const BOUNDARY_MAX = 70;

const TYPE = /^multipart\/form-data\s*;/i;
const BOUNDARY = /;\s*boundary=(?:"([^"]*)"|([^\s;"]*))/i;

const badType = refuse(
  'invalid_input',
  `content-type: must be multipart/form-data with a boundary of 1 to ${BOUNDARY_MAX} characters`,
);
const tooManyParts = refuse('invalid_input', `body: must have at most ${PARTS_MAX} parts`);
const cut = refuse('invalid_input', 'body: the body ends before the last boundary of the form');
const required = refuse('invalid_input', `${FIELD}: ${REQUIRED}`);
const repeated = refuse('invalid_input', `${FIELD}: must be given once`);
const nameless = refuse('invalid_input', `${FIELD}: must have a file name`);

/**
 * Thrown in a listener to end the parser, which goes on parsing parts beyond its limits otherwise.
 * The body is written at once, so the listeners for parts run within that write.
 */
class UploadFault extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

const boundaryOf = (type: string): string => {
  const [, quoted, plain] = (TYPE.test(type) && BOUNDARY.exec(type)) || [];
  return quoted ?? plain ?? '';
};

/** The part of a form that is read. */
class FilePart {
  #name: string | undefined;
  #isText = false;
  readonly #pieces: Buffer[] = [];

  /** Takes the parts of a parser's form. */
  constructor(parser: BusboyInstance) {
    parser.on('partsLimit', () => {
      throw new UploadFault(tooManyParts);
    });
    parser.on('file', (field, part, name) => {
      // A part of a body that is cut fails with the parser.
      part.on('error', () => {});
      if (field !== FIELD) return void part.resume();
      if (this.#name !== undefined) throw new UploadFault(repeated);
      if (!name) throw new UploadFault(nameless);
      this.#name = name;
      part.on('data', (piece: Buffer) => this.#pieces.push(piece));
    });
    parser.on('field', (field) => {
      this.#isText ||= field === FIELD;
    });
  }

  /** The file, once the form has ended. */
  file(): Outcome<NewFile> {
    if (this.#name === undefined) return this.#isText ? nameless : required;
    return ok({ name: this.#name, bytes: Buffer.concat(this.#pieces) });
  }
}

const parserOf = (boundary: string): BusboyInstance =>
  Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    // The body is in memory: a part that waits for its reader saves none.
    fileHwm: UPLOAD_BYTES_MAX,
    limits: {
      parts: PARTS_MAX,
      headerPairs: HEADER_PAIRS_MAX,
      headerSize: HEADER_BYTES_MAX,
      fieldSize: FIELD_BYTES_MAX,
    },
  });

/**
 * Reads the file of the field `file`, its name without any path. `type` is the content type of the
 * body. Refused when the form is not whole, or has no such file or several.
 */
export const readUpload = (type: string, body: Uint8Array): Promise<Outcome<NewFile>> => {
  const boundary = boundaryOf(type);
  if (boundary === '' || boundary.length > BOUNDARY_MAX) return Promise.resolve(badType);
  const parser = parserOf(boundary);
  const part = new FilePart(parser);
  return new Promise((resolve, reject) => {
    parser.on('error', () => resolve(cut));
    parser.on('finish', () => resolve(part.file()));
    try {
      parser.end(body);
    } catch (error) {
      if (error instanceof UploadFault) resolve(error.refusal);
      else reject(error as Error);
    }
  });
};
