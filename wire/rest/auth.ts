// Bodies of the sign-in routes.

import { Type } from '@sinclair/typebox';
import { Strict } from '../schema.js';

/** Longer passwords are refused before anything is hashed. */
const PASSWORD_LENGTH_MAX = 256;

/** Signs in. Which terminals there are, and which is the default, depends on the audience. */
export const LoginBody = Strict({
  login: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  password: Type.String({ maxLength: PASSWORD_LENGTH_MAX }),
  terminal: Type.Optional(Type.String({ maxLength: 32 })),
  otp: Type.Optional(Type.String({ maxLength: 16 })),
  keep_signed_in: Type.Optional(Type.Boolean()),
});

/** Sent by terminals that are not browsers; browsers send their cookie instead. */
export const RefreshBody = Strict({
  refresh_token: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
});
