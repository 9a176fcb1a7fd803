// Contents of attached files, put together from their pieces.

import { type FileContentRecord, pieceKey, piecesOf } from '../../wire/accounts/file.js';
import { type Database, damaged, inSnapshot } from '../database/database.js';
import { recordFinder } from './snapshot.js';

/**
 * Makes a function that reads the content of a file by its SHA-256; null = nothing uses such a
 * content, or not yet as far as events are projected. Throws when a piece is missing or was
 * changed.
 */
export const fileReader = (db: Database): ((sha256: string) => Uint8Array<ArrayBuffer> | null) => {
  const find = recordFinder(db);
  const read = (sha256: string): Uint8Array<ArrayBuffer> | null => {
    const file = find('file', sha256)?.record as FileContentRecord | undefined;
    if (file === undefined) return null;
    const bytes = new Uint8Array(file.size);
    let end = 0;
    for (let index = 0; index < piecesOf(file.size); index += 1) {
      const { data = '' } = find('file_piece', pieceKey({ sha256, index }))?.record ?? {};
      const piece = Buffer.from(String(data), 'base64');
      if (end + piece.length > file.size) damaged(db, `file ${sha256} is longer than ${file.size}`);
      bytes.set(piece, end);
      end += piece.length;
    }
    return end === file.size ? bytes : damaged(db, `file ${sha256} is not whole`);
  };
  return (sha256) => inSnapshot(db, () => read(sha256));
};
