// Lists of clients: those that a staff user sees, by id.

import {
  type ClientRecord,
  type ClientViewer,
  seesUnlinked,
  shownClient,
} from '../../../wire/accounts/client.js';
import type { Queries } from '../../../wire/queries/queries.js';
import { CLIENT_FIELDS } from '../../../wire/rest/accounts/clients.js';
import { BLOCK_IDS } from '../../database/account-tables.js';
import type { Database, Statement } from '../../database/database.js';
import { Buckets, SEEN, type SeenBuckets } from '../rows/buckets.js';
import { selectionOf } from './conditions.js';
import { fencedSteps, type SlicedRead } from './sliced-read.js';
import type { Bucket, StoredList } from './stored-list.js';
import { readPage } from './window-read.js';

const CLIENTS: StoredList = {
  table: 'clients',
  id: 'id',
  blocks: 'client_blocks',
  blockIds: BLOCK_IDS,
  buckets: 'client_buckets',
  bucketColumns: {},
  sources: { id: 'id' },
};

interface ClientBucket {
  readonly id: number;
  readonly accounts: string;
  readonly owner: number;
  readonly count: number;
}

/** Reads lists of clients by one connection. */
export class ClientLists {
  readonly #accountBuckets: Buckets;
  readonly #buckets: Statement;
  readonly #record: Statement;
  readonly #accounts: Statement;

  constructor(private readonly db: Database) {
    this.#accountBuckets = new Buckets(db);
    this.#buckets = db.prepare('SELECT * FROM client_buckets WHERE count > 0');
    this.#record = db
      .prepare("SELECT record FROM records WHERE kind = 'client' AND key = ?")
      .pluck();
    this.#accounts = db
      .prepare(
        `SELECT login FROM accounts INDEXED BY accounts_linked
         WHERE client_id = @id AND client_id > 0 AND ${SEEN} ORDER BY login`,
      )
      .pluck();
  }

  /** A page, and the number of rows on all pages. */
  *page(query: Queries['clients.page']['input']): SlicedRead<Queries['clients.page']['output']> {
    const { viewer, filters, page, limit } = query;
    const read = function* (this: ClientLists) {
      const seen = this.#accountBuckets.seen({ viewer });
      const all = (this.#buckets.all() as ClientBucket[]).map((one) => ({ ...one, values: {} }));
      const buckets = all.filter((one) => isSeen(one, viewer, seen));
      const rows = selectionOf(CLIENTS, CLIENT_FIELDS, all, buckets, filters);
      const { ids, total } = yield* readPage(this.db, rows, (page - 1) * limit, limit);
      return { items: ids.map((id) => this.#client(id, viewer, seen)), total };
    }.bind(this);
    return yield* fencedSteps(this.db, query, { items: [], total: 0 }, read);
  }

  #client(id: number, viewer: ClientViewer, { all, buckets }: SeenBuckets): ClientRecord {
    const record = JSON.parse(this.#record.get(String(id)) as string) as ClientRecord;
    const accounts = this.#accounts.all({ id, all, buckets }) as number[];
    return shownClient(record, accounts, viewer);
  }
}

/** Does the reader see the clients of a bucket: one of their accounts, or them without accounts? */
const isSeen = (
  { accounts, owner }: Omit<ClientBucket, keyof Bucket>,
  viewer: ClientViewer,
  seen: SeenBuckets,
): boolean =>
  accounts === ''
    ? seesUnlinked(viewer, owner)
    : accounts.split(',').some((bucket) => seen.has(Number(bucket)));
