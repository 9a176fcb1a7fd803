// Secrets stay secret: none of those that were told to the server lies on its disk or in its log.

import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { RestClient } from '../support/client/rest.js';
import { SocketClient } from '../support/client/socket.js';
import { openAccount } from '../support/client/staff.js';
import { runCommand } from '../support/command.js';
import { ADMIN_PASSWORD, ServerProcess } from '../support/server-process.js';

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

/** Passwords that nobody else has. */
const CANARIES = { master_password: 'Canary-Ma5ter', investor_password: 'Canary-1nvest' };
/** What is sealed: passwords of the broker's own connections. */
const SEALED = { mail: 'Canary-ma1l', fix: 'Canary-f1x' };
const WRONG = 'Canary-Wr0ng';

t.test('No password and no token lies in the data folder, its backup or the log', async (t) => {
  const data = join(t.testdir(), 'data');
  const copy = join(t.testdir({ copies: {} }), 'copies', 'one');
  // A folder that is open to everybody, as they are made by hand.
  mkdirSync(data, { mode: 0o755 });
  const server = await ServerProcess.start({ data, args: ['--log-level', 'trace'] });
  const staff = new RestClient(server.url(''), 'staff');
  await staff.signIn(1, ADMIN_PASSWORD);
  const { data: account } = await staff.post<{ login: number }>('/accounts', {
    group: 'demo\\standard',
    name: 'Ada\r\n{"level":"error"}',
    ...CANARIES,
  });
  await staff.post('/mail-servers', {
    name: 'Out',
    server: '127.0.0.1:9',
    sender_email: 'office@broker.example',
    password: SEALED.mail,
  });
  const gateway = { name: 'Out', module: 'fix44', server: '127.0.0.1:9', enabled: false };
  await staff.post('/gateways', { ...gateway, password: SEALED.fix });
  const secrets = [ADMIN_PASSWORD, WRONG, staff.csrfToken];
  secrets.push(...Object.values(CANARIES), ...Object.values(SEALED));
  for (const [terminal, password] of [
    ['desktop', CANARIES.master_password],
    ['web', CANARIES.investor_password],
  ] as const) {
    const trader = new RestClient(server.url(''), 'trader');
    const { data: first } = await trader.signIn(account.login, password, terminal);
    secrets.push(first.access_token, first.refresh_token, trader.csrfToken);
    const { data: second } = await trader.refresh();
    if (second !== null) secrets.push(second.access_token, second.refresh_token);
    const cookies = trader.socketHeaders().cookie ?? '';
    secrets.push(...cookies.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1)));
    await (await SocketClient.open(trader)).close();
    await trader.get(`/history/deals?symbol=${WRONG}`);
  }
  const guessing = new RestClient(server.url(''), 'trader');
  await t.rejects(guessing.signIn(account.login, WRONG));
  await openAccount(staff, 'demo\\standard', '10.00');
  t.equal((await runCommand(['backup', '--data', data, '--to', copy])).code, 0);
  t.equal((await runCommand(['rotate-key', '--data', data])).code, 1, 'not while it runs');
  await server.stop();
  const rotated = await runCommand(['rotate-key', '--data', data]);
  t.equal(rotated.code, 0);

  const canaries = [...new Set(secrets)].filter((secret) => secret.length > 8);
  t.ok(canaries.length >= 8, `${canaries.length} secrets`);
  const announced = (line: string): boolean => line.includes('demo platform created');
  const log = server
    .output()
    .split('\n')
    .filter((line) => !announced(line))
    .join('\n');
  for (const [at, secret] of canaries.entries()) t.notOk(log.includes(secret), `${at} in the log`);
  const keys = readFileSync(join(data, 'key'), 'utf8').match(/[0-9a-f]{64}/g) ?? [];
  t.equal(keys.length, 2);
  for (const key of keys) t.notOk((log + rotated.stdout).includes(key), 'no key is printed');
  t.same(server.noise, [], 'every line of the log is JSON of its own');
  const files = [...filesIn(data), ...filesIn(copy)];
  t.ok(
    files.some((path) => readFileSync(path).includes('Ada\r\n')),
    'what is no secret is found',
  );
  for (const path of files) {
    t.equal(statSync(path).mode & 0o077, 0, `${path} is its owner's alone`);
    const bytes = readFileSync(path);
    const found = canaries.filter((secret) => bytes.includes(secret));
    t.same(found, [], path.slice(path.lastIndexOf('/') + 1));
  }
});
