// A deal explained on a real server: over REST, by the command, before a restart and after it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { pathsOf } from '../../actors/tools/folder.js';
import { frameEvents } from '../../storage/batch.js';
import { dropDatabase, openReader } from '../../storage/database.js';
import { Log } from '../../storage/log.js';
import { readCheckpoint, recordOf } from '../../storage/snapshot.js';
import { packEvent } from '../../wire/pack.js';
import type { Explanation } from '../../wire/rest/deals.js';
import { buildDeskEvent } from '../support/build.js';
import type { RestClient } from '../support/client/rest.js';
import { throwIn } from '../support/client/staff.js';
import { runCommand } from '../support/command.js';
import { ServerProcess } from '../support/server-process.js';
import { signInStaff, Trader } from '../support/trader.js';

const GROUP = 'demo\\standard';
const data = mkdtempSync(join(tmpdir(), 'brokerd-explain-'));
t.teardown(() => rmSync(data, { recursive: true, force: true }));

/** Writes a change of the group into the log of the stopped server: markups and a commission. */
const markGroup = (): void => {
  const db = openReader(pathsOf(data).database);
  const { config_version } = readCheckpoint(db);
  const stored = recordOf(db, 'group', GROUP);
  db.close();
  const tier = { range_from: '0', range_to: '0', mode: 'deposit', currency: '' };
  const rule = {
    ...{ name: 'lots', description: '', mask: '*', kind: 'standard', charge: 'instant' },
    ...{ range: 'volume', turnover_currency: '', entry: 'all', side: 'all' },
    ...{ profit_filter: 'all', reasons: [] },
    tiers: [{ ...tier, type: 'per_lot', value: '3.5', min: '0', max: '0' }],
  };
  const version = (stored?.version ?? 0) + 1;
  const record = {
    ...stored?.record,
    version,
    symbols: [{ mask: '*', spread_diff: 4, spread_diff_bid: 1 }],
    commissions: [rule],
  };
  const log = Log.open(pathsOf(data).log);
  const event = buildDeskEvent({
    time: Date.now(),
    config_version: config_version + 1,
    changes: [{ kind: 'group', key: GROUP, version, record }],
  });
  log.append(1, frameEvents([packEvent(event)]));
  log.close();
};

const explained = async (staff: RestClient, deal: number): Promise<Explanation> => {
  const answer = await staff.get<Explanation>(`/deals/${deal}/explain`);
  t.equal(answer.code, 'ok', answer.message);
  return answer.data;
};

const byCommand = async (deal: number): Promise<Record<string, unknown>> =>
  (await runCommand(['explain', String(deal), '--data', data, '--json'])).record;

t.test('A stop loss that fired is explained the same way everywhere', async (t) => {
  await (await ServerProcess.start({ data })).stop();
  markGroup();
  const server = await ServerProcess.start({ data });
  const staff = await signInStaff(server);
  await throwIn(staff, 'EURUSD', '1.10000', '1.10010');
  const trader = await Trader.enter(server, staff, { deposit: '10000' });
  const wish = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1', sl: '1.09500' };
  const opened = (await trader.trade(wish)).data;
  const [bought = 0] = opened.deal_ids;
  const first = await explained(staff, bought);
  t.hasStrict(first, {
    login: trader.login,
    seq: opened.seq,
    cause: { kind: 'open', source: 'client', request_id: opened.request_id },
    quote: { symbol_bid: '1.10000', symbol_ask: '1.10010', bid: '1.09999', ask: '1.10013' },
    money: { balance_before: '10000.00', balance_after: '9996.50', margin_before: '0.00' },
    charges: [{ kind: 'standard', rule: 'lots', amount: '-3.50' }],
  });

  await throwIn(staff, 'EURUSD', '1.09321', '1.09331');
  const fired = (await trader.dealt('sl')).data;
  const sold = fired.deals[0]?.id ?? 0;
  const second = await explained(staff, sold);
  t.hasStrict(second, {
    cause: { kind: 'sl', source: 'server', request_id: '', result: null },
    rule: { action: 'confirm_market_price' },
    price_asked: '1.09500',
    quote: { bid: '1.09320' },
    money: { margin_before: '1100.13', margin_after: '0.00' },
    position: { closed: true },
  });
  const [, why] = second.sentences;
  const place = `of position ${opened.position_id} was reached: Bid 1.09320 at `;
  t.ok(why?.startsWith(`Stop loss 1.09500 ${place}`), why);

  await t.test('by the command, of the running server', async (t) => {
    t.same(await byCommand(bought), first);
    t.same(await byCommand(sold), second);
    const told = await runCommand(['explain', String(sold), '--data', data]);
    t.equal(told.stdout, `${second.sentences.join('\n')}\n`);
    const unknown = await runCommand(['explain', '99999', '--data', data]);
    t.equal(unknown.code, 1);
    t.equal(unknown.stderr, 'brokerd explain: there is no deal 99999\n');
  });

  await t.test('by the command, of a server that was killed', async (t) => {
    await server.kill();
    t.same(await byCommand(bought), first);
    t.same(await byCommand(sold), second);
    t.match((await runCommand(['explain', '99999', '--data', data])).stderr, /no deal 99999/);
  });

  await t.test('from the log alone, and from a database that was built again', async (t) => {
    dropDatabase(pathsOf(data).database);
    t.same(await byCommand(sold), second);
    t.equal((await runCommand(['rebuild', '--data', data])).code, 0);
    t.same(await byCommand(bought), first);
  });

  await t.test('by the next server, for which they lie before its checkpoint', async (t) => {
    const next = await ServerProcess.start({ data });
    const desk = await signInStaff(next);
    t.same(await explained(desk, bought), first);
    t.same(await explained(desk, sold), second);
    t.match(await desk.get('/deals/99999/explain'), { status: 404, code: 'not_found' });
    await next.stop();
  });
});

t.test('A folder without a log is said to be one', async (t) => {
  const nowhere = join(data, 'nowhere');
  const ran = await runCommand(['explain', '1', '--data', nowhere]);
  t.equal(ran.code, 1);
  t.equal(ran.stderr, `brokerd explain: there is no log in ${nowhere}\n`);
  const wordless = await runCommand(['explain', 'one', '--data', data]);
  t.match(wordless.stderr, /DEAL_ID: must be a whole number/);
});
