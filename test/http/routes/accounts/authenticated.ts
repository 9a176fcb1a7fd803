// Logins with an authenticator app, over HTTP: codes are set up and typed as people do it.

import type { Audience } from '../../../../wire/accounts/identity.js';
import type { OtpEnrolment } from '../../../../wire/rest/accounts/auth.js';
import { codeAt, wrongAt } from '../../../support/authenticator.js';
import {
  type Answer,
  dataOf,
  type HttpHarness,
  type Terminal,
} from '../../../support/http-harness.js';

/** How long a code counts. */
export const STEP_MS = 30_000;

/** A login's app, and the session in which it was set up. */
export interface Owner {
  readonly terminal: Terminal;
  readonly secret: string;
  /** The code that the app shows now. */
  code(): string;
  /** Waits until the app shows the next one, and answers it. */
  next(): string;
  wrong(): string;
}

/** Sets codes up to the point where the first one is asked for. */
export const enrolled = async (http: HttpHarness, terminal: Terminal): Promise<Owner> => {
  const { secret } = await terminal.made<OtpEnrolment>('/auth/otp/enrol');
  const { harness } = http;
  const code = () => codeAt(secret, harness.now);
  return {
    terminal,
    secret,
    code,
    next: () => {
      harness.now += STEP_MS;
      return code();
    },
    wrong: () => wrongAt(secret, harness.now),
  };
};

/** Types the first code. */
export const confirmed = (owner: Owner, code = owner.code()): Promise<Answer> =>
  owner.terminal.post('/auth/otp/confirm', { code });

/** A login of the audience whose codes are on. */
export const ownerOf = async (
  http: HttpHarness,
  audience: Audience,
  body: Readonly<Record<string, unknown>> = {},
): Promise<Owner> => {
  const owner = await enrolled(http, await http.signedIn(audience, body));
  dataOf(await confirmed(owner));
  return owner;
};
