// What dealers do: they take waiting requests and answer them, come and go, and delete positions.

import type { DealerCommand } from '../../wire/commands.js';
import type { Queued } from '../../wire/queued.js';
import { formatExact } from '../../wire/scale.js';
import { DEALERS } from './groups.js';
import type { Simulation } from './simulation.js';
import type { Operation } from './table.js';

type Answer = Omit<DealerCommand, 'op' | 'id' | 'dealer'>;

const MANY = 4;

/** A price in text some points from the market; mostly the market's. */
const near = (sim: Simulation, name: string, side: 'bid' | 'ask'): string => {
  const { dice, market } = sim;
  const off = dice.oneIn(3) ? dice.within(-12, 12) : 0;
  return market.text(name, market.points(name)[side] + off);
};

const confirmOf = (sim: Simulation, { symbol, deal_side, volume, kind }: Queued): Answer => {
  const { dice } = sim;
  const part = dice.oneIn(MANY)
    ? { volume: formatExact(Math.floor(volume / 2e6) * 1e6, 8, 2) }
    : {};
  const side = deal_side === 'buy' ? 'ask' : 'bid';
  const price = dice.oneIn(2) ? { price: near(sim, symbol, side) } : {};
  if (kind !== 'price') return { action: 'confirm', ...part, ...price };
  return { action: 'confirm', bid: near(sim, symbol, 'bid'), ask: near(sim, symbol, 'ask') };
};

/** An answer to a request that was taken. */
const answerOf = (sim: Simulation, row: Queued): Answer => {
  const { dice } = sim;
  switch (dice.below(8)) {
    case 0:
      return { action: 'reject', text: 'no' };
    case 1:
      return { action: 'return' };
    case 2:
    case 3: {
      const [bid, ask] = [near(sim, row.symbol, 'bid'), near(sim, row.symbol, 'ask')];
      return { action: 'requote', bid, ask };
    }
    default:
      return confirmOf(sim, row);
  }
};

/** A dealer looks at what waits: he takes it, or answers what is his; now and then wrongly. */
const work = (sim: Simulation): void => {
  const { dice, house } = sim;
  const login = dice.pickValue(sim.waiting);
  const row = login === undefined ? undefined : dice.pickValue(house.state(login).queue);
  if (row === undefined || login === undefined) return sim.idle();
  const wrong = dice.oneIn(15);
  const dealer = wrong ? dice.pick(DEALERS) : row.taken_by || row.offered_to || dice.pick(DEALERS);
  const takes = wrong ? dice.oneIn(2) : row.state === 'queued';
  const answer = takes ? ({ action: 'take' } as const) : answerOf(sim, row);
  sim.command(login, { op: 'dealer', id: row.id, dealer, ...answer });
};

/** A dealer goes off line, or comes back. */
const comeAndGo = (sim: Simulation): void => {
  const { dice, house, world } = sim;
  const dealer = dice.pick(DEALERS);
  if (!house.dealers.delete(dealer)) {
    house.dealers.add(dealer);
    return;
  }
  for (const login of world.logins) {
    if (house.state(login).queue.size > 0) sim.command(login, { op: 'dealer_gone', dealer });
  }
};

const deletePosition = (sim: Simulation): void => {
  const login = sim.someLogin();
  const position = sim.dice.pickValue(sim.house.state(login).positions);
  sim.command(login, {
    op: 'position_delete',
    request_id: sim.requests.fresh(),
    position_id: position?.id ?? sim.someGoneId(login),
    dealer: 7,
  });
};

/** The operations of the dealers' desk. */
export const DESK: readonly Operation[] = [
  { name: 'dealer answers', weight: 500, run: work },
  { name: 'dealer comes or goes', weight: 6, run: comeAndGo },
  { name: 'position deleted', weight: 12, run: deletePosition },
];
