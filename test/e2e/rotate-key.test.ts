// A new key: crashes at any point lose nothing, sessions go on, and the old key goes when it may.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { RestClient } from '../support/client/rest.js';
import { runCommand } from '../support/command.js';
import { ADMIN_PASSWORD, ServerProcess, TRADER_PASSWORD } from '../support/server-process.js';

const NEEDED = /older key is still needed: 1 records .*mail_server 1.*2 sessions/;

t.test('a server gets a new key and gives up the old one, killed at every step', async (t) => {
  const data = join(t.testdir(), 'data');
  const rotate = (...more: string[]) => runCommand(['rotate-key', '--data', data, ...more]);
  const killedAt = (point: string) =>
    runCommand(['rotate-key', '--data', data], { BROKERD_KILLPOINT: point });
  const keys = () => readFileSync(join(data, 'key'), 'utf8').trim().split('\n');
  const renewing = async (point: string) => {
    const server = ServerProcess.launch({ data, env: { BROKERD_KILLPOINT: point } });
    t.equal((await server.ended).signal, 'SIGKILL', point);
  };

  const first = await ServerProcess.start({ data });
  const staff = new RestClient(first.url(''), 'staff');
  await staff.signIn(1, ADMIN_PASSWORD);
  await staff.post('/mail-servers', {
    name: 'Out',
    server: '127.0.0.1:9',
    sender_email: 'office@broker.example',
    security: 'none',
    password: 'Sealed-pass1',
  });
  const trader = new RestClient(first.url(''), 'trader');
  await trader.signIn(1001, TRADER_PASSWORD);
  await first.stop();
  const [old] = keys();
  t.match(await rotate('--retire'), { code: 1, stderr: /there is one key/ });

  t.not((await killedAt('key.rotated:1')).code, 0);
  t.same(keys(), [old], 'killed before, it is the old one');
  t.not((await killedAt('key.rotated:2')).code, 0);
  t.match(keys(), [/^[0-9a-f]{16} [0-9a-f]{64}$/, old], 'killed after, both are there');
  t.match(await rotate('--retire'), { code: 1, stderr: NEEDED });

  await renewing('desk.renewed:1');
  t.match(await rotate('--retire'), { code: 1, stderr: NEEDED });
  await renewing('desk.renewed:2');
  const sessions = /still needed: 2 sessions began with it/;
  t.match(await rotate('--retire'), { code: 1, stderr: sessions });

  const second = await ServerProcess.start({ data });
  [staff.url, trader.url] = [second.url(''), second.url('')];
  t.equal((await trader.get('/auth/me')).status, 200, 'sessions go on');
  t.equal((await trader.refresh()).code, 'ok');
  t.equal((await staff.post('/auth/logout', {})).code, 'ok', 'with their csrf tokens');
  await second.stop();

  t.match(await rotate('--retire'), {
    code: 0,
    record: { kept: [], retired: [old?.slice(0, 16)] },
  });
  t.equal(keys().length, 1);
  t.not(keys()[0], old);
  const third = await ServerProcess.start({ data });
  [staff.url, trader.url] = [third.url(''), third.url('')];
  t.equal((await trader.get('/auth/me')).status, 200);
  await staff.signIn(1, ADMIN_PASSWORD);
  const { message } = await staff.post('/mail-servers/1/test', { to: 'a@broker.example' });
  t.match(message, /ECONNREFUSED|connect/, 'the password opens: it is tried to connect');
  await third.stop();
});
