// Desk preferences: read, replaced and merged, each member of staff his own.

import { done, refuse } from '../../wire/codes.js';
import type { DeskAnswer, DeskOps } from '../../wire/desk.js';
import { parseBody } from '../../wire/json-body.js';
import {
  DOCUMENT_BYTES_MAX,
  type PreferencesBody,
  type PreferencesRecord,
  preferencesFault,
} from '../../wire/preferences.js';
import { whoOf } from './configuration.js';
import type { Handlers, Parts } from './parts.js';
import { loginLock } from './writer.js';

type Content = Readonly<Record<string, unknown>>;

const entriesOf = (record: PreferencesRecord | undefined): [string, unknown][] =>
  record === undefined ? [] : Object.entries(JSON.parse(record.content) as Content);

/** A document from its members; any name may be one, `__proto__` too. */
const textOf = (members: Iterable<readonly [string, unknown]>): string => {
  const parts = Array.from(members, ([name, value]) => {
    return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  });
  return `{${parts.join()}}`;
};

/** The members of a document after a merge: what is sent as null goes, other members stay. */
const merged = (before: PreferencesRecord | undefined, sent: Content): [string, unknown][] =>
  [...new Map([...entriesOf(before), ...Object.entries(sent)])].filter(
    ([name, value]) => value !== null || !Object.hasOwn(sent, name),
  );

const shown = (record: PreferencesRecord | undefined): Uint8Array<ArrayBuffer> => {
  const { content = '{}', updated_at = null, version = 0 } = record ?? {};
  const stamps = JSON.stringify({ updated_at, version }).slice(1);
  return new TextEncoder().encode(`{"content":${content},${stamps}`);
};

/** The document of whoever asks. */
const readPreferences = (
  { records }: Parts,
  { caller }: DeskOps['preferences.read']['input'],
): DeskAnswer<'preferences.read'> =>
  done({ json: shown(records.get('preferences', String(caller.login))?.record) });

/** Replaces the document of whoever asks, or merges into it; each time it has a new version. */
const writePreferences = async (
  { writer }: Parts,
  { caller, bytes, merge }: DeskOps['preferences.write']['input'],
): Promise<DeskAnswer<'preferences.write'>> => {
  const parsed = parseBody(bytes);
  if (!parsed.ok) return parsed;
  const fault = preferencesFault(parsed.data);
  if (fault !== undefined) return refuse('invalid_input', fault);
  const { content: sent, expected_version = 0 } = parsed.data as PreferencesBody;
  const { login } = caller;
  const key = String(login);
  return writer.change([loginLock(login)], whoOf(caller), (draft) => {
    // They went with the profile: a save that waited meanwhile does not bring them back.
    if (draft.get('staff', key) === undefined) return refuse('auth.session_expired');
    const before = draft.get('preferences', key)?.record;
    if (expected_version !== 0 && expected_version !== (before?.version ?? 0)) {
      return refuse('conflict', 'expected_version: it was changed meanwhile; read it again.');
    }
    const content = textOf(merge ? merged(before, sent) : Object.entries(sent));
    if (Buffer.byteLength(content) > DOCUMENT_BYTES_MAX) {
      return refuse('invalid_input', `content: at most ${DOCUMENT_BYTES_MAX} bytes`);
    }
    if (before === undefined) draft.create('preferences', { login, content });
    else draft.amend('preferences', key, { content });
    return done({ json: shown(draft.get('preferences', key)?.record) });
  });
};

/** The operations on preferences, by name. */
export const preferencesOps = (parts: Parts) =>
  ({
    'preferences.read': (input) => readPreferences(parts, input),
    'preferences.write': (input) => writePreferences(parts, input),
  }) satisfies Partial<Handlers>;
