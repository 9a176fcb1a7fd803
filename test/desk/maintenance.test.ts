// The weekly maintenance: which demo accounts end, what becomes of them, and how a run goes on.

import { join } from 'node:path';
import t from 'tap';
import { storedRecords } from '../../actors/desk/stored.js';
import { Projection } from '../../storage/projection.js';
import { openProjection } from '../../storage/schema.js';
import { buildBatch } from '../build.js';
import {
  codeOf,
  dataOf,
  Office,
  opening,
  openOffice,
  staffCaller,
  TRADER_PASSWORD,
} from './office.js';

const DAY_MS = 86_400_000;
/** Sunday, 11 January 2026: maintenance at 03:00 runs at 03:10. */
const SLOT = Date.UTC(2026, 0, 11, 3, 10);

/** An office that archives demo accounts 5 days after their last connection, Sundays at 03:10. */
const openHouse = async (
  platform: Readonly<Record<string, unknown>> = { demo: { mode: 1, period_days: 5 } },
): Promise<Office> => {
  const office = await openOffice();
  await office.patch('platform', 'platform', { optimization_time: '03:00', ...platform });
  return office;
};

const openAccount = async (office: Office, group = 'demo\\standard'): Promise<number> => {
  const body = opening({ group, master_password: TRADER_PASSWORD });
  return dataOf(await office.desk.handle('accounts.create', { caller: staffCaller(), body })).login;
};

const account = (office: Office, login: number) =>
  office.desk.records.get('account', String(login))?.record;

/** Takes steps until there is nothing to do; answers how many. */
const run = async (office: Office): Promise<number> => {
  let steps = 1;
  while (await office.desk.maintain()) steps += 1;
  return steps;
};

t.test('a demo account ends some days after its last connection, a real one never', async (t) => {
  const office = await openHouse();
  const [idle, used, real] = [
    await openAccount(office),
    await openAccount(office),
    await openAccount(office, 'real\\standard'),
  ];
  office.now += 2 * DAY_MS;
  dataOf(await office.signIn({ login: used }));
  office.now = SLOT - 1;
  t.equal(await run(office), 1, 'it is not time yet');
  office.now = SLOT;
  await run(office);
  t.match(account(office, idle), {
    enabled: false,
    trading_enabled: false,
    archived_at: new Date(SLOT).toISOString(),
  });
  t.match(account(office, used), { enabled: true, archived_at: null });
  t.match(account(office, real), { enabled: true, archived_at: null });
  t.match(office.desk.maintenance, { status: 'done', expired: 2, skipped_busy: 0 });
  office.now += 7 * DAY_MS;
  await run(office);
  t.equal(account(office, used)?.enabled, false, 'a week later it has ended too');
});

t.test('a renewed session is a connection as a sign-in is', async (t) => {
  const office = await openHouse();
  const login = await openAccount(office);
  const tokens = dataOf(await office.signIn({ login, keep_signed_in: true }));
  office.now += 5 * DAY_MS;
  dataOf(await office.refresh(tokens));
  const read = await office.desk.handle('accounts.read', { caller: staffCaller(), login });
  t.equal(dataOf(read).last_access, new Date(office.now).toISOString());
  t.equal(account(office, login)?.version, 1, 'its record stays as staff read it');
  office.now = SLOT;
  await run(office);
  t.equal(account(office, login)?.enabled, true);
});

t.test('a fixed life counts from the opening, however much an account is used', async (t) => {
  const office = await openHouse({ demo: { mode: 2, period_days: 5 } });
  const login = await openAccount(office);
  office.now = SLOT - 1;
  dataOf(await office.signIn({ login }));
  office.now = SLOT;
  await run(office);
  t.ok(account(office, login)?.archived_at);
  const lines = office.log.flatMap((event) => event.journal);
  const told = lines.find((line) => line.login === login && line.text.includes('archived:'));
  t.equal(told?.text, 'demo account archived: 5 days after its opening');
});

t.test('a group says after how many idle days its demo accounts end', async (t) => {
  const office = await openHouse({});
  await office.patch('group', 'demo\\netting', { demo_inactivity_days: 3 });
  const [idle, other] = [await openAccount(office, 'demo\\netting'), await openAccount(office)];
  office.now = SLOT;
  await run(office);
  t.ok(account(office, idle)?.archived_at);
  t.equal(account(office, other)?.archived_at, null);
});

t.test('an archival, its journal line and the place of the run are one event', async (t) => {
  const office = await openHouse();
  const login = await openAccount(office);
  office.now = SLOT;
  await run(office);
  const event = office.log.find(({ journal }) =>
    journal.some((line) => line.login === login && line.text.startsWith('demo account archived')),
  );
  t.same(
    event?.changes.map(({ kind, key }) => `${kind} ${key}`),
    [`account ${login}`, 'maintenance trade'],
  );
  t.match(event?.changes[1]?.record, { cursor: login });
});

t.test('an archived account is signed out, out of trade, and never comes back', async (t) => {
  const office = await openHouse();
  const login = await openAccount(office);
  const tokens = dataOf(await office.signIn({ login, keep_signed_in: true }));
  office.now += 14 * DAY_MS;
  await run(office);
  const change = office.told.find(({ accounts }) =>
    accounts?.some((one) => one.login === login && one.archived),
  );
  t.match(change?.accounts, [{ login, enabled: false, trading_enabled: false }]);
  t.match(change?.sessions, [{ id: tokens.session.id, copy: null }]);
  t.equal(codeOf(await office.refresh(tokens)), 'auth.session_expired');
  t.equal(codeOf(await office.signIn({ login })), 'auth.account_disabled');
  for (const fields of [{ enabled: true }, { archived_at: null }]) {
    const back = await office.desk.writer.change(['settings'], { by: 1, ip: '' }, (draft) =>
      draft.patch('account', String(login), fields),
    );
    t.equal(codeOf(back), 'conflict');
  }
  const read = await office.desk.handle('accounts.read', { caller: staffCaller(), login });
  t.match(dataOf(read), { archived_at: String, enabled: false });
});

