// Maintenance of demo accounts, and what rights open.

import { join } from 'node:path';
import t from 'tap';
import { storedRecords } from '../../../../actors/desk/store/stored.js';
import { openProjection } from '../../../../storage/database/schema.js';
import { Projection } from '../../../../storage/projection/projection.js';
import { RIGHTS, type Right } from '../../../../wire/accounts/rights.js';
import type { DeskOp } from '../../../../wire/desk/operations.js';
import type { ServerDemo } from '../../../../wire/settings/servers.js';
import { isDeleted } from '../../../../wire/settings/switches.js';
import { buildBatch } from '../../../support/build.js';
import {
  codeOf,
  DeskHarness,
  dataOf,
  openDesk,
  opening,
  TRADER_PASSWORD,
} from '../../../support/desk-harness.js';
import { waysOf } from '../changes.js';
import { PEOPLE } from '../changes-people.js';
import { SESSIONS } from '../changes-sessions.js';

const DAY_MS = 86_400_000;
/** Sunday, 11 January 2026: maintenance at 03:00 runs at 03:10. */
const SLOT = Date.UTC(2026, 0, 11, 3, 10);

/** An office that archives demo accounts 5 days after their last connection, Sundays at 03:10. */
const openHttp = async (
  demo: ServerDemo | null = { mode: 1, period_days: 5 },
): Promise<DeskHarness> => {
  const harness = await openDesk();
  await harness.patch('logical_server', 'trade', { optimization_time: '03:00', demo });
  return harness;
};

const openAccount = async (harness: DeskHarness, group = 'demo\\standard'): Promise<number> =>
  (await harness.openAccount({ group, master_password: TRADER_PASSWORD })).login;

const account = (harness: DeskHarness, login: number) =>
  harness.desk.records.get('account', String(login))?.record;

/** Takes steps, at a time if one is given, until there is nothing to do; answers how many. */
const run = async (harness: DeskHarness, at = harness.now): Promise<number> => {
  harness.now = at;
  let steps = 1;
  while (await harness.desk.maintain()) steps += 1;
  return steps;
};

t.test('a demo account ends some days after its last connection, a real one never', async (t) => {
  const harness = await openHttp();
  const [idle, used, real] = [
    await openAccount(harness),
    await openAccount(harness),
    await openAccount(harness, 'real\\standard'),
  ];
  harness.now += 2 * DAY_MS;
  dataOf(await harness.signIn({ login: used }));
  t.equal(await run(harness, SLOT - 1), 1, 'it is not time yet');
  await run(harness, SLOT);
  t.match(account(harness, idle), {
    enabled: false,
    trading_enabled: false,
    archived_at: new Date(SLOT).toISOString(),
  });
  t.match(account(harness, used), { enabled: true, archived_at: null });
  t.match(account(harness, real), { enabled: true, archived_at: null });
  t.match(harness.desk.maintenance, { status: 'done', expired: 2, skipped_busy: 0 });
  await run(harness, SLOT + 7 * DAY_MS);
  t.equal(account(harness, used)?.enabled, false, 'a week later it has ended too');
});

t.test('a renewed session is a connection as a sign-in is', async (t) => {
  const harness = await openHttp();
  const login = await openAccount(harness);
  const tokens = dataOf(await harness.signIn({ login, keep_signed_in: true }));
  harness.now += 5 * DAY_MS - 1;
  dataOf(await harness.refresh(tokens));
  const read = await harness.ask('accounts.read', { login });
  t.equal(dataOf(read).last_access, new Date(harness.now).toISOString());
  t.equal(account(harness, login)?.version, 1, 'its record stays as staff read it');
  await run(harness, SLOT);
  t.equal(account(harness, login)?.enabled, true);
});

t.test('a run that begins while its rules are changed goes by the new ones', async (t) => {
  const harness = await openHttp();
  const login = await openAccount(harness);
  harness.now = SLOT + DAY_MS;
  const release = harness.holdWrites();
  const changed = harness.patch('logical_server', 'trade', { demo: { mode: 2, period_days: 1 } });
  await new Promise(setImmediate);
  const step = harness.desk.maintain();
  await new Promise(setImmediate);
  release();
  await Promise.all([changed, step]);
  await run(harness);
  t.equal(harness.desk.maintenance.effective_at, new Date(harness.now).toISOString());
  t.equal(account(harness, login)?.archived_at, null, 'they are in force from now on');
});

