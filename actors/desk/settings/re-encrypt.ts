// Renewal: what is sealed under an older key of the server is sealed anew, a part at a time.

import { isDeepStrictEqual } from 'node:util';
import { done } from '../../../wire/base/codes.js';
import type { Fields } from '../../../wire/base/object.js';
import { type Renew, renewalOf } from '../../secrets/record-cipher.js';
import type { Key, Keys } from '../../secrets/seal.js';
import { batchesOf, type Place, placeOf } from '../state/batches.js';
import type { Parts } from '../state/desk-context.js';
import { noteServer } from '../state/server-notes.js';
import { isLive } from '../state/sessions.js';
import { loginLock, SERVER, SETTINGS_LOCK } from '../state/writer.js';
import type { Kind, KindName } from '../store/record-type.js';
import type { Records } from '../store/records.js';
import { KINDS, TYPES } from '../types/record-types.js';

/** Keys of a kind that is not in memory, looked at together. */
const PAGE = 256;

const secretsOf = ({ maintained }: Kind<object>): readonly string[] =>
  maintained?.setting.secrets ?? [];
const rulesOf = (kind: KindName) => KINDS[kind] as unknown as Kind<object>;

/** The kinds that hold something sealed. */
const SEALED = TYPES.names.filter((kind) => {
  const rules = rulesOf(kind);
  return rules.renewed !== undefined || secretsOf(rules).length > 0;
});

/** The lock of those who change a record. */
const lockOf = (kind: KindName, key: string): string => {
  if (kind === 'otp') return loginLock(Number(key));
  return KINDS[kind].settings ? SETTINGS_LOCK : `${kind}/${key}`;
};

/** The record with all that is sealed in it under the key in use; itself where it is so. */
const renewedOf = (kind: KindName, key: string, record: object, renew: Renew): object => {
  const rules = rulesOf(kind);
  const after: Record<string, unknown> = { ...(rules.renewed?.(record, renew) ?? record) };
  const id = (record as { readonly id?: unknown }).id ?? key;
  for (const secret of secretsOf(rules)) {
    after[secret] = renew(String(after[secret]), `${kind}/${id}/${secret}`);
  }
  return isDeepStrictEqual(after, record) ? record : after;
};

/** The records of a kind, some at a time: those that are not held in memory are read by and by. */
function* pagesOf(records: Records, kind: KindName): Iterable<readonly string[]> {
  if (KINDS[kind].inMemory) {
    yield Array.from(records.all(kind), ({ key }) => key);
    return;
  }
  let last = 0;
  for (;;) {
    const page = records.numbers(kind, last, PAGE);
    if (page.length === 0) return;
    yield page.map(String);
    last = page.at(-1) as number;
  }
}

/** Seals anew what older keys have sealed, while `goesOn`; asked before and after each part. */
export const renewSecrets = async (parts: Parts, goesOn: () => boolean): Promise<void> => {
  const { deps, records, writer } = parts;
  const renew = renewalOf(deps.keys);
  const stale = (kind: KindName, key: string): Place[] => {
    const record = records.get(kind, key)?.record;
    const isStale = record !== undefined && renewedOf(kind, key, record, renew) !== record;
    return isStale ? [placeOf(kind, key, record)] : [];
  };
  const write = (batch: readonly Place[]) => {
    const locks = new Set(batch.map(({ kind, key }) => lockOf(kind, key)));
    return writer.change([...locks], SERVER, (draft) => {
      for (const { kind, key } of batch) {
        draft.exchange(kind, key, (record) => renewedOf(kind, key, record, renew));
      }
      const count = draft.changes.length;
      if (count > 0)
        noteServer(draft, 'system', `${count} records sealed under key ${deps.keys[0].id}`);
      return done(null);
    });
  };
  for (const kind of SEALED) {
    for (const page of pagesOf(records, kind)) {
      for (const batch of batchesOf(page.flatMap((key) => stale(kind, key)))) {
        if (!goesOn()) return;
        await deps.decide(() => write(batch));
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  goesOn();
};

/** What still needs the keys that the one in use followed. */
export interface Needing {
  /** Records by kind, `mail_server 3`. */
  readonly records: readonly string[];
  /** Live sessions whose tokens were made with them, and when the last of these ends. */
  readonly sessions: number;
  readonly until: string;
}

/** Looks at everything: a record that nobody declared to hold a secret is found by its bytes. */
export const needing = (records: Records, keys: Keys, now: number): Needing => {
  const [current, ...older] = keys;
  const renew = renewalOf(keys);
  const marks = older.map(({ id }: Key) => `"${id}.`);
  const found: string[] = [];
  const ends: string[] = [];
  for (const { kind, key, record } of records.everything()) {
    const text = JSON.stringify(record);
    const isSealed = SEALED.includes(kind);
    const isStale = isSealed && renewedOf(kind, key, record as object, renew) !== record;
    if (isStale || marks.some((mark) => text.includes(mark))) found.push(`${kind} ${key}`);
    if (kind !== 'session') continue;
    const session = record as Fields as never as Parameters<typeof isLive>[0];
    if (session.key_id !== current.id && isLive(session, now)) ends.push(session.expires_at);
  }
  return { records: found, sessions: ends.length, until: ends.sort().at(-1) ?? '' };
};
