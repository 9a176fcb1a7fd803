// Lists of accounts: pages, windows and counts of the accounts that a staff user sees.

import { ACCOUNT_TEXTS, type AccountRecord } from '../../../wire/accounts/account.js';
import { isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import { type AccessRecord, profileJson, withheld } from '../../../wire/accounts/profile.js';
import { type Viewer, viewOf } from '../../../wire/accounts/scope.js';
import { foldedName } from '../../../wire/base/folded-name.js';
import { maskListFits } from '../../../wire/base/mask.js';
import { formatExact } from '../../../wire/base/scale.js';
import type {
  AccountRow,
  AccountSelection,
  AccountWindowFound,
  AccountWindowQuery,
  MoneySnapshotQuery,
} from '../../../wire/queries/account-queries.js';
import type { ReadAt } from '../../../wire/queries/fenced-query.js';
import type { SnapshotRows } from '../../../wire/queries/position-queries.js';
import type { Queries, SlicedQuery } from '../../../wire/queries/queries.js';
import {
  ACCOUNT_FIELDS,
  type AccountWindowRow,
} from '../../../wire/rest/accounts/account-lists.js';
import { BLOCK_IDS } from '../../database/account-tables.js';
import type { Database, Statement } from '../../database/database.js';
import { LEDGERS, ORDERS, POSITIONS, storedRow } from '../../database/schema.js';
import { Buckets } from '../rows/buckets.js';
import { readAtOf } from '../rows/fenced-read.js';
import { OpenRows } from '../rows/open-rows.js';
import { ApplicationLists } from './applications.js';
import { ClientLists } from './clients.js';
import { type Selection, selectionOf } from './conditions.js';
import { WindowCursors } from './cursors.js';
import { DailyLists } from './dailies.js';
import { AccountDealSums } from './deal-sums.js';
import { Exposure } from './exposure.js';
import { MailRecipientLists } from './mail-recipients.js';
import { MailTexts } from './mail-texts.js';
import { Outbox } from './outbox.js';
import { PaymentsPreviews } from './payments-preview.js';
import { fencedSteps, inOneSnapshot, type SlicedRead } from './sliced-read.js';
import type { Bucket, ListOrder, Place, StoredList } from './stored-list.js';
import {
  type Around,
  type Cut,
  placeOfRow,
  readAround,
  readCount,
  readPage,
  type Wanted,
} from './window-read.js';

const ACCOUNTS: StoredList = {
  table: 'accounts',
  id: 'login',
  blocks: 'account_blocks',
  blockIds: BLOCK_IDS,
  buckets: 'account_buckets',
  bucketColumns: { group: 'folded', leverage: 'leverage_default' },
  sources: { login: 'id', group: 'bucket', leverage: 'inherited' },
};

/** A bucket with the values of its group that rows show. */
interface AccountBucket extends Bucket {
  readonly group: string;
  readonly hidden: number;
  readonly licence_company: string;
  readonly leverage_default: number;
  readonly currency: string;
  readonly currency_digits: number;
}

/** The accounts that are selected, and the buckets that the viewer sees. */
interface Selected {
  readonly rows: Selection;
  readonly seen: readonly AccountBucket[];
}

type QueryInput<K extends keyof Queries> = Queries[K]['input'];
type Output<K extends keyof Queries> = Queries[K]['output'];

const NO_WINDOW = {
  items: [],
  after: null,
  before: null,
  first_key: '',
  last_key: '',
  has_after: false,
  has_before: false,
  page_id: '',
  proof: '',
};

/** A snapshot before the database shows what its reader was shown. */
const NO_ROWS = { rows: [], total: 0 };

/** Accounts whose money is read in one step: some ms. */
const STEP_ACCOUNTS = 250;

/** The wanted rows on both sides, one more than are shown where more may follow. */
const wantedOf = ({ edge, limit }: AccountWindowQuery): Wanted => {
  if (edge === 'around') return { before: limit + 1, behind: limit + 1 };
  return edge === 'last' || edge === 'before'
    ? { before: limit + 1, behind: 1 }
    : { before: 1, behind: limit + 1 };
};

/** The rows of a window among those around its cut, and whether there are others. */
const shownOf = ({ before, behind }: Around, { edge, limit }: AccountWindowQuery) => {
  const all = [...before, ...behind];
  const middle = Math.min(before.length - Math.floor(limit / 2), all.length - limit);
  const begin = {
    first: before.length,
    after: before.length,
    last: before.length - limit,
    before: before.length - limit,
    around: middle,
  }[edge];
  const first = Math.max(0, begin);
  const end = edge === 'last' || edge === 'before' ? before.length : first + limit;
  return { rows: all.slice(first, end), has_before: first > 0, has_after: end < all.length };
};

const textOrNull = (id: number | null): string | null => (id ? String(id) : null);

/** Windows show whole numbers that may be large as texts. */
const windowForm = ({
  login,
  agent,
  client_id,
  policy_revision,
}: AccountRecord): Pick<AccountWindowRow, 'login' | 'agent' | 'client_id' | 'policy_revision'> => ({
  login: String(login),
  agent: textOrNull(agent),
  client_id: textOrNull(client_id),
  policy_revision: String(policy_revision),
});

/** Reads lists of accounts by one connection. */
class AccountLists {
  readonly #buckets: Statement;
  readonly #row: Statement;
  readonly #ledger: Statement;
  readonly #readLedger = storedRow(LEDGERS);

  constructor(private readonly db: Database) {
    this.#buckets = db.prepare('SELECT * FROM account_buckets');
    this.#ledger = db
      .prepare(
        `SELECT bucket, row FROM accounts LEFT JOIN account_rows AS ledger
           ON ledger.login = accounts.login AND ledger.kind = ${LEDGERS.kind}
             AND ledger.id = accounts.login
         WHERE accounts.login = ?`,
      )
      .raw();
    this.#row = db
      .prepare(
        `SELECT held.record, access.record, ledger.row FROM records AS held
         LEFT JOIN records AS access ON access.kind = 'access' AND access.key = held.key
         LEFT JOIN account_rows AS ledger
           ON ledger.login = held.number AND ledger.kind = ${LEDGERS.kind}
             AND ledger.id = held.number
         WHERE held.kind = 'account' AND held.key = ?`,
      )
      .raw();
  }

  *page(query: QueryInput<'accounts.page'>): SlicedRead<Output<'accounts.page'>> {
    const { is_fenced, page, limit, min_projection_seq, ...rest } = query;
    const fence = is_fenced && min_projection_seq !== undefined ? { min_projection_seq } : {};
    const read = function* (this: AccountLists) {
      const selected = this.#select(query);
      const { ids, total } = yield* readPage(this.db, selected.rows, (page - 1) * limit, limit);
      return { items: this.#rows(ids, selected, query.viewer), total };
    }.bind(this);
    return yield* fencedSteps(
      this.db,
      { session: rest.session, ...fence },
      { items: [], total: 0 },
      read,
    );
  }

  *count(query: AccountSelection): SlicedRead<number> {
    const read = () => readCount(this.db, this.#select(query).rows);
    return yield* inOneSnapshot(this.db, read);
  }

  *logins(query: QueryInput<'accounts.logins'>): SlicedRead<Output<'accounts.logins'>> {
    const { most } = query;
    const read = function* (this: AccountLists) {
      const { rows } = this.#select(query);
      const total = yield* readCount(this.db, rows);
      if (total > most) return { ids: [], total };
      return yield* readPage(this.db, rows, 0, most);
    }.bind(this);
    return yield* fencedSteps(this.db, query, { ids: [], total: 0 }, read);
  }

  /** The stored money of all selected accounts. */
  *money({ most, ...of }: MoneySnapshotQuery): SlicedRead<Omit<SnapshotRows, keyof ReadAt>> {
    const selected = this.#select({ ...of, filters: [] });
    const total = yield* readCount(this.db, selected.rows);
    const rows: [number, string, string][] = [];
    if (total > most) return { rows, total };
    const { ids } = yield* readPage(this.db, selected.rows, 0, total);
    const byId = new Map(selected.seen.map((bucket) => [bucket.id, bucket]));
    for (const [at, login] of ids.entries()) {
      if (at % STEP_ACCOUNTS === 0) yield;
      const [id, ledger] = this.#ledger.get(login) as [number, Buffer | null];
      const bucket = byId.get(id) as AccountBucket;
      const { balance, credit } = this.#money(ledger, bucket.currency_digits);
      rows.push([login, bucket.group, JSON.stringify({ login, balance, credit })]);
    }
    return { rows, total };
  }

  *window(query: AccountWindowQuery): SlicedRead<AccountWindowFound> {
    let isInvalid = false;
    const read = function* (this: AccountLists): SlicedRead<typeof NO_WINDOW> {
      const found = yield* this.#window(query);
      isInvalid = found === undefined;
      return (found ?? NO_WINDOW) as typeof NO_WINDOW;
    }.bind(this);
    const found = yield* fencedSteps(this.db, query, NO_WINDOW, read);
    return isInvalid ? 'invalid_cursor' : found;
  }

  *windowCount(
    query: QueryInput<'accounts.window_count'>,
  ): SlicedRead<Output<'accounts.window_count'>> {
    const read = function* (this: AccountLists) {
      const at = readAtOf(this.db, query);
      const selected = this.#select(query);
      const isLate = at.consistency === 'projection_pending';
      const total = isLate ? null : yield* readCount(this.db, selected.rows);
      return { ...at, query_id: this.#cursors(query, selected).id, total };
    }.bind(this);
    return yield* inOneSnapshot(this.db, read);
  }

  /** The rows of a window; undefined = its cursor does not hold. */
  *#window(query: AccountWindowQuery) {
    const { sort, dir, viewer, edge } = query;
    const order: ListOrder = { field: sort, way: dir === 'asc' ? 1 : -1 };
    const selected = this.#select(query);
    const cursors = this.#cursors(query, selected);
    const place = query.cursor === undefined ? undefined : cursors.read(query.cursor);
    if (query.cursor !== undefined && place === undefined) return undefined;
    const cut = yield* this.#cutOf(query, order, selected.rows, place);
    const wanted = wantedOf(query);
    const around = yield* readAround(this.db, selected.rows, order, cut, wanted);
    const shown = shownOf(around, { ...query, edge: cut === 'start' ? 'first' : edge });
    const [first, last] = [shown.rows.at(0), shown.rows.at(-1)];
    const keys = { first_key: String(first?.id ?? ''), last_key: String(last?.id ?? '') };
    const page = JSON.stringify([
      shown.rows.map(({ id }) => id),
      shown.has_before,
      shown.has_after,
    ]);
    return {
      items: this.#rows(
        shown.rows.map(({ id }) => id),
        selected,
        viewer,
        windowForm,
      ),
      after: last === undefined ? null : cursors.write(last),
      before: first === undefined ? null : cursors.write(first),
      ...keys,
      has_after: shown.has_after,
      has_before: shown.has_before,
      page_id: cursors.tag('page', page),
      proof: cursors.tag('proof', page),
    };
  }

  /** Where a window is cut. An anchor that is gone counts as its cursor, or as the start. */
  *#cutOf(
    { edge, anchor }: AccountWindowQuery,
    order: ListOrder,
    rows: Selection,
    place: Place | undefined,
  ): SlicedRead<Cut> {
    if (edge === 'first') return 'start';
    if (edge === 'last') return 'end';
    const found =
      anchor === undefined ? undefined : yield* placeOfRow(this.db, rows, order, anchor);
    if (found !== undefined) return { place: found, side: 'before' };
    if (place === undefined) return 'start';
    return { place, side: edge === 'after' ? 'behind' : 'before' };
  }

  #cursors({ binding }: Pick<AccountWindowQuery, 'binding'>, { seen }: Selected): WindowCursors {
    const scope = seen.map(({ id }) => id).join();
    return new WindowCursors(binding.key, `${binding.query}\0${scope}`);
  }

  #select(of: AccountSelection): Selected {
    const { viewer, group, group_path, company, without_staff = false, filters } = of;
    const all = (
      this.#buckets.all() as (Omit<AccountBucket, 'values'> & { readonly folded: string })[]
    ).map((one) => ({ ...one, values: { group: one.folded, leverage: one.leverage_default } }));
    const sees = viewOf(viewer);
    const seen = all.filter((one) => sees(one.group, one.hidden === 1));
    const path = group_path === undefined ? undefined : foldedName(group_path);
    const narrowed = seen.filter(
      (one) =>
        (group === undefined || maskListFits(group, one.group)) &&
        (path === undefined || one.folded === path || one.folded.startsWith(`${path}\\`)) &&
        (company === undefined || one.licence_company === company) &&
        !(without_staff && isStaffGroup(one.group)),
    );
    return { rows: selectionOf(ACCOUNTS, ACCOUNT_FIELDS, all, narrowed, filters), seen };
  }

  #rows(
    ids: readonly number[],
    { seen }: Selected,
    { rights }: Viewer,
    formOf?: (account: AccountRecord) => object,
  ): AccountRow[] {
    const byGroup = new Map(seen.map((bucket) => [bucket.group, bucket]));
    const hidden = withheld(ACCOUNT_TEXTS, rights);
    return ids.map((login) => {
      const found = this.#row.get(String(login)) as [string, string | null, Buffer | null];
      const [record, access, ledger] = found;
      const account = JSON.parse(record) as AccountRecord;
      const group = byGroup.get(account.group) as AccountBucket;
      const newest = access === null ? undefined : (JSON.parse(access) as AccessRecord);
      const money = this.#money(ledger, group.currency_digits);
      const more = Object.assign(money, formOf?.(account));
      return [login, profileJson(account, group, newest, hidden, more)];
    });
  }

  /** The stored money of an account; 0 before its first event. */
  #money(row: Buffer | null, groupDigits: number) {
    const ledger = row === null ? undefined : this.#readLedger(row);
    const digits = ledger?.currency_digits ?? groupDigits;
    const text = (amount = 0): string => formatExact(amount, digits, digits);
    return {
      balance: text(ledger?.balance),
      credit: text(ledger?.credit),
      balance_prev_day: text(ledger?.balance_prev_day),
      balance_prev_month: text(ledger?.balance_prev_month),
    };
  }
}

