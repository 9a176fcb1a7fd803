// Confirmations: codes that staff users read and type. Each confirms one request once, within two
// minutes.

import { ok, refuse } from '../../../wire/base/codes.js';
import { sameText } from '../../../wire/base/same-text.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { ConfirmedAction } from '../../../wire/rest/accounts/confirmed-acts.js';
import { hashToken } from '../../secrets/tokens.js';
import { powersOf } from '../access/authority.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';

/** Lifetime of a confirmation. */
export const CONFIRM_MS = 2 * 60_000;
/** Wrong attempts after which a confirmation is void. */
const TRIES_MAX = 3;
/** Most open confirmations of a session; a further one voids the oldest. */
const OPEN_MAX = 16;
const TOKEN_BYTES = 24;
const DIGITS = 6;

/** A confirmation that can still be used. */
interface OpenConfirmation {
  readonly token: string;
  readonly login: number;
  readonly action: ConfirmedAction;
  readonly digest: string;
  readonly code: string;
  readonly expires: number;
  tries: number;
}

const unconfirmed = refuse('confirmation_required');

/**
 * A six-digit code. Four random bytes are even enough: the most likely codes exceed the others by a
 * four-thousandth.
 */
const codeOf = (bytes: Buffer): string =>
  String(bytes.readUInt32BE() % 10 ** DIGITS).padStart(DIGITS, '0');

/**
 * The open confirmations, by session. They are only in memory: after a restart users must request
 * new ones.
 */
export class Confirmations {
  /**
   * Sessions are ordered by their newest confirmation; the confirmations of a session are ordered
   * oldest first.
   */
  readonly #open = new Map<string, OpenConfirmation[]>();

  constructor(private readonly context: DeskContext) {}

  /** Makes a confirmation for one request of the caller in this session. */
  issue({ caller, action, digest }: DeskOps['confirmations.issue']['input']) {
    const { deps } = this.context;
    const now = deps.now();
    this.#forget(now);
    const token = deps.random(TOKEN_BYTES).toString('base64url');
    const code = codeOf(deps.random(4));
    const expires = now + CONFIRM_MS;
    const mine = this.#of(caller, now).slice(1 - OPEN_MAX);
    const { login, session } = caller;
    mine.push({ token: hashToken(token), login, action, digest, code, expires, tries: 0 });
    this.#open.delete(session);
    this.#open.set(session, mine);
    const expires_at = new Date(expires).toISOString();
    return ok({ confirm_token: token, confirm_code: code, expires_at });
  }

  /** Uses up a confirmation. Callers without `confirm_actions` need none. */
  confirmed(input: DeskOps['confirmations.use']['input']): DeskAnswer<'confirmations.use'> {
    const { caller, action, digest, token, code } = input;
    const { deps, records } = this.context;
    if (!powersOf(records, caller.login).rights.includes('confirm_actions')) return ok(null);
    const mine = this.#of(caller, deps.now());
    const hash = hashToken(token);
    const one = mine.find((open) => open.token === hash && open.login === caller.login);
    if (one === undefined) return unconfirmed;
    const fits = one.action === action && one.digest === digest && sameText(one.code, code);
    one.tries += 1;
    const isOver = fits || one.tries >= TRIES_MAX;
    if (isOver) mine.splice(mine.indexOf(one), 1);
    return fits ? ok(null) : unconfirmed;
  }

  #of({ session }: Caller, now: number): OpenConfirmation[] {
    const mine = this.#open.get(session) ?? [];
    const valid = mine.filter((open) => open.expires > now);
    if (valid.length > 0) this.#open.set(session, valid);
    else this.#open.delete(session);
    return valid;
  }

  /** Drops sessions whose newest confirmation has expired; the map has them first. */
  #forget(now: number): void {
    for (const [session, mine] of this.#open) {
      if ((mine.at(-1)?.expires ?? 0) > now) return;
      this.#open.delete(session);
    }
  }
}

/** The operations on confirmations. */
export const confirmationOps = (context: DeskContext) => {
  const confirmations = new Confirmations(context);
  return {
    'confirmations.issue': (input) => confirmations.issue(input),
    'confirmations.use': (input) => confirmations.confirmed(input),
  } satisfies Partial<Handlers>;
};
