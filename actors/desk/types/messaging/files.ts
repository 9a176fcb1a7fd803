// Files: the stored contents, and the pieces that they are stored in.

import {
  FileContentRecord,
  FilePieceRecord,
  pieceKey,
  UnusedFileRecord,
} from '../../../../wire/accounts/file.js';
import { unwrap } from '../../../../wire/base/codes.js';
import {
  checkedBy,
  IN_DATABASE,
  IN_MEMORY,
  type RecordType,
  type RecordWriter,
} from '../../store/record-type.js';

/**
 * Takes a use of each file back, within a decision under `fileLocks`. A content without uses at the
 * end of the decision is deleted with it. Throws when a content is not in use.
 */
export const releaseFiles = (
  tx: RecordWriter,
  files: readonly Pick<FileContentRecord, 'sha256'>[],
): void => {
  for (const { sha256 } of files) {
    const { uses = 0 } = tx.get('file', sha256)?.record ?? {};
    if (uses === 0) throw new Error(`file ${sha256} is not in use`);
    unwrap(tx.patch('file', sha256, { uses: uses - 1 }));
  }
};

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
