// Trade intents: one request id each, whatever becomes of the answer.

import { signal } from '@preact/signals';
import t from 'tap';
import { BrokerError } from '../../../client/session/errors.js';
import type { ConnectionState } from '../../../pages/live/connection.js';
import { AccountIntents, type SentRequest } from '../../../pages/live/intent.js';
import { refusalOf } from '../../../pages/live/refusal.js';
import { rest } from '../../support/client/scripted-server.js';
import { Tab } from '../../support/client/tab.js';

const BUY = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.30' } as const;
const result = (status: string, more: object = {}) => ({
  ...{ code: 'ok', message: '', status, volume: '0.3', price: '1.1', bid: '1.1', ask: '1.2' },
  ...more,
});
const refusal = (code: string, data: object | null = null) =>
  new BrokerError(code, 'sentence', { data });

type Answer = object | Error;

const account = (tab = new Tab()) => {
  const sent: SentRequest[] = [];
  const asked: SentRequest[] = [];
  const waiting: ((answer: Answer) => void)[] = [];
  /** What questions for an outcome are answered. */
  const outcomes: Answer[] = [];
  const isLive = signal(true);
  const settle = (answer: Answer): Promise<never> =>
    answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as never);
  const way = {
    trade: async (request: SentRequest) => {
      sent.push(request);
      return settle(await new Promise<Answer>((resolve) => waiting.push(resolve)));
    },
    outcome: (request: SentRequest) => {
      asked.push(request);
      return settle(outcomes.shift() ?? refusal('client.outcome_unknown'));
    },
  };
  const state = signal<ConnectionState>({ kind: 'live' });
  const connection = { state, isLive, serverNow: () => tab.clock.now() };
  const intents = new AccountIntents(way, connection, tab.parts(), '1001');
  const answer = async (one: Answer): Promise<void> => {
    waiting.shift()?.(one);
    await rest();
  };
  /** Lets the next question for an outcome be asked. */
  const later = async (ms = 1_000): Promise<void> => {
    tab.clock.advance(ms);
    await rest();
  };
  return { tab, sent, asked, outcomes, state, isLive, intents, answer, later };
};

t.test('A button that is pressed twice trades once', async (t) => {
  const { tab, sent, intents, answer } = account();
  const draft = intents.draft();
  const first = draft.send(BUY);
  t.equal(draft.send({ ...BUY }), first, 'while it has no answer');
  await answer(result('done'));
  t.match(first.state.value, { kind: 'done', rest: null });
  t.equal(draft.send(BUY), first, 'and within half a second');
  t.equal(sent.length, 1);
  tab.clock.advance(600);
  t.not(draft.send(BUY), first, 'later it is another intent');
  t.not(sent[1]?.request_id, sent[0]?.request_id);
});

t.test('A moved price makes no other market request of a second press', async (t) => {
  const { sent, intents } = account();
  const draft = intents.draft();
  const first = draft.send({ ...BUY, price: '1.10000' });
  t.equal(draft.send({ ...BUY, price: '1.10001' }), first);
  t.equal(sent.length, 1);
});

t.test('A changed request is another intent at once', async (t) => {
  const { sent, intents } = account();
  const draft = intents.draft();
  draft.send(BUY);
  const second = draft.send({ ...BUY, volume: '0.40' });
  t.equal(draft.current.value, second);
  t.equal(new Set(sent.map(({ request_id }) => request_id)).size, 2);
  t.equal(intents.open.value.length, 2, 'and the first is still waited for');
});

t.test('An unknown outcome is asked for by its id, and nothing is sent again', async (t) => {
  const { sent, asked, outcomes, intents, answer, later } = account();
  const draft = intents.draft();
  const intent = draft.send(BUY);
  await answer(refusal('client.outcome_unknown'));
  t.equal(intent.state.value.kind, 'asking');
  t.equal(draft.send(BUY), intent, 'the button sends nothing meanwhile');
  outcomes.push(refusal('not_found'), refusal('trade.timeout'), result('done'));
  await later();
  t.equal(intent.state.value.kind, 'asking', 'it may be on its way');
  await later();
  await later();
  t.match(intent.state.value, { kind: 'done', result: { status: 'done' } });
  t.equal(intents.settled.value, intent);
  t.equal(sent.length, 1);
  t.ok(asked.every(({ request_id }) => request_id === sent[0]?.request_id));
});

t.test('A request that never came is over when it cannot be executed any more', async (t) => {
  const { outcomes, intents, answer, later } = account();
  const intent = intents.send(BUY);
  await answer(refusal('client.unreachable'));
  outcomes.push(refusal('not_found'), refusal('not_found'));
  await later(31_000);
  t.match(intent.state.value, { kind: 'refused', refusal: { code: 'trade.canceled' } });
  t.equal(intents.open.value.length, 0);
});

