// Queries of clients and applications.

import type { ApplicationRecord } from '../accounts/application.js';
import type { ClientRecord, ClientViewer } from '../accounts/client.js';
import type { Viewer } from '../accounts/scope.js';
import type { ListFilter } from '../rest/lists/list-fields.js';
import type { Fenced, Paged, ReadAt } from './fenced-query.js';

/** A page of the clients that the reader sees, by id. */
interface ClientPageQuery extends Fenced, Paged {
  readonly viewer: ClientViewer;
  readonly filters: readonly ListFilter[];
}

/** A page of the applications of groups in the reader's scope, the oldest first. */
interface ApplicationPageQuery extends Fenced, Paged {
  readonly viewer: Viewer;
  readonly filters: readonly ListFilter[];
}

/** The queries of clients and applications, with inputs and answers. */
export interface ClientQueries {
  'clients.page': {
    input: ClientPageQuery;
    output: ReadAt & { items: readonly ClientRecord[]; total: number };
  };
  'applications.page': {
    input: ApplicationPageQuery;
    output: ReadAt & { items: readonly ApplicationRecord[]; total: number };
  };
}
