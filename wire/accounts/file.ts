// Files that people attach: their contents, stored once each, in pieces.

import { type Static, Type } from '@sinclair/typebox';
import { Sha256, Strict } from '../base/schema.js';

/** Bytes of a piece; only the last piece of a file has fewer. */
export const PIECE_BYTES = 65_536;
/** The number of pieces of a content of so many bytes. */
export const piecesOf = (size: number): number => Math.ceil(size / PIECE_BYTES);

const Size = () => Type.Integer({ minimum: 1 });

/** A content that is in use. */
export const FileContentRecord = Strict({
  sha256: Sha256(),
  /** In bytes. */
  size: Size(),
  /** How many files of mails and drafts have it. At 0 it is deleted with its pieces. */
  uses: Type.Integer({ minimum: 0 }),
});
export type FileContentRecord = Static<typeof FileContentRecord>;

/** A content that nothing uses yet, because it is being stored, or whose use was given up. */
export const UnusedFileRecord = Strict({
  sha256: Sha256(),
  /** In bytes, when it is complete. */
  size: Size(),
  /** The number of stored pieces, the first ones of the content. */
  pieces: Type.Integer({ minimum: 1 }),
});
export type UnusedFileRecord = Static<typeof UnusedFileRecord>;

/** A piece of a content. */
export const FilePieceRecord = Strict({
  sha256: Sha256(),
  /** 0 = the first piece. */
  index: Type.Integer({ minimum: 0 }),
  /** At most `PIECE_BYTES` bytes, as base64. */
  data: Type.String({ minLength: 4 }),
});
export type FilePieceRecord = Static<typeof FilePieceRecord>;

/** The key of a piece. */
export const pieceKey = ({ sha256, index }: Pick<FilePieceRecord, 'sha256' | 'index'>): string =>
  `${sha256}/${index}`;

/** A file before it is stored. */
export interface NewFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A file whose content is stored. */
export interface StoredFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** SHA-256 of its content, in lower-case hexadecimal. */
  readonly sha256: string;
}
