// One-time codes over HTTP: set up, asked for at sign-in, turned off, and taken away by staff.

import t, { type Test } from 'tap';
import { base32, keyUri } from '../../../../actors/secrets/totp.js';
import type { Audience } from '../../../../wire/accounts/identity.js';
import type { Right } from '../../../../wire/accounts/rights.js';
import { RIGHTS } from '../../../../wire/accounts/rights.js';
import type { OtpEnrolment } from '../../../../wire/rest/accounts/auth.js';
import { bytesOf } from '../../../support/authenticator.js';
import { dataOf } from '../../../support/desk-harness.js';
import type { Terminal } from '../../../support/http-harness.js';
import { bothOf, GROUP } from '../audiences.js';
import { test } from '../tags.js';
import { confirmed, enrolled, type Owner, ownerOf } from './authenticated.js';
import { OnlineHarness } from './online-harness.js';

/** A route that full sessions alone reach. */
const BEYOND = { staff: '/symbols', trader: '/history/deals' } as const;

const online = await OnlineHarness.open(t);
const { http } = online;
const { harness } = http;
const admin = await http.signedIn('staff');

/** A new login of the audience. */
const newLogin = (audience: Audience): Promise<number> =>
  audience === 'staff' ? http.hire({ group: GROUP.staff, rights: RIGHTS }) : http.openAccount();
/** A new login that is signed in. */
const session = async (audience: Audience, terminal?: string): Promise<Terminal> =>
  http.signedIn(audience, { login: await newLogin(audience), terminal });
/** A new login whose codes are on. */
const owner = async (audience: Audience): Promise<Owner & { readonly login: number }> => {
  const login = await newLogin(audience);
  return { ...(await ownerOf(http, audience, { login })), login };
};
/** The group demands codes until the end of the test, or until it does no more. */
const demand = async (t: Test, audience: Audience): Promise<() => Promise<void>> => {
  const drop = () => harness.patch('group', GROUP[audience], { otp_required: false });
  t.teardown(drop);
  await harness.patch('group', GROUP[audience], { otp_required: true });
  return drop;
};
const statusOf = (terminal: Terminal) => terminal.read('/auth/otp');
const beyond = async (terminal: Terminal) => (await terminal.get(BEYOND[terminal.audience])).code;
const disable = (terminal: Terminal, code: string) => terminal.post('/auth/otp/disable', { code });
const both = bothOf('otp');
/** How many sessions are open. */
const sessions = (): number => [...harness.desk.sessions()].length;
both`Codes of {} are off, then on, and the group's demand is told [#1, #2]`(async (t, audience) => {
  const terminal = await session(audience);
  t.same(await statusOf(terminal), { enabled: false, required: false });
  await demand(t, audience);
  t.same(await statusOf(terminal), { enabled: false, required: true });
  await confirmed(await enrolled(http, terminal));
  t.same(await statusOf(terminal), { enabled: true, required: true });
});

both`A new secret of {} is told as text and as a uri, and counts only once confirmed
  [otp/enrol #1, #2, #3]`(async (t, audience) => {
  await harness.patch('group', GROUP[audience], { company: 'Müller & Söhne' });
  const login = await newLogin(audience);
  const terminal = await http.signedIn(audience, { login });
  const answer = await terminal.post('/auth/otp/enrol');
  t.equal(answer.status, 200);
  const { secret, uri } = answer.data as OtpEnrolment;
  const bytes = bytesOf(secret);
  t.equal(bytes.length, 20, '160 bits');
  t.equal(base32(bytes), secret);
  t.equal(uri, keyUri(bytes, 'Müller & Söhne', login));
  t.match(await statusOf(terminal), { enabled: false });
  t.equal((await http.terminal(audience).signIn({ login })).code, 'ok', 'no code is asked for yet');
});

both`A session of {} that must set up codes does it, and is a full one at once [otp/enrol #4]
  [otp/confirm #1, #2]`(async (t, audience) => {
  await demand(t, audience);
  const terminal = await session(audience);
  t.equal(await beyond(terminal), 'auth.otp_enrol_required');
  const answer = await confirmed(await enrolled(http, terminal));
  t.match(answer, { code: 'ok', data: { must_enrol_otp: false, terminal: String } });
  t.equal(await beyond(terminal), 'ok');
  t.match((await terminal.me()).data, { must_enrol_otp: false });
});

