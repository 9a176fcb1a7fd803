// Confirmations at the door: a route says that it is confirmed, its handler never hears of it.

import { createHash } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import t, { type Test } from 'tap';
import { Cookies } from '../../http/cookies.js';
import { Dispatcher } from '../../http/dispatch.js';
import type { Incoming } from '../../http/exchange.js';
import { type Door, route } from '../../http/route.js';
import { Sessions } from '../../http/sessions.js';
import { type Code, done } from '../../wire/codes.js';
import { RIGHTS } from '../../wire/identity.js';
import { type Confirmation, confirmFields } from '../../wire/rest/confirmations.js';
import { Strict } from '../../wire/schema.js';
import {
  type HttpHarness,
  httpFor,
  STAFF_PASSWORD,
  type Terminal,
} from '../support/http-harness.js';

const silence = { info: () => {}, warn: () => {}, error: () => {} };
const PATH = '/admin/v1/test/close';

/** A route that is confirmed, over the desk of a house; `closed` are the bodies it was given. */
const closing = (t: Test, { harness }: HttpHarness) => {
  const closed: unknown[] = [];
  const action = route({
    name: 'test.close',
    method: 'POST',
    path: PATH,
    says: 'Closes what it is told to.',
    confirm: { action: 'positions.close', unless: 'preview' },
    body: Strict({
      ids: Type.Array(Type.Integer()),
      reason: Type.Optional(Strict({ text: Type.String(), by: Type.String() })),
      preview: Type.Optional(Type.Boolean()),
      ...confirmFields,
    }),
    reply: null,
    handle: async ({ body }) => {
      closed.push(body);
      return done(null);
    },
  });
  const desk: Door<Code>['desk'] = (op, input) => harness.desk.handle(op, input) as never;
  const client = { desk, now: () => harness.now, settings: () => harness.desk.settings() };
  const sessions = new Sessions(client as ConstructorParameters<typeof Sessions>[0], silence);
  t.teardown(() => sessions.close());
  const front = { ...client, sessions, cookies: new Cookies(false), allowedOrigins: [] };
  const dispatcher = new Dispatcher({
    routes: [action],
    pages: new Map(),
    door: front as unknown as Door<Code>,
    log: silence,
    count: () => {},
  });
  const ask = async (staff: Terminal, body: unknown): Promise<string> => {
    const request: Incoming = {
      method: 'POST',
      path: PATH,
      query: '',
      peer: '127.0.0.1',
      address: '127.0.0.1',
      headers: new Map([
        ['content-type', 'application/json'],
        ['cookie', [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ')],
        ['x-csrf-token', staff.csrf],
      ]),
    };
    const answer = await dispatcher.expect(request).answer(Buffer.from(JSON.stringify(body)));
    return (JSON.parse(answer.body.toString()) as { code: string }).code;
  };
  return { action, ask, closed };
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const issue = async (staff: Terminal, canonical: string): Promise<Confirmation> => {
  const body = { action: 'positions.close', digest: sha256(canonical) };
  const answer = await staff.ask('POST', '/confirmations', { body });
  if (answer.code !== 'ok') throw new Error(`${answer.code}: ${answer.message}`);
  return answer.data as Confirmation;
};

t.test(
  'Staff who confirm their actions are refused without the code, and heard with it ' +
    '[POST /admin/v1/confirmations #1, #2]',
  async (t) => {
    const one = await httpFor(t);
    const { ask, closed } = closing(t, one);
    const staff = await one.signedIn('staff');
    const body = { ids: [7, 8], reason: { text: 'ügly', by: 'me' } };
    t.equal(await ask(staff, body), 'confirmation_required');
    const canonical = '{"ids":[7,8],"reason":{"by":"me","text":"ügly"}}';
    const { confirm_token, code: confirm_code } = await issue(staff, canonical);
    t.equal(await ask(staff, { ...body, confirm_token }), 'confirmation_required', 'no code');
    const other = { ...body, ids: [7, 9], confirm_token, confirm_code };
    t.equal(await ask(staff, other), 'confirmation_required', 'another body');
    t.same(closed, [], 'nothing was done');
    t.equal(await ask(staff, { ...body, confirm_token, confirm_code }), 'ok');
    t.equal(closed.length, 1);
    const again = await ask(staff, { ...body, confirm_token, confirm_code });
    t.equal(again, 'confirmation_required', 'it is used up');
  },
);

t.test('Staff without the right, and those who only look, need no code', async (t) => {
  const one = await httpFor(t);
  const { action, ask, closed } = closing(t, one);
  t.ok(action.errors.includes('confirmation_required'), 'the description tells of it');
  t.equal(await ask(await one.signedIn('staff'), { ids: [1], preview: true }), 'ok');
  const rights = RIGHTS.filter((right) => right !== 'confirm_actions');
  const login = await one.hire({ rights });
  const other = await one.signedIn('staff', { login, password: STAFF_PASSWORD });
  t.equal(await ask(other, { ids: [1], preview: false }), 'ok');
  t.equal(closed.length, 2);
});

t.test('A confirmation names a known action and the digest of a body', async (t) => {
  const staff = await (await httpFor(t)).signedIn('staff');
  const digest = sha256('{}');
  for (const body of [
    {},
    { action: 'positions.close' },
    { digest },
    { action: 'positions.open', digest },
    { action: 'positions.close', digest: digest.slice(1) },
    { action: 'positions.close', digest: digest.toUpperCase() },
    { action: 'positions.close', digest, login: 2 },
  ]) {
    const answer = await staff.ask('POST', '/confirmations', { body });
    t.equal(answer.status, 400, JSON.stringify(body));
    t.equal(answer.code, 'invalid_input');
  }
});
