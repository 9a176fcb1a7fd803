// What providers do: they report on orders that were sent to them, rightly, twice or wrongly.

import { bustId } from '../../engine/engine.js';
import type { GatewayCommand } from '../../wire/commands.js';
import type { Queued } from '../../wire/queued.js';
import { formatExact, formatShortest } from '../../wire/scale.js';
import { GATEWAYS } from './groups.js';
import type { Simulation } from './simulation.js';
import type { Operation } from './table.js';

type Report = GatewayCommand['report'];
type Told = Omit<GatewayCommand, 'op' | 'request_id' | 'gateway_id' | 'order_id' | 'external_id'>;

const ANY: readonly Report[] = [
  'new',
  'trade',
  'rejected',
  'canceled',
  'expired',
  'modified',
  'refused',
];

/** How often each report comes to what was sent; the rest are trades. */
const REPORTS: Readonly<Record<string, readonly Report[]>> = {
  market: ['new', 'trade', 'trade', 'trade', 'trade', 'rejected', 'canceled'],
  limit: ['new', 'new', 'trade', 'trade', 'rejected', 'canceled', 'expired'],
  modify: ['modified', 'modified', 'refused', 'trade'],
  cancel: ['canceled', 'canceled', 'refused', 'trade'],
};

/** A trade of all, of a part, or of more than is left, at the price sent or at the market. */
const tradeOf = (sim: Simulation, login: number, row: Queued): Told => {
  const { dice, market, house } = sim;
  const left = house.state(login).orders.get(row.order_id)?.volume_current ?? row.volume;
  const step = 1e6;
  const part = Math.max(step, Math.floor(left / dice.within(1, 3) / step) * step);
  const volume = dice.oneIn(30) ? left + step : dice.oneIn(2) ? left : part;
  const side = row.deal_side === 'buy' ? 'ask' : 'bid';
  const points = market.points(row.symbol)[side] + (dice.oneIn(3) ? dice.within(-9, 9) : 0);
  const limit = row.sent_price > 0 && row.sent_as !== 'market';
  const leaves = dice.oneIn(25) ? 0 : Math.max(0, left - volume);
  return {
    report: 'trade',
    execution_id: sim.requests.fresh(),
    volume: formatExact(volume, 8, 8),
    price: limit ? market.shown(row.symbol, row.sent_price) : market.text(row.symbol, points),
    leaves: formatShortest(leaves, 8),
  };
};

/** A report on some order that is at a provider. */
const report = (sim: Simulation): void => {
  const { dice, house } = sim;
  const login = dice.pickValue(sim.sent);
  const rows = login === undefined ? undefined : house.state(login).queue;
  const row = rows === undefined ? undefined : dice.pickValue(rows);
  if (row === undefined || login === undefined) return sim.idle();
  const wrong = dice.oneIn(20);
  const kind = wrong ? dice.pick(ANY) : dice.pick(REPORTS[row.sent_as] ?? ANY);
  const told = kind === 'trade' ? tradeOf(sim, login, row) : { report: kind };
  sim.command(login, {
    op: 'gateway',
    request_id: sim.requests.fresh(),
    gateway_id: wrong && dice.oneIn(2) ? 5 : row.gateway_id,
    order_id: wrong && dice.oneIn(3) ? sim.someGoneId(login) : row.order_id,
    external_id: `X${row.order_id}`,
    ...told,
  });
};

/** A report comes twice: the second does nothing. */
const again = (sim: Simulation): void => {
  const last = sim.lastReport;
  if (last === undefined) return sim.idle();
  sim.command(last.login, last.command);
};

const comeAndGo = (sim: Simulation): void => {
  const { gateways } = sim;
  const { id } = sim.dice.pick(GATEWAYS);
  if (gateways.has(id) && sim.dice.oneIn(3)) gateways.delete(id);
  else gateways.add(id);
};

/** A deal is taken back: mostly a new one, also of a position that has closed. */
const bust = (sim: Simulation): void => {
  const login = sim.someLogin();
  const deals = sim.someDeals(login);
  if (deals === undefined) return sim.idle();
  const deal = sim.dice.pick(deals);
  sim.command(login, {
    op: 'bust',
    request_id: bustId(deal.id),
    deal,
    deals,
    source: sim.dice.oneIn(2) ? 'dealer' : 'gateway',
    dealer: 7,
  });
};

/** The operations of providers. */
export const PROVIDERS: readonly Operation[] = [
  { name: 'provider reports', weight: 400, run: report },
  { name: 'report again', weight: 30, run: again },
  { name: 'provider comes or goes', weight: 10, run: comeAndGo },
  { name: 'trade busted', weight: 15, run: bust },
];
