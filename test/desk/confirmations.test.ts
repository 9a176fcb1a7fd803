// Confirmations at the desk: bound to who, where and what, used once, for two minutes.

import t from 'tap';
import type { Caller } from '../../wire/desk.js';
import { RIGHTS } from '../../wire/identity.js';
import type { ConfirmedAction } from '../../wire/rest/confirmations.js';
import { codeOf, dataOf, type Office, openOffice, staffCaller } from './office.js';

const DIGEST = 'a'.repeat(64);

const issue = async (office: Office, caller: Caller) =>
  dataOf(
    await office.desk.handle('confirmations.issue', {
      caller,
      action: 'positions.close',
      digest: DIGEST,
    }),
  );

interface Use {
  readonly action?: ConfirmedAction;
  readonly digest?: string;
  readonly token?: string;
  readonly code?: string;
}

const use = async (office: Office, caller: Caller, given: Use): Promise<string> =>
  codeOf(
    await office.desk.handle('confirmations.use', {
      caller,
      action: 'positions.close',
      digest: DIGEST,
      token: '',
      code: '',
      ...given,
    }),
  );

const wrong = (code: string): string => (code === '000000' ? '111111' : '000000');

t.test('a confirmation is six digits and a token, and is good once', async (t) => {
  const office = await openOffice();
  const caller = staffCaller();
  const { confirm_token: token, code, expires_at } = await issue(office, caller);
  t.match(code, /^\d{6}$/);
  t.ok(Buffer.from(token, 'base64url').length >= 16, '128 bits at least');
  t.equal(Date.parse(expires_at) - office.now, 120_000);
  const uses = Array.from({ length: 20 }, () => use(office, caller, { token, code }));
  const codes = await Promise.all(uses);
  t.equal(codes.filter((one) => one === 'ok').length, 1);
  t.equal(codes.filter((one) => one === 'confirmation_required').length, 19);
});

t.test('it counts for its caller, session, action and body alone', async (t) => {
  const office = await openOffice();
  const caller = staffCaller();
  const others: readonly [string, Caller, Use][] = [
    ['another session', staffCaller({ session: 'e'.repeat(32) }), {}],
    ['another login', { ...caller, login: 2 }, {}],
    ['another action', caller, { action: 'positions.payments' }],
    ['another body', caller, { digest: 'b'.repeat(64) }],
    ['no token', caller, { token: '' }],
    ['no code', caller, { code: '' }],
  ];
  const profile = office.desk.records.get('staff', '1')?.record;
  if (profile === undefined) throw new Error('no administrator');
  await office.desk.writer.change([], { by: 0, ip: '' }, (draft) => {
    const account = draft.get('account', '1')?.record;
    if (account === undefined) throw new Error('no account');
    draft.create('account', { ...account, login: 2 });
    return draft.create('staff', { ...profile, login: 2 });
  });
  for (const [what, who, given] of others) {
    const { confirm_token: token, code } = await issue(office, caller);
    t.equal(await use(office, who, { token, code, ...given }), 'confirmation_required', what);
    t.equal(await use(office, caller, { token, code }), 'ok', `${what}: the right one still does`);
  }
});

t.test('three wrong uses void it', async (t) => {
  const office = await openOffice();
  const caller = staffCaller();
  const { confirm_token: token, code } = await issue(office, caller);
  for (let i = 0; i < 2; i += 1) {
    t.equal(await use(office, caller, { token, code: wrong(code) }), 'confirmation_required');
  }
  const other = await issue(office, caller);
  t.equal(await use(office, caller, { token, code: wrong(code) }), 'confirmation_required');
  t.equal(await use(office, caller, { token, code }), 'confirmation_required', 'void');
  const { confirm_token, code: unharmed } = other;
  t.equal(await use(office, caller, { token: confirm_token, code: unharmed }), 'ok', 'the next');
});

t.test('it counts for two minutes, and not over a restart', async (t) => {
  const office = await openOffice();
  const caller = staffCaller();
  const early = await issue(office, caller);
  const late = await issue(office, caller);
  office.now += 119_999;
  t.equal(await use(office, caller, { token: early.confirm_token, code: early.code }), 'ok');
  office.now += 1;
  const after = await use(office, caller, { token: late.confirm_token, code: late.code });
  t.equal(after, 'confirmation_required');
  const { confirm_token: token, code } = await issue(office, caller);
  t.equal(await use(office.restarted(), caller, { token, code }), 'confirmation_required');
});

t.test('a session has sixteen open at most: one more voids the oldest', async (t) => {
  const office = await openOffice();
  const caller = staffCaller();
  const all: { confirm_token: string; code: string }[] = [];
  for (let i = 0; i < 17; i += 1) all.push(await issue(office, caller));
  const [oldest, second] = all.map(({ confirm_token: token, code }) => ({ token, code }));
  t.equal(await use(office, caller, { ...oldest }), 'confirmation_required');
  t.equal(await use(office, caller, { ...second }), 'ok');
});

t.test('only holders of the right need one, by their newest profile', async (t) => {
  const office = await openOffice();
  const caller = staffCaller();
  t.equal(await use(office, caller, {}), 'confirmation_required');
  const rights = RIGHTS.filter((right) => right !== 'confirm_actions');
  await office.patch('staff', '1', { rights });
  t.equal(await use(office, caller, {}), 'ok', 'though the session was told otherwise');
  await office.patch('staff', '1', { rights: RIGHTS });
  t.equal(await use(office, { ...caller, rights }, {}), 'confirmation_required');
});
