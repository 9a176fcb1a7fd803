// Preferences over REST: the document of the signed-in user, for staff and for traders.

import {
  PREFERENCES_BYTES_MAX,
  Preferences,
  PreferencesBody,
} from '../../../wire/accounts/preferences.js';
import { route } from '../../rest/route.js';
import { large } from '../../rest/setting-routes.js';

const path = '/admin/v1/me/preferences';
const traderPath = '/trader/v1/me/preferences';
/** The whole body, because some names in JSON cannot be fields of a JavaScript object. */
const document = {
  body: PreferencesBody,
  bodyBytesMax: PREFERENCES_BYTES_MAX,
  wholeBody: true,
} as const;
const bytesOf = (body: unknown): Uint8Array => body as Uint8Array;
const errors = {
  conflict: '`expected_version` is neither 0 nor the stored version; nothing is saved',
} as const;
const merging = 'A key that is sent takes the place of the whole stored value; others stay.';

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
    details: 'The document has at most 256 KiB. Terminals choose its content.',
    ...document,
    reply: Preferences,
    errors,
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
    details: merging,
    ...document,
    reply: Preferences,
    errors,
    example: { body: { content: { theme: 'light', columns: null }, expected_version: 1 } },
    handle: async ({ caller, body }, context) =>
      large(await context.desk('preferences.write', { caller, bytes: bytesOf(body), merge: true })),
  }),
  route({
    name: 'preferences.trader.read',
    method: 'GET',
    path: traderPath,
    says: 'Answers the preferences of the signed-in user.',
    details:
      'Before the first save the content is empty and the version 0. Sessions of the investor ' +
      'have a document of their own.',
    reply: Preferences,
    handle: async ({ caller }, context) =>
      large(await context.desk('preferences.read', { caller })),
  }),
  route({
    name: 'preferences.trader.merge',
    method: 'PATCH',
    path: traderPath,
    says: 'Merges top-level keys into the preferences; a key that is null goes.',
    details:
      `${merging} The document has at most 256 KiB. Sessions of the investor have a document of ` +
      'their own, so they cannot change what the trader has saved.',
    ...document,
    reply: Preferences,
    errors,
    example: { body: { content: { theme: 'dark', watch: { list: 1 } }, expected_version: 0 } },
    handle: async ({ caller, body }, context) =>
      large(await context.desk('preferences.write', { caller, bytes: bytesOf(body), merge: true })),
  }),
];
