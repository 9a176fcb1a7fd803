// What dealers and providers do: dealers answer what waits, come, go, delete and correct positions;
// providers report on orders sent to them, rightly, twice or wrongly, and deals are taken back.

import { formatExact, formatShortest } from '../../../wire/base/scale.js';
import type { DealerCommand, GatewayCommand } from '../../../wire/trading/commands.js';
import type { Queued } from '../../../wire/trading/queued.js';
import { caller } from '../shard-harness.js';
import type { Market } from './market.js';
import type { Operation } from './operations.js';
import type { SeededRandom } from './random.js';
import type { ShardLife } from './shard-life.js';
import { DEALER, DEALERS, GATEWAYS } from './shard-world.js';

type Answer = Omit<DealerCommand, 'op' | 'id' | 'dealer'>;
type Report = GatewayCommand['report'];
type ReportParts = Pick<GatewayCommand, 'report'> & Partial<GatewayCommand>;

const VOLUME_STEP = 1e6;

/** A price in text some points from the market; mostly the market's. */
const near = (world: Market, name: string, side: 'bid' | 'ask'): string => {
  const { random } = world;
  const instrument = world.instrument(name);
  const off = random.oneIn(3) ? random.within(-12, 12) * instrument.tick : 0;
  return world.near(instrument, (side === 'ask' ? instrument.width : 0) + off);
};

const confirmOf = (world: Market, { symbol, deal_side, volume, kind }: Queued): Answer => {
  const { random } = world;
  const half = formatExact(Math.floor(volume / 2 / VOLUME_STEP) * VOLUME_STEP, 8, 2);
  const part = random.oneIn(4) ? { volume: half } : {};
  const price = near(world, symbol, deal_side === 'buy' ? 'ask' : 'bid');
  // A price is refused where no deal is made; a life needs few such refusals.
  const isNamed = random.oneIn(2) && (!/pending|modify/.test(kind) || random.oneIn(8));
  if (kind !== 'price') return { action: 'confirm', ...part, ...(isNamed && { price }) };
  return { action: 'confirm', bid: near(world, symbol, 'bid'), ask: near(world, symbol, 'ask') };
};

/** An answer to a request that was taken. */
export const answerOf = (world: Market, row: Queued): Answer => {
  const what = world.random.below(8);
  if (what === 0) return { action: 'reject', text: 'no' };
  if (what === 1) return { action: 'return' };
  if (what > 3) return confirmOf(world, row);
  return {
    action: 'requote',
    bid: near(world, row.symbol, 'bid'),
    ask: near(world, row.symbol, 'ask'),
  };
};

/** A dealer looks at what waits, takes it, or answers what was taken; now and then wrongly. */
const work = (life: ShardLife): void => {
  const { random } = life;
  const login = random.anyOf(life.rows.waiting);
  const row = login === undefined ? undefined : random.anyOf(life.state(login).queue);
  if (row === undefined || login === undefined) return;
  const wrong = random.oneIn(15);
  const other = random.pick(DEALERS);
  const dealer = wrong ? other : row.taken_by || row.offered_to || other;
  const takes = wrong ? random.oneIn(2) : row.state === 'queued';
  const answer = takes ? ({ action: 'take' } as const) : answerOf(life.world, row);
  life.command(login, { op: 'dealer', id: row.id, dealer, ...answer });
};

const dealerMoves = (life: ShardLife): void => {
  const { random, dealers, world } = life;
  const dealer = random.pick(DEALERS);
  if (!dealers.delete(dealer)) {
    dealers.add(dealer);
    return;
  }
  for (const login of world.logins) {
    if (life.state(login).queue.size > 0) life.command(login, { op: 'dealer_gone', dealer });
  }
};

/** An id that no position has. */
const NO_POSITION = 2 ** 40;

/** A position, mostly with another one of the account, now and then with one that is not there. */
export const someIds = (random: SeededRandom, held: Iterable<number>, id: number): number[] => {
  const other = random.oneIn(3) ? undefined : random.any([...held].filter((one) => one !== id));
  const missing = random.oneIn(4) ? NO_POSITION : undefined;
  return [id, other, missing].filter((one) => one !== undefined).sort((a, b) => a - b);
};

const deletePositions = (life: ShardLife): void => {
  const login = life.otherLogin();
  const { positions } = life.state(login);
  const position = life.random.anyOf(positions);
  const id = position?.id ?? life.someGoneId(login);
  life.command(login, {
    op: 'position_delete',
    request_id: life.requests.fresh(),
    position_ids: someIds(life.random, positions.keys(), id),
    dealer: 7,
  });
};

