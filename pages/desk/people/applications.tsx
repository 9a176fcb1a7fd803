// Applications for real accounts, the oldest first, and the decision on one.

import { useEffect } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { type components, unwrap } from '../../../client/index.js';
import { useList } from '../../frame/list.js';
import { hrefOf, useQuery } from '../../frame/routes.js';
import { useStaff } from '../../frame/store.js';
import type { List } from '../../live/lists.js';
import { texts } from '../../texts/language.js';
import { Segments } from '../../ui/field.js';
import { LoadedList } from '../../ui/loaded.js';
import { type Column, Table } from '../../ui/table.js';
import { Time, UserText } from '../../ui/values.js';
import { Application, type ApplicationRow } from './application.js';
import { statusText } from './status.js';

type ApplicationsPage = components['schemas']['ApplicationPage'];

const words = texts({
  title: ['Applications', 'Anträge'],
  status: ['Show', 'Zeigen'],
  id: ['Number', 'Nummer'],
  name: ['Name', 'Name'],
  email: ['E-mail', 'E-Mail'],
  country: ['Country', 'Land'],
  group: ['Group', 'Gruppe'],
  leverage: ['Leverage', 'Hebel'],
  received: ['Received', 'Eingegangen'],
  state: ['State', 'Zustand'],
  nothing: ['No application is here.', 'Hier ist kein Antrag.'],
  waiting: ['No application waits for a decision.', 'Kein Antrag wartet auf eine Entscheidung.'],
});

type ApplicationStatus = ApplicationRow['status'];
const STATUSES: readonly ApplicationStatus[] = ['received', 'approved', 'rejected'];
/** Others decide, too: the list is read again. */
const POLL_MS = 10_000;
const PAGE_ROWS = 100;

interface ApplicationsQuery {
  readonly status: ApplicationStatus;
  readonly page: number;
  readonly limit: number;
}

const columns = (): readonly Column<ApplicationRow>[] => [
  { key: 'id', title: words().id, width: 80, cell: ({ id }) => `#${id}` },
  {
    key: 'created_at',
    title: words().received,
    width: 156,
    cell: (row) => <Time at={row.created_at} />,
  },
  { key: 'name', title: words().name, cell: (row) => <UserText>{row.name}</UserText> },
  { key: 'email', title: words().email, cell: (row) => <UserText>{row.email}</UserText> },
  { key: 'country', title: words().country, cell: (row) => <UserText>{row.country}</UserText> },
  { key: 'group', title: words().group, cell: (row) => <UserText>{row.group}</UserText> },
  { key: 'leverage', title: words().leverage, width: 80, cell: (row) => `1:${row.leverage}` },
  { key: 'state', title: words().state, width: 96, cell: (row) => statusText(row.status) },
];

/** An application in two lines, for a phone. */
const narrow = (row: ApplicationRow) => (
  <div class="two-lines">
    <span>
      <UserText>{row.name}</UserText>
    </span>
    <span class="end">{statusText(row.status)}</span>
    <span class="muted">
      <UserText>{row.email}</UserText>
    </span>
    <span class="end muted">
      <Time at={row.created_at} style="date" />
    </span>
  </div>
);

/** The list of applications, and beside it the one of the address. */
const Applications = () => {
  const live = useStaff();
  const { params } = useRoute();
  const { route, url } = useLocation();
  const { query, change } = useQuery();
  const status = STATUSES.find((one) => one === query.status) ?? 'received';
  const list = useList<ApplicationRow, ApplicationsQuery, ApplicationsPage>(
    (asked) => unwrap(live.rest.GET('/admin/v1/applications', { params: { query: asked } })),
    ({ id }) => id,
    [live],
  );
  useEffect(
    () => live.poll(() => list.load({ status, page: 1, limit: PAGE_ROWS }), POLL_MS),
    [status, list],
  );
  const search = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  const open = (id: number): void => route(hrefOf('/desk/', 'applications/:id', { id }) + search);
  const shown = params.id === undefined ? null : Number(params.id);
  return (
    <div class="fill applications">
      <div class="line">
        <h1>{words().title}</h1>
        <span class="grow" />
        <Segments
          label={words().status}
          isLabelHidden
          value={status}
          choices={STATUSES.map((value) => ({ value, text: statusText(value) }))}
          onSelect={(value) => change({ status: value })}
        />
      </div>
      <div class={`beside ${shown === null ? '' : 'with-one'}`}>
        <div class="panel rows">
          <LoadedList
            list={list as List<ApplicationRow, object>}
            empty={{ text: status === 'received' ? words().waiting : words().nothing }}
          >
            {(rows) => (
              <Table
                label={words().title}
                columns={columns()}
                rows={rows}
                keyOf={({ id }) => id}
                selected={shown}
                onOpen={({ id }) => open(id)}
                narrow={narrow}
              />
            )}
          </LoadedList>
        </div>
        {shown === null ? null : (
          <Application
            key={shown}
            id={shown}
            onDecided={() => void list.reload()}
            onClose={() => route(`/desk/applications${search}`)}
          />
        )}
      </div>
    </div>
  );
};

export default Applications;
