// More orders than can be executed: what is too much is refused, what is accepted is there.

import { randomUUID } from 'node:crypto';
import { throwIn } from '../support/client/staff.js';
import { ServerProcess, type StartOptions } from '../support/server-process.js';
import { type Assert, signInStaff, Trader } from '../support/trader.js';
import { assertWhole } from './recovery.js';
import { assertRefusedAtOnce } from './refusals.js';

const TRADERS = 8;
/** More than all orders cost: what is refused here is too much at once, and never too dear. */
const DEPOSIT = '100000000';
const wish = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };
/** Of the orders that were answered so many are asked for again, evenly taken. */
const ASKED = 200;

/** An order and how it was answered. */
interface Answered {
  readonly trader: Trader;
  readonly request_id: string;
  readonly code: string;
}

/** Every trader sends so many orders at once, and waits for none of them. */
const flood = (traders: readonly Trader[], orders: number): Promise<Answered[]> =>
  Promise.all(
    traders.flatMap((trader) =>
      Array.from({ length: orders }, async () => {
        const request_id = randomUUID();
        const { code } = await trader.trade({ request_id, ...wish });
        return { trader, request_id, code };
      }),
    ),
  );

/** Of some as many as are asked for again. */
const some = (answered: readonly Answered[]): Answered[] =>
  answered.filter((_, n) => n % Math.ceil(answered.length / ASKED) === 0);

/** Asserts that what was answered `ok` is there, and that what was refused was not done. */
const assertKept = async (t: Assert, answered: readonly Answered[]): Promise<void> => {
  const wrong: string[] = [];
  const asked = answered.map(async ({ trader, request_id, code }) => {
    const found = await trader.socket.request('trade_status', { request_id });
    const right = code === 'ok' ? 'ok' : 'not_found';
    if (found.code !== right) wrong.push(`${request_id} was ${code} and is ${found.code}`);
  });
  await Promise.all(asked);
  t.same(wrong, [], 'what was acknowledged is there, and what was refused is not');
};

/** Sends orders many times faster than they can be executed, in several waves. */
export const overload = async (
  t: Assert,
  waves: number,
  orders: number,
  options: StartOptions = {},
): Promise<void> => {
  const server = await ServerProcess.start({ ...options, args: ['--trade-rate', '0'] });
  try {
    const staff = await signInStaff(server);
    const traders: Trader[] = [];
    while (traders.length < TRADERS) {
      traders.push(await Trader.enter(server, staff, { deposit: DEPOSIT }));
    }
    await throwIn(staff, wish.symbol, '1.10000', '1.10010');
    const answered: Answered[] = [];
    for (let wave = 0; wave < waves; wave += 1) answered.push(...(await flood(traders, orders)));
    const accepted = answered.filter(({ code }) => code === 'ok');
    const refused = answered.filter(({ code }) => code === 'trade.too_many_requests');
    const counts = `${accepted.length} of ${answered.length} orders are accepted`;
    t.equal(accepted.length + refused.length, answered.length, `${counts}, the others refused`);
    t.ok(accepted.length > 0 && refused.length > accepted.length / 10, 'it was too much');
    await assertKept(t, [...some(accepted), ...some(refused)]);
    const held = traders.map(async (trader) => (await trader.picture()).positions.length);
    const positions = (await Promise.all(held)).reduce((sum, count) => sum + count, 0);
    t.equal(positions, accepted.length, 'every accepted order is there once');
    await assertRefusedAtOnce(t, server, traders);
    t.equal((await traders[0]?.trade(wish))?.code, 'ok', 'afterwards orders are taken as ever');
    await assertWhole(t, server.data);
  } finally {
    await server.stop();
  }
};
