// What a request changed is told in its answer; the socket that asked gets no event of it.

import t from 'tap';
import type { NumberedEvent } from '../../../actors/client.js';
import { within } from '../../support/guard.js';
import { type Frame, SocketHarness, TOKEN, turnUntil } from '../../support/socket-harness.js';
import { test } from '../routes/tags.js';

const kindsOf = (frames: readonly Frame[]): unknown[] => frames.map(({ id, event }) => id ?? event);

/** A trader, the token of its connection, and a trade that its account has not answered. */
const asking = async (...args: Parameters<typeof SocketHarness.withTrader>) => {
  const opened = await SocketHarness.withTrader(...args);
  const { actors, peer } = opened;
  const id = peer.send('trade');
  await turnUntil('the trade', () => actors.sent.length === 1);
  const token = actors.sent[0]?.token ?? 0;
  const happens = (): NumberedEvent => actors.happens({ token });
  const answer = (): void => {
    actors.deliver(token, `{"id":${id},"success":true,"code":"ok","data":{"changes":[]}}`);
    actors.front.flush();
  };
  return { ...opened, id, token, happens, answer };
};

test`The other sockets of the account and staff get the event, this one its answer`(async (t) => {
  const { harness, peer, id, happens, answer } = await asking(t);
  const other = await harness.trader(TOKEN, { encoding: 'msgpack' });
  await other.request('ping');
  const staff = await harness.staff('session-of-staff');
  await staff.request('subscribe', { channel: 'deals' });
  const { account_seq } = happens();
  answer();
  t.match(await other.event('deal'), { account_seq });
  t.match(await staff.event('deal'), { account_seq });
  await peer.next((frame) => frame.id === id);
  t.same(kindsOf(peer.frames), [id]);
  await t.test('and a resume repeats it', async (t) => {
    const again = await harness.trader();
    t.match((await again.request('resume', { after: account_seq - 1 })).data, { resumed: true });
    t.match(again.frames[0], { event: 'deal', account_seq });
  });
});

t.test('What the account did by itself meanwhile is an event for this socket, too', async (t) => {
  const { actors, peer, id, answer } = await asking(t);
  actors.happens();
  answer();
  await peer.next((frame) => frame.id === id);
  t.same(kindsOf(peer.frames), ['deal', id]);
});

t.test('An answer that waits for an earlier one does not hold up the event', async (t) => {
  const { actors, peer } = await SocketHarness.withTrader(t);
  let give: () => void = () => undefined;
  actors.bars = () =>
    new Promise((resolve) => {
      give = () => resolve([]);
    });
  const first = peer.send('subscribe', { channel: 'bars', symbol: 'EURUSD', timeframe: 'm1' });
  const id = peer.send('trade');
  await turnUntil('the trade', () => actors.sent.length === 1);
  const token = actors.sent[0]?.token ?? 0;
  actors.happens({ token });
  actors.deliver(token, `{"id":${id},"success":true,"code":"ok","data":{"changes":[]}}`);
  actors.front.flush();
  await peer.event('deal');
  give();
  await peer.next((frame) => frame.id === id);
  t.same(kindsOf(peer.frames), ['deal', first, id]);
});

test`A socket whose answer is lost with its shard is closed, to take what it missed`(async (t) => {
  const { actors, peer, token, happens } = await asking(t);
  happens();
  actors.front.unanswered(token);
  actors.front.flush();
  t.equal((await within(peer.closed, 'close of the socket')).code, 1012);
});
