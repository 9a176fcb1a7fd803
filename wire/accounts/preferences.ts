// Preferences: JSON documents of users, in which terminals keep their own settings.

import { type Static, Type } from '@sinclair/typebox';
import type { Stamped } from '../base/object.js';
import { compile, Id, Named, Strict, TimeOrNull, Words } from '../base/schema.js';
import { section } from '../fields/words.js';

const document = section('Document');

/** Largest document in bytes, as UTF-8 without spaces between tokens. */
export const DOCUMENT_BYTES_MAX = 256 * 1024;
/** Largest body with a document in bytes: it may have spaces and escapes. */
export const PREFERENCES_BYTES_MAX = 4 * DOCUMENT_BYTES_MAX;

/**
 * A document. It is kept as text, because a JavaScript object cannot hold every name that JSON
 * allows, and the server itself does not read it.
 */
export const PreferencesRecord = Strict({
  login: Id(),
  /** The owner of the document: trader or investor of the login; absent = the staff user. */
  of: Type.Optional(Words(['trader', 'investor'] as const)),
  content: Type.String(),
});
export type PreferencesRecord = Stamped<Static<typeof PreferencesRecord>>;

const content = document(
  'Content',
  'Object in which terminals keep their settings.',
  Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' }),
);

/** Replaces the document, or is merged into it. */
export const PreferencesBody = Named('PreferencesBody', {
  content,
  expected_version: document(
    'Expected version',
    'The version last read; 0 = any.',
    Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })),
    'number',
  ),
});
export type PreferencesBody = Static<typeof PreferencesBody>;
/** The first fault of a body. */
export const preferencesFault = compile(PreferencesBody);

/** A document as the API returns it; version 0 = there is none yet. */
export const Preferences = Named('Preferences', {
  content,
  updated_at: TimeOrNull(),
  version: document(
    'Version',
    'Version of the document; 0 = there is none yet.',
    Type.Integer(),
    'number',
  ),
});
