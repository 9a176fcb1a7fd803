// The members by which the body of a request is confirmed.

import { Type } from '@sinclair/typebox';

/** The schema of these members; the digest of a request does not include them. */
export const confirmFields = {
  confirm_token: Type.Optional(Type.String({ maxLength: 64 })),
  confirm_code: Type.Optional(Type.String({ maxLength: 16 })),
};