both`The tokens that a browser of {} had before its session was a full one
  end`(async (t, audience) => {
  await demand(t, audience);
  for (const isRefreshed of [false, true]) {
    const browser = await session(audience, audience === 'staff' ? 'manager' : 'web');
    const thief = http.terminal(audience);
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
    thief.csrf = browser.csrf;
    // A token that was used may be used again for a while, but not from now on.
    if (isRefreshed) t.equal((await browser.post('/auth/refresh')).code, 'ok');
    const answer = await confirmed(await enrolled(http, browser));
    t.match(answer, { code: 'ok', data: { must_enrol_otp: false, csrf_token: browser.csrf } });
    t.equal((await browser.me()).code, 'ok', 'with the cookies of the answer');
    t.equal((await thief.me()).code, 'auth.session_expired');
    t.equal((await thief.post('/auth/refresh')).code, 'auth.refresh_reused');
    t.equal((await browser.me()).code, 'auth.session_expired', 'a theft is told by that');
  }
});

both`Of {} a wrong first code, and one without a secret that waits, turn nothing on
  [otp/confirm #3, #4]`(async (t, audience) => {
  const terminal = await session(audience);
  const none = await terminal.post('/auth/otp/confirm', { code: '123456' });
  t.match(none, { code: 'auth.otp_not_set' });
  const waiting = await enrolled(http, terminal);
  t.match(await confirmed(waiting, waiting.wrong()), { code: 'auth.otp_invalid' });
  t.match(await statusOf(terminal), { enabled: false });
  t.equal((await confirmed(waiting)).code, 'ok', 'the right one still does');
});

both`After five wrong codes {} must wait, to set them up and to turn them off [otp/confirm #5]
  [otp/disable #4]`(async (t, audience) => {
  const login = await newLogin(audience);
  const waiting = await enrolled(http, await http.signedIn(audience, { login }));
  const having = await owner(audience);
  const ways = [
    [waiting, (code: string) => confirmed(waiting, code)],
    [having, (code: string) => disable(having.terminal, code)],
  ] as const;
  for (const [{ wrong, next }, send] of ways) {
    const codes: string[] = [];
    for (let n = 0; n < 5; n += 1) codes.push((await send(wrong())).code);
    t.same(codes, Array(5).fill('auth.otp_invalid'));
    t.match(await send(next()), { code: 'auth.too_many_attempts' });
  }
  t.equal((await http.terminal(audience).signIn({ login })).status, 429, 'to sign in, too');
});

both`A current code turns the codes of {} off, a wrong one does not
  [otp/disable #1, #3]`(async (t, audience) => {
  const { terminal, login, wrong, code, next } = await owner(audience);
  t.match(await disable(terminal, wrong()), { code: 'auth.otp_invalid' });
  t.equal((await disable(terminal, code())).code, 'auth.otp_invalid', 'it confirmed them');
  const right = await disable(terminal, next());
  t.match(right, { status: 200, data: { enabled: false, required: false } });
  await http.signedIn(audience, { login });
  t.equal((await disable(terminal, next())).code, 'auth.otp_invalid', 'there are none');
});

both`Codes of {} that are on are not set up again, and stay on where the group demands them
  [otp/enrol #5] [otp/disable #2]`(async (t, audience) => {
  const { terminal, next } = await owner(audience);
  t.match(await terminal.post('/auth/otp/enrol'), { code: 'conflict' });
  await demand(t, audience);
  t.equal(await beyond(terminal), 'ok', 'the session stays a full one');
  t.match(await disable(terminal, next()), { code: 'forbidden' });
  t.match(await statusOf(terminal), { enabled: true });
});

both`Without its code a sign-in of {} is asked for it, and opens no session; with it, it opens one
  [login #4, #5, #6]`(async (t, audience) => {
  const { login, next } = await owner(audience);
  const before = sessions();
  const terminal = http.terminal(audience);
  for (const otp of [undefined, '']) {
    const asked = await terminal.signIn({ login, otp });
    t.match(asked, { code: 'auth.otp_required' });
    t.same(asked.headers.getSetCookie(), []);
  }
  t.equal(sessions(), before);
  t.equal((await terminal.signIn({ login, otp: next() })).code, 'ok');
  t.equal(await beyond(terminal), 'ok', 'a full session');
});