t.test('a fixed life counts from the opening, however much an account is used', async (t) => {
  const harness = await openHttp({ mode: 2, period_days: 5 });
  const login = await openAccount(harness);
  harness.now += 5 * DAY_MS - 1;
  dataOf(await harness.signIn({ login }));
  await run(harness, SLOT);
  t.ok(account(harness, login)?.archived_at);
  const lines = harness.log.flatMap((event) => event.journal);
  const archived = lines.find((line) => line.login === login && line.text.includes('archived:'));
  t.equal(archived?.text, 'demo account archived: 5 days after its opening');
});

t.test('a group says after how many idle days its demo accounts end', async (t) => {
  const harness = await openHttp(null);
  await harness.patch('group', 'demo\\netting', { demo_inactivity_days: 3 });
  const [idle, other] = [await openAccount(harness, 'demo\\netting'), await openAccount(harness)];
  await run(harness, SLOT);
  t.ok(account(harness, idle)?.archived_at);
  t.equal(account(harness, other)?.archived_at, null);
});

t.test(
  `an archival, its journal line and the place of the run are one event
  [PATCH /admin/v1/network/servers/{id} #22]`,
  async (t) => {
    const harness = await openHttp();
    const login = await openAccount(harness);
    await run(harness, SLOT);
    const event = harness.log.find(({ journal }) =>
      journal.some((line) => line.login === login && line.text.startsWith('demo account archived')),
    );
    t.same(
      event?.changes.map(({ kind, key }) => `${kind} ${key}`),
      [`account ${login}`, 'maintenance trade'],
    );
    t.match(event?.changes[1]?.record, { cursor: login });
  },
);

t.test(
  `an archived account is signed out, out of trade, and never comes back
  [PATCH /admin/v1/network/servers/{id} #19, #23]`,
  async (t) => {
    const harness = await openHttp();
    const login = await openAccount(harness);
    const tokens = dataOf(await harness.signIn({ login, keep_signed_in: true }));
    await run(harness, harness.now + 14 * DAY_MS);
    const change = harness.sent.find(({ accounts }) =>
      accounts?.some((one) => one.login === login && !isDeleted(one) && one.archived),
    );
    t.match(change?.accounts, [{ login, enabled: false, trading_enabled: false }]);
    t.match(change?.sessions, [{ id: tokens.session.id, copy: null }]);
    t.equal(codeOf(await harness.refresh(tokens)), 'auth.session_expired');
    t.equal(codeOf(await harness.signIn({ login })), 'auth.account_disabled');
    for (const fields of [{ enabled: true }, { archived_at: null }]) {
      const back = await harness.write((tx) => tx.patch('account', String(login), fields));
      t.equal(codeOf(back), 'conflict');
    }
    const read = await harness.ask('accounts.read', { login });
    t.match(dataOf(read), { archived_at: String, enabled: false });
  },
);

t.test(
  `a busy account is counted and left; each is held only while it is judged
  [PATCH /admin/v1/network/servers/{id} #20]`,
  async (t) => {
    const harness = await openHttp();
    const [busy, free] = [await openAccount(harness), await openAccount(harness)];
    harness.busy.add(busy);
    let heldAtArchival: number[] = [];
    harness.onSent = ({ accounts = [] }) => {
      if (accounts.some((one) => one.login === free)) heldAtArchival = [...harness.held];
    };
    await run(harness, SLOT);
    t.match(account(harness, busy), { enabled: true, archived_at: null });
    t.match(harness.desk.maintenance, { expired: 2, skipped_busy: 1, status: 'done' });
    t.same(heldAtArchival, [free], 'until its shard knows');
    t.same(harness.held, []);
  },
);

