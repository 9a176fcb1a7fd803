// What a provider, a dealer and staff do in the life of one account: reports in parts, answers to
// what waits, corrections, busts.

import type { AccountState } from '../../../engine/account/types.js';
import { formatExact } from '../../../wire/base/scale.js';
import { bustId } from '../../../wire/trading/bust-ids.js';
import type { Command, TradeRequest } from '../../../wire/trading/commands.js';
import type { Queued } from '../../../wire/trading/queued.js';
import type { Deal } from '../../../wire/trading/records.js';
import { answerOf, REPORTS, someIds, tradeOf } from './dealing.js';
import type { Market } from './market.js';
import type { PositionDeals } from './position-deals.js';
import { DESK, PROVIDER } from './settings.js';

/** What a step knows of the life. */
export interface ProviderScene {
  readonly world: Market;
  readonly state: AccountState;
  readonly deals: PositionDeals;
  requestId(): string;
}

type Step = (scene: ProviderScene) => Command | undefined;

/** A report on what is at the provider: mostly a part of it, or the rest. */
const report: Step = ({ world, state, requestId }) => {
  const sent = [...state.queue.values()].filter((row) => row.state === 'sent');
  const row = world.random.any(sent);
  if (row === undefined) return undefined;
  const kind = world.random.pick(REPORTS[row.sent_as] ?? ['new']);
  const left = state.orders.get(row.order_id)?.volume_current;
  const parts = kind === 'trade' ? tradeOf(world, row, requestId(), left) : { report: kind };
  return {
    op: 'gateway',
    request_id: requestId(),
    gateway_id: PROVIDER,
    order_id: row.order_id,
    external_id: `X${row.order_id}`,
    ...parts,
  };
};

/** The dealer takes a request that waits, or answers one that was taken. */
const answer: Step = ({ world, state }) => {
  const waits = ({ state }: Queued): boolean => state === 'queued' || state === 'taken';
  const row = world.random.any([...state.queue.values()].filter(waits));
  if (row === undefined) return undefined;
  const said = row.state === 'queued' ? ({ action: 'take' } as const) : answerOf(world, row);
  return { op: 'dealer', id: row.id, dealer: DESK, ...said };
};

/** Staff delete some positions, also one that is not there, or change the volume of one. */
const correct: Step = ({ world: { random }, state, requestId }) => {
  const position = random.anyOf(state.positions);
  if (position === undefined) return undefined;
  const named = { request_id: requestId(), dealer: DESK };
  const { id: position_id } = position;
  if (random.oneIn(2)) {
    const position_ids = someIds(random, state.positions.keys(), position_id);
    return { op: 'position_delete', ...named, position_ids };
  }
  const volume = formatExact(random.within(1, 90) * 1e6, 8, 2);
  return { op: 'position_change', ...named, position_id, volume, unbounded: true };
};

/** A deal is taken back by its provider or by staff, often one of an order that works on. */
const bust: Step = ({ world: { random }, state, deals }) => {
  const which = random.oneIn(3) ? 'closed' : 'held';
  const all = [...deals.of(which)];
  const works = ({ order_id }: Deal): boolean => state.orders.has(order_id);
  const ofWorking = random.oneIn(2) ? all.filter((rows) => rows.some(works)) : [];
  const rows = random.any(ofWorking) ?? random.any(all);
  if (rows === undefined) return undefined;
  const deal = rows.find((one) => ofWorking.length > 0 && works(one)) ?? random.pick(rows);
  const source = random.pick(['dealer', 'gateway', 'gateway'] as const);
  const dealer = source === 'dealer' ? DESK : 0;
  const { account_seq } = state.ledger;
  return {
    op: 'bust',
    request_id: bustId(deal.id),
    source,
    dealer,
    deal,
    deals: rows,
    account_seq,
  };
};

/** A request of the client. */
const asked = (request: TradeRequest): Command => ({
  ...{ op: 'trade', request, source: 'client', dealer: 0, read_only: false },
  origin: { terminal: 'desktop', ip: '10.0.0.1', session: 's1' },
});

/** The lots of a new limit order, and how long one may work, ms. */
const LOTS = '0.6';
const LIFETIME_MS = 20 * 60_000;
/** How far a limit is from the market, in spreads. */
const OFF = 40;

/** The client changes or cancels a limit order that is at the provider, or places one. */
const limitOrder: Step = ({ world, state, requestId }) => {
  const { random } = world;
  const isLimit = (row: Queued): boolean => row.sent_as === 'limit' && row.external_id !== '';
  const row = random.any([...state.queue.values()].filter(isLimit));
  const { name, width } = world.instrument(row?.symbol ?? random.pick(world.active).name);
  const price = world.near(world.instrument(name), -width * random.within(OFF / 2, OFF));
  const request_id = requestId();
  if (row !== undefined) {
    const about = { request_id, order_id: row.order_id };
    return asked(
      random.oneIn(4)
        ? { kind: 'pending_cancel', ...about }
        : { kind: 'pending_modify', ...about, price },
    );
  }
  const expires_at = new Date(world.now + LIFETIME_MS).toISOString();
  const life = random.oneIn(2) ? { expiration: 'specified' as const, expires_at } : {};
  return asked({
    ...{ kind: 'pending', request_id, order_kind: 'limit', fill: 'return', symbol: name },
    ...{ side: 'buy', volume: LOTS, price, ...life },
  });
};

/** The client closes a position by an opposite one. */
const closeBy: Step = ({ world: { random }, state, requestId }) => {
  const all = [...state.positions.values()];
  const position = random.any(all);
  const by = random.any(
    all.filter(({ symbol, side }) => symbol === position?.symbol && side !== position.side),
  );
  if (position === undefined || by === undefined) return undefined;
  const named = { position_id: position.id, by_position_id: by.id };
  return asked({ kind: 'close_by', request_id: requestId(), ...named });
};

const STEPS: readonly (readonly [weight: number, step: Step])[] = [
  [60, report],
  [25, answer],
  [2, correct],
  [6, bust],
  [6, closeBy],
  [16, limitOrder],
];
const DRAWN = STEPS.flatMap(([weight, step]) => Array<Step>(weight).fill(step));

/** The symbol of a position whose close waits for its time or for the dealer. */
export const waitingSymbol = ({ world, state }: ProviderScene): string | undefined => {
  const rows = [...state.queue.values()];
  const waits = ({ state, position_id }: Queued): boolean =>
    position_id !== 0 && state !== 'sent' && state !== 'quoted';
  return world.random.any(rows.filter(waits))?.symbol;
};

/** The next command of a provider, a dealer or staff; undefined = there is nothing to be done. */
export const providerStep = (scene: ProviderScene): Command | undefined =>
  scene.world.random.pick(DRAWN)(scene);
