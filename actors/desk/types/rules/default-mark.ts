// The default mark: at most one record of a type is the default.

import { unwrap } from '../../../../wire/base/codes.js';
import type { RecordWriter } from '../../store/record-type.js';

/** The types of which one record may be the default. */
type MarkedKind = 'brand' | 'mail_server';

interface Marked {
  readonly id: number;
  readonly is_default: boolean;
}

/** Removes the default mark of all other records of the type if this record has it. */
export const takeDefaultMark = (
  tx: RecordWriter,
  kind: MarkedKind,
  { id, is_default }: Marked,
): void => {
  if (!is_default) return;
  for (const { key, record } of [...tx.all(kind)]) {
    if (record.is_default && record.id !== id) unwrap(tx.patch(kind, key, { is_default: false }));
  }
};
