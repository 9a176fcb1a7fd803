// Re-encryption: secrets under an older key of the server are encrypted under the current one.

import { isDeepStrictEqual } from 'node:util';
import type { SessionRecord } from '../../../wire/accounts/identity.js';
import { ok, unwrap } from '../../../wire/base/codes.js';
import type { Fields } from '../../../wire/base/object.js';
import { type Reencrypt, reencryptWith } from '../../secrets/record-cipher.js';
import { type Key, type Keys, keyIdOf } from '../../secrets/seal.js';
import { batchesOf, type SizedRecord, sizedRecord } from '../state/batches.js';
import type { DeskContext } from '../state/desk-context.js';
import { noteServer } from '../state/server-notes.js';
import { isLive } from '../state/sessions.js';
import { SERVER } from '../state/writer.js';
import { loginLock, SETTINGS_LOCK } from '../store/record-locks.js';
import type { RecordType, RecordTypeName } from '../store/record-type.js';
import type { Records } from '../store/records.js';
import { RECORD_TYPES, TYPE_TABLE } from '../types/record-types.js';

/** Number of keys that are read together, for types that are not in memory. */
const PAGE = 256;

const secretsOf = ({ settingType }: RecordType<object>): readonly string[] =>
  settingType?.setting.secrets ?? [];
const rulesOf = (kind: RecordTypeName) => RECORD_TYPES[kind] as unknown as RecordType<object>;

/** The types that contain secrets. */
const SEALED = TYPE_TABLE.names.filter((kind) => {
  const rules = rulesOf(kind);
  return rules.reencrypt !== undefined || secretsOf(rules).length > 0;
});

/** The lock for changes of a record. */
const lockOf = (kind: RecordTypeName, key: string): string => {
  if (kind === 'otp') return loginLock(Number(key));
  return RECORD_TYPES[kind].settings ? SETTINGS_LOCK : `${kind}/${key}`;
};

/** The record with all secrets under the current key; the record itself if they are already. */
const reencrypted = (
  kind: RecordTypeName,
  key: string,
  record: object,
  renew: Reencrypt,
): object => {
  const rules = rulesOf(kind);
  const after: Record<string, unknown> = { ...(rules.reencrypt?.(record, renew) ?? record) };
  const id = (record as { readonly id?: unknown }).id ?? key;
  for (const secret of secretsOf(rules)) {
    after[secret] = renew(String(after[secret]), `${kind}/${id}/${secret}`);
  }
  return isDeepStrictEqual(after, record) ? record : after;
};

/** The records of a type in parts; types that are not in memory are read from the database. */
function* pagesOf(records: Records, kind: RecordTypeName): Iterable<readonly string[]> {
  if (RECORD_TYPES[kind].inMemory) {
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

/**
 * Re-encrypts secrets under older keys while `goesOn`, which is called before and after each part.
 */
export const reencryptSecrets = async (
  context: DeskContext,
  goesOn: () => boolean,
): Promise<void> => {
  const { deps, records, writer } = context;
  const renew = reencryptWith(deps.keys);
  const stale = (kind: RecordTypeName, key: string): SizedRecord[] => {
    const record = records.get(kind, key)?.record;
    const isStale = record !== undefined && reencrypted(kind, key, record, renew) !== record;
    return isStale ? [sizedRecord(kind, key, record)] : [];
  };
  const write = (batch: readonly SizedRecord[]) => {
    const locks = new Set(batch.map(({ kind, key }) => lockOf(kind, key)));
    return writer.change([...locks], SERVER, (tx) => {
      for (const { kind, key } of batch) {
        tx.exchange(kind, key, (record) => reencrypted(kind, key, record, renew));
      }
      const count = tx.changes.length;
      if (count > 0)
        noteServer(tx, 'system', `${count} records sealed under key ${deps.keys[0].id}`);
      return ok(null);
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

/** Ends the open sessions whose tokens were made with older keys; returns their number. */
export const endOldSessions = async ({
  deps,
  records,
  sessions,
  writer,
}: DeskContext): Promise<number> => {
  const isOld = (session: SessionRecord): boolean => session.key_id !== deps.keys[0].id;
  const old = Array.from(records.all('session'), ({ record }) => record).filter(isOld);
  let count = 0;
  for (const batch of batchesOf(old.map((one) => sizedRecord('session', one.id, one)))) {
    const keys = new Set(batch.map(({ key }) => key));
    const logins = old.filter(({ id }) => keys.has(id)).map(({ login }) => login);
    const ended = await writer.change(logins.map(loginLock), SERVER, (tx) => {
      let here = 0;
      for (const login of new Set(logins))
        here += sessions.end(tx, login, ({ id }) => keys.has(id));
      noteServer(tx, 'auth', `${here} sessions of older keys ended`);
      return ok(here);
    });
    count += unwrap(ended);
  }
  return count;
};

/** The ids of the keys under which a record's declared secrets are sealed. */
export const keyIdsIn = (kind: string, key: string, record: object): readonly string[] => {
  const sealing = SEALED.find((name) => name === kind);
  if (sealing === undefined) return [];
  const ids: string[] = [];
  reencrypted(sealing, key, record, (sealed) => {
    const id = keyIdOf(sealed);
    if (id !== undefined) ids.push(id);
    return sealed;
  });
  return ids;
};

/** The records that still need older keys. */
export interface KeyUse {
  /** Records by type and key, such as `mail_server 3`. */
  readonly records: readonly string[];
  /** Open sessions whose tokens were made with older keys, and when the last of them ends. */
  readonly sessions: number;
  readonly until: string;
}

/** Searches all records: a secret in a type that declares none is found by its bytes. */
export const keyUse = (records: Records, keys: Keys, now: number): KeyUse => {
  const [current, ...older] = keys;
  const renew = reencryptWith(keys);
  const marks = older.map(({ id }: Key) => `"${id}.`);
  const found: string[] = [];
  const ends: string[] = [];
  for (const { kind, key, record } of records.everything()) {
    const text = JSON.stringify(record);
    const isSealed = SEALED.includes(kind);
    const isStale = isSealed && reencrypted(kind, key, record as object, renew) !== record;
    if (isStale || marks.some((mark) => text.includes(mark))) found.push(`${kind} ${key}`);
    if (kind !== 'session') continue;
    const session = record as Fields as never as Parameters<typeof isLive>[0];
    if (session.key_id !== current.id && isLive(session, now)) ends.push(session.expires_at);
  }
  return { records: found, sessions: ends.length, until: ends.sort().at(-1) ?? '' };
};
