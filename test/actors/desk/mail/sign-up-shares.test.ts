// Shares of sign-ups in the mail queue: who fills it from many networks leaves room for others.

import t from 'tap';
import { PUBLIC_EMAILS_MAX, SignUpShares } from '../../../../actors/desk/mail/sign-up-shares.js';
import type { EmailRecord } from '../../../../wire/accounts/mail.js';
import { networksOf } from '../../../../wire/base/address.js';

/** A queue whose e-mails all wait. */
class WaitingQueue {
  readonly shares = new SignUpShares();

  /** Adds an e-mail if there is room. */
  add(cause: 'form' | 'code', ip: string, chars = 100): boolean {
    const networks = [...networksOf(ip)];
    if (!this.shares.hasRoom(cause, networks, chars)) return false;
    this.shares.count({ cause, networks } as EmailRecord, chars, 1);
    return true;
  }

  /** Adds e-mails until there is no room; how many there were. */
  fill(cause: 'form' | 'code', ip: (n: number) => string): number {
    for (let n = 0; ; n += 1) if (!this.add(cause, ip(n))) return n;
  }
}

const hex = (n: number): string => n.toString(16).padStart(3, '0');

t.test('A network has a part of what others leave, a provider a larger one', async (t) => {
  const queue = new WaitingQueue();
  t.equal(
    queue.fill('form', () => '2001:db8:1::1'),
    94,
    'a sixteenth for a /48',
  );
  const wide = queue.fill('form', (n) => `2001:db8:2${hex(n)}::1`);
  t.equal(wide, 375 - 94, 'a quarter for a /32, however many networks it uses');
  t.ok(queue.add('form', '2001:db9::1'), 'another provider has room');
  t.ok(queue.add('form', '203.0.113.9'));
  const other = queue.fill('form', (n) => `3${hex(n)}:db8::1`);
  t.equal(other, PUBLIC_EMAILS_MAX - 377, 'networks of any number have no more than the share');
  t.notOk(queue.add('form', '198.51.100.1'));
  t.ok(queue.add('code', '198.51.100.1'), 'codes have room when forms have none');
});

t.test('Long texts have a share, too; what was sent takes no room', async (t) => {
  const queue = new WaitingQueue();
  const chars = 1 << 21;
  for (let n = 1; n <= 4; n += 1) t.ok(queue.add('form', `203.${n}.113.9`, chars));
  t.notOk(queue.add('form', '198.51.100.1'));
  const networks = [...networksOf('203.1.113.9')];
  queue.shares.count({ cause: 'form', networks } as EmailRecord, chars, -1);
  t.ok(queue.add('form', '198.51.100.1'));
});
