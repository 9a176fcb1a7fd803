// E-mails of a real server: a kill loses none, and a mail server that hangs keeps nobody waiting.

import t, { type Test } from 'tap';
import { stateHash } from '../../../../actors/commands/state-hash.js';
import { pathsOf } from '../../../../actors/folder/folder.js';
import { openKeys } from '../../../../actors/secrets/keyfile.js';
import { seal } from '../../../../actors/secrets/seal.js';
import { openReader } from '../../../../storage/database/database.js';
import { frameEvents } from '../../../../storage/log/batch.js';
import { Log } from '../../../../storage/log/log.js';
import { packEvent } from '../../../../wire/codec/pack.js';
import { buildDeskEvent } from '../../../support/build.js';
import type { RestClient } from '../../../support/client/rest.js';
import { now } from '../../../support/clock.js';
import { deferred } from '../../../support/deferred.js';
import { dataOf } from '../../../support/desk-harness.js';
import { until, within } from '../../../support/guard.js';
import { ServerProcess } from '../../../support/server-process.js';
import { openScripted, politely } from './servers.js';

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
  const time = now();
  const at = new Date(time).toISOString();
  const record = {
    id: 1,
    server_id: null,
    to: 'ann@client.example',
    subject: 'Your code',
    text: seal(dataOf(openKeys(pathsOf(data).key, false)), '123456', 'email/1/text'),
    ...{ mail: 0, login: 0, sender: 0, html: '' },
    attempts: 0,
    next_at: at,
    created_at: at,
    error: '',
  };
  const changes = [{ kind: 'email', key: '1', version: 1, record }];
  const event = buildDeskEvent({ time, config_version: 2, changes });
  log.append(1, frameEvents([packEvent(event)]));
  log.close();
};

/** A mail server that reads a text to its end and then may hang. */
const openSlow = async (t: Test) => {
  const polite = politely();
  const ids: string[] = [];
  const state = { hangs: true };
  let reading = deferred();
  const host = await openScripted((line, socket) => {
    if (line.startsWith('Message-ID:')) ids.push(line);
    if (line !== '.' || !state.hangs) return polite(line, socket);
    reading.resolve();
    return undefined;
  });
  t.teardown(() => host.close());
  /** Resolves when it hangs from now on. */
  const hung = (): Promise<void> => {
    reading = deferred();
    return within(reading.promise, 'e-mail');
  };
  return { ...host, ids, state, hung };
};

const data = t.testdir();
const host = await openSlow(t);

t.test('A mail server that hangs keeps neither the desk nor a stop waiting', async (t) => {
  const server = await ServerProcess.start({ data });
  t.teardown(() => server.kill());
  const staff = await server.staff();
  await addServer(staff, host.port);
  const hung = host.hung();
  let isAnswered = false;
  const leave = new AbortController();
  const answered = fetch(server.url('/admin/v1/mail-servers/1/test'), {
    method: 'POST',
    headers: {
      ...staff.socketHeaders(),
      'content-type': 'application/json',
      'x-csrf-token': staff.csrfToken,
    },
    body: JSON.stringify({ to: 'ann@client.example' }),
    signal: leave.signal,
  }).then(
    () => {
      isAnswered = true;
    },
    () => {},
  );
  await hung;
  t.match(await stateHash(data), { ok: true }, 'the state is hashed meanwhile');
  t.match((await staff.get('/mail-servers')).data, [{ stats: { queued: 0 } }]);
  t.notOk(isAnswered, 'the test waits for its answer still');
  // A stop gives requests that it has taken some time: none is left, but for the e-mail.
  leave.abort();
  await answered;
  t.same(await server.stop(), { code: 0, signal: null });
  const database = openReader(pathsOf(data).database);
  t.teardown(() => database.close());
  const line = database.prepare('SELECT text FROM journal ORDER BY id DESC').pluck().get();
  const text = 'test of mail server office not sent to ann@client.example: The server is stopping.';
  t.equal(line, text, 'the attempt stands in the journal');
});

t.test('An e-mail that a kill overtook is sent by the next start, as the same', async (t) => {
  queueOffline(data);
  host.ids.length = 0;
  const hung = host.hung();
  const killed = await ServerProcess.start({ data });
  await hung;
  await killed.kill();

  host.state.hangs = false;
  const server = await ServerProcess.start({ data });
  t.teardown(() => server.kill());
  const staff = await server.staff();
  const sent = await until('sent e-mail', async () => {
    const { data: shown } = await staff.get<{ stats: { queued: number } }>('/mail-servers/1');
    return shown.stats.queued === 0 && shown.stats;
  });
  t.match(sent, { sent: 1, errors: 0 });
  t.equal(host.ids.length, 2);
  t.equal(host.ids[0], host.ids[1]);
});
