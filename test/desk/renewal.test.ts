// Renewal: after a change of the server's key what is sealed is sealed anew, and sessions go on.

import t from 'tap';
import { codePlace } from '../../actors/desk/kinds/otp.js';
import { needing } from '../../actors/desk/renewal.js';
import { safeOf } from '../../actors/desk/safe.js';
import { type Keys, keyOf } from '../../actors/tools/seal.js';
import {
  codeOf,
  type DeskHarness,
  dataOf,
  openDesk,
  staffCaller,
} from '../support/desk-harness.js';

const OLD = keyOf(Buffer.alloc(32, 7));
const NEW = keyOf(Buffer.alloc(32, 8));
const BOTH: Keys = [NEW, OLD];
const always = (): boolean => true;

const create = async (harness: DeskHarness, kind: 'mail_server' | 'gateway', fields: object) =>
  dataOf(
    await harness.desk.handle('settings.create', {
      caller: staffCaller(),
      kind,
      fields: fields as Readonly<Record<string, unknown>>,
    }),
  );

/** Mail servers, a gateway with a sealed parameter, and an e-mail, all sealed under the old key. */
const openFull = async (servers = 2): Promise<DeskHarness> => {
  const harness = await openDesk();
  for (let n = 0; n < servers; n += 1) {
    await create(harness, 'mail_server', {
      name: `Mail ${n}`,
      server: 'mail.example:25',
      sender_email: 'a@mail.example',
      password: `pass-${n}`,
    });
  }
  await create(harness, 'gateway', {
    name: 'Out',
    module: 'fix44',
    server: 'fix.example:1',
    password: 'fix-pass',
    enabled: false,
  });
  await harness.desk.writer.change(['outbox'], { by: 0, ip: '' }, (draft) =>
    harness.desk.outbox.add(
      draft,
      [{ server_id: null, to: 'b@mail.example', subject: 'Code', text: 'It is 123456' }],
      harness.now,
    ),
  );
  const secret = safeOf([OLD]).seal('seed', codePlace(1001, 'secret'));
  const codes = { login: 1001, secret, pending: '', pending_at: 0, last_step: 0, in_row: 0 };
  await harness.desk.writer.change(['login/1001'], { by: 0, ip: '' }, (draft) =>
    draft.put('otp', { ...codes, wrong: [] }),
  );
  return harness;
};

const needs = (harness: DeskHarness) => needing(harness.desk.records, BOTH, harness.now);
const names = ({ id }: { id: string }, harness: DeskHarness): number =>
  [...harness.desk.records.everything()].filter(({ record }) =>
    JSON.stringify(record).includes(`"${id}.`),
  ).length;

t.test('what an older key sealed is sealed under the new one, and unchanged besides', async (t) => {
  const before = await openFull();
  t.equal(needs(before).records.length, 5);
  const harness = before.restarted(BOTH);
  const shown = harness.desk.handle('settings.list', {
    caller: staffCaller(),
    kind: 'mail_server',
    query: {},
  });
  const list = Buffer.from(dataOf(await shown).json).toString();
  await harness.desk.renewSecrets(always);
  t.same(needs(harness), { records: [], sessions: 0, until: '' });
  t.equal(names(OLD, harness), 0);
  t.equal(names(NEW, harness), 5);
  const again = harness.desk.handle('settings.list', {
    caller: staffCaller(),
    kind: 'mail_server',
    query: {},
  });
  t.equal(Buffer.from(dataOf(await again).json).toString(), list, 'staff see no change');
  t.match(harness.log.at(-1)?.journal, [{ kind: 'system', text: /sealed under key/ }]);
  const events = harness.log.length;
  await harness.desk.renewSecrets(always);
  t.equal(harness.log.length, events, 'once');
});

t.test('with the new key alone everything opens afterwards', async (t) => {
  const before = await openFull();
  const test = async (harness: DeskHarness, id: number) => {
    const asked = { caller: staffCaller(), id, to: 'c@mail.example' };
    return codeOf(await harness.desk.handle('mail-servers.test', asked));
  };
  t.equal(await test(before.restarted([NEW]), 1), 'invalid_input', 'not before');
  const harness = before.restarted(BOTH);
  await harness.desk.renewSecrets(always);
  const alone = harness.restarted([NEW]);
  t.equal(await test(alone, 1), 'ok');
  t.equal(await test(alone, 2), 'ok');
  const secret = alone.desk.records.get('otp', '1001')?.record.secret ?? '';
  t.equal(safeOf([NEW]).open(secret, codePlace(1001, 'secret')), 'seed');
});

t.test('a renewal that is broken off goes on where it was', async (t) => {
  const before = await openFull(300);
  const harness = before.restarted(BOTH);
  let parts = 0;
  await harness.desk.renewSecrets(() => {
    parts += 1;
    return parts < 2;
  });
  const left = needs(harness).records.length;
  t.ok(left > 0 && left < 303, `${left} are left`);
  const later = harness.restarted();
  t.equal(needs(later).records.length, left);
  await later.desk.renewSecrets(always);
  t.same(needs(later).records, []);
});

t.test('what does not open stays as it is, and holds its key', async (t) => {
  const harness = (await openFull(1)).restarted(BOTH);
  const strange = `${OLD.id}.${'A'.repeat(60)}`;
  await harness.desk.writer.change(['settings'], { by: 0, ip: '' }, (draft) => {
    draft.exchange('mail_server', '1', (record) => ({ ...record, password: strange }));
    return { ok: true, data: null };
  });
  await harness.desk.renewSecrets(always);
  t.same(needs(harness).records, ['mail_server 1'], 'it is named');
});

t.test('sessions go on over a change of the key, and move to it when refreshed', async (t) => {
  const before = await openDesk();
  const staff = dataOf(await before.signInStaff());
  const trader = dataOf(await before.signIn());
  const harness = before.restarted(BOTH);
  t.equal(needs(harness).sessions, 2);
  const access_hash = staff.session.access_hash;
  const found = dataOf(await harness.desk.handle('auth.verify', { access_hash }));
  t.equal(found?.csrf_token, staff.session.csrf_token, 'the csrf token holds');
  const renewed = dataOf(await harness.refresh(staff));
  t.not(renewed.session.csrf_token, staff.session.csrf_token);
  t.equal(needs(harness).sessions, 1);
  dataOf(await harness.refresh(trader));
  t.equal(needs(harness).sessions, 0);
  t.equal(codeOf(await harness.restarted([NEW]).refresh(renewed)), 'ok', 'the old key may go');
});
