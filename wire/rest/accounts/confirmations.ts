// Confirmations over REST: the code that staff are shown and type before an action is done.

import { type Static, Type } from '@sinclair/typebox';
import { Named, Sha256, Time, Words } from '../../base/schema.js';
import { section } from '../../fields/words.js';
import { CONFIRMED_ACTIONS } from './confirmed-acts.js';

const confirmation = section('Confirmation');

/**
 * Requests a confirmation: the action, and the digest of the request. The digest is the SHA-256 in
 * hex of the body without `confirm_token` and `confirm_code`, together with the parameters of the
 * path, if it has any, as further members; as JSON in UTF-8 without blanks and with members sorted
 * by name at every depth (RFC 8785).
 */
export const ConfirmationBody = Named('ConfirmationBody', {
  action: confirmation('Action', 'The action that is to be confirmed.', Words(CONFIRMED_ACTIONS)),
  digest: confirmation(
    'Digest',
    'SHA-256 in hex of one JSON object by RFC 8785 with the members of the body and the ' +
      'path parameters.',
    Sha256(),
  ),
});

/** A confirmation: the client sends back its token with the code that the user typed. */
export const Confirmation = Named('Confirmation', {
  confirm_token: confirmation(
    'Token',
    'Sent back as `confirm_token` with the request.',
    Type.String(),
  ),
  confirm_code: confirmation(
    'Code',
    'The terminal shows the code; the user types the code as `confirm_code`.',
    Type.String(),
  ),
  expires_at: confirmation('Expires', 'Time at which the code becomes void.', Time()),
});
export type Confirmation = Static<typeof Confirmation>;