both`A wrong code of {} opens no session, and is not told before a wrong password
  [login #7]`(async (t, audience) => {
  const { login, wrong } = await owner(audience);
  const before = sessions();
  for (const otp of [wrong(), 'abcdef', '12345']) {
    t.match(await http.terminal(audience).signIn({ login, otp }), { code: 'auth.otp_invalid' });
  }
  const body = { login, password: 'Wrong-pass1', otp: wrong() };
  t.equal((await http.terminal(audience).signIn(body)).code, 'auth.invalid_credentials');
  t.equal(sessions(), before);
});

both`Who must set up codes of {} may do that, sign out, and no more
  [login #10, #11, #23|21]`(async (t, audience) => {
  await demand(t, audience);
  const terminal = await session(audience, audience === 'staff' ? 'manager' : 'web');
  t.match((await terminal.me()).data, { must_enrol_otp: true });
  t.match(await terminal.get(BEYOND[audience]), { code: 'auth.otp_enrol_required' });
  t.equal((await disable(terminal, '123456')).code, 'auth.otp_enrol_required');
  t.equal((await terminal.get('/auth/otp')).code, 'ok');
  t.equal((await terminal.post('/auth/refresh')).code, 'ok', 'goes on');
  t.equal((await confirmed(await enrolled(http, terminal))).code, 'ok');
  t.equal((await terminal.post('/auth/logout')).code, 'ok');
});

both`Live sessions of {} follow their group's demand at once`(async (t, audience) => {
  const terminal = await session(audience);
  t.equal(await beyond(terminal), 'ok');
  const drop = await demand(t, audience);
  t.equal(await beyond(terminal), 'auth.otp_enrol_required');
  t.match((await terminal.me()).data, { must_enrol_otp: true });
  await drop();
  t.equal(await beyond(terminal), 'ok');
  t.match((await terminal.me()).data, { must_enrol_otp: false });
});

t.test('A terminal that holds its tokens itself goes on with them as a full session', async (t) => {
  await demand(t, 'trader');
  const login = await newLogin('trader');
  const program = await http.signedIn('trader', { login, terminal: 'desktop' });
  const other = await http.signedIn('trader', { login, terminal: 'desktop' });
  const answer = await confirmed(await enrolled(http, program));
  t.match(answer, { code: 'ok', data: { must_enrol_otp: false } });
  t.same(answer.headers.getSetCookie(), [], 'the answer has no place for tokens');
  t.equal(await beyond(program), 'ok');
  t.equal((await other.me()).code, 'auth.session_expired', 'no other does');
  const body = { refresh_token: program.refresh };
  t.equal((await program.post('/auth/refresh', body)).code, 'ok');
});

/** Is a session kept from setting codes up and from turning them off? */
const leavesCodes = async (t: Test, by: Terminal, code: string): Promise<void> => {
  t.equal((await by.post('/auth/otp/enrol')).code, 'conflict');
  const body = { code };
  t.equal((await by.post('/auth/otp/confirm', body)).code, 'auth.otp_not_set');
  t.equal((await disable(by, code)).code, 'forbidden');
  t.match(await statusOf(by), { enabled: true });
};

test`Who only looks on is not asked for codes, and neither sets them up nor turns them
  off`(async (t) => {
  const { login, next } = await owner('trader');
  const drop = await demand(t, 'trader');
  const viewer = await http.signedIn('trader', { login, password: 'Invest-1x' });
  t.match((await viewer.me()).data, { read_only: true, must_enrol_otp: false });
  t.equal(await beyond(viewer), 'ok');
  await drop();
  await leavesCodes(t, viewer, next());
});

/** A login whose programs may sign in. */
const programmed = async () => {
  const login = await http.openAccount();
  const api_hash = '$argon2id$x$Api-pass-1';
  await harness.patch('account', `${login}`, { api_enabled: true, api_hash });
  return { login, terminal: 'api', password: 'Api-pass-1' };
};

test`A program signs in with its password and a code, and neither sets codes up nor turns them
  off`(async (t) => {
  const api = await programmed();
  const signIn = async (otp?: string) =>
    (await http.terminal('trader').signIn({ ...api, otp })).code;
  t.equal(await signIn(), 'ok', 'where none are set up nor demanded');
  const drop = await demand(t, 'trader');
  t.equal(await signIn(), 'auth.otp_not_set');
  await drop();
  const waiting = await enrolled(http, await http.signedIn('trader', { login: api.login }));
  const program = await http.signedIn('trader', api);
  t.equal((await program.post('/auth/otp/enrol')).code, 'conflict');
  const body = { code: waiting.code() };
  t.equal((await program.post('/auth/otp/confirm', body)).code, 'auth.otp_not_set');
  t.equal((await confirmed(waiting)).code, 'ok', 'its owner does');
  t.equal(await signIn(), 'auth.otp_required');
  const other = await http.signedIn('trader', { ...api, otp: waiting.next() });
  await leavesCodes(t, other, waiting.next());
});

