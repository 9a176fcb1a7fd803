// Preferences: reads, replaces and merges the documents of users.

import type { Audience } from '../../../wire/accounts/identity.js';
import {
  DOCUMENT_BYTES_MAX,
  type PreferencesBody,
  type PreferencesRecord,
  preferencesFault,
} from '../../../wire/accounts/preferences.js';
import { ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import { parseBody } from '../../../wire/codec/json-input.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { Allowances, type Rate } from '../../shared/allowance.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { exemptOf } from '../state/writer.js';
import { loginLock } from '../store/record-locks.js';
import { preferencesKey } from '../types/preferences.js';

const STAFF_SAVES = { most: 120, perMinute: 120 };
const STAFF_SAVE_BYTES = { most: 8 << 20, perMinute: 8 << 20 };
const TRADER_SAVES = { most: 60, perMinute: 60 };
const TRADER_SAVE_BYTES = { most: 2 << 20, perMinute: 512 << 10 };
/** Limits of the saves of a document, and of the bytes that these read and write. */
export const SAVE_RATES = {
  staff: { saves: STAFF_SAVES, bytes: STAFF_SAVE_BYTES },
  trader: { saves: TRADER_SAVES, bytes: TRADER_SAVE_BYTES },
} as const satisfies Record<Audience, Readonly<Record<'saves' | 'bytes', Rate>>>;

type Content = Readonly<Record<string, unknown>>;

/**
 * The document that a caller reads and writes. Users with the investor password have a document of
 * their own: they cannot change the trader's settings, and cannot see them.
 */
const documentOf = ({
  login,
  audience,
  read_only,
}: Caller): Pick<PreferencesRecord, 'login' | 'of'> => {
  if (audience === 'staff') return { login };
  return { login, of: read_only ? 'investor' : 'trader' };
};

const entriesOf = (record: PreferencesRecord | undefined): [string, unknown][] =>
  record === undefined ? [] : Object.entries(JSON.parse(record.content) as Content);

/** A document from its members; any name is allowed, including `__proto__`. */
const textOf = (members: Iterable<readonly [string, unknown]>): string => {
  const parts = Array.from(members, ([name, value]) => {
    return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  });
  return `{${parts.join()}}`;
};

/** Is there a number that exceeds a double, such as `1e999`? It would be stored as null. */
const isTooLarge = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(isTooLarge)
    : typeof value === 'number' && !Number.isFinite(value);

/** The members of a document after a merge: members sent as null are removed, others kept. */
const merged = (before: PreferencesRecord | undefined, sent: Content): [string, unknown][] =>
  [...new Map([...entriesOf(before), ...Object.entries(sent)])].filter(
    ([name, value]) => value !== null || !Object.hasOwn(sent, name),
  );

/** The first fault of a document with this text. */
const sizeFault = (text: string): Refusal | undefined =>
  Buffer.byteLength(text) > DOCUMENT_BYTES_MAX
    ? refuse('invalid_input', `content: at most ${DOCUMENT_BYTES_MAX} bytes`)
    : undefined;

const shown = (record: PreferencesRecord | undefined): Uint8Array<ArrayBuffer> => {
  const { content = '{}', updated_at = null, version = 0 } = record ?? {};
  const stamps = JSON.stringify({ updated_at, version }).slice(1);
  return new TextEncoder().encode(`{"content":${content},${stamps}`);
};

/** A save beyond a limit; `what`: the saves or the bytes that the limit counts. */
const tooMuch = (wait: number, what: string, { most, perMinute }: Rate): Refusal => {
  const seconds = Math.ceil(wait / 1000);
  return refuse(
    'auth.too_many_attempts',
    `Preferences have a limit of ${most} ${what} at once and ${perMinute} ${what} a minute; ` +
      `try again after ${seconds} s. retry_after=${seconds}`,
  );
};

/**
 * Stores the documents. Frequent or large saves are refused for a while, because they take the
 * desk's time.
 */
class Preferences {
  readonly #allowances = {
    staff: {
      saves: new Allowances(SAVE_RATES.staff.saves),
      bytes: new Allowances(SAVE_RATES.staff.bytes),
    },
    trader: {
      saves: new Allowances(SAVE_RATES.trader.saves),
      bytes: new Allowances(SAVE_RATES.trader.bytes),
    },
  };

  constructor(private readonly context: DeskContext) {}

  read({ caller }: DeskOps['preferences.read']['input']): DeskAnswer<'preferences.read'> {
    const key = preferencesKey(documentOf(caller));
    return ok({ json: shown(this.context.records.get('preferences', key)?.record) });
  }

  /**
   * Replaces the document of the caller, or merges into it. If the content changes it gets a new
   * version; if not, nothing is written.
   */
  async write(
    input: DeskOps['preferences.write']['input'],
  ): Promise<DeskAnswer<'preferences.write'>> {
    const { caller, bytes, merge } = input;
    const { login, audience } = caller;
    const owned = documentOf(caller);
    const key = preferencesKey(owned);
    const now = this.context.deps.now();
    const left = this.#allowances[audience];
    const savesWait = left.saves.take(key, 1, now);
    const bytesWait = left.bytes.take(key, bytes.length, now);
    if (savesWait > 0) return tooMuch(savesWait, 'saves', left.saves.rate);
    if (bytesWait > 0) return tooMuch(bytesWait, 'bytes', left.bytes.rate);
    const parsed = parseBody(bytes);
    if (!parsed.ok) return parsed;
    const bodyFault = preferencesFault(parsed.data);
    if (bodyFault !== undefined) return refuse('invalid_input', bodyFault);
    const { content: sent, expected_version = 0 } = parsed.data as PreferencesBody;
    if (isTooLarge(sent)) return refuse('invalid_input', 'content: a number is too large');
    const sentText = textOf(Object.entries(sent));
    const sentFault = sizeFault(sentText);
    if (sentFault !== undefined) return sentFault;
    return this.context.writer.change([loginLock(login)], exemptOf(caller), (tx) => {
      // The document was deleted with the profile or the account; a save that waited meanwhile must
      // not restore it.
      const owner = tx.get(audience === 'staff' ? 'staff' : 'account', String(login));
      if (owner === undefined) return refuse('auth.session_expired');
      const before = tx.get('preferences', key)?.record;
      if (expected_version !== 0 && expected_version !== (before?.version ?? 0)) {
        return refuse(
          'conflict',
          'expected_version: the preferences were changed meanwhile; read them again.',
        );
      }
      const content = merge ? textOf(merged(before, sent)) : sentText;
      if (content === before?.content) return ok({ json: shown(before) });
      const fault = sizeFault(content);
      if (fault !== undefined) return fault;
      left.bytes.spend(key, Buffer.byteLength(content), now);
      if (before === undefined) tx.create('preferences', { ...owned, content });
      else tx.amend('preferences', key, { content });
      return ok({ json: shown(tx.get('preferences', key)?.record) });
    });
  }
}

/** The operations on preferences, by name. */
export const preferencesOps = (context: DeskContext) => {
  const preferences = new Preferences(context);
  return {
    'preferences.read': (input) => preferences.read(input),
    'preferences.write': (input) => preferences.write(input),
  } satisfies Partial<Handlers>;
};
