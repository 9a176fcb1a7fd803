// The preview of payments over more accounts than one step reads.

import t from 'tap';
import { PaymentsPreviews } from '../../../storage/read/lists/payments-preview.js';
import { Buckets } from '../../../storage/read/rows/buckets.js';
import { opened } from '../../support/opened.js';

/** Accounts of each of two groups, which lie between one another. */
const ACCOUNTS = 1_200;
const VIEWER = { group_scope: ['*'], rights: ['config.staff', 'accounts.hidden'] } as const;

interface Preview {
  readonly items: readonly { login: number; group: string; amount_buy: string }[];
  readonly totals: readonly object[];
}

t.test('every account has its item, in the order of logins', async (t) => {
  const db = opened(t);
  const groups = ['demo\\"ü€"', 'real\\acme'];
  const addGroup = db.prepare('INSERT INTO account_buckets VALUES (?, ?, 0, ?, ?, 0, ?, 2, 0)');
  for (const [at, group] of groups.entries()) addGroup.run(at + 1, group, group, '', 'EUR');
  const add = db.prepare('INSERT INTO positions VALUES (?, ?, ?, ?, ?, ?)');
  db.exec('BEGIN');
  for (let n = 0; n < 2 * ACCOUNTS; n += 1) add.run(n, 1_000 + n, 1, 'buy', 1e8, 1 + (n % 2));
  db.exec('COMMIT');
  const previews = new PaymentsPreviews(db, new Buckets(db));
  const preview = (group?: string): Preview => {
    const terms = { buy: { amount_per_lot: '1.5' } };
    const steps = previews.of({ viewer: VIEWER, ...(group && { group }), terms });
    for (;;) {
      const { done, value } = steps.next();
      if (done) return JSON.parse(Buffer.from(value).toString());
    }
  };
  const all = preview();
  t.equal(all.items.length, 2 * ACCOUNTS);
  for (const [n, item] of all.items.entries()) {
    if (item.login !== 1_000 + n || item.group !== groups[n % 2])
      t.match(item, { login: 1_000 + n });
  }
  const [currency, amount] = ['EUR', '3600.00'];
  t.match(all.totals, [{ currency, accounts: 2 * ACCOUNTS, lots_buy: '2400', amount }]);
  const some = preview('demo\\*').items;
  t.equal(some.length, ACCOUNTS);
  t.ok(some.every(({ amount_buy }) => amount_buy === '1.50'));
  t.same(preview('nobody\\*'), { items: [], rates_needed: [], totals: [] });
});
