// Signing in, what a refusal costs, and what staff who configure groups may do to their own.

import { randomBytes } from 'node:crypto';
import t from 'tap';
import { DUMMY_HASH } from '../../../../actors/desk/identity/passwords.js';
import {
  hashToken,
  newAccessToken,
  newRefreshToken,
  newSessionId,
} from '../../../../actors/secrets/tokens.js';
import { addressShare, loginShare } from '../../../../actors/shared/fair-queue.js';
import { RIGHTS, type Right } from '../../../../wire/accounts/rights.js';
import type { Fields } from '../../../../wire/base/object.js';
import {
  callerIn,
  codeOf,
  type DeskHarness,
  dataOf,
  INVESTOR,
  OTHER_HASHES,
  openDesk,
  PROGRAM,
  staffCaller,
} from '../../../support/desk-harness.js';

t.test('neither tokens nor passwords stand in the log', async (t) => {
  const harness = await openDesk();
  const tokens = dataOf(await harness.signInStaff({ keep_signed_in: true }));
  const written = JSON.stringify(harness.log.slice(1));
  t.notMatch(written, tokens.access_token);
  t.notMatch(written, tokens.refresh_token);
  t.notMatch(written, tokens.session.csrf_token);
  t.match(written, hashToken(tokens.refresh_token));
  t.equal(tokens.session.expires_at - harness.now, 30 * 86_400_000);
});

t.test('a session is told to the fronts before its tokens are answered', async (t) => {
  const harness = await openDesk();
  const tokens = dataOf(await harness.signIn());
  t.same(
    harness.sent.at(-1)?.sessions?.map((one) => one.copy),
    [tokens.session],
  );
});

/** The parameters that a hash was made with, by which checking it takes its time. */
const parametersOf = (hash: string): string => hash.split('$').slice(0, 4).join('$');

type SignIn = Parameters<DeskHarness['signIn']>[0];

/** All that the desk does for a sign-in that is refused. */
const workOf = async (harness: DeskHarness, input: SignIn) => {
  const { hasher, log, sent } = harness;
  const before = [hasher.tried.length, log.length, sent.length] as const;
  const answer = await harness.signIn(input);
  return {
    answer,
    hashed: hasher.tried.slice(before[0]).map((hashes) => hashes.map(parametersOf)),
    commits: log.slice(before[1]).map(({ changes, journal }) => ({
      changes: changes.map(({ kind }) => kind),
      lines: journal.length,
    })),
    sent: sent.length - before[2],
  };
};

t.test('an unknown login is refused at the cost of a wrong password', async (t) => {
  const harness = await openDesk();
  await harness.patch('account', '1001', { api_enabled: true });
  const password = 'Wr0ng-pass';
  const cases: Readonly<Record<string, SignIn>> = {
    'a wrong password': { password },
    'a password of another account': { password: 'Adm1n-pass' },
    'an unknown login': { login: 70_000, password },
    'an unknown login with a password that somebody has': { login: 70_001 },
  };
  for (const terminal of ['desktop', 'api']) {
    const all: [name: string, work: Awaited<ReturnType<typeof workOf>>][] = [];
    for (const [n, [name, input]] of Object.entries(cases).entries()) {
      const ip = `198.51.100.${n}`;
      all.push([name, await workOf(harness, { terminal, ip, ...input })]);
    }
    const [[, expected] = []] = all;
    if (expected === undefined) throw new Error('nothing was tried');
    t.equal(codeOf(expected.answer), 'auth.invalid_credentials');
    t.ok(expected.hashed.flat().length > 0, `${terminal}: passwords are hashed`);
    const tried = harness.hasher.tried.slice(-2);
    t.same(
      tried,
      tried.map((of) => of.map(() => DUMMY_HASH)),
      'of no account',
    );
    t.same(Object.fromEntries(all), Object.fromEntries(all.map(([name]) => [name, expected])));
  }
});