t.test(
  `a run goes on after a restart where it was, and is not done twice
  [PATCH /admin/v1/network/servers/{id} #21]`,
  async (t) => {
    const harness = await openHttp();
    const logins = [1001, await openAccount(harness), await openAccount(harness)];
    const { records } = harness.desk;
    const read = records.numbers.bind(records);
    const asked: number[] = [];
    records.numbers = (kind, after, limit) => {
      asked.push(limit);
      return read(kind, after, limit);
    };
    harness.now = SLOT + 3 * DAY_MS;
    await harness.desk.maintain();
    await harness.desk.maintain();
    t.match(harness.desk.maintenance, { status: 'running', cursor: 1001, expired: 1 });
    t.same(asked, [500], 'rows that are read at a time');
    const again = harness.restarted();
    await run(again);
    t.match(again.desk.maintenance, { status: 'done', expired: 3 });
    const archived = again.log.filter(({ journal }) =>
      journal.some(({ text }) => text.startsWith('demo account archived')),
    );
    t.equal(archived.length, logins.length);
    t.equal(await run(again.restarted()), 1);
  },
);

t.test(
  `after weeks without the server only the present week is made up for
  [PATCH /admin/v1/network/servers/{id} #18]`,
  async (t) => {
    const harness = await openHttp();
    await run(harness, SLOT + 16 * DAY_MS);
    t.equal(harness.desk.maintenance.scheduled_at, new Date(SLOT + 14 * DAY_MS).toISOString());
    const lines = harness.log.flatMap(({ journal }) => journal);
    t.equal(lines.filter(({ text }) => text.includes('began')).length, 1);
  },
);

t.test('settings that come after the planned time wait for the next week', async (t) => {
  const harness = await openDesk();
  harness.now = SLOT + DAY_MS;
  const demo = { mode: 2, period_days: 1 };
  await harness.patch('logical_server', 'trade', { optimization_time: '03:00', demo });
  const since = new Date(harness.now).toISOString();
  t.match(harness.desk.maintenance, { effective_at: since, status: 'idle' });
  t.equal(await run(harness), 1);
  await harness.patch('logical_server', 'trade', { title: 'Execution' });
  t.equal(harness.desk.maintenance.effective_at, since, 'other settings leave it');
  await run(harness, SLOT + 7 * DAY_MS);
  t.equal(harness.desk.maintenance.status, 'done');
});

t.test('settings of the first form move to the servers once, and the plan stands', async (t) => {
  const harness = await openDesk();
  const older = { optimization_time: '03:00', demo: { mode: 1, period_days: 5 } };
  await harness.amend('platform', 'platform', { ...older, datafeeds_timeout_sec: 7 });
  await harness.desk.moveServerSettings();
  const record = (kind: 'logical_server' | 'platform', key: string) =>
    harness.desk.records.get(kind, key)?.record;
  t.match(record('logical_server', 'trade'), older);
  t.match(record('logical_server', 'quote'), { history: { datafeeds_timeout_sec: 7 } });
  t.notOk('demo' in (record('platform', 'platform') ?? {}));
  t.equal(harness.desk.maintenance.status, 'idle', 'what was planned is not put off');
  const { length } = harness.log;
  await harness.desk.moveServerSettings();
  t.equal(harness.log.length, length, 'once');
  await run(harness, SLOT);
  t.match(harness.desk.maintenance, { status: 'done', expired: 1 });
});

t.test(
  `without a time there are no runs, and the policy of opening stays
  [PATCH /admin/v1/network/servers/{id} #32]`,
  async (t) => {
    const harness = await openHttp({ mode: 0, period_days: 1 });
    await harness.patch('logical_server', 'trade', { optimization_time: '' });
    const demo = { body: opening({ group: 'demo\\standard' }) };
    t.equal(codeOf(await harness.ask('accounts.create', demo)), 'forbidden');
    await harness.patch('logical_server', 'trade', { demo: { mode: 2, period_days: 1 } });
    t.equal(await run(harness, SLOT + 30 * DAY_MS), 1);
    t.match(account(harness, 1001), { enabled: true, archived_at: null });
  },
);

