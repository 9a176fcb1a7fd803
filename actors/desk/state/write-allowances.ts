// Write allowances: how often a session and a login may cause events in the log.

import { type Refusal, refuse } from '../../../wire/base/codes.js';
import { Allowances, type Rate } from '../../shared/allowance.js';
import { kindOf } from './sessions.js';

/** The purposes of writes. */
type Use = keyof typeof WRITE_RATES;

/**
 * How often: of `sign_in` by a login; of `own` (what a session does for itself: tokens, codes) and
 * of `work` (what staff change) by a session and by a login. A login has these once for each kind
 * of session: others may have the passwords of an investor and of a program, and with theirs they
 * use up nothing of the owner's.
 */
export const WRITE_RATES = {
  sign_in: { login: { most: 240, perMinute: 20 } },
  own: { session: { most: 60, perMinute: 4 }, login: { most: 240, perMinute: 20 } },
  work: { session: { most: 10_000, perMinute: 6_000 }, login: { most: 10_000, perMinute: 6_000 } },
} as const satisfies Record<string, { readonly session?: Rate; readonly login: Rate }>;

/** The owner of the allowances that a change takes of. */
export interface Spender {
  readonly use: Use;
  readonly login: string;
  /** Absent where it is opened by this. */
  readonly session?: string;
}

/** The session, or the sign-in, that writes something for a purpose. */
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

/** The remaining allowance of every session and login. */
export class WriteAllowances {
  readonly #allowances: Readonly<Record<Use, Readonly<Record<string, Allowances>>>> = {
    sign_in: { login: new Allowances(WRITE_RATES.sign_in.login) },
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
   * The refusal of a sign-in of which nothing could be written. It is not decided then: the answer
   * is the same for a guess and for a right password or code.
   */
  barred({ use, login }: Spender, now: number): Refusal | undefined {
    if (use !== 'sign_in') return undefined;
    const allowances = this.#allowances.sign_in.login as Allowances;
    const wait = allowances.wait(login, 1, now);
    return wait > 0 ? tooOften(wait, 'login', allowances.rate) : undefined;
  }

  /**
   * Takes one write; a refusal where none is left. `isFault`: it records a wrong attempt within a
   * session, which is written in any case, and owed. At a sign-in it is not: wrong and right
   * attempts get the same answer then.
   */
  take(spender: Spender, isFault: boolean, now: number): Refusal | undefined {
    const must = isFault && spender.use !== 'sign_in';
    for (const [what, allowances] of Object.entries(this.#allowances[spender.use])) {
      const name = spender[what as 'session' | 'login'];
      if (name === undefined) continue;
      if (must) allowances.spend(name, 1, now);
      else {
        const wait = allowances.take(name, 1, now);
        if (wait > 0) return tooOften(wait, what, allowances.rate);
      }
    }
    return undefined;
  }
}
