// Changes of the desk for tests: what is asked, what has to be there before, and what is expected.

import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskOp, DeskOps } from '../../../wire/desk/operations.js';
import type { JournalLine } from '../../../wire/trading/events.js';
import { codeAt } from '../../support/authenticator.js';
import { callerIn, type DeskHarness, dataOf, staffCaller } from '../../support/desk-harness.js';

/** One way in which an operation changes something. */
export interface Change<K extends DeskOp = DeskOp> {
  readonly as: string;
  /** What it is asked, after what has to be there was made. */
  readonly input: (harness: DeskHarness) => DeskOps[K]['input'] | Promise<DeskOps[K]['input']>;
  /** Its answer, where that is a refusal: failures are written, too. */
  readonly code?: string;
  /** Every line, in order. */
  readonly lines: readonly (readonly [JournalLine['kind'], login: number, text: string])[];
  /** How many events it writes; 1 if it is not said. The last one has the lines. */
  readonly events?: number;
  /** Why there is no line of what it writes. */
  readonly because?: string;
}

/** The trader of the demo platform. */
export const TRADER = 1001;
/** The login of who is hired first. */
export const MEMBER = 2;
/** A password that is given. */
export const PASSWORD = 'Given-1x';
const STEP_MS = 30_000;

/** The administrator, who asks unless it is said otherwise. */
export const caller = staffCaller();
/** A body as it comes. */
export const bytesOf = (body: unknown): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(body));

/** The one line of a change. */
export const line = (...one: Change['lines'][number]): Change['lines'] => [one];

/** A session of the trader, as who asks. */
export const signedIn = async (harness: DeskHarness): Promise<Caller> =>
  callerIn(dataOf(await harness.signIn()).session);

/** A trader with a secret that waits for its first code. */
export const enrolled = async (harness: DeskHarness) => {
  const trader = await signedIn(harness);
  const { secret } = dataOf(await harness.ask('auth.otp_enrol', {}, trader));
  return { trader, secret };
};

/** A trader whose codes are on, when the app shows another one. */
export const coded = async (harness: DeskHarness) => {
  const { trader, secret } = await enrolled(harness);
  const code = codeAt(secret, harness.now);
  dataOf(await harness.ask('auth.otp_confirm', { code }, trader));
  harness.now += STEP_MS;
  return { trader, secret };
};

/** Operations that change something, each with its way or its ways. */
export type Changes = { readonly [K in DeskOp]?: Change<K> | readonly Change<K>[] };

/** Every way of every operation. */
export const waysOf = (changes: Changes): { readonly op: DeskOp; readonly change: Change }[] =>
  Object.entries(changes).flatMap(([op, ways]) =>
    [ways].flat().map((change) => ({ op: op as DeskOp, change: change as Change })),
  );
