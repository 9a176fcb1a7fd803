// One-time codes at the door, for staff and for traders: set up, asked for, turned off.

import t from 'tap';
import { base32, keyUri } from '../../actors/desk/totp.js';
import type { Audience } from '../../wire/identity.js';
import type { OtpEnrolment } from '../../wire/rest/auth.js';
import { bytesOf } from '../desk/authenticator.js';
import { type HttpHarness, httpFor } from '../support/http-harness.js';
import { AUDIENCES, authTag, GROUP } from './audiences.js';
import { confirmed, enrolled, ownerOf } from './authenticated.js';

const LOGIN = { staff: 1, trader: 1001 } as const;

const demand = ({ harness }: HttpHarness, audience: Audience, otp_required = true): Promise<void> =>
  harness.patch('group', GROUP[audience], { otp_required });

for (const audience of AUDIENCES) {
  t.test(
    `Codes of ${audience} are off, then on, and the group's demand is told ` +
      authTag(audience, 'otp', 1, 2),
    async (t) => {
      const one = await httpFor(t);
      const terminal = await one.signedIn(audience);
      const status = async () => (await terminal.ask('GET', '/auth/otp')).data;
      t.same(await status(), { enabled: false, required: false });
      await demand(one, audience);
      t.same(await status(), { enabled: false, required: true });
      await confirmed(await enrolled(one, terminal));
      t.same(await status(), { enabled: true, required: true });
    },
  );

  t.test(
    `A new secret of ${audience} is told as text and as a uri, and counts only once confirmed ` +
      authTag(audience, 'otp/enrol', 1, 2, 3),
    async (t) => {
      const one = await httpFor(t);
      await one.harness.patch('group', GROUP[audience], { company: 'Müller & Söhne' });
      const terminal = await one.signedIn(audience);
      const answer = await terminal.ask('POST', '/auth/otp/enrol');
      t.equal(answer.status, 200);
      const { secret, uri } = answer.data as OtpEnrolment;
      const bytes = bytesOf(secret);
      t.equal(bytes.length, 20, '160 bits');
      t.equal(base32(bytes), secret);
      t.equal(uri, keyUri(bytes, 'Müller & Söhne', LOGIN[audience]));
      t.match((await terminal.ask('GET', '/auth/otp')).data, { enabled: false });
      t.equal((await one.terminal(audience).signIn()).code, 'ok', 'no code is asked for yet');
    },
  );

  t.test(
    `A session of ${audience} that must set up codes does it, and is a full one at once ` +
      `${authTag(audience, 'otp/enrol', 4)} ${authTag(audience, 'otp/confirm', 1, 2)}`,
    async (t) => {
      const one = await httpFor(t);
      await demand(one, audience);
      const terminal = await one.signedIn(audience);
      const beyond = audience === 'staff' ? '/symbols' : '/history/deals';
      t.equal((await terminal.ask('GET', beyond)).code, 'auth.otp_enrol_required');
      const owner = await enrolled(one, terminal);
      const answer = await confirmed(owner);
      t.equal(answer.code, 'ok');
      t.match(answer.data, { login: LOGIN[audience], must_enrol_otp: false, terminal: String });
      t.equal((await terminal.ask('GET', beyond)).code, 'ok');
      t.match((await terminal.ask('GET', '/auth/me')).data, { must_enrol_otp: false });
    },
  );

  t.test(
    `The tokens that a browser of ${audience} had before its session was a full one end`,
    async (t) => {
      for (const isRefreshed of [false, true]) {
        const one = await httpFor(t);
        await demand(one, audience);
        const terminal = audience === 'staff' ? 'manager' : 'web';
        const browser = await one.signedIn(audience, { terminal });
        const thief = one.terminal(audience);
        for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
        thief.csrf = browser.csrf;
        // A token that was used may be used again for a while, but not from now on.
        if (isRefreshed) t.equal((await browser.ask('POST', '/auth/refresh')).code, 'ok');
        const answer = await confirmed(await enrolled(one, browser));
        t.match(answer, { code: 'ok', data: { must_enrol_otp: false, csrf_token: browser.csrf } });
        const me = async () => (await browser.ask('GET', '/auth/me')).code;
        t.equal(await me(), 'ok', 'with the cookies of the answer');
        t.equal((await thief.ask('GET', '/auth/me')).code, 'auth.session_expired');
        t.equal((await thief.ask('POST', '/auth/refresh')).code, 'auth.refresh_reused');
        t.equal(await me(), 'auth.session_expired', 'a theft is told by that');
      }
    },
  );

  t.test(
    `Codes of ${audience} that are on are not set up again ${authTag(audience, 'otp/enrol', 5)}`,
    async (t) => {
      const { terminal } = await ownerOf(await httpFor(t), audience);
      const answer = await terminal.ask('POST', '/auth/otp/enrol');
      t.equal(answer.status, 409);
      t.equal(answer.code, 'conflict');
    },
  );

  t.test(
    `A wrong first code of ${audience} turns nothing on ${authTag(audience, 'otp/confirm', 3)}`,
    async (t) => {
      const one = await httpFor(t);
      const owner = await enrolled(one, await one.signedIn(audience));
      const answer = await confirmed(owner, owner.wrong());
      t.equal(answer.status, 401);
      t.equal(answer.code, 'auth.otp_invalid');
      t.match((await owner.terminal.ask('GET', '/auth/otp')).data, { enabled: false });
      t.equal((await confirmed(owner)).code, 'ok', 'the right one still does');
    },
  );

  t.test(
    `Without a secret that waits ${audience} cannot confirm ${authTag(audience, 'otp/confirm', 4)}`,
    async (t) => {
      const one = await httpFor(t);
      const terminal = await one.signedIn(audience);
      const answer = await terminal.ask('POST', '/auth/otp/confirm', { body: { code: '123456' } });
      t.equal(answer.status, 401);
      t.equal(answer.code, 'auth.otp_not_set');
    },
  );

  t.test(
    `After five wrong first codes ${audience} must wait ${authTag(audience, 'otp/confirm', 5)}`,
    async (t) => {
      const one = await httpFor(t);
      const owner = await enrolled(one, await one.signedIn(audience));
      for (let i = 0; i < 5; i += 1) {
        t.equal((await confirmed(owner, owner.wrong())).code, 'auth.otp_invalid');
      }
      const answer = await confirmed(owner);
      t.equal(answer.status, 429);
      t.equal(answer.code, 'auth.too_many_attempts');
      t.equal((await one.terminal(audience).signIn()).status, 429, 'to sign in, too');
    },
  );

  t.test(
    `A current code turns the codes of ${audience} off, a wrong one does not ` +
      authTag(audience, 'otp/disable', 1, 3),
    async (t) => {
      const one = await httpFor(t);
      const owner = await ownerOf(one, audience);
      const { terminal } = owner;
      const disable = (code: string) =>
        terminal.ask('POST', '/auth/otp/disable', { body: { code } });
      const wrong = await disable(owner.wrong());
      t.equal(wrong.status, 401);
      t.equal(wrong.code, 'auth.otp_invalid');
      t.equal((await disable(owner.code())).code, 'auth.otp_invalid', 'it was used to confirm');
      const right = await disable(owner.next());
      t.equal(right.status, 200);
      t.same(right.data, { enabled: false, required: false });
      t.equal((await one.terminal(audience).signIn()).code, 'ok', 'no code is asked for any more');
      t.equal((await disable(owner.next())).code, 'auth.otp_invalid', 'there are none');
    },
  );

  t.test(
    `Codes that the group demands of ${audience} stay on ${authTag(audience, 'otp/disable', 2)}`,
    async (t) => {
      const one = await httpFor(t);
      const owner = await ownerOf(one, audience);
      await demand(one, audience);
      const body = { code: owner.next() };
      const answer = await owner.terminal.ask('POST', '/auth/otp/disable', { body });
      t.equal(answer.status, 403);
      t.equal(answer.code, 'forbidden');
      t.match((await owner.terminal.ask('GET', '/auth/otp')).data, { enabled: true });
    },
  );

  t.test(
    `After five wrong codes ${audience} cannot go on turning them off ` +
      authTag(audience, 'otp/disable', 4),
    async (t) => {
      const owner = await ownerOf(await httpFor(t), audience);
      const disable = (code: string) =>
        owner.terminal.ask('POST', '/auth/otp/disable', { body: { code } });
      for (let i = 0; i < 4; i += 1) await disable(owner.wrong());
      t.equal((await disable(owner.wrong())).code, 'auth.otp_invalid');
      const answer = await disable(owner.next());
      t.equal(answer.status, 429);
      t.equal(answer.code, 'auth.too_many_attempts');
    },
  );
}