t.test('a busy account is counted and left; each is held only while it is judged', async (t) => {
  const office = await openHouse();
  const [busy, free] = [await openAccount(office), await openAccount(office)];
  office.busy.add(busy);
  let heldAtArchival: number[] = [];
  office.onTold = ({ accounts = [] }) => {
    if (accounts.some((one) => one.login === free)) heldAtArchival = [...office.held];
  };
  office.now = SLOT;
  await run(office);
  t.match(account(office, busy), { enabled: true, archived_at: null });
  t.match(office.desk.maintenance, { expired: 2, skipped_busy: 1, status: 'done' });
  t.same(heldAtArchival, [free], 'until its shard knows');
  t.same(office.held, []);
});

t.test('a run goes on after a restart where it was, and is not done twice', async (t) => {
  const office = await openHouse();
  const logins = [1001, await openAccount(office), await openAccount(office)];
  office.now = SLOT + 3 * DAY_MS;
  await office.desk.maintain();
  await office.desk.maintain();
  t.match(office.desk.maintenance, { status: 'running', cursor: 1001, expired: 1 });
  const again = office.restarted();
  await run(again);
  t.match(again.desk.maintenance, { status: 'done', expired: 3 });
  const archived = again.log.filter(({ journal }) =>
    journal.some(({ text }) => text.startsWith('demo account archived')),
  );
  t.equal(archived.length, logins.length);
  t.equal(await run(again.restarted()), 1);
});

t.test('after weeks without the server only the present week is made up for', async (t) => {
  const office = await openHouse();
  office.now = SLOT + 16 * DAY_MS;
  await run(office);
  t.equal(office.desk.maintenance.scheduled_at, new Date(SLOT + 14 * DAY_MS).toISOString());
  t.equal(
    office.log.flatMap(({ journal }) => journal.filter((l) => /began/.test(l.text))).length,
    1,
  );
});

t.test('settings that come after the planned time wait for the next week', async (t) => {
  const office = await openOffice();
  office.now = SLOT + DAY_MS;
  const demo = { mode: 2, period_days: 1 };
  await office.patch('platform', 'platform', { optimization_time: '03:00', demo });
  const since = new Date(office.now).toISOString();
  t.match(office.desk.maintenance, { effective_at: since, status: 'idle' });
  t.equal(await run(office), 1);
  await office.patch('platform', 'platform', { datafeeds_timeout_sec: 31 });
  t.equal(office.desk.maintenance.effective_at, since, 'other settings leave it');
  office.now = SLOT + 7 * DAY_MS;
  await run(office);
  t.equal(office.desk.maintenance.status, 'done');
});

t.test('a run under way stops when maintenance is switched off', async (t) => {
  const office = await openHouse();
  await openAccount(office);
  office.now = SLOT;
  await office.desk.maintain();
  await office.desk.maintain();
  await office.patch('platform', 'platform', { optimization_time: '' });
  t.equal(await run(office), 1);
  t.match(office.desk.maintenance, { status: 'stopped', expired: 1 });
});

t.test('an account whose shard is silent is asked again later', async (t) => {
  const office = await openHouse();
  office.silent.add(1001);
  office.now = SLOT;
  await run(office);
  t.match(office.desk.maintenance, { status: 'running', error: 'account 1001 does not answer' });
  const { length } = office.log;
  await run(office);
  t.equal(office.log.length, length, 'which is said once');
  office.silent.clear();
  await run(office);
  t.match(office.desk.maintenance, { status: 'done', error: '', expired: 1 });
});

t.test('the run keeps to the server clock and its summer time', async (t) => {
  const office = await openHouse({ daylight_saving: 'europe', utc_offset_min: 60 });
  const summer = Date.UTC(2026, 6, 5, 1, 10);
  office.now = summer - 1;
  await run(office);
  t.equal(office.desk.maintenance.scheduled_at, new Date(summer - 7 * DAY_MS).toISOString());
  office.now = summer;
  await run(office);
  t.equal(office.desk.maintenance.scheduled_at, new Date(summer).toISOString());
});

t.test('no demo accounts are opened while the platform takes none', async (t) => {
  const office = await openHouse({ demo: { mode: 0, period_days: 1 } });
  const create = (group: string) =>
    office.desk.handle('accounts.create', { caller: staffCaller(), body: opening({ group }) });
  t.equal(codeOf(await create('demo\\standard')), 'forbidden');
  t.equal(codeOf(await create('real\\standard')), 'ok');
  office.now = SLOT + 700 * DAY_MS;
  await run(office);
  t.equal(account(office, 1001)?.enabled, true, 'those that are there stay');
});

t.test('accounts are found in the database and in what it does not show yet', async (t) => {
  const office = await openHouse();
  const stored = [await openAccount(office), await openAccount(office)];
  const db = openProjection(join(t.testdir(), 'desk.db'));
  t.teardown(() => db.close());
  new Projection(db).project([buildBatch(1, office.log)]);
  const before = office.log.length;
  const late = await openAccount(office);
  const reader = new Office([], office.now, storedRecords(db));
  for (const [index, event] of office.log.slice(before).entries()) {
    reader.desk.fold(event, before + index + 1);
  }
  reader.now = SLOT;
  await run(reader);
  t.match(reader.desk.maintenance, { status: 'done', expired: 4 });
  for (const login of [...stored, late]) t.ok(account(reader, login)?.archived_at);
});
