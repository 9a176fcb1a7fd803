// Lists of applications: the applications of groups in the scope of a staff user, by id.

import { type ApplicationRecord, shownApplication } from '../../../wire/accounts/application.js';
import { inScope } from '../../../wire/base/mask.js';
import type { Queries } from '../../../wire/queries/queries.js';
import { APPLICATION_FIELDS } from '../../../wire/rest/accounts/sign-up.js';
import { BLOCK_IDS } from '../../database/account-tables.js';
import type { Database, Statement } from '../../database/database.js';
import { selectionOf } from './conditions.js';
import { fencedSteps, type SlicedRead } from './sliced-read.js';
import type { StoredList } from './stored-list.js';
import { readPage } from './window-read.js';

const APPLICATIONS: StoredList = {
  table: 'applications',
  id: 'id',
  blocks: 'application_blocks',
  blockIds: BLOCK_IDS,
  buckets: 'application_buckets',
  bucketColumns: { status: 'status' },
  sources: { id: 'id', status: 'bucket' },
};

interface ApplicationBucket {
  readonly id: number;
  readonly group: string;
  readonly status: string;
  readonly count: number;
}

type ListQuery = Queries['applications.page'];

/** Reads lists of applications by one connection. */
export class ApplicationLists {
  readonly #buckets: Statement;
  readonly #record: Statement;

  constructor(private readonly db: Database) {
    this.#buckets = db.prepare('SELECT * FROM application_buckets WHERE count > 0');
    this.#record = db
      .prepare("SELECT record FROM records WHERE kind = 'application' AND key = ?")
      .pluck();
  }

  /** A page, and the number of rows on all pages. */
  *page(query: ListQuery['input']): SlicedRead<ListQuery['output']> {
    const { viewer, filters, page, limit } = query;
    const read = function* (this: ApplicationLists) {
      const all = (this.#buckets.all() as ApplicationBucket[]).map((one) => ({
        ...one,
        values: { status: one.status },
      }));
      const seen = all.filter(({ group }) => inScope(viewer.group_scope, group));
      const rows = selectionOf(APPLICATIONS, APPLICATION_FIELDS, all, seen, filters);
      const { ids, total } = yield* readPage(this.db, rows, (page - 1) * limit, limit);
      return { items: ids.map((id) => this.#application(id, viewer.rights)), total };
    }.bind(this);
    return yield* fencedSteps(this.db, query, { items: [], total: 0 }, read);
  }

  #application(id: number, rights: ListQuery['input']['viewer']['rights']): ApplicationRecord {
    const record = JSON.parse(this.#record.get(String(id)) as string) as ApplicationRecord;
    return shownApplication(record, rights);
  }
}
