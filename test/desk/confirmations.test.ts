// Confirmations at the desk: bound to who, where and what, used once, for two minutes.

import t from 'tap';
import type { Caller } from '../../wire/desk.js';
import { RIGHTS } from '../../wire/identity.js';
import type { ConfirmedAction } from '../../wire/rest/confirmations.js';
import {
  codeOf,
  type DeskHarness,
  dataOf,
  openDesk,
  staffCaller,
} from '../support/desk-harness.js';

const DIGEST = 'a'.repeat(64);

const issue = async (harness: DeskHarness, caller: Caller) =>
  dataOf(
    await harness.desk.handle('confirmations.issue', {
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

const use = async (harness: DeskHarness, caller: Caller, given: Use): Promise<string> =>
  codeOf(
    await harness.desk.handle('confirmations.use', {
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
  const harness = await openDesk();
  const caller = staffCaller();
  const { confirm_token: token, code, expires_at } = await issue(harness, caller);
  t.match(code, /^\d{6}$/);
  t.ok(Buffer.from(token, 'base64url').length >= 16, '128 bits at least');
  t.equal(Date.parse(expires_at) - harness.now, 120_000);
  const uses = Array.from({ length: 20 }, () => use(harness, caller, { token, code }));
  const codes = await Promise.all(uses);
  t.equal(codes.filter((one) => one === 'ok').length, 1);
  t.equal(codes.filter((one) => one === 'confirmation_required').length, 19);
});

t.test('it counts for its caller, session, action and body alone', async (t) => {
  const harness = await openDesk();
  const caller = staffCaller();
  const others: readonly [string, Caller, Use][] = [
    ['another session', staffCaller({ session: 'e'.repeat(32) }), {}],
    ['another login', { ...caller, login: 2 }, {}],
    ['another action', caller, { action: 'positions.payments' }],
    ['another body', caller, { digest: 'b'.repeat(64) }],
    ['no token', caller, { token: '' }],
    ['no code', caller, { code: '' }],
  ];
  const profile = harness.desk.records.get('staff', '1')?.record;
  if (profile === undefined) throw new Error('no administrator');
  await harness.desk.writer.change([], { by: 0, ip: '' }, (draft) => {
    const account = draft.get('account', '1')?.record;
    if (account === undefined) throw new Error('no account');
    draft.create('account', { ...account, login: 2 });
    return draft.create('staff', { ...profile, login: 2 });
  });
  for (const [what, who, given] of others) {
    const { confirm_token: token, code } = await issue(harness, caller);
    t.equal(await use(harness, who, { token, code, ...given }), 'confirmation_required', what);
    t.equal(await use(harness, caller, { token, code }), 'ok', `${what}: the right one still does`);
  }
});

t.test('three wrong uses void it', async (t) => {
  const harness = await openDesk();
  const caller = staffCaller();
  const { confirm_token: token, code } = await issue(harness, caller);
  for (let i = 0; i < 2; i += 1) {
    t.equal(await use(harness, caller, { token, code: wrong(code) }), 'confirmation_required');
  }
  const other = await issue(harness, caller);
  t.equal(await use(harness, caller, { token, code: wrong(code) }), 'confirmation_required');
  t.equal(await use(harness, caller, { token, code }), 'confirmation_required', 'void');
  const { confirm_token, code: unharmed } = other;
  t.equal(await use(harness, caller, { token: confirm_token, code: unharmed }), 'ok', 'the next');
});

t.test('it counts for two minutes, and not over a restart', async (t) => {
  const harness = await openDesk();
  const caller = staffCaller();
  const early = await issue(harness, caller);
  const late = await issue(harness, caller);
  harness.now += 119_999;
  t.equal(await use(harness, caller, { token: early.confirm_token, code: early.code }), 'ok');
  harness.now += 1;
  const after = await use(harness, caller, { token: late.confirm_token, code: late.code });
  t.equal(after, 'confirmation_required');
  const { confirm_token: token, code } = await issue(harness, caller);
  t.equal(await use(harness.restarted(), caller, { token, code }), 'confirmation_required');
});

t.test('a session has sixteen open at most: one more voids the oldest', async (t) => {
  const harness = await openDesk();
  const caller = staffCaller();
  const all: { confirm_token: string; code: string }[] = [];
  for (let i = 0; i < 17; i += 1) all.push(await issue(harness, caller));
  const [oldest, second] = all.map(({ confirm_token: token, code }) => ({ token, code }));
  t.equal(await use(harness, caller, { ...oldest }), 'confirmation_required');
  t.equal(await use(harness, caller, { ...second }), 'ok');
});

t.test('only holders of the right need one, by their newest profile', async (t) => {
  const harness = await openDesk();
  const caller = staffCaller();
  t.equal(await use(harness, caller, {}), 'confirmation_required');
  const rights = RIGHTS.filter((right) => right !== 'confirm_actions');
  await harness.patch('staff', '1', { rights });
  t.equal(await use(harness, caller, {}), 'ok', 'though the session was told otherwise');
  await harness.patch('staff', '1', { rights: RIGHTS });
  t.equal(await use(harness, { ...caller, rights }, {}), 'confirmation_required');
});