/** Staff correct a position, now and then to what it has or may not have. */
const correctPosition = (life: ShardLife): void => {
  const { random } = life;
  const login = life.otherLogin();
  const position = random.anyOf(life.state(login).positions);
  const symbol = position?.symbol ?? 'EURUSD';
  const lots = () => formatExact(random.within(0, 300) * VOLUME_STEP, 8, 2);
  life.command(login, {
    op: 'position_change',
    request_id: life.requests.fresh(),
    position_id: position?.id ?? life.someGoneId(login),
    dealer: 7,
    ...(random.oneIn(2) && { volume: lots() }),
    ...(random.oneIn(2) && { price_open: near(life.world, symbol, 'bid') }),
    ...(random.oneIn(3) && { sl: '0', tp: '0' }),
    ...(random.oneIn(2) && { unbounded: true }),
  });
};

/** How often each report comes to what was sent; the rest are trades. */
export const REPORTS: Readonly<Record<string, readonly Report[]>> = {
  market: ['new', 'trade', 'trade', 'trade', 'trade', 'rejected', 'canceled'],
  limit: ['new', 'new', 'trade', 'trade', 'rejected', 'canceled', 'expired'],
  modify: ['modified', 'modified', 'refused', 'trade'],
  cancel: ['canceled', 'canceled', 'refused', 'trade'],
};
const ANY = [...new Set(Object.values(REPORTS).flat())];

/** A trade of all, of a part, or of more than is left, at the price sent or at the market. */
export const tradeOf = (
  world: Market,
  row: Queued,
  execution_id: string,
  left = row.volume,
): ReportParts => {
  const { random } = world;
  const steps = Math.floor(left / random.within(1, 3) / VOLUME_STEP);
  const part = Math.max(VOLUME_STEP, steps * VOLUME_STEP);
  const volume = random.oneIn(30) ? left + VOLUME_STEP : random.oneIn(2) ? left : part;
  const limit = row.sent_price > 0 && row.sent_as !== 'market';
  const digits = world.instrument(row.symbol).record.digits;
  return {
    report: 'trade',
    execution_id,
    volume: formatExact(volume, 8, 8),
    price: limit
      ? formatExact(row.sent_price, digits + 3, digits)
      : near(world, row.symbol, row.deal_side === 'buy' ? 'ask' : 'bid'),
    leaves: formatShortest(random.oneIn(25) ? 0 : Math.max(0, left - volume), 8),
  };
};

/** A report on some order that is at a provider. */
const report = (life: ShardLife): void => {
  const { random } = life;
  const login = random.anyOf(life.rows.sent);
  const row = login === undefined ? undefined : random.anyOf(life.state(login).queue);
  if (row === undefined || login === undefined) return;
  const wrong = random.oneIn(20);
  const kind = random.pick(wrong ? ANY : (REPORTS[row.sent_as] ?? ANY));
  const left = life.state(login).orders.get(row.order_id)?.volume_current;
  const parts =
    kind === 'trade' ? tradeOf(life.world, row, life.requests.fresh(), left) : { report: kind };
  const isChange = row.kind.includes('pending_');
  if (isChange && isActivated(life, login, row.order_id)) life.seen.note(`crossed ${kind}`);
  sendReport(life, row, {
    ...(wrong && random.oneIn(2) && { gateway_id: 5 }),
    ...(wrong && random.oneIn(3) && { order_id: life.someGoneId(login) }),
    ...(isChange && random.oneIn(2) && { change_id: row.id }),
    ...parts,
  });
};

/** A provider reports on a request of its own. */
const sendReport = (life: ShardLife, row: Queued, parts: ReportParts): void =>
  life.command(row.login, {
    op: 'gateway',
    request_id: life.requests.fresh(),
    gateway_id: row.gateway_id,
    order_id: row.order_id,
    external_id: `X${row.order_id}`,
    ...parts,
  });

/** Is an activation of the order at a provider? */
const isActivated = (life: ShardLife, login: number, orderId: number): boolean =>
  [...life.state(login).queue.values()].some(
    ({ kind, order_id, state }) => kind === 'activate' && order_id === orderId && state === 'sent',
  );

/** A report comes twice: the second does nothing. */
const reportAgain = (life: ShardLife): void => {
  const { lastReport } = life;
  if (lastReport !== undefined) life.command(lastReport.login, lastReport.command);
};

