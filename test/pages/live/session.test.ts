// The session of a tab: steps of signing in, reloads, and the reasons of the end.

import t from 'tap';
import { restoreTrader, signInTrader, type TraderClient } from '../../../client/client.js';
import { browserPlatform } from '../../../client/session/platform.js';
import { makeSession, type Session, traderAudience } from '../../../pages/live/session.js';
import { AuthServer } from '../../support/client/auth-server.js';
import { rest } from '../../support/client/scripted-server.js';
import { Tab } from '../../support/client/tab.js';
import { HandClock } from '../../support/hand-clock.js';

const TYPED = { login: 1001, password: 'Trader-pass1' };
const platform = { ...browserPlatform(), openChannel: undefined, locks: undefined };
const entry = {
  signIn: (options: Parameters<typeof signInTrader>[1]) => signInTrader(platform, options),
  restore: (options: Parameters<typeof restoreTrader>[1]) => restoreTrader(platform, options),
};

const browser = () => {
  const clock = new HandClock();
  const server = new AuthServer(clock);
  /** Answers of routes that the server of the tests has not. */
  const answers = new Map<string, unknown>();
  const fetch = async (request: Request): Promise<Response> => {
    const data = answers.get(new URL(request.url).pathname.replace('/trader/v1/auth/', ''));
    if (data === undefined) return server.browser(request);
    return Response.json({ success: true, code: 'ok', message: '', data, request_id: 'r' });
  };
  const tab = new Tab(clock, { url: 'https://broker.example', clock, fetch });
  return { clock, server, answers, tab };
};
const sessionOf = (tab: Tab): Session<TraderClient> =>
  makeSession(traderAudience(entry), tab.parts());

t.test('Without a kept session nothing is asked, and nobody is signed in', async (t) => {
  const { server, tab } = browser();
  const session = sessionOf(tab);
  t.equal(session.state.value.kind, 'restoring');
  await session.restore();
  t.same(session.state.value, { kind: 'signed_out', login: null, ending: null });
  t.equal(server.came.length, 0);
});

t.test('A sign-in with a code has a step of its own', async (t) => {
  const { server, tab } = browser();
  const session = sessionOf(tab);
  server.wantsCode = '123456';
  t.equal(await session.signIn(TYPED), null);
  t.same(session.state.value, { kind: 'code', login: 1001 });
  t.match(await session.sendCode('123456'), null);
  t.same(session.state.value, { kind: 'signed_in', login: 1001 });
  t.match(JSON.parse(server.came.at(-1)!.body), { ...TYPED, otp: '123456' });
  t.match(session.who.value, { group: 'demo\\standard' });
  session.client.value?.close();
});

t.test('A reload keeps the session, and a renewal of its access', async (t) => {
  const { clock, server, tab } = browser();
  const first = sessionOf(tab);
  await first.signIn({ ...TYPED, keepSignedIn: true });
  first.client.value?.close();
  t.equal(first.state.value.kind, 'signed_out');
  const kept = tab.kept.texts;
  await first.signIn(TYPED);
  const reloaded = tab.reloaded();
  t.equal(kept.size, 1);
  clock.advance(20 * 60_000);
  const second = sessionOf(reloaded);
  await second.restore();
  t.same(second.state.value, { kind: 'signed_in', login: 1001 });
  t.ok(server.count('/refresh') > 0);
  server.end();
  await second.client.value?.rest.GET('/trader/v1/account').catch(() => undefined);
  await rest();
  t.same(second.state.value, { kind: 'signed_out', login: 1001, ending: 'expired' });
  t.equal(kept.size, 0, 'a session that is over is not kept');
  first.client.value?.close();
});

t.test('An unreachable server is asked again for the kept session', async (t) => {
  const { clock, server, tab } = browser();
  const first = sessionOf(tab);
  await first.signIn(TYPED);
  server.isDown = true;
  const second = sessionOf(tab.reloaded());
  const restoring = second.restore();
  await rest();
  t.match(second.state.value, { kind: 'restoring', refusal: { code: 'client.unreachable' } });
  server.isDown = false;
  clock.advance(2_000);
  await restoring;
  t.equal(second.state.value.kind, 'signed_in');
  second.client.value?.close();
  first.client.value?.close();
});

