// Desk preferences over REST: the document of the signed-in user.

import {
  PREFERENCES_BYTES_MAX,
  Preferences,
  PreferencesBody,
} from '../../../wire/accounts/preferences.js';
import { route } from '../../rest/route.js';
import { large } from '../../rest/setting-routes.js';

const path = '/admin/v1/me/preferences';
/** The whole body, because some names in JSON cannot be fields of a JavaScript object. */
const document = {
  body: PreferencesBody,
  bodyBytesMax: PREFERENCES_BYTES_MAX,
  wholeBody: true,
} as const;
const bytesOf = (body: unknown): Uint8Array => body as Uint8Array;

export const preferences = [
  route({
    name: 'preferences.read',
    method: 'GET',
    path,
    says: 'Answers the desk preferences of the signed-in user.',
    details: 'Before the first save the content is empty and the version 0.',
    reply: Preferences,
    handle: async ({ caller }, context) =>
      large(await context.desk('preferences.read', { caller })),
  }),
  route({
    name: 'preferences.replace',
    method: 'PUT',
    path,
    says: 'Replaces the desk preferences.',
    details: 'The document has at most 256 KiB. Terminals keep in it what they like.',
    ...document,
    reply: Preferences,
    errors: { conflict: '`expected_version` is neither 0 nor the stored one; nothing is saved' },
    example: { body: { content: { theme: 'dark', columns: ['login', 'equity'] } } },
    handle: async ({ caller, body }, context) =>
      large(
        await context.desk('preferences.write', { caller, bytes: bytesOf(body), merge: false }),
      ),
  }),
  route({
    name: 'preferences.merge',
    method: 'PATCH',
    path,
    says: 'Merges top-level keys into the desk preferences; a key that is null goes.',
    details: 'A key that is sent takes the place of the whole stored value; others stay.',
    ...document,
    reply: Preferences,
    errors: { conflict: '`expected_version` is neither 0 nor the stored one; nothing is saved' },
    example: { body: { content: { theme: 'light', columns: null }, expected_version: 1 } },
    handle: async ({ caller, body }, context) =>
      large(await context.desk('preferences.write', { caller, bytes: bytesOf(body), merge: true })),
  }),
];