t.test('the api terminal needs its switch and its own password', async (t) => {
  const harness = await openDesk();
  const denied = await harness.signIn({ terminal: 'api' });
  t.equal(codeOf(denied), 'auth.terminal_not_allowed');
  await harness.patch('account', '1001', { api_enabled: true });
  t.equal(codeOf(await harness.signIn({ terminal: 'api' })), 'auth.invalid_credentials');
  const [api_hash] = dataOf(await harness.hasher.hash(['Api-pass-1']));
  await harness.patch('account', '1001', { api_hash });
  const api = await harness.signIn({ terminal: 'api', password: 'Api-pass-1' });
  t.equal(codeOf(api), 'ok');
  t.equal(codeOf(await harness.signIn({ password: 'Api-pass-1' })), 'auth.invalid_credentials');
});

t.test('a disabled account is told so only with the right password', async (t) => {
  const harness = await openDesk();
  await harness.patch('account', '1001', { enabled: false });
  t.equal(codeOf(await harness.signIn()), 'auth.account_disabled');
  t.equal(codeOf(await harness.signIn({ password: 'Wr0ng-pass' })), 'auth.invalid_credentials');
});

t.test('the profile of a staff user keeps its login out of trader terminals too', async (t) => {
  const harness = await openDesk();
  const asTrader = { login: 1, password: 'Adm1n-pass' };
  const fromTen = { ...asTrader, ip: '10.2.3.4' };
  const { session } = dataOf(await harness.signIn(asTrader));
  t.match(session, { audience: 'trader', rights: [], group_scope: [] });
  await harness.patch('staff', '1', { ip_allow: ['10.0.0.0/8'] });
  t.equal(codeOf(await harness.signIn(asTrader)), 'auth.ip_not_allowed');
  t.same(dataOf(await harness.signIn(fromTen)).session.ip_allow, ['10.0.0.0/8']);
  await harness.patch('staff', '1', { active: false });
  t.equal(codeOf(await harness.signIn(fromTen)), 'auth.account_disabled');
});

t.test('the switch of the group keeps a login out', async (t) => {
  const harness = await openDesk();
  await harness.patch('group', 'demo\\standard', { connection_enabled: false });
  t.equal(codeOf(await harness.signIn()), 'forbidden');
});

t.test('a hash with weaker parameters is renewed when its password is used', async (t) => {
  const harness = await openDesk();
  const master_hash = '$argon2id$v=19$m=4096,t=1,p=1$test$Trad3r-pass';
  await harness.patch('account', '1001', { master_hash });
  t.equal(codeOf(await harness.signIn()), 'ok');
  const renewed = harness.desk.records.get('account', '1001')?.record.master_hash;
  t.match(renewed, /m=19456,t=2/);
  t.equal(codeOf(await harness.signIn()), 'ok');
});

t.test('a renewed hash is no deed, and the password is still the one that was', async (t) => {
  const harness = await openDesk();
  const password = 'Given-1x';
  const login = await harness.hire({ group_scope: ['*'] }, { master_password: password });
  const signIn = () => harness.signInStaff({ login, password });
  /** Signs in once more while the password is looked at. */
  const signInMeanwhile = (): void => {
    harness.hasher.meanwhile = async () => {
      harness.hasher.meanwhile = async () => {};
      dataOf(await signIn());
    };
  };
  const weaken = () =>
    harness.patch('account', String(login), {
      master_hash: `$argon2id$v=19$m=4096,t=1,p=1$test$${password}`,
    });
  await weaken();
  const { session } = dataOf(await signIn());
  const lines = harness.log.at(-1)?.journal.map(({ kind, text }) => `${kind} ${text}`);
  t.match(lines, [/^auth signed in/], 'it writes no line of its own');
  await weaken();
  signInMeanwhile();
  const passwords = { current_password: password, new_password: 'N3w-passw' };
  const changed = await harness.ask('auth.password', passwords, callerIn(session));
  t.equal(codeOf(changed), 'ok', 'a change under way goes on');
  await weaken();
  signInMeanwhile();
  t.equal(codeOf(await signIn()), 'ok', 'and so does a sign-in');
  const gone = await harness.ask('staff.delete', { login });
  t.equal(codeOf(gone), 'ok', 'whoever only came and went can be deleted');
});

