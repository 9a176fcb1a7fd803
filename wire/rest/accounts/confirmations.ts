// Confirmations over REST: the code that staff are shown and type before an action is done.

import { type Static, Type } from '@sinclair/typebox';
import { Named, Time, Words } from '../../base/schema.js';

/** Actions that holders of `confirm_actions` confirm. */
const CONFIRMED_ACTIONS = ['positions.close', 'positions.payments'] as const;
export type ConfirmedAction = (typeof CONFIRMED_ACTIONS)[number];

/** The members of a body by which it is confirmed; they do not count for its digest. */
export const CONFIRM_FIELDS = ['confirm_token', 'confirm_code'] as const;

/** The same as they stand in the schema of such a body. */
export const confirmFields = {
  confirm_token: Type.Optional(Type.String({ maxLength: 64 })),
  confirm_code: Type.Optional(Type.String({ maxLength: 16 })),
};

/**
 * Asks for a confirmation of one request: its action, and the SHA-256 in hex of its body without
 * `confirm_token` and `confirm_code`, as JSON in UTF-8 without blanks, members sorted by name at
 * every depth (RFC 8785).
 */
export const ConfirmationBody = Named('ConfirmationBody', {
  action: Words(CONFIRMED_ACTIONS),
  digest: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});

/** A confirmation: its token is sent back with the code as the user typed it. */
export const Confirmation = Named('Confirmation', {
  confirm_token: Type.String(),
  code: Type.String(),
  expires_at: Time(),
});
export type Confirmation = Static<typeof Confirmation>;
