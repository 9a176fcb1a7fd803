// The members by which the body of a request is confirmed.

import { Type } from '@sinclair/typebox';
import { section } from './words.js';

const identity = section('Identity');

/** The schema of these members; the digest of a request does not include them. */
export const confirmFields = {
  confirm_token: identity(
    'Confirmation',
    'Token of the confirmation of this request.',
    Type.Optional(Type.String({ maxLength: 64 })),
  ),
  confirm_code: identity(
    'Code',
    'The code of the confirmation, as the user typed it.',
    Type.Optional(Type.String({ maxLength: 16 })),
  ),
};