t.test('A program without codes is shut out while its group demands them', async (t) => {
  const program = await http.signedIn('trader', await programmed());
  const drop = await demand(t, 'trader');
  t.equal(await beyond(program), 'auth.session_expired');
  t.equal((await program.me()).code, 'auth.session_expired');
  const body = { refresh_token: program.refresh };
  const refresh = async () => (await program.post('/auth/refresh', body)).code;
  t.equal(await refresh(), 'auth.session_expired');
  await drop();
  t.equal(await beyond(program), 'ok', 'it goes on when they are demanded no more');
  t.equal(await refresh(), 'ok');
});

t.test('Live sockets without codes close when the group demands them, others stay', async (t) => {
  const login = await http.openAccount();
  const { terminal } = await ownerOf(http, 'trader', { login, terminal: 'desktop' });
  const without = await online.socket(await online.trader(1001));
  const having = await online.socket(terminal);
  const investor = await online.trader(login, { password: 'Invest-1x', otp: '' });
  const watching = await online.socket(investor);
  await demand(t, 'trader');
  const closed = http.front.clock.through(without.closed, 'end of its socket');
  t.match(await closed, { code: 4001 });
  for (const { ws } of [having, watching]) t.equal(ws.readyState, ws.OPEN);
  await t.rejects(online.socket(await online.trader(1001)), /403/);
});

const reset = (staff: Terminal, login: number) => staff.post(`/accounts/${login}/otp/reset`, {});

t.test('A client who has lost the app signs in by the password after a reset', async (t) => {
  const { login, terminal } = await owner('trader');
  t.same((await reset(admin, login)).data, { enabled: false, required: false });
  const journal = [{ kind: 'auth', login, text: 'one-time codes taken away' }];
  t.match(harness.log.at(-1), { by: 1, journal });
  t.equal((await terminal.me()).code, 'auth.session_expired', 'signed out');
  const again = await http.signedIn('trader', { login });
  t.same(await statusOf(again), { enabled: false, required: false });
  t.equal((await reset(admin, login)).code, 'conflict', 'there is nothing to take away');
  t.equal((await reset(admin, 987_654)).code, 'not_found');
  await demand(t, 'trader');
  const other = await owner('trader');
  t.same((await reset(admin, other.login)).data, { enabled: false, required: true });
  const demanded = await http.signedIn('trader', { login: other.login });
  t.match((await demanded.me()).data, { must_enrol_otp: true }, 'they are set up again');
});

t.test('Nobody takes codes from himself, from the stronger, or out of scope', async (t) => {
  const { login } = await owner('trader');
  const rights: readonly Right[] = ['accounts.password', 'config.staff'];
  const powers = { rights, group_scope: ['managers\\*'], logs_months: 3 };
  const taker = await http.staff(powers);
  const code = async (by: Terminal, of: number) => (await reset(by, of)).code;
  const self = await owner('staff');
  t.equal(await code(self.terminal, self.login), 'forbidden', 'himself');
  t.equal(await code(taker, login), 'forbidden', 'out of scope');
  const clerk = await http.staff({ rights: ['accounts.password'] });
  t.equal(await code(clerk, self.login), 'forbidden', 'not staff at all');
  t.equal(await code(clerk, login), 'ok', 'in scope');
  for (const more of [{ group_scope: ['*'] }, { logs_months: 0 }, { rights: RIGHTS }]) {
    const stronger = await http.hire({ ...powers, ...more });
    const { terminal } = await ownerOf(http, 'staff', { login: stronger });
    t.equal(await code(taker, stronger), 'forbidden', Object.keys(more).join());
    t.match(await statusOf(terminal), { enabled: true });
  }
  const equal = await http.hire(powers);
  await ownerOf(http, 'staff', { login: equal });
  t.equal(await code(taker, equal), 'ok');
});

t.test('The command that lets an administrator in again takes his codes away', async (t) => {
  const { login } = await owner('staff');
  const { password } = dataOf(await harness.desk.handle('staff.administrator', { login }));
  t.equal((await http.terminal('staff').signIn({ login, password })).code, 'ok');
});