t.test('A lost connection shows that the outcome is asked for', async (t) => {
  const { isLive, intents, answer } = account();
  const intent = intents.send(BUY);
  isLive.value = false;
  t.equal(intent.state.value.kind, 'asking');
  isLive.value = true;
  await answer(result('done'));
  t.equal(intent.state.value.kind, 'done');
});

t.test('After a reload the tab asks what became of its requests', async (t) => {
  const before = account();
  before.intents.send(BUY);
  before.intents.close();
  const after = account(before.tab.reloaded());
  after.outcomes.push(refusal('trade.no_money', result('rejected', { required: '9.00' })));
  await rest();
  const [asked] = after.asked;
  t.match(asked, { ...BUY, request_id: before.sent[0]?.request_id });
  await after.later();
  const { settled } = after.intents;
  const refused = {
    kind: 'refused',
    refusal: { code: 'trade.no_money', data: { required: '9.00' } },
  };
  t.match(settled.value?.state.value, refused);
  t.equal(account(before.tab.reloaded()).asked.length, 0, 'once');
});

t.test('A requote is accepted as a new intent that names it', async (t) => {
  const { sent, intents, answer } = account();
  const draft = intents.draft();
  const intent = draft.send({ ...BUY, price: '1.1' });
  await answer(refusal('trade.requote', result('requote', { price: null })));
  t.match(intent.state.value, { kind: 'requote', refusal: { code: 'trade.requote' } });
  const accepting = draft.acceptance('buy');
  const accepted = accepting === null ? null : draft.send(accepting);
  t.match(sent[1], { ...BUY, price: '1.2', requote_of: intent.request.request_id });
  await answer(result('done'));
  t.equal(accepted?.state.value.kind, 'done');
  t.equal(draft.acceptance('buy'), null, 'a price is accepted once');
});

t.test('A requote of a close is taken at the price of its deal', async (t) => {
  const { intents, answer } = account();
  const draft = intents.draft();
  draft.send({ kind: 'close', position_id: 7, price: '1.1' });
  await answer(refusal('trade.requote', result('requote', { price: null, bid: '1.05' })));
  t.match(draft.acceptance('sell'), { kind: 'close', position_id: 7, price: '1.05' });
});

t.test('The prices that a price request is answered are taken by an opening', async (t) => {
  const { intents, answer } = account();
  const draft = intents.draft();
  const { kind: _, ...asked } = BUY;
  const { request } = draft.send({ kind: 'price', ...asked });
  await answer(result('done', { price: '1.2' }));
  t.equal(draft.current.value?.state.value.kind, 'priced');
  t.same(draft.acceptance('buy'), { ...BUY, price: '1.2', requote_of: request.request_id });
});

t.test('The rest of a partial fill is offered', async (t) => {
  const { intents, answer } = account();
  const intent = intents.send(BUY);
  await answer(result('partial', { volume: '0.1' }));
  t.match(intent.state.value, { kind: 'done', rest: '0.2' });
});

t.test('A queued request is decided by its event, or asked for after a gap', async (t) => {
  const { outcomes, intents, answer } = account();
  const first = intents.send(BUY);
  await answer(result('queued'));
  t.equal(first.state.value.kind, 'queued');
  t.match(intents.open.value, [first]);
  const { request_id } = first.request;
  intents.resolved(result('rejected', { code: 'trade.rejected', request_id }) as never);
  t.match(first.state.value, { kind: 'refused', refusal: { code: 'trade.rejected' } });
  const second = intents.send(BUY);
  await answer(result('queued'));
  outcomes.push(result('done'));
  intents.askQueued();
  await rest();
  t.equal(second.state.value.kind, 'done');
});

t.test('A queued request whose event does not come is asked for', async (t) => {
  const { outcomes, asked, intents, answer, later } = account();
  const intent = intents.send(BUY);
  await answer(result('queued'));
  outcomes.push(result('queued'), result('done'));
  await later(5_000);
  t.same([asked.length, intent.state.value.kind], [1, 'queued']);
  await later(5_000);
  t.same([asked.length, intent.state.value.kind], [2, 'done']);
  await later(5_000);
  t.equal(asked.length, 2);
});

t.test('After the end of the session nothing is asked any more', async (t) => {
  const { asked, state, intents, answer, later } = account();
  const intent = intents.send(BUY);
  await answer(refusal('client.outcome_unknown'));
  const refused = refusalOf(refusal('auth.session_expired'));
  state.value = { kind: 'ended', refusal: refused };
  const { length } = asked;
  await later();
  await later();
  t.equal(asked.length, length);
  t.equal(intent.state.value.kind, 'asking');
});

t.test('A refusal before execution ends the intent', async (t) => {
  const { intents, answer } = account();
  const intent = intents.send(BUY);
  const faults = [{ field: 'volume', message: 'volume: is needed' }];
  await answer(refusal('invalid_input', { faults }));
  t.match(intent.state.value, { kind: 'refused', refusal: { field: 'volume', faults } });
  t.equal(intents.open.value.length, 0);
});
