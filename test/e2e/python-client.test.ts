// A program in Python trades for months in small: its own password, cuts, renewals, and REST at the
// end equals what its socket told.
//
// `npm test` makes 60 trades, the deep run 1,000.

import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import t from 'tap';
import { countOf } from '../support/run.js';
import { ServerProcess } from '../support/server-process.js';

const PYTHON = '/usr/bin/python3';
const TRADES = countOf({ test: 30, deep: 1000, soak: 1000 });

/** Why no program in Python runs here; false = one does. */
const noPython =
  spawnSync(PYTHON, ['-c', 'import websockets']).status === 0
    ? false
    : 'NO CLIENT IN PYTHON WAS RUN: apt-get install python3-websockets';
if (noPython) t.comment(noPython);

t.test(
  'A program in Python has what REST lists, whatever is cut',
  { skip: noPython },
  async (t) => {
    const server = await ServerProcess.start();
    t.teardown(() => server.stop());
    const staff = await server.staff();
    const { login, password } = await server.openAccount();
    const { data } = await staff.get<{ version: number }>(`/accounts/${login}`);
    const allowed = { version: data.version, api_enabled: true };
    const changed = await staff.request('PATCH', `/accounts/${login}`, allowed);
    t.equal(changed.code, 'ok', changed.message);
    await server.quote('EURUSD', '1.10000', '1.10010');
    const args = ['test/support/client/trader.py', server.url(''), login, password, TRADES, 7];
    const { stdout } = await promisify(execFile)(PYTHON, args.map(String));
    const [, cuts, deals] = /^\d+ trades, (\d+) cuts, (\d+) deals, equal$/m.exec(stdout) ?? [];
    t.ok(Number(cuts) > TRADES / 20, stdout);
    t.ok(Number(deals) > TRADES / 3, stdout);
  },
);
