// The desk's thread fails while accounts are moved between groups: traders trade on, and live desks
// and lists agree afterwards.

import t, { type Test } from 'tap';
import { Holds } from '../faults/hold.js';
import type { RestClient } from '../support/client/rest.js';
import { openGroup } from '../support/client/staff.js';
import { until } from '../support/guard.js';
import { countOf } from '../support/run.js';
import { ServerProcess } from '../support/server-process.js';
import type { Trader } from '../support/trader.js';
import { DeskPicture, differences, listed } from './desk-picture.js';

/** Where the thread fails: at a request of staff, and with events that lists do not show yet. */
const POINTS = ['desk.op', 'projection.pull'] as const;
const RUNS = countOf({ test: 1, deep: 6, soak: 60 });
/** Passings of the point, once all accounts were moved, before it fails: one more in each run. */
const PASSED = 2;
const ACCOUNTS = 12;
/** Trades of each account after the thread is back; every second one is moved on, too. */
const GOES_ON = 3;
const GROUPS = ['real\\standard', 'real\\second'];
const BOTH = 'real\\s*';
const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };

interface Placed {
  readonly version: number;
  readonly group: string;
}

/** An account that is traded with and moved, in turn. */
class Mover {
  readonly positions: number[] = [];
  moves = 0;
  /** Its group, as the newest move was answered; undefined = that was not answered. */
  group: string | undefined;

  constructor(
    private readonly staff: RestClient,
    private readonly trader: Trader,
    group: string,
  ) {
    this.group = group;
  }

  get login(): number {
    return this.trader.login;
  }

  async trade(): Promise<void> {
    const { success, code, data } = await this.trader.trade(OPEN);
    if (!success) throw new Error(`a trader is refused: ${code}`);
    this.positions.push(data.position_id);
  }

  /** The account as the desk has it. */
  placed(): Promise<Placed> {
    return until('the account', async () => {
      const { success, data } = await this.staff.get<Placed>(`/accounts/${this.login}`);
      return success && data;
    });
  }

  async move(): Promise<void> {
    const found = await this.placed();
    const group = GROUPS.find((one) => one !== found.group) as string;
    const body = { version: found.version, group };
    const { success } = await this.staff.post(`/accounts/${this.login}/group`, body);
    this.group = success ? group : undefined;
    this.moves += Number(success);
  }
}

const failWhileMoving = async (t: Test, point: string, passings: number): Promise<void> => {
  const failure = new Holds([point], `${passings}:armed`);
  const server = await ServerProcess.start({ args: ['--trade-rate', '0'], env: failure.env });
  t.teardown(async () => {
    failure.clear();
    await server.kill();
  });
  const staff = await server.staff();
  await server.quote('EURUSD', '1.10000', '1.10010');
  await openGroup(staff, GROUPS[1] as string);
  const movers: Mover[] = [];
  for (let n = 0; n < ACCOUNTS; n += 1) {
    const group = GROUPS[n % GROUPS.length] as string;
    const trader = await server.openAccount({ group, deposit: '100000' });
    movers.push(new Mover(staff, trader, group));
  }
  const desks = [...GROUPS, BOTH].map((group) => new DeskPicture(staff, group, 'json'));
  for (const desk of desks) await desk.connect();
  let isBack = false;
  const back = server.record('the desk thread is back').then(() => {
    isBack = true;
  });
  const work = async (mover: Mover, at: number): Promise<void> => {
    for (let left = GOES_ON; left > 0; left -= Number(isBack)) {
      // What was under way when the thread failed is not covered up by a further move.
      const stays = at % 2 === 1 && (isBack || mover.group === undefined);
      await Promise.all([mover.trade(), ...(stays ? [] : [mover.move()])]);
      if (movers.every(({ moves }) => moves > 0)) failure.on(point);
    }
    mover.group = (await mover.placed()).group;
  };
  await Promise.all([...movers.map(work), back]);
  await listed(staff, 'positions', '*');
  for (const desk of desks) {
    await desk.settle();
    t.same(await differences(staff, desk), [], desk.group);
    t.same(
      desk.seqs,
      [...new Set(desk.seqs)].sort((a, b) => a - b),
      'each event came once, in order',
    );
  }
  const ids = (of: readonly number[]) => [...of].sort((a, b) => a - b);
  for (const desk of desks) {
    const own = movers.filter(({ group }) => [group, BOTH].includes(desk.group));
    const expected = ids(own.flatMap(({ positions }) => positions));
    t.same(
      ids([...desk.rows.positions.keys()]),
      expected,
      `${desk.group} shows each position once`,
    );
  }
  for (const { login, group } of movers) {
    const { data } = await staff.get<{ items: readonly Placed[] }>(`/accounts?login=${login}`);
    t.same(
      data.items.map((item) => item.group),
      [group],
    );
  }
  t.equal((await server.stop()).code, 0);
};

t.test('The desk fails while accounts are moved, and nothing is lost or doubled', async (t) => {
  for (let run = 0; run < RUNS; run += 1) {
    const point = POINTS[run % POINTS.length] as string;
    await failWhileMoving(t, point, PASSED + run);
  }
});
