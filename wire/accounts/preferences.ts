// Desk preferences: a document of each member of staff, which terminals keep what they like in.

import { type Static, Type } from '@sinclair/typebox';
import type { Stamped } from '../base/object.js';
import { compile, Id, Named, Strict, TimeOrNull } from '../base/schema.js';

/** Bytes of a document, as UTF-8 without spaces between its parts. */
export const DOCUMENT_BYTES_MAX = 256 * 1024;
/** Bytes of a body with one: it may be written with spaces and escapes. */
export const PREFERENCES_BYTES_MAX = 4 * DOCUMENT_BYTES_MAX;

/**
 * A document. The key is the login. It is held as text: an object has no room for every name that
 * JSON has, and nobody but its terminals reads it.
 */
export const PreferencesRecord = Strict({ login: Id(), content: Type.String() });
export type PreferencesRecord = Stamped<Static<typeof PreferencesRecord>>;

const Content = Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' });

/** Takes the place of the document, or is merged into it. */
export const PreferencesBody = Named('PreferencesBody', {
  content: Content,
  /** The version last read; 0 = whichever. */
  expected_version: Type.Optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
  ),
});
export type PreferencesBody = Static<typeof PreferencesBody>;
/** The first fault of a body. */
export const preferencesFault = compile(PreferencesBody);

/** A document as it is answered; version 0 = there is none yet. */
export const Preferences = Named('Preferences', {
  content: Content,
  updated_at: TimeOrNull(),
  version: Type.Integer(),
});