/** A read for each query that is answered in steps. */
export type SlicedTable = {
  readonly [K in SlicedQuery]: (input: QueryInput<K>) => SlicedRead<Output<K>>;
};

/** The queries of one connection that are answered in steps. */
export const slicedTable = (db: Database): SlicedTable => {
  const lists = new AccountLists(db);
  const sums = new AccountDealSums(db);
  const clients = new ClientLists(db);
  const mailTexts = new MailTexts(db);
  const outbox = new Outbox(db);
  const mailRecipients = new MailRecipientLists(db);
  const applications = new ApplicationLists(db);
  const buckets = new Buckets(db);
  const payments = new PaymentsPreviews(db, buckets);
  const dailies = new DailyLists(db);
  const exposure = new Exposure(db, buckets);
  const open = {
    positions: new OpenRows(db, POSITIONS, buckets),
    orders: new OpenRows(db, ORDERS, buckets),
  };
  return {
    'account.sums': ({ login }) => sums.of(login),
    'reports.daily': (query) => dailies.page(query),
    'reports.exposure': (query) => exposure.sums(query),
    'accounts.page': (query) => lists.page(query),
    'accounts.count': (query) => lists.count(query),
    'accounts.logins': (query) => lists.logins(query),
    'accounts.window': (query) => lists.window(query),
    'accounts.window_count': (query) => lists.windowCount(query),
    'clients.page': (query) => clients.page(query),
    'mail.messages': (query) => mailTexts.json(query),
    'mail.outbox': (query) => outbox.page(query),
    'mail.recipients': (query) => mailRecipients.read(query),
    'applications.page': (query) => applications.page(query),
    'accounts.money': (query) => fencedSteps(db, query, NO_ROWS, () => lists.money(query)),
    'open.snapshot': (query) =>
      fencedSteps(db, query, NO_ROWS, () => open[query.kind].snapshot(query)),
    'open.payments': (query) => payments.of(query),
  };
};
