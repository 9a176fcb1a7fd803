// Bodies of the sign-in routes.

import { type Static, Type } from '@sinclair/typebox';
import { PasswordText } from '../../accounts/password.js';
import { Named } from '../../base/schema.js';

/** Signs in. The possible terminals and the default depend on the audience. */
export const LoginBody = Named('LoginBody', {
  login: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  password: PasswordText(),
  terminal: Type.Optional(Type.String({ maxLength: 32 })),
  otp: Type.Optional(Type.String({ maxLength: 16 })),
  keep_signed_in: Type.Optional(Type.Boolean()),
});

/** A one-time code. A text that is not six digits counts as a wrong code. */
export const CodeBody = Named('CodeBody', { code: Type.String({ maxLength: 16 }) });

/** Are one-time codes on for the login, and does its group demand them? */
export const OtpStatus = Named('OtpStatus', { enabled: Type.Boolean(), required: Type.Boolean() });
export type OtpStatus = Static<typeof OtpStatus>;

/** A new secret as text and as QR code. It is returned only once. */
export const OtpEnrolment = Named('OtpEnrolment', { secret: Type.String(), uri: Type.String() });
export type OtpEnrolment = Static<typeof OtpEnrolment>;

/** A refresh by a terminal that is not a browser; browsers send their cookie instead. */
export const RefreshBody = Named('RefreshBody', {
  refresh_token: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
});

/** Changes the caller's password. */
export const ChangePasswordBody = Named('ChangePasswordBody', {
  current_password: PasswordText(),
  new_password: PasswordText(),
});

/** Sets the password of the caller's programs; empty text removes it. */
export const ApiPasswordBody = Named('ApiPasswordBody', {
  current_password: PasswordText(),
  api_password: PasswordText(),
});
