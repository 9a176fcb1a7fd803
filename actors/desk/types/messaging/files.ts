// Files: the stored contents, and the pieces that they are stored in.

import {
  FileContentRecord,
  FilePieceRecord,
  pieceKey,
  UnusedFileRecord,
} from '../../../../wire/accounts/file.js';
import { checkedBy, IN_DATABASE, IN_MEMORY, type RecordType } from '../../store/record-type.js';

/** The record type of contents that are in use. */
export const FILE: RecordType<FileContentRecord> = {
  ...IN_DATABASE,
  ...checkedBy(FileContentRecord),
  key: (record) => record.sha256,
};

/**
 * The record type of contents that nothing uses yet. They are in memory, so that a start finds
 * those that a crash left.
 */
export const UNUSED_FILE: RecordType<UnusedFileRecord> = {
  ...IN_MEMORY,
  ...checkedBy(UnusedFileRecord),
  key: (record) => record.sha256,
};

/** The record type of pieces of contents. */
export const FILE_PIECE: RecordType<FilePieceRecord> = {
  ...IN_DATABASE,
  ...checkedBy(FilePieceRecord),
  key: pieceKey,
};