t.test(
  `a run writes accounts, sessions and its own progress, and nothing else
  [PATCH /admin/v1/network/servers/{id} #24]`,
  async (t) => {
    const harness = await openHttp();
    const login = await openAccount(harness);
    dataOf(await harness.signIn({ login, keep_signed_in: true }));
    const before = harness.log.length;
    await run(harness, harness.now + 14 * DAY_MS);
    const written = harness.log.slice(before).flatMap(({ changes }) => changes);
    t.same([...new Set(written.map(({ kind }) => kind))].sort(), [
      'account',
      'maintenance',
      'maintenance_run',
      'session',
    ]);
  },
);

t.test('a run that the next one overtakes is kept as failed; the oldest runs go', async (t) => {
  const harness = await openHttp();
  harness.now = SLOT;
  await harness.desk.maintain();
  await run(harness, SLOT + 7 * DAY_MS);
  const kept = () =>
    Array.from(harness.desk.records.all('maintenance_run'), ({ record }) => record);
  t.match(kept(), [
    { id: 1, status: 'failed', error: 'the next run began before it had ended' },
    { id: 2, status: 'done', scheduled_at: new Date(SLOT + 7 * DAY_MS).toISOString() },
  ]);
  for (let week = 2; week <= 110; week += 1) await run(harness, SLOT + week * 7 * DAY_MS);
  t.same([kept().length, kept()[0]?.id, kept().at(-1)?.id], [104, 8, 111]);
});

t.test('a run under way stops when maintenance is switched off', async (t) => {
  const harness = await openHttp();
  await openAccount(harness);
  harness.now = SLOT;
  await harness.desk.maintain();
  await harness.desk.maintain();
  await harness.patch('logical_server', 'trade', { optimization_time: '' });
  t.equal(await run(harness), 1);
  t.match(harness.desk.maintenance, { status: 'stopped', expired: 1 });
  const kept = harness.desk.records.get('maintenance_run', '1')?.record;
  t.match(kept, { status: 'done', expired: 1, error: 'switched off or set again' });
});

t.test('an account whose shard is silent is asked again later', async (t) => {
  const harness = await openHttp();
  harness.silent.add(1001);
  await run(harness, SLOT);
  t.match(harness.desk.maintenance, { status: 'running', error: 'account 1001 does not answer' });
  const { length } = harness.log;
  await run(harness);
  t.equal(harness.log.length, length, 'which is said once');
  harness.silent.clear();
  await run(harness);
  t.match(harness.desk.maintenance, { status: 'done', error: '', expired: 1 });
});

t.test(
  `the run keeps to the server clock and its summer time
  [PATCH /admin/v1/network/servers/{id} #17]`,
  async (t) => {
    const harness = await openHttp(null);
    await harness.patch('platform', 'platform', { daylight_saving: 'europe', utc_offset_min: 60 });
    const summer = Date.UTC(2026, 6, 5, 1, 10);
    await run(harness, summer - 1);
    t.equal(harness.desk.maintenance.scheduled_at, new Date(summer - 7 * DAY_MS).toISOString());
    await run(harness, summer);
    t.equal(harness.desk.maintenance.scheduled_at, new Date(summer).toISOString());
  },
);

t.test(
  `no demo accounts are opened while the platform takes none
  [POST /admin/v1/accounts #18]`,
  async (t) => {
    const harness = await openHttp({ mode: 0, period_days: 1 });
    const create = (group: string) => harness.ask('accounts.create', { body: opening({ group }) });
    t.equal(codeOf(await create('demo\\standard')), 'forbidden');
    t.equal(codeOf(await create('real\\standard')), 'ok');
    await run(harness, SLOT + 700 * DAY_MS);
    t.equal(account(harness, 1001)?.enabled, true, 'those that are there stay');
  },
);

