// E-mails of a real server: a kill loses none, and a mail server that hangs keeps nobody waiting.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { pathsOf } from '../../actors/tools/folder.js';
import { openKeys } from '../../actors/tools/keyfile.js';
import { seal } from '../../actors/tools/seal.js';
import { stateHash } from '../../actors/tools/state-hash.js';
import { frameEvents } from '../../storage/batch.js';
import { openReader } from '../../storage/database.js';
import { Log } from '../../storage/log.js';
import { packEvent } from '../../wire/pack.js';
import type { RestClient } from '../support/client/rest.js';
import { dataOf } from '../support/desk-harness.js';
import { ServerProcess } from '../support/server-process.js';
import { signInStaff } from '../support/trader.js';
import { openScripted, politely } from './servers.js';

/** Between two looks at what a server shows. */
const PAUSE_MS = 20;

const folder = (t: Test): string => {
  const data = mkdtempSync(join(tmpdir(), 'brokerd-mail-'));
  t.teardown(() => rmSync(data, { recursive: true, force: true }));
  return data;
};

const addServer = async (staff: RestClient, port: number): Promise<void> => {
  const created = await staff.post('/mail-servers', {
    name: 'office',
    server: `127.0.0.1:${port}`,
    security: 'none',
    sender_email: 'office@broker.example',
    is_default: true,
  });
  if (!created.success) throw new Error(created.message);
};

/** Puts an e-mail into the log of a folder that no server runs on. */
const queueOffline = (data: string): void => {
  const log = Log.open(pathsOf(data).log);
  const now = Date.now();
  const at = new Date(now).toISOString();
  const record = {
    id: 1,
    server_id: null,
    to: 'ann@client.example',
    subject: 'Your code',
    text: seal(dataOf(openKeys(pathsOf(data).key, false)), '123456', 'email/1/text'),
    attempts: 0,
    next_at: at,
    created_at: at,
    error: '',
  };
  const event = {
    type: 'desk' as const,
    time: now,
    by: 0,
    ip: '',
    config_version: 2,
    changes: [{ kind: 'email', key: '1', version: 1, record }],
    journal: [],
  };
  log.append(1, frameEvents([packEvent(event)]));
  log.close();
};

/** A mail server that reads a text to its end and then may hang. */
const openSlow = async (t: Test) => {
  const polite = politely();
  const ids: string[] = [];
  const state = { hangs: true };
  let read = (): void => {};
  const host = await openScripted((line, socket) => {
    if (line.startsWith('Message-ID:')) ids.push(line);
    if (line !== '.' || !state.hangs) return polite(line, socket);
    read();
    return undefined;
  });
  t.teardown(() => host.close());
  const hung = new Promise<void>((resolve) => {
    read = resolve;
  });
  return { ...host, ids, state, hung };
};

t.test('An e-mail that a kill overtook is sent by the next start, as the same', async (t) => {
  const data = folder(t);
  const host = await openSlow(t);
  const first = await ServerProcess.start({ data });
  await addServer(await signInStaff(first), host.port);
  await first.stop();
  queueOffline(data);

  const second = await ServerProcess.start({ data });
  await host.hung;
  await second.kill();

  host.state.hangs = false;
  const third = await ServerProcess.start({ data });
  const staff = await signInStaff(third);
  for (;;) {
    const { data: shown } = await staff.get<{ stats: object }>('/mail-servers/1');
    if (!('queued' in shown.stats) || shown.stats.queued !== 0) await sleep(PAUSE_MS);
    else {
      t.match(shown.stats, { sent: 1, errors: 0 });
      break;
    }
  }
  t.equal(host.ids.length, 2);
  t.equal(host.ids[0], host.ids[1]);
  t.same(await third.stop(), { code: 0, signal: null });
});

t.test('A mail server that hangs keeps neither the desk nor a stop waiting', async (t) => {
  const data = folder(t);
  const host = await openSlow(t);
  const server = await ServerProcess.start({ data });
  const staff = await signInStaff(server);
  await addServer(staff, host.port);
  const tested = staff.post('/mail-servers/1/test', { to: 'ann@client.example' });
  const answered = tested.then(
    () => true,
    () => true,
  );
  await host.hung;
  const hash = await stateHash(data);
  t.equal(hash.ok, true, 'the state is hashed meanwhile');
  t.match((await staff.get('/mail-servers')).data, [{ stats: { queued: 0 } }]);
  const waits = await Promise.race([answered, Promise.resolve(false)]);
  t.equal(waits, false, 'the test waits for its answer still');
  t.same(await server.stop(), { code: 0, signal: null });
  await answered;
  const database = openReader(pathsOf(data).database);
  t.teardown(() => database.close());
  const line = database.prepare('SELECT text FROM journal ORDER BY id DESC').pluck().get();
  const text = 'test of mail server office not sent to ann@client.example: The server is stopping.';
  t.equal(line, text, 'the attempt stands in the journal');
});