t.test('The reason of the end is the one that the server told', async (t) => {
  const { server, tab } = browser();
  const session = sessionOf(tab);
  await session.signIn(TYPED);
  session.noteEnding('kick');
  server.end();
  await session.client.value?.rest.GET('/trader/v1/account').catch(() => undefined);
  await rest();
  t.same(session.state.value, { kind: 'signed_out', login: 1001, ending: 'kick' });
  t.equal(session.who.value?.login, 1001, 'who it was stays to be shown');
});

t.test(
  'Another account that signs in in another tab ends the session, and stays kept',
  async (t) => {
    const { tab } = browser();
    const session = sessionOf(tab);
    await session.signIn(TYPED);
    const [name = ''] = tab.kept.texts.keys();
    tab.keptElsewhere(name, JSON.stringify({ login: 1002, csrf: 'other' }));
    t.same(session.state.value, { kind: 'signed_out', login: 1001, ending: 'account_changed' });
    t.match(tab.kept.getItem(name), /1002/);
  },
);

t.test('The same account that signs in in another tab goes on with the new session', async (t) => {
  const { server, tab } = browser();
  const session = sessionOf(tab);
  await session.signIn(TYPED);
  const before = session.client.value;
  const [name = ''] = tab.kept.texts.keys();
  const asked = server.count('/me');
  tab.keptElsewhere(name, JSON.stringify({ login: 1001, csrf: 'csrf-2' }));
  await rest();
  t.equal(server.count('/me'), asked + 1);
  t.not(session.client.value, before);
  t.same(session.state.value, { kind: 'signed_in', login: 1001 });
  session.client.value?.close();
});

t.test('A user who signs out is told no reason', async (t) => {
  const { answers, tab } = browser();
  const session = sessionOf(tab);
  await session.signIn(TYPED);
  answers.set('logout', null);
  session.noteEnding('logout');
  t.equal(await session.signOut(), null);
  t.same(session.state.value, { kind: 'signed_out', login: 1001, ending: null });
});

t.test('A changed password is signed in with again', async (t) => {
  const { server, answers, tab } = browser();
  const session = sessionOf(tab);
  await session.signIn(TYPED);
  const before = session.client.value;
  answers.set('change-password', null);
  const body = { current_password: TYPED.password, new_password: 'Trader-pass2' };
  t.equal(await session.changePassword(body), null);
  t.match(JSON.parse(server.came.at(-1)!.body), { login: 1001, password: 'Trader-pass2' });
  t.not(session.client.value, before);
  t.equal(session.state.value.kind, 'signed_in');
  session.client.value?.close();
});

t.test('A restricted session sets up codes first', async (t) => {
  const { answers, tab } = browser();
  const session = sessionOf(tab);
  const view = { login: 1001, must_enrol_otp: true, must_change_password: false, rights: [] };
  answers.set('login', { session: view, access_token: '', csrf_token: 'c', access_expires_at: '' });
  await session.signIn(TYPED);
  t.same(session.state.value, { kind: 'set_up_codes', login: 1001 });
  answers.set('otp/enrol', { secret: 'S', uri: 'otpauth://' });
  t.match(await session.enrolCodes(), { ok: true, value: { secret: 'S' } });
  answers.set('otp/confirm', { ...view, must_enrol_otp: false });
  t.equal(await session.confirmCodes('123456'), null);
  t.equal(session.state.value.kind, 'signed_in');
  session.client.value?.close();
});

t.test('Rights open operations: all that are needed, and one of the alternatives', async (t) => {
  const { answers, tab } = browser();
  const session = sessionOf(tab);
  t.notOk(session.can('trades.view'));
  const rights = ['trades.edit', 'config.view'];
  const view = { login: 1, rights, must_enrol_otp: false, must_change_password: false };
  answers.set('login', { session: view, access_token: '', csrf_token: 'c', access_expires_at: '' });
  await session.signIn(TYPED);
  t.ok(session.can('trades.edit'), 'a right');
  t.notOk(session.can('positions.delete'));
  t.same(session.lackedFor('positions.delete'), { all: ['trades.delete'], any: [] });
  t.ok(session.can('leverage-profiles.list'), 'one of several rights is enough');
  answers.set('me', { ...view, rights: ['trades.delete'] });
  await session.reread();
  const lacked = session.lackedFor('positions.delete');
  t.same(lacked, { all: ['trades.edit'], any: [] }, 'rights as they are now');
  t.same(session.lackedFor('staff.list'), { all: [], any: ['config.staff', 'config.view'] });
  session.client.value?.close();
});
