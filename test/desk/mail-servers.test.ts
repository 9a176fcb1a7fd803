// Mail servers at the desk: what a write brings with it is done, or nothing is.

import t from 'tap';
import { DeskHarness, openDesk, staffCaller } from '../support/desk-harness.js';

t.test('the mark of the default goes over, or nothing is written', async (t) => {
  const { log } = await openDesk();
  const record = {
    ...{ id: 1, name: 'old', server: 'no address', security: 'tls', login: '', password: '' },
    ...{ sender_email: 'office@broker.example', sender_name: '', enabled: true, is_default: true },
    ...{ version: 1, created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
  };
  const change = { kind: 'mail_server', key: '1', version: 1, record };
  const [first, ...rest] = log;
  if (first === undefined) throw new Error('the demo platform is one event');
  const harness = new DeskHarness([{ ...first, changes: [...first.changes, change] }, ...rest]);
  const events = harness.log.length;
  const create = () =>
    harness.desk.handle('settings.create', {
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
  t.equal(harness.log.length, events, 'nothing was done');
  t.equal([...harness.desk.records.all('mail_server')].length, 1);
});
