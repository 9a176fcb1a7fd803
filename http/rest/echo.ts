// Whole records in requests: the fields that the server sets must be unchanged.

import { isDeepStrictEqual } from 'node:util';
import { type Code, type Refusal, refuse } from '../../wire/base/codes.js';
import { isFields } from '../../wire/base/object.js';
import { chain, type MaybePromise } from '../server/maybe-promise.js';
import { type Handled, type HandlerContext, mayUse, type Route } from './route.js';
import type { Match } from './router.js';

type Input = Parameters<Route['handle']>[0];

/** A change with fields that its route does not take. */
interface EchoedChange extends Input {
  readonly echoed: Readonly<Record<string, unknown>>;
}

const MEANT = 'is set by the server: send it as it is, or leave it out';

/** A value in the form in which it is sent. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Refuses the first field that differs from the record. */
const changedIn = (
  { moving }: Route,
  { body, echoed }: EchoedChange,
  present: Readonly<Record<string, unknown>>,
): Refusal<'invalid_input'> | undefined => {
  // With another version nothing is compared: the change is refused because of its version.
  const { version } = body as { readonly version?: number };
  if (version !== undefined && version !== present.version) return undefined;
  // A client that sends the whole record may have read it before a field changed by itself; a
  // client that sends fewer fields wants to change them.
  const isWhole = Object.entries(present).every(
    ([name, value]) => value === undefined || name in echoed || name in (body as object),
  );
  const compared = Object.keys(echoed).filter((name) => !(isWhole && moving.includes(name)));
  const changed = compared.find((name) => !isDeepStrictEqual(echoed[name], sent(present[name])));
  return changed === undefined ? undefined : refuse('invalid_input', `${changed}: ${MEANT}`);
};

/**
 * Compares fields that a route does not take with the record, as the caller reads it at the same
 * path; undefined = they are unchanged. A caller who may not read the record cannot send it back.
 */
export const echoFault = (
  route: Route,
  { routes }: Match,
  change: EchoedChange,
  context: HandlerContext<Code>,
): MaybePromise<Handled<unknown, Code> | undefined> => {
  const [name = ''] = Object.keys(change.echoed);
  const read = routes.get('GET');
  const { session } = change;
  if (read === undefined || session === undefined || !mayUse(read, session)) {
    return refuse('invalid_input', `${name}: ${MEANT}`);
  }
  return chain(read.handle({ ...change, query: {}, body: {} }, context), (answer) => {
    if (!('ok' in answer)) throw new Error(`${read.name} answers no record`);
    if (!answer.ok) return answer;
    return isFields(answer.data) ? changedIn(route, change, answer.data) : undefined;
  });
};
