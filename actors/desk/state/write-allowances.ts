// Write allowances: limit the number of events that a session and a login can cause.

import { type Refusal, refuse } from '../../../wire/base/codes.js';
import { Allowances, type Rate } from '../../shared/allowance.js';
import { kindOf } from './sessions.js';

/** The purposes of writes. */
type Use = keyof typeof WRITE_RATES;

/**
 * Limits: for `sign_in` and `watchlists` by login; for `own` (a session's own data: tokens, codes)
 * and `work` (changes by staff) by session and by login. A login has separate allowances for each
 * kind of session, because other people may have the investor's or the program's password and must
 * not use up the owner's.
 */
export const WRITE_RATES = {
  sign_in: { login: { most: 240, perMinute: 20 } },
  watchlists: { login: { most: 60, perMinute: 60 } },
  own: { session: { most: 60, perMinute: 4 }, login: { most: 240, perMinute: 20 } },
  work: { session: { most: 10_000, perMinute: 6_000 }, login: { most: 10_000, perMinute: 6_000 } },
} as const satisfies Record<string, { readonly session?: Rate; readonly login: Rate }>;

/** The session and login whose allowances a change uses. */
export interface Spender {
  readonly use: Use;
  readonly login: string;
  /** Absent when the change opens the session. */
  readonly session?: string;
}

/** The spender of a session's or a sign-in's writes. */
export const spenderOf = (
  use: Use,
  {
    login,
    session,
    ...opened
  }: {
    readonly login: number;
    readonly session?: string;
    readonly read_only: boolean;
    readonly terminal: string;
  },
): Spender => ({
  use,
  login: `${login} ${kindOf(opened)}`,
  ...(session !== undefined && { session }),
});

const tooOften = (wait: number, what: string, { most, perMinute }: Rate): Refusal =>
  refuse(
    'auth.too_many_attempts',
    `A ${what} may write ${most} times in a row and ${perMinute} times a minute; try again. ` +
      `retry_after=${Math.ceil(wait / 1000)}`,
  );

/** The remaining allowances of all sessions and logins. */
export class WriteAllowances {
  readonly #allowances: Readonly<Record<Use, Readonly<Record<string, Allowances>>>> = {
    sign_in: { login: new Allowances(WRITE_RATES.sign_in.login) },
    watchlists: { login: new Allowances(WRITE_RATES.watchlists.login) },
    own: {
      session: new Allowances(WRITE_RATES.own.session),
      login: new Allowances(WRITE_RATES.own.login),
    },
    work: {
      session: new Allowances(WRITE_RATES.work.session),
      login: new Allowances(WRITE_RATES.work.login),
    },
  };

  /**
   * Refuses a sign-in when nothing can be written for it. The sign-in is not decided then, so the
   * answer is the same for wrong and right passwords and codes.
   */
  barred({ use, login }: Spender, now: number): Refusal | undefined {
    if (use !== 'sign_in') return undefined;
    const allowances = this.#allowances.sign_in.login as Allowances;
    const wait = allowances.wait(login, 1, now);
    return wait > 0 ? tooOften(wait, 'login', allowances.rate) : undefined;
  }

  /**
   * Takes one write, or refuses when none is left. `isFault`: the write records a wrong attempt
   * within a session; it is written in any case, and counted against later writes. That does not
   * apply to sign-ins, where wrong and right attempts get the same answer.
   */
  take(spender: Spender, isFault: boolean, now: number): Refusal | undefined {
    const isForced = isFault && spender.use !== 'sign_in';
    for (const [what, allowances] of Object.entries(this.#allowances[spender.use])) {
      const name = spender[what as 'session' | 'login'];
      if (name === undefined) continue;
      if (isForced) allowances.spend(name, 1, now);
      else {
        const wait = allowances.take(name, 1, now);
        if (wait > 0) return tooOften(wait, what, allowances.rate);
      }
    }
    return undefined;
  }
}