const providerMoves = ({ random, gateways }: ShardLife): void => {
  const { id } = random.pick(GATEWAYS);
  if (gateways.has(id) && random.oneIn(3)) gateways.delete(id);
  else gateways.add(id);
};

/**
 * A deal is taken back by staff or by its provider: mostly a new one, also of a position that has
 * closed; now and then by what was read before the newest event.
 */
const bust = (life: ShardLife): void => {
  const { random } = life;
  const login = life.otherLogin();
  const deals = life.someDeals(login);
  if (deals === undefined) return;
  const deal = random.pick(deals);
  const source = random.pick(['dealer', 'gateway'] as const);
  const account_seq = life.state(login).ledger.account_seq - (random.oneIn(8) ? 1 : 0);
  const asked = { deal, deals, account_seq, source, busted_by: null, is_counted: false };
  life.send(login, 'bust', asked, DEALER);
  if (source === 'gateway' || !random.oneIn(2)) return;
  // What staff have taken back is taken back by its provider, too.
  const action = deal.action === 'sell' ? 'sell_canceled' : 'buy_canceled';
  const taken = { ...deal, action };
  const again = { ...asked, deal: taken, deals: [], source: 'gateway', busted_by: 'dealer' };
  life.send(login, 'bust', again, DEALER);
};

/** A request of some kind that is at a provider. */
const someSent = (life: ShardLife, kind: string): Queued | undefined => {
  const rows = [...life.rows.sent].map(([id, login]) => life.state(login).queue.get(id));
  return life.random.any(rows.filter((row) => row?.kind === kind));
};

/** The session ends whose order was activated: it is cancelled at the provider. */
const activatedSessionEnds = (life: ShardLife): void => {
  const row = someSent(life, 'activate');
  const { session } = (row?.origin ?? {}) as { readonly session?: string };
  if (row !== undefined && session !== undefined) life.shards.disconnected(row.login, session);
};

/** An order that rests at a provider: one that is there, or a new one. */
const restingAtProvider = (life: ShardLife): Queued | undefined => {
  const login = life.random.pick(life.world.loginsOf('real\\stp'));
  const placed = { kind: 'pending', order_kind: 'limit', symbol: 'EURUSD', side: 'buy' };
  const price = life.world.near(life.world.instrument('EURUSD'), -500);
  const request = { request_id: life.requests.fresh(), ...placed, volume: '0.1', price };
  life.send(login, 'trade', request, caller(login));
  const row = someSent(life, 'pending');
  if (row !== undefined) sendReport(life, row, { report: 'new' });
  return row && life.state(row.login).queue.get(row.id);
};

/**
 * A client changes or cancels an order that rests at a provider; mostly a dealer confirms it at
 * once.
 */
const changeSent = (life: ShardLife): void => {
  const row = restingAtProvider(life);
  if (row === undefined) return;
  const { login, order_id, symbol } = row;
  const price = life.world.near(life.world.instrument(symbol), -400 - life.random.below(50));
  const to = life.random.oneIn(2) ? { kind: 'pending_cancel' } : { kind: 'pending_modify', price };
  const request_id = life.requests.fresh();
  life.send(login, 'trade', { request_id, order_id, ...to }, caller(login));
  const asked = [...life.state(login).queue.values()].find((one) => one.request_id === request_id);
  if (asked?.state !== 'queued' || life.random.oneIn(4)) return;
  const dealer = asked.offered_to || DEALERS[0];
  life.command(login, { op: 'dealer', id: asked.id, dealer, action: 'take' });
  life.command(login, { op: 'dealer', id: asked.id, dealer, action: 'confirm' });
};

/** What dealers and providers do, and how often. */
export const DEALING: readonly Operation[] = [
  { name: 'dealer answers', weight: 500, run: work },
  { name: 'dealer comes or goes', weight: 6, run: dealerMoves },
  { name: 'positions deleted', weight: 12, run: deletePositions },
  { name: 'position corrected', weight: 12, run: correctPosition },
  { name: 'provider reports', weight: 400, run: report },
  { name: 'report again', weight: 30, run: reportAgain },
  { name: 'provider comes or goes', weight: 10, run: providerMoves },
  { name: 'trade busted', weight: 15, run: bust },
  { name: 'activated session ends', weight: 60, run: activatedSessionEnds },
  { name: 'sent order changed', weight: 60, run: changeSent },
];
