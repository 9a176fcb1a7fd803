// Mail servers at the desk: what a write brings with it is done, or nothing is.

import t from 'tap';
import { Office, openOffice, staffCaller } from './office.js';

t.test('the mark of the default goes over, or nothing is written', async (t) => {
  const { log } = await openOffice();
  const record = {
    ...{ id: 1, name: 'old', server: 'no address', security: 'tls', login: '', password: '' },
    ...{ sender_email: 'office@broker.example', sender_name: '', enabled: true, is_default: true },
    ...{ version: 1, created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
  };
  const change = { kind: 'mail_server', key: '1', version: 1, record };
  const [first, ...rest] = log;
  if (first === undefined) throw new Error('the demo platform is one event');
  const office = new Office([{ ...first, changes: [...first.changes, change] }, ...rest]);
  const events = office.log.length;
  const create = () =>
    office.desk.handle('settings.create', {
      caller: staffCaller(),
      kind: 'mail_server',
      fields: {
        name: 'new',
        server: '127.0.0.1:25',
        sender_email: 'office@broker.example',
        is_default: true,
      },
    });
  await t.rejects(create(), /server: must be host:port/);
  t.equal(office.log.length, events, 'nothing was done');
  t.equal([...office.desk.records.all('mail_server')].length, 1);
});