t.test('a password that is changed while the old one is looked at lets nobody in', async (t) => {
  const harness = await openDesk();
  const [master_hash] = dataOf(await harness.hasher.hash(['N3w-passw']));
  harness.hasher.meanwhile = () => harness.patch('account', '1001', { master_hash });
  t.equal(codeOf(await harness.signIn()), 'auth.invalid_credentials');
  t.equal(codeOf(await harness.signIn({ password: 'N3w-passw' })), 'ok');
});

t.test('a full hashing queue refuses a sign-in and says when to come back', async (t) => {
  const harness = await openDesk();
  harness.hasher.full = true;
  const refused = await harness.signIn();
  t.match(refused, { ok: false, code: 'auth.too_many_attempts', message: /retry_after=\d+/ });
});

t.test("a sign-in waits in its address's share, a signed-in user in the login's", async (t) => {
  const harness = await openDesk();
  const [near, far] = ['192.0.2.7', '2001:db8::7'];
  const { session } = dataOf(await harness.signIn({ ip: near }));
  dataOf(await harness.signInStaff({ ip: near }));
  await harness.signIn({ login: 987_654, ip: far });
  await harness.ask(
    'auth.password',
    { current_password: 'wrong', new_password: 'N3w-passw' },
    callerIn(session),
  );
  t.same(harness.hasher.shares, [
    addressShare('trader', near),
    addressShare('staff', near),
    addressShare('trader', far),
    loginShare({ audience: 'trader', login: session.login }),
  ]);
});

t.test('a login has at most 64 sessions: one more ends the oldest', async (t) => {
  const harness = await openDesk();
  const first = dataOf(await harness.signIn());
  for (let i = 0; i < 64; i += 1) {
    harness.now += 1;
    dataOf(await harness.signIn());
  }
  t.equal([...harness.desk.sessions()].length, 64);
  t.ok(harness.sent.some((one) => one.sessions?.some((s) => s.id === first.session.id && !s.copy)));
});

t.test('investors and programs push out no sessions of the owner or each other', async (t) => {
  const harness = await openDesk();
  await harness.patch('account', '1001', OTHER_HASHES);
  const kinds = { owner: {}, investor: INVESTOR, program: PROGRAM };
  const idOf = async (given: object): Promise<string> => {
    harness.now += 1;
    return dataOf(await harness.signIn(given)).session.id;
  };
  const isOpen = (id: string) => [...harness.desk.sessions()].some((one) => one.id === id);
  const owner = await idOf(kinds.owner);
  const firsts = { investor: await idOf(kinds.investor), program: await idOf(kinds.program) };
  for (const [kind, other] of [
    ['investor', 'program'],
    ['program', 'investor'],
  ] as const) {
    const again = await idOf(kinds[other]);
    for (let i = 0; i < 64; i += 1) await idOf(kinds[kind]);
    t.equal(isOpen(owner), true, 'the owner’s stays');
    t.equal(isOpen(again), true, 'so does the other’s');
    t.equal(isOpen(firsts[kind]), false, `the oldest of the ${kind} ends`);
  }
});

t.test('sessions whose time is over make room before one that is in time', async (t) => {
  const harness = await openDesk();
  for (let i = 0; i < 63; i += 1) dataOf(await harness.signIn());
  harness.now += 1;
  const kept = dataOf(await harness.signIn({ keep_signed_in: true })).session;
  harness.now += 12 * 3_600_000;
  const next = dataOf(await harness.signIn()).session;
  t.same(
    [...harness.desk.sessions()].map(({ id }) => id),
    [kept.id, next.id],
  );
  t.equal(harness.desk.records.count('session'), 2);
});