t.test('A terminal that holds its tokens itself goes on with them as a full session', async (t) => {
  const one = await httpFor(t);
  await demand(one, 'trader');
  const program = await one.signedIn('trader', { terminal: 'desktop' });
  const other = await one.signedIn('trader', { terminal: 'desktop' });
  const answer = await confirmed(await enrolled(one, program));
  t.match(answer, { code: 'ok', data: { must_enrol_otp: false } });
  t.same(answer.headers.getSetCookie(), [], 'the answer has no place for tokens');
  t.equal((await program.ask('GET', '/history/deals')).code, 'ok');
  t.equal((await other.ask('GET', '/auth/me')).code, 'auth.session_expired', 'no other does');
  const body = { refresh_token: program.refresh };
  t.equal((await program.ask('POST', '/auth/refresh', { body })).code, 'ok');
});

const HEADER_RULES = [
  ['GET', 'otp', 3],
  ['POST', 'otp/enrol', 6],
  ['POST', 'otp/confirm', 6],
  ['POST', 'otp/disable', 5],
] as const;

for (const [method, route, first] of HEADER_RULES) {
  const rules = [first, first + 1, first + 2].map((rule) => `#${rule}`).join(', ');
  t.test(
    `The account that a client names must be the one signed in: ${method} ${route} ` +
      `[${method} /trader/v1/auth/${route} ${rules}]`,
    async (t) => {
      const one = await httpFor(t);
      const { harness } = one;
      const owner = await enrolled(one, await one.signedIn('trader'));
      const isOff = route === 'otp/enrol' || route === 'otp/confirm';
      if (!isOff) await confirmed(owner);
      const before = harness.log.length;
      const ask = (headers: Readonly<Record<string, string>>) => {
        const body =
          method === 'GET' || route === 'otp/enrol' ? {} : { body: { code: owner.next() } };
        return owner.terminal.ask(method, `/auth/${route}`, { headers, ...body });
      };
      for (const named of ['1', '1002']) {
        const answer = await ask({ 'x-app-account': named });
        t.equal(answer.status, 409);
        t.equal(answer.code, 'auth.account_changed');
      }
      t.equal(harness.log.length, before, 'nothing has changed');
      t.equal((await ask({ 'x-app-account': '1001' })).code, 'ok', 'its own');
      if (method === 'GET') t.equal((await ask({})).code, 'ok', 'left out');
    },
  );
}
