// Views of a session in the answers of sign-in and `hello`.

import type { SessionCopy, SessionView } from '../../wire/accounts/identity.js';
import type { Code } from '../../wire/base/codes.js';
import type { HandlerContext } from './route.js';

export type Clock = SessionView['server_clock'];

/** ms since 1970 as ISO 8601. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();

/** The platform's server clock for views of sessions. */
export const clockOf = (door: Pick<HandlerContext<Code>, 'settings'>): Clock => {
  const [platform] = door.settings().platform;
  return {
    daylight_saving: platform?.daylight_saving ?? 'none',
    utc_offset_min: platform?.utc_offset_min ?? 0,
  };
};

/** The fields of both views. */
export const sharedView = (session: SessionCopy, clock: Clock) => ({
  csrf_token: session.csrf_token,
  expires_at: isoTime(session.expires_at),
  group: session.group,
  group_scope: [...session.group_scope],
  keep_signed_in: session.keep_signed_in,
  login: session.login,
  must_change_password: session.must_change_password,
  must_enrol_otp: session.must_enrol_otp,
  read_only: session.read_only,
  rights: [...session.rights],
  server_clock: clock,
});

/** The session view in the answers of sign-in and `hello`. */
export const sessionView = (session: SessionCopy, clock: Clock): SessionView => ({
  ...sharedView(session, clock),
  terminal: session.terminal,
});
