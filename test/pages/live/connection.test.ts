// What a tab shows of its socket: prices that are alive, silence, breaks, and another page.

import t from 'tap';
import { openConnection } from '../../../pages/live/connection.js';
import { rest, ScriptedServer } from '../../support/client/scripted-server.js';
import { Tab } from '../../support/client/tab.js';

const opened = async () => {
  const server = new ScriptedServer();
  const tab = new Tab(server.clock);
  const connection = openConnection(server.trader(), tab.parts());
  const socket = await connection.ready;
  await rest();
  return { server, tab, connection, socket, kind: () => connection.state.value.kind };
};

t.test('After 7 s without a frame prices are not alive, until the next frame', async (t) => {
  const { server, connection, socket, kind } = await opened();
  server.answers.set('ping', () => undefined);
  t.equal(kind(), 'live');
  server.clock.advance(6_900);
  server.send('heartbeat', { seq: '1', account_seq: 5 });
  server.clock.advance(6_900);
  t.ok(connection.isLive.value, 'the heartbeat counts');
  server.clock.advance(100);
  t.equal(kind(), 'stale');
  t.notOk(connection.isLive.value);
  server.send('quotes', []);
  t.equal(kind(), 'live');
  socket.close();
  t.equal(kind(), 'ended');
});

t.test('A break has the time of the next attempt, and says what was missed', async (t) => {
  const { server, connection, socket, kind } = await opened();
  server.close();
  await rest();
  t.match(connection.state.value, { kind: 'offline', retryAt: server.clock.now() + 500 });
  server.send('restart', { text: 'maintenance', grace_ms: 5_000 });
  server.clock.advance(500);
  await rest();
  t.same([kind(), connection.resumed.value], ['live', true]);
  server.send('restart', { text: 'maintenance', grace_ms: 5_000 });
  t.match(connection.restart.value, { text: 'maintenance' });
  socket.close();
});

t.test('A view listens until it ends that, also before the socket is ready', async (t) => {
  const server = new ScriptedServer();
  const connection = openConnection(server.trader(), new Tab(server.clock).parts());
  const heard: string[] = [];
  const listen = (name: string) =>
    connection.listen((socket) => socket.on('mail', () => heard.push(name)));
  const [stop, stopEarly] = [listen('one'), listen('early')];
  stopEarly();
  const socket = await connection.ready;
  server.send('mail', {});
  stop();
  server.send('mail', {});
  t.same(heard, ['one']);
  socket.close();
});

t.test('A woken tab pings first: it is stale until the answer', async (t) => {
  const { server, tab, connection, socket, kind } = await opened();
  tab.hide();
  let answer: () => void = () => undefined;
  server.answers.set('ping', ({ id }) => {
    answer = () => server.answer(server.socket, id, { code: 'ok' });
    return undefined;
  });
  const asked = server.asks('ping').length;
  server.clock.advance(11_000);
  t.equal(server.asks('ping').length, asked, 'a hidden tab does not ping');
  tab.show();
  t.equal(kind(), 'stale');
  t.equal(server.asks('ping').length, asked + 1);
  server.clock.advance(40);
  answer();
  await rest();
  t.same([kind(), connection.latencyMs.value], ['live', 40]);
  socket.close();
});

t.test('After a break another version of the page is offered', async (t) => {
  const { server, tab, connection, socket } = await opened();
  const again = async (): Promise<boolean> => {
    server.close();
    await rest();
    const { state } = connection;
    if (state.value.kind === 'offline') server.clock.advance(state.value.retryAt);
    await rest();
    return connection.hasNewPage.value;
  };
  t.notOk(await again(), 'the same page');
  tab.pageTag = 'page-2';
  t.ok(await again());
  socket.close();
});

t.test('A connection that is never made has ended with its refusal', async (t) => {
  const server = new ScriptedServer();
  server.isOpen = false;
  const tab = new Tab(server.clock);
  const connecting = server.trader();
  const connection = openConnection(connecting, tab.parts());
  t.equal(connection.state.value.kind, 'connecting');
  server.auth.end();
  await rest();
  server.clock.advance(500);
  await rest();
  t.match(connection.state.value, { kind: 'ended', refusal: { code: 'auth.session_expired' } });
});
