// Open rows across accounts: pages and numbers are those of a model after random trading, in
// transactions of any size that are undone first.

import t from 'tap';
import { seededRandom } from '../../../actors/drill/seeded-random.js';
import type { Database } from '../../../storage/database/database.js';
import { queryTable } from '../../../storage/read/queries.js';
import { RIGHTS } from '../../../wire/accounts/rights.js';
import type { AccountEvent, Event } from '../../../wire/trading/events.js';
import {
  accountChange,
  buildAccountEvent,
  buildBatch,
  buildDeal,
  buildDeskEvent,
  buildOrder,
  buildPosition,
  MONDAY,
} from '../../support/build.js';
import { NO_EVENTS, projected, projecting } from '../../support/opened.js';
import { tablesIn } from '../../support/stored-rows.js';

/** In several blocks of logins; the last one has a group of its own. */
const LOGINS = [1, 4095, 4096, 4097, 9000, 70_000, 5_000_000];
const SYMBOLS = ['EURUSD', 'GBPUSD', 'Gold'];
const TRANSACTIONS = 80;
const LIMIT = 4;
/** A position that the database refuses, which undoes its transaction. */
const REFUSED = 1e6;

interface OpenRow {
  readonly id: number;
  readonly login: number;
  readonly symbol: string;
}

/** Random trading: makes events, and changes the model by them. */
const trading = (random: (below: number) => number) => {
  const open = { positions: [] as OpenRow[], orders: [] as OpenRow[] };
  let last = 1;
  const opening = (): AccountEvent => {
    // Ids come out of order, as several shards give them out.
    last += 1;
    const id = 10 * (last ^ 1) + random(10);
    const login = LOGINS[random(LOGINS.length)] as number;
    const symbol = SYMBOLS[random(SYMBOLS.length)] as string;
    const row = { id, login, symbol };
    if (random(2) === 0) {
      open.orders.push(row);
      return buildAccountEvent({ login, orders: [buildOrder({ ...row, state: 'placed' })] });
    }
    open.positions.push(row);
    const terms = { login, symbol, volume: 1e8 };
    // By its first deal the database knows that a position is new, else it looks.
    const deals =
      random(2) === 0 ? [buildDeal({ ...terms, id, position_id: id, entry: 'in' })] : [];
    return buildAccountEvent({ login, deals, positions: [buildPosition({ ...terms, id })] });
  };
  /** Changes a row, or ends it. */
  const changed = (kind: keyof typeof open, row: OpenRow, isGone: boolean): AccountEvent => {
    const { login } = row;
    if (isGone) open[kind] = open[kind].filter((one) => one !== row);
    const ended = isGone ? ({ state: 'canceled', done_at: MONDAY + 5 } as const) : {};
    return kind === 'orders'
      ? buildAccountEvent({ login, orders: [buildOrder({ ...row, state: 'placed', ...ended })] })
      : buildAccountEvent({
          login,
          positions: [buildPosition({ ...row, volume: isGone ? 0 : 5e7, closed: isGone })],
        });
  };
  const changing = (): AccountEvent => {
    const kind = random(2) === 0 ? 'orders' : 'positions';
    const row = open[kind][random(open[kind].length)];
    return row === undefined ? opening() : changed(kind, row, random(2) === 0);
  };
  const endAll = () =>
    (['orders', 'positions'] as const).flatMap((kind) =>
      open[kind].map((row) => changed(kind, row, true)),
    );
  return { open, next: () => (random(2) === 0 ? opening() : changing()), endAll };
};

/** Readers and what they ask for, with the logins that there are for each. */
const READERS = [
  { group_scope: ['*'], of: {}, logins: LOGINS },
  { group_scope: ['demo\\*'], of: {}, logins: LOGINS.slice(0, -1) },
  { group_scope: ['*'], of: { group: 'demo*' }, logins: LOGINS.slice(0, -1) },
  { group_scope: ['*'], of: { login: 4096 }, logins: [4096] },
];
/** All rows, and those of symbols, one of them unknown. */
const ASKED = [undefined, ...SYMBOLS, 'USDJPY'];

t.test('Pages and numbers of open rows are those of a model', async (t) => {
  const random = seededRandom(26);
  const model = trading(random);
  const accounts = LOGINS.map((login, at) =>
    accountChange(login, { login, group: at < LOGINS.length - 1 ? 'demo\\a' : 'real\\b' }),
  );
  const opening = buildDeskEvent({ changes: accounts });
  const all: Event[] = [opening];
  const { db, projection, add } = projecting(t, opening);
  db.exec(`
    CREATE TEMP TRIGGER no_row BEFORE INSERT ON account_rows WHEN NEW.id = ${REFUSED}
    BEGIN SELECT RAISE(ABORT, 'refused'); END;
  `);
  const refused = buildAccountEvent({ positions: [buildPosition({ id: REFUSED })] });
  const lists = queryTable(db, { query: () => [] }, NO_EVENTS);
  /** All pages of a list, and its number of rows. */
  const listed = (kind: 'orders' | 'positions', of: object) => {
    const page = (n: number) => lists[`open.${kind}`]({ ...of, page: n, limit: LIMIT } as never);
    const { total } = page(1);
    const pages = Array.from({ length: total / LIMIT + 2 }, (_, n) => page(n + 1).items);
    return { ids: pages.flat().map(({ id }) => id), total };
  };
  for (let n = 0; n < TRANSACTIONS; n += 1) {
    const events = Array.from({ length: 1 + random(6) }, model.next);
    const seq = projection.checkpoint() + 1;
    t.throws(() => projection.project([buildBatch(seq, [...events, refused])]), /cannot be proj/);
    add(...events);
    all.push(...events);
    for (const { group_scope, logins, of: asked } of READERS) {
      const symbol = ASKED[random(ASKED.length)];
      const viewer = { rights: RIGHTS, group_scope };
      const of = { ...asked, session: '', viewer, ...(symbol && { symbol: symbol.toLowerCase() }) };
      for (const kind of ['orders', 'positions'] as const) {
        const ids = model.open[kind]
          .filter((row) => logins.includes(row.login) && [undefined, row.symbol].includes(symbol))
          .sort((a, b) => a.login - b.login || a.id - b.id)
          .map(({ id }) => id);
        t.same(listed(kind, of), { ids, total: ids.length });
        if (kind === 'positions') t.equal(lists['open.count'](of).total, ids.length);
      }
    }
  }
  const blocks = (of: Database) => [tablesIn(of).orders_blocks, tablesIn(of).positions_blocks];
  t.same(blocks(db), blocks(projected(t, ...all)), 'they do not depend on transactions');
  const most = Math.min(model.open.orders.length, model.open.positions.length);
  t.ok(most > 2 * LOGINS.length, 'accounts have several of each');
  add(...model.endAll());
  t.same(blocks(db), [[], []]);
});