t.test('expired sessions go when others sign in', async (t) => {
  const harness = await openDesk();
  for (let i = 0; i < 5; i += 1) dataOf(await harness.signIn());
  harness.now += 12 * 3_600_000;
  t.equal([...harness.desk.sessions()].length, 0);
  dataOf(await harness.signInStaff());
  t.equal(harness.desk.records.count('session'), 1);
});

t.test('ids and tokens are of the desk’s randomness, never the same twice', async (t) => {
  const bytes: number[] = [];
  const random = (count: number): Buffer => {
    bytes.push(count);
    return randomBytes(count);
  };
  const key = { id: 'one', bytes: randomBytes(32) };
  const made = new Set<string>();
  for (let n = 0; n < 100_000; n += 1) made.add(newSessionId(random));
  t.equal(made.size, 100_000);
  newAccessToken(random);
  newRefreshToken(key, newSessionId(random), random);
  t.ok(Math.min(...new Set(bytes)) * 8 >= 128, 'each of at least 128 bits');
  const harness = await openDesk();
  const [one, two] = [dataOf(await harness.signIn()), dataOf(await harness.signIn())];
  t.not(one.session.id, two.session.id, 'each sign-in opens a session of its own');
});

const PATH = 'managers\\dealers';

/** A group that holds its members tight. */
const TIGHT = {
  connection_enabled: false,
  terminals: ['manager', 'web'],
  otp_required: true,
  password_change_first_login: true,
  password_min_length: 12,
  demo_inactivity_days: 9,
};
/** Each field of it looser. */
const LOOSE = {
  connection_enabled: true,
  terminals: ['manager', 'admin'],
  otp_required: false,
  password_change_first_login: false,
  password_min_length: 11,
  demo_inactivity_days: 0,
};

/** An office with a member of the group who holds these rights, and what he comes to with it. */
const groupDesk = async (rights: readonly Right[]) => {
  const harness = await openDesk();
  const login = await harness.hire({ rights, group_scope: ['*'] });
  const group = () => harness.desk.records.get('group', PATH)?.record;
  const patch = (fields: Fields) => {
    const { id, version } = group() as unknown as { id: number; version: number };
    const change = { kind: 'group', id, version, fields, whole: false } as const;
    return harness.ask('settings.patch', change, staffCaller({ login }));
  };
  return { harness, group, patch };
};

t.test('whoever configures his own group tightens it, and loosens nothing', async (t) => {
  const { group, patch } = await groupDesk(['config.groups']);
  t.match(await patch(TIGHT), { ok: true });
  const moved = await patch({ path: 'managers\\others' });
  t.match(moved, { code: 'forbidden', message: /config\.staff/ });
  for (const [field, value] of Object.entries(LOOSE)) {
    const message = new RegExp(`^${field}: of your own group`);
    t.match(await patch({ [field]: value }), { code: 'forbidden', message });
  }
  t.match(await patch({ company: 'Other Ltd', ...TIGHT }), { ok: true }, 'what binds nobody');
  t.match(group(), { company: 'Other Ltd', ...TIGHT });
});

t.test('who holds every right, or may change all members, loosens a group', async (t) => {
  for (const [rights, mine] of [
    [RIGHTS, PATH],
    [['config.groups', 'config.staff'], 'managers\\administrators'],
  ] as const) {
    const { harness, group, patch } = await groupDesk(rights);
    await harness.patch('account', '2', { group: mine });
    t.match(await patch(TIGHT), { ok: true });
    t.match(await patch(LOOSE), { ok: true });
    t.match(group(), LOOSE);
  }
});

t.test('who configures groups alone, and no staff, leaves other members as they are', async (t) => {
  const { harness, patch } = await groupDesk(['config.groups']);
  await harness.hire({ group_scope: ['*'] });
  for (const [field, value] of Object.entries(TIGHT)) {
    const message = new RegExp(`^${field}: a staff user`);
    t.match(await patch({ [field]: value }), { code: 'forbidden', message });
  }
  t.match(await patch({ company: 'Other Ltd' }), { ok: true });
});