t.test('accounts are found in the database and in what it does not show yet', async (t) => {
  const harness = await openHttp();
  const stored = [await openAccount(harness), await openAccount(harness)];
  const db = openProjection(join(t.testdir(), 'desk.db'));
  t.teardown(() => db.close());
  new Projection(db).project([buildBatch(1, harness.log)]);
  const before = harness.log.length;
  const late = await openAccount(harness);
  const reader = new DeskHarness([], harness.now, storedRecords(db));
  for (const [index, event] of harness.log.slice(before).entries()) {
    reader.desk.fold(event, before + index + 1);
  }
  await run(reader, SLOT);
  t.match(reader.desk.maintenance, { status: 'done', expired: 4 });
  for (const login of [...stored, late]) t.ok(account(reader, login)?.archived_at);
});

type Kick = 'online.kick' | 'online.kick_session';

/** What each takes: everything that is done with people is here. */
const NEEDED: { readonly [K in keyof typeof PEOPLE | Kick]: readonly Right[] } = {
  'accounts.create': ['accounts.edit'],
  'accounts.import_row': ['accounts.edit'],
  'gateways.open_account': ['accounts.edit'],
  'accounts.change': ['accounts.view', 'accounts.edit'],
  'accounts.step': ['accounts.view', 'accounts.edit'],
  'accounts.delete': ['accounts.delete'],
  'accounts.move': ['accounts.view', 'accounts.edit'],
  'accounts.leverage': ['accounts.view', 'accounts.edit'],
  'accounts.otp_reset': ['accounts.password'],
  'accounts.password': ['accounts.password'],
  'accounts.password_check': ['accounts.password'],
  'clients.create': ['clients.view', 'accounts.edit'],
  'clients.change': ['clients.view', 'accounts.edit'],
  'clients.delete': ['clients.view', 'accounts.edit'],
  'clients.link': ['clients.view', 'accounts.view', 'accounts.edit'],
  'clients.unlink': ['clients.view', 'accounts.view', 'accounts.edit'],
  'notifications.send': ['notifications'],
  'staff.create': ['config.staff'],
  'staff.change': ['config.staff'],
  'staff.disable': ['config.staff'],
  'staff.delete': ['config.staff'],
  'staff.password': ['config.staff'],
  'staff.put_reports': ['config.staff'],
  'online.kick': ['accounts.online', 'accounts.edit'],
  'online.kick_session': ['accounts.online', 'accounts.edit'],
  'mail.send': ['mailbox'],
  'mail.cancel': ['mailbox'],
  'mail.send_to_staff': [],
  'applications.change': ['applications'],
  'applications.approve': ['applications'],
  'applications.reject': ['applications'],
  // Whoever signs up has no rights.
  'sign_up.code': [],
  'sign_up.register': [],
  // One's own document, and the operator's command.
  'preferences.write': [],
  'watchlists.create': [],
  'watchlists.change': [],
  'watchlists.remove': [],
  'trades.bulk_begin': ['trades.edit'],
  // What was done is noted, whatever the caller may do by then.
  'trades.bulk_end': [],
  'payments.end': [],
  'positions.delete_end': [],
  'staff.administrator': [],
};

const cases = waysOf({ ...SESSIONS, ...PEOPLE }).flatMap(({ op, change }) =>
  ((NEEDED as Partial<Record<DeskOp, readonly Right[]>>)[op] ?? []).map((right) => ({
    op,
    change,
    right,
  })),
);

for (const { op, change, right } of cases) {
  t.test(`${op} is refused to who lost ${right} after he asked: ${change.as}`, async (t) => {
    const harness = await openDesk();
    const asked = await change.input(harness);
    await harness.patch('staff', '1', { rights: RIGHTS.filter((one) => one !== right) });
    const before = harness.log.length;
    t.equal(codeOf(await harness.desk.handle(op, asked as never)), 'forbidden');
    t.equal(harness.log.length, before, 'nothing is written');
  });
}

t.test('a staff change that waits behind its author’s loss of right is refused', async (t) => {
  const harness = await openDesk();
  const asked = await PEOPLE['staff.change'].input(harness);
  const [, answer] = await Promise.all([
    harness.patch('staff', '1', { rights: RIGHTS.filter((one) => one !== 'config.staff') }),
    harness.desk.handle('staff.change', asked),
  ]);
  t.equal(codeOf(answer), 'forbidden');
  t.match(harness.desk.records.get('staff', String(asked.login))?.record, { mailbox_name: '' });
});
