// How many bytes of files a login may send or save in a day.

import t from 'tap';
import { MailAllowances } from '../../../../actors/desk/messaging/mail-rules.js';
import { now } from '../../../support/clock.js';

const MEGABYTE = 1 << 20;
const DAY_MS = 86_400_000;

for (const [audience, most] of [
  ['trader', 20],
  ['staff', 500],
] as const) {
  t.test(`A login of the audience ${audience} has ${most} MiB of files a day`, async (t) => {
    const allowances = new MailAllowances();
    const at = now();
    const store = (login: number, bytes: number, later = 0) =>
      allowances.files({ audience, login }, bytes, at + later);
    t.equal(store(1, most * MEGABYTE - 1), undefined);
    const message = new RegExp(`^Too many files: ${most * MEGABYTE} bytes a day.*retry_after=`);
    t.match(store(1, MEGABYTE), { ok: false, code: 'auth.too_many_attempts', message });
    t.equal(store(2, MEGABYTE), undefined, 'another one has a share of its own');
    t.equal(store(1, 0), undefined, 'what has no files goes on');
    t.equal(store(1, most * MEGABYTE, DAY_MS), undefined, 'a day later');
  });
}
