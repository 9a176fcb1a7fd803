// The example program in Python trades with its own password, with cuts and renewed tokens: what it
// keeps from its socket is what REST has.
//
// `npm test` makes 60 trades, the deep run 1,000.

import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import t from 'tap';
import { countOf } from '../support/run.js';
import { ServerProcess } from '../support/server-process.js';

const PYTHON = '/usr/bin/python3';
const TRADES = countOf({ test: 60, deep: 1000, soak: 1000 });
const PROGRAM = 'examples/python/random_trades.py';
const API_PASSWORD = 'Program-pass1';

/** Why no program in Python runs here; false = one does. */
const noPython =
  spawnSync(PYTHON, ['-c', 'import websockets']).status === 0
    ? false
    : 'NO CLIENT IN PYTHON WAS RUN: apt-get install python3-websockets';
if (noPython) t.comment(noPython);

t.test(
  'A program in Python keeps what REST has, whatever is cut',
  { skip: noPython },
  async (t) => {
    const server = await ServerProcess.start();
    t.teardown(() => server.stop());
    const staff = await server.staff();
    const trader = await server.openAccount({ deposit: '10000' });
    const { data } = await staff.get<{ version: number }>(`/accounts/${trader.login}`);
    const allowed = { version: data.version, api_enabled: true };
    const changed = await staff.request('PATCH', `/accounts/${trader.login}`, allowed);
    t.equal(changed.code, 'ok', changed.message);
    const passwords = { current_password: trader.password, api_password: API_PASSWORD };
    const set = await trader.rest.request('POST', '/auth/api-password', passwords);
    t.equal(set.code, 'ok', set.message);
    await server.quote('EURUSD', '1.10000', '1.10010');
    await server.quote('USDJPY', '150.000', '150.010');
    const args = ['--url', server.url(''), '--login', trader.login, '--password', API_PASSWORD];
    args.push('--terminal', 'api', '--trades', TRADES, '--seed', 7);
    const run = promisify(execFile);
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
    const { stdout } = await run(PYTHON, [PROGRAM, ...args.map(String)], { env });
    t.comment(stdout);
    const sums = /^\d+ trades, (\d+) cuts, \d+ gaps, (\d+) deals, (\d+) asked for:/m;
    const [, cuts, deals, asked] = sums.exec(stdout) ?? [];
    t.equal(Number(cuts), TRADES / 20, stdout);
    t.ok(Number(asked) > 0, stdout);
    t.ok(Number(deals) > TRADES / 3, stdout);
    for (const kind of ['open', 'close', 'close_by', 'modify']) t.match(stdout, `${kind} done`);
    for (const kind of ['pending', 'pending_modify']) t.match(stdout, `${kind} placed`);
    t.match(stdout, 'pending_cancel done');
  },
);
