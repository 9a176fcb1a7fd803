// The members by which the body of a request is confirmed.

import { Type } from '@sinclair/typebox';

/** The confirmation members of a body; its digest does not include them. */
export const CONFIRM_FIELDS = ['confirm_token', 'confirm_code'] as const;

/** The schema of these members. */
export const confirmFields = {
  confirm_token: Type.Optional(Type.String({ maxLength: 64 })),
  confirm_code: Type.Optional(Type.String({ maxLength: 16 })),
};
