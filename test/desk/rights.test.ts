// Rights are asked for when it is decided: who lost one meanwhile does nothing more with it.

import t from 'tap';
import type { DeskOp } from '../../wire/desk.js';
import { RIGHTS, type Right } from '../../wire/rights.js';
import { codeOf, openDesk } from '../support/desk-harness.js';
import type { Change } from './changes.js';
import { PEOPLE } from './changes-people.js';
import { SESSIONS } from './changes-sessions.js';

const KICKS = {
  'online.kick': SESSIONS['online.kick'],
  'online.kick_session': SESSIONS['online.kick_session'],
};
const WORK = { ...PEOPLE, ...KICKS };

/** What each takes: everything that is done with people is here. */
const NEEDED: { readonly [K in keyof typeof WORK]: readonly Right[] } = {
  'accounts.create': ['accounts.edit'],
  'accounts.change': ['accounts.view', 'accounts.edit'],
  'accounts.otp_reset': ['accounts.password'],
  'accounts.password': ['accounts.password'],
  'accounts.password_check': ['accounts.password'],
  'staff.create': ['config.staff'],
  'staff.change': ['config.staff'],
  'staff.disable': ['config.staff'],
  'staff.delete': ['config.staff'],
  'staff.password': ['config.staff'],
  'staff.put_reports': ['config.staff'],
  'online.kick': ['accounts.online', 'accounts.edit'],
  'online.kick_session': ['accounts.online', 'accounts.edit'],
  // One's own document, and the operator's command.
  'preferences.write': [],
  'staff.administrator': [],
};

const cases = Object.entries(WORK).flatMap(([op, changes]) =>
  (changes as readonly Change[]).flatMap((change) =>
    NEEDED[op as keyof typeof WORK].map((right) => ({ op: op as DeskOp, change, right })),
  ),
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

t.test(
  'a change of staff that waits behind its author’s loss of the right is refused',
  async (t) => {
    const harness = await openDesk();
    const [change] = PEOPLE['staff.change'];
    const asked = await change.input(harness);
    const [, answer] = await Promise.all([
      harness.patch('staff', '1', { rights: RIGHTS.filter((one) => one !== 'config.staff') }),
      harness.desk.handle('staff.change', asked),
    ]);
    t.equal(codeOf(answer), 'forbidden');
    t.match(harness.desk.records.get('staff', String(asked.login))?.record, { mailbox_name: '' });
  },
);
