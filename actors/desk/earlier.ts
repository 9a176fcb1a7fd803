// Settings of earlier versions: what has no id, version or times, or another form, gets today's.

import { done } from '../../wire/base/codes.js';
import { batchesOf, placeOf } from './batches.js';
import type { KindName } from './kinds/kind.js';
import { KIND_NAMES, KINDS } from './kinds.js';
import type { Parts } from './parts.js';
import { SERVER, SETTINGS_LOCK } from './writer.js';

/** Is it in a form that is none of today's? */
const isEarlier = (kind: KindName, record: object): boolean => {
  const present = KINDS[kind].earlier?.(record as never) ?? record;
  return !('created_at' in record) || present !== record;
};

/** Gives settings that earlier versions wrote what the server sets in those of today. */
export const adoptEarlier = async ({ records, writer }: Parts): Promise<void> => {
  const stamped = KIND_NAMES.filter(
    (kind) => KINDS[kind].stamped === 'all' && KINDS[kind].inMemory,
  );
  const earlier = stamped.flatMap((kind) =>
    [...records.all(kind)]
      .filter(({ record }) => isEarlier(kind, record))
      .map(({ key, record }) => placeOf(kind, key, record)),
  );
  for (const batch of batchesOf(earlier)) {
    await writer.change([SETTINGS_LOCK], SERVER, (draft) => {
      for (const { kind, key } of batch) draft.adopt(kind, key);
      draft.note('config', 0, `${batch.length} settings of an earlier version taken over`);
      return done(null);
    });
  }
};
