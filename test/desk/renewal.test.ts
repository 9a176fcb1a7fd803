// Renewal: after a change of the server's key what is sealed is sealed anew, and sessions go on.

import t from 'tap';
import { codePlace } from '../../actors/desk/kinds/otp.js';
import { needing } from '../../actors/desk/renewal.js';
import { safeOf } from '../../actors/desk/safe.js';
import { type Keys, keyOf } from '../../actors/tools/seal.js';
import { codeOf, dataOf, type Office, openOffice, staffCaller } from './office.js';

const OLD = keyOf(Buffer.alloc(32, 7));
const NEW = keyOf(Buffer.alloc(32, 8));
const BOTH: Keys = [NEW, OLD];
const always = (): boolean => true;

const create = async (office: Office, kind: 'mail_server' | 'gateway', fields: object) =>
  dataOf(
    await office.desk.handle('settings.create', {
      caller: staffCaller(),
      kind,
      fields: fields as Readonly<Record<string, unknown>>,
    }),
  );

/** Mail servers, a gateway with a sealed parameter, and an e-mail, all sealed under the old key. */
const openFull = async (servers = 2): Promise<Office> => {
  const office = await openOffice();
  for (let n = 0; n < servers; n += 1) {
    await create(office, 'mail_server', {
      name: `Mail ${n}`,
      server: 'mail.example:25',
      sender_email: 'a@mail.example',
      password: `pass-${n}`,
    });
  }
  await create(office, 'gateway', {
    name: 'Out',
    module: 'fix44',
    server: 'fix.example:1',
    password: 'fix-pass',
    enabled: false,
  });
  await office.desk.writer.change(['outbox'], { by: 0, ip: '' }, (draft) =>
    office.desk.outbox.add(
      draft,
      [{ server_id: null, to: 'b@mail.example', subject: 'Code', text: 'It is 123456' }],
      office.now,
    ),
  );
  const secret = safeOf([OLD]).seal('seed', codePlace(1001, 'secret'));
  const codes = { login: 1001, secret, pending: '', pending_at: 0, last_step: 0, in_row: 0 };
  await office.desk.writer.change(['login/1001'], { by: 0, ip: '' }, (draft) =>
    draft.put('otp', { ...codes, wrong: [] }),
  );
  return office;
};

const needs = (office: Office) => needing(office.desk.records, BOTH, office.now);
const names = ({ id }: { id: string }, office: Office): number =>
  [...office.desk.records.everything()].filter(({ record }) =>
    JSON.stringify(record).includes(`"${id}.`),
  ).length;

t.test('what an older key sealed is sealed under the new one, and unchanged besides', async (t) => {
  const before = await openFull();
  t.equal(needs(before).records.length, 5);
  const office = before.restarted(BOTH);
  const shown = office.desk.handle('settings.list', {
    caller: staffCaller(),
    kind: 'mail_server',
    query: {},
  });
  const list = Buffer.from(dataOf(await shown).json).toString();
  await office.desk.renewSecrets(always);
  t.same(needs(office), { records: [], sessions: 0, until: '' });
  t.equal(names(OLD, office), 0);
  t.equal(names(NEW, office), 5);
  const again = office.desk.handle('settings.list', {
    caller: staffCaller(),
    kind: 'mail_server',
    query: {},
  });
  t.equal(Buffer.from(dataOf(await again).json).toString(), list, 'staff see no change');
  t.match(office.log.at(-1)?.journal, [{ kind: 'system', text: /sealed under key/ }]);
  const events = office.log.length;
  await office.desk.renewSecrets(always);
  t.equal(office.log.length, events, 'once');
});

t.test('with the new key alone everything opens afterwards', async (t) => {
  const before = await openFull();
  const test = async (office: Office, id: number) => {
    const asked = { caller: staffCaller(), id, to: 'c@mail.example' };
    return codeOf(await office.desk.handle('mail-servers.test', asked));
  };
  t.equal(await test(before.restarted([NEW]), 1), 'invalid_input', 'not before');
  const office = before.restarted(BOTH);
  await office.desk.renewSecrets(always);
  const alone = office.restarted([NEW]);
  t.equal(await test(alone, 1), 'ok');
  t.equal(await test(alone, 2), 'ok');
  const secret = alone.desk.records.get('otp', '1001')?.record.secret ?? '';
  t.equal(safeOf([NEW]).open(secret, codePlace(1001, 'secret')), 'seed');
});

t.test('a renewal that is broken off goes on where it was', async (t) => {
  const before = await openFull(300);
  const office = before.restarted(BOTH);
  let parts = 0;
  await office.desk.renewSecrets(() => {
    parts += 1;
    return parts < 2;
  });
  const left = needs(office).records.length;
  t.ok(left > 0 && left < 303, `${left} are left`);
  const later = office.restarted();
  t.equal(needs(later).records.length, left);
  await later.desk.renewSecrets(always);
  t.same(needs(later).records, []);
});

t.test('what does not open stays as it is, and holds its key', async (t) => {
  const office = (await openFull(1)).restarted(BOTH);
  const strange = `${OLD.id}.${'A'.repeat(60)}`;
  await office.desk.writer.change(['settings'], { by: 0, ip: '' }, (draft) => {
    draft.exchange('mail_server', '1', (record) => ({ ...record, password: strange }));
    return { ok: true, data: null };
  });
  await office.desk.renewSecrets(always);
  t.same(needs(office).records, ['mail_server 1'], 'it is named');
});

t.test('sessions go on over a change of the key, and move to it when refreshed', async (t) => {
  const before = await openOffice();
  const staff = dataOf(await before.signInStaff());
  const trader = dataOf(await before.signIn());
  const office = before.restarted(BOTH);
  t.equal(needs(office).sessions, 2);
  const access_hash = staff.session.access_hash;
  const found = dataOf(await office.desk.handle('auth.verify', { access_hash }));
  t.equal(found?.csrf_token, staff.session.csrf_token, 'the csrf token holds');
  const renewed = dataOf(await office.refresh(staff));
  t.not(renewed.session.csrf_token, staff.session.csrf_token);
  t.equal(needs(office).sessions, 1);
  dataOf(await office.refresh(trader));
  t.equal(needs(office).sessions, 0);
  t.equal(codeOf(await office.restarted([NEW]).refresh(renewed)), 'ok', 'the old key may go');
});
