// Live values of accounts, asked of their actors within a common time limit: money, and the values
// of rows of what is open.

import { patience } from '../../actors/client.js';
import { type Code, type Outcome, ok } from '../../wire/base/codes.js';
import type { Fields } from '../../wire/base/object.js';
import { formatExact } from '../../wire/base/scale.js';
import type { CountedPage } from '../../wire/queries/fenced-query.js';
import type { OpenQuery } from '../../wire/queries/position-queries.js';
import { MONEY } from '../../wire/trading/records.js';
import { type Asking, askedUntil, envelopeOf, inLanes } from './actor-call.js';
import type { HandlerContext, Passed } from './route.js';

/** Time to wait for live values of accounts. */
const LIVE_MS = patience(250);

/** The data of an answer within the time limit for live values; else null. */
export const liveData = async (
  call: Promise<Passed>,
): Promise<Readonly<Record<string, unknown>> | null> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LIVE_MS);
  });
  const answer = await Promise.race([call, late]).finally(() => clearTimeout(timer));
  if (answer === null) return null;
  const { success, data } = envelopeOf(answer);
  return success ? data : null;
};

/**
 * Asks accounts for live values within a common time limit; `take` gets the data of each that
 * answers in time.
 */
const askedInTime = async (
  logins: Iterable<number>,
  ask: (login: number) => Promise<Passed>,
  take: (login: number, data: Readonly<Record<string, unknown>>) => void,
): Promise<void> => {
  let over = false;
  const isOver = (): boolean => over;
  const asked = inLanes(logins, async (login) => {
    if (over) return;
    const { data } = await askedUntil(() => ask(login), isOver);
    if (!over && data !== null) take(login, data);
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, LIVE_MS);
  });
  await Promise.race([asked, late]).finally(() => clearTimeout(timer));
  over = true;
};

/** The members of money without those that identify the account; null = there is none. */
export const moneyOf = (data: Fields | null | undefined): Fields | null =>
  data ? Object.fromEntries(Object.keys(MONEY).map((name) => [name, data[name]])) : null;

/** The money of the accounts that answer within the time limit. */
export const liveMoney = async (
  logins: Iterable<number>,
  { caller, requestId }: Asking,
  door: Pick<HandlerContext<Code>, 'call'>,
): Promise<ReadonlyMap<number, Fields>> => {
  const found = new Map<number, Fields>();
  const ask = (login: number) => door.call(caller, login, 'money', {}, requestId);
  await askedInTime(new Set(logins), ask, (login, data) => found.set(login, data));
  return found;
};

/** A row of the database as clients see it. */
type StoredRow = Readonly<Record<string, unknown>>;
/** The live values of a position or order, by its id. */
type ValuesById = ReadonlyMap<number, StoredRow>;

/** The decimals of a mean price that a price does not have. */
const MEAN_DECIMALS = 3;

/** A mean price cut to the digits of a price. */
const priceOf = (mean: string, digits: number): string =>
  mean.slice(0, -(digits === 0 ? MEAN_DECIMALS + 1 : MEAN_DECIMALS));

/** The values of each kind of row: those that are stored, and their names in live answers. */
const KINDS = {
  positions: {
    names: ['price_current', 'profit', 'margin'],
    stored: ({ price_open, digits, currency_digits }: StoredRow): StoredRow => {
      const none = formatExact(0, Number(currency_digits), Number(currency_digits));
      const price_current = priceOf(String(price_open), Number(digits));
      return { price_current, profit: none, margin: none };
    },
  },
  orders: {
    names: ['price_current'],
    stored: ({ price_order }: StoredRow): StoredRow => ({ price_current: price_order }),
  },
} as const;
type OpenKind = keyof typeof KINDS;

/** Adds what an account answered to the values by id. */
const collect = (
  values: Map<number, StoredRow>,
  kind: OpenKind,
  data: Readonly<Record<string, unknown>>,
): void => {
  for (const [id, ...rest] of (data[kind] ?? []) as [number, ...string[]][]) {
    values.set(id, Object.fromEntries(KINDS[kind].names.map((name, at) => [name, rest[at]])));
  }
};

const liveOf = async (
  kind: OpenKind,
  rows: readonly StoredRow[],
  { caller, requestId }: Asking,
  door: Pick<HandlerContext<Code>, 'call'>,
): Promise<ValuesById> => {
  const byLogin = new Map<number, number[]>();
  for (const { login, id } of rows as readonly { login: number; id: number }[]) {
    const ids = byLogin.get(login);
    if (ids === undefined) byLogin.set(login, [id]);
    else ids.push(id);
  }
  const values = new Map<number, StoredRow>();
  const ask = (login: number) =>
    door.call(caller, login, 'live_values', { ids: byLogin.get(login) }, requestId);
  await askedInTime(byLogin.keys(), ask, (_, data) => collect(values, kind, data));
  return values;
};

/**
 * Adds price, and of positions profit and margin, to rows that the caller owns: live where the
 * account answers in time. Else the row has what was stored: the price at which it was opened or
 * placed, without profit and margin; `live` is false then.
 */
export const withLive = async (
  kind: OpenKind,
  rows: readonly Record<string, unknown>[],
  asking: Asking,
  door: Pick<HandlerContext<Code>, 'call'>,
): Promise<Record<string, unknown>[]> => {
  const values = await liveOf(kind, rows, asking, door);
  return rows.map((row) => {
    const live = values.get(row.id as number);
    return Object.assign(row, live ?? KINDS[kind].stored(row), { live: live !== undefined });
  });
};

/** A page of rows with their live values. */
export const livePage = async <C extends Code>(
  kind: OpenKind,
  query: OpenQuery,
  asking: Asking,
  context: Pick<HandlerContext<C>, 'call' | 'query'>,
): Promise<Outcome<CountedPage & { items: Record<string, unknown>[] }, C>> => {
  const found = await context.query(asking.caller, `open.${kind}`, query);
  if (!found.ok) return found;
  return ok({ ...found.data, items: await withLive(kind, found.data.items, asking, context) });
};
