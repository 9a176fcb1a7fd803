// Windows over the sessions in use: selects the rows of a page, and makes cursors to continue from.

import { type Outcome, ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import { sameText } from '../../../wire/base/same-text.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { OnlineWindowParams } from '../../../wire/rest/accounts/online.js';
import { hmac, type Key } from '../../secrets/seal.js';
import { powersOf } from '../access/authority.js';
import type { DeskContext } from '../state/desk-context.js';
import { byPlace, type Online, type OnlineSession, type SessionOrder } from './online.js';

/** Characters of a cursor's tag: 132 bits. */
const TAG_LENGTH = 22;

/** Makes and reads cursors; they are valid for one session while its rights stay the same. */
class Cursors {
  readonly #key: Key;
  readonly #holder: string;

  constructor({ deps, records }: DeskContext, caller: Caller) {
    const { rights, group_scope } = powersOf(records, caller.login);
    [this.#key] = deps.keys;
    this.#holder = JSON.stringify([caller.session, [...rights].sort(), group_scope]);
  }

  /** An id that changes when older cursors become invalid. */
  get id(): string {
    return this.#tag('', 'online query');
  }

  write({ since, id }: SessionOrder): string {
    const place = `${since}.${id}`;
    return `${place}.${this.#tag(place)}`;
  }

  /** The position of a cursor; undefined when it is invalid. */
  read(cursor: string): SessionOrder | undefined {
    const cut = cursor.lastIndexOf('.');
    const place = cursor.slice(0, cut);
    if (cut < 0 || !sameText(this.#tag(place), cursor.slice(cut + 1))) return undefined;
    const [since = '', id = ''] = place.split('.');
    return { since: Number(since), id };
  }

  #tag(place: string, what = 'online cursor'): string {
    const text = `${place}\0${this.#holder}`;
    return hmac(this.#key, text, what).toString('base64url').slice(0, TAG_LENGTH);
  }
}

/** Refuses parameters that exclude each other. */
const conflict = ({ edge, cursor, anchor_id }: OnlineWindowParams): Refusal | undefined => {
  const wantsCursor = edge === 'after' || edge === 'before';
  if (wantsCursor && cursor === undefined) {
    return refuse('invalid_input', `cursor: required with edge ${edge}`);
  }
  if (edge === 'first' && cursor !== undefined) {
    return refuse('invalid_input', 'cursor: not with edge first');
  }
  if (edge === 'around' && anchor_id === undefined) {
    return refuse('invalid_input', 'anchor_id: required with edge around');
  }
  return edge !== 'around' && anchor_id !== undefined
    ? refuse('invalid_input', `anchor_id: not with edge ${edge}`)
    : undefined;
};

/** A range of rows: from the first to before the last. */
interface RowSpan {
  readonly start: number;
  readonly end: number;
  readonly anchor_found: boolean;
}

/** The number of rows before a position, or up to and including it. */
const before = (all: readonly OnlineSession[], place: SessionOrder, inclusive: boolean): number => {
  const at = all.findIndex((one) => byPlace(one, place) >= (inclusive ? 1 : 0));
  return at < 0 ? all.length : at;
};

/** The requested number of rows with one of them in the middle, as far as the ends allow. */
const around = (all: readonly OnlineSession[], at: number, limit: number) => {
  const start = Math.max(0, Math.min(at - Math.floor(limit / 2), all.length - limit));
  return { start, end: start + limit };
};

const spanOf = (
  all: readonly OnlineSession[],
  { edge, limit, anchor_id }: OnlineWindowParams,
  cursor: SessionOrder | undefined,
): RowSpan => {
  const first = { start: 0, end: limit, anchor_found: false };
  if (edge === 'around') {
    const anchor = all.findIndex(({ id }) => id === anchor_id);
    if (anchor >= 0) return { ...around(all, anchor, limit), anchor_found: true };
    return cursor === undefined
      ? first
      : { ...around(all, before(all, cursor, false), limit), anchor_found: false };
  }
  if (cursor === undefined) return first;
  if (edge === 'after') {
    const start = before(all, cursor, true);
    return { start, end: start + limit, anchor_found: false };
  }
  const end = before(all, cursor, false);
  return { start: Math.max(0, end - limit), end, anchor_found: false };
};

const placeOf = (
  cursors: Cursors,
  cursor: string | undefined,
): Outcome<SessionOrder | undefined> => {
  if (cursor === undefined) return ok(undefined);
  const place = cursors.read(cursor);
  return place === undefined
    ? refuse(
        'invalid_input',
        'cursor: this cursor is no longer valid; begin again without a cursor',
      )
    : ok(place);
};

/** A page of the sessions in use that the caller sees. */
export const onlineWindow = async (
  context: DeskContext,
  online: Online,
  { caller, query }: DeskOps['online.window']['input'],
): Promise<DeskAnswer<'online.window'>> => {
  const fault = conflict(query);
  if (fault !== undefined) return fault;
  const cursors = new Cursors(context, caller);
  const cursor = placeOf(cursors, query.cursor);
  if (!cursor.ok) return cursor;
  const observed_at = new Date(context.deps.now()).toISOString();
  const all = await online.seenBy(caller);
  const { start, end, anchor_found } = spanOf(all, query, cursor.data);
  const shown = all.slice(start, end);
  const [first] = shown;
  const last = shown.at(-1);
  return ok({
    ...(await online.rows(shown, caller)),
    after: last === undefined ? null : cursors.write(last),
    before: first === undefined ? null : cursors.write(first),
    anchor_found,
    has_after: end < all.length,
    has_before: start > 0,
    observed_at,
    query_id: cursors.id,
    total: all.length,
  });
};
