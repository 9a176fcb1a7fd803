// Clients: a search over persons and companies, and the way to make one.

import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type components, unwrap } from '../../../client/index.js';
import { useList } from '../../frame/list.js';
import { hrefOf, useQuery } from '../../frame/routes.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { useUnsaved } from '../../frame/unsaved.js';
import type { List } from '../../live/lists.js';
import { attempt, faultsOf, type Refusal } from '../../live/refusal.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Segments } from '../../ui/field.js';
import { useKeys } from '../../ui/keys.js';
import { LoadedList, RefusalNote } from '../../ui/loaded.js';
import { SearchField } from '../../ui/search-field.js';
import { type Column, Table } from '../../ui/table.js';
import { Time, UserText } from '../../ui/values.js';
import {
  type ClientRow,
  NO_TEXTS,
  nameOf,
  PersonFields,
  type PersonTexts,
  personWords,
} from './person-fields.js';

type ClientsPage = components['schemas']['ClientPage'];

const words = texts({
  title: ['Clients', 'Kunden'],
  add: ['New client', 'Neuer Kunde'],
  id: ['Number', 'Nummer'],
  name: ['Name', 'Name'],
  accounts: ['Accounts', 'Konten'],
  created: ['Since', 'Seit'],
  nothing: ['No client fits to this search.', 'Kein Kunde passt zu dieser Suche.'],
  total: [(n: number) => `${n} in all`, (n) => `${n} insgesamt`],
  kind: ['Kind', 'Art'],
  person: ['Person', 'Person'],
  company: ['Company', 'Firma'],
});

const SEARCHED = ['name', 'last_name', 'company', 'email', 'phone'] as const;
const PAGE_ROWS = 100;

interface ClientsQuery extends Partial<Record<(typeof SEARCHED)[number], string>> {
  readonly page: number;
  readonly limit: number;
}

const columns = (): readonly Column<ClientRow>[] => [
  { key: 'id', title: words().id, width: 80, cell: ({ id }) => `#${id}` },
  { key: 'name', title: words().name, cell: (row) => <UserText>{nameOf(row)}</UserText> },
  ...(['company', 'email', 'phone', 'country'] as const).map((name) => ({
    key: name,
    title: personWords()[name],
    cell: (row: ClientRow) => <UserText>{row[name]}</UserText>,
  })),
  { key: 'accounts', title: words().accounts, cell: ({ accounts }) => accounts.join(', ') || '–' },
  {
    key: 'created_at',
    title: words().created,
    width: 104,
    cell: (row) => <Time at={row.created_at} style="date" />,
  },
];

interface NewClientProps {
  readonly onClose: () => void;
  readonly onMade: (id: number) => void;
}

const NewClient = ({ onClose, onMade }: NewClientProps) => {
  const { rest } = useStaff();
  const [kind, setKind] = useState<ClientRow['kind']>('person');
  const [values, setValues] = useState<PersonTexts>(NO_TEXTS);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  useUnsaved(values !== NO_TEXTS);
  const submit = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const filled = Object.entries(values).filter(([, value]) => value.trim() !== '');
    const body = { kind, ...Object.fromEntries(filled) };
    const made = await attempt(unwrap(rest.POST('/admin/v1/clients', { body })));
    setBusy(false);
    if (made.ok) onMade(made.value.id);
    else setRefusal(made.refusal);
  };
  return (
    <Dialog
      title={words().add}
      size="wide"
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{common().cancel}</Button>
          <Button tone="main" type="submit" isBusy={isBusy} isOff={nameOf(values) === ''}>
            {common().save}
          </Button>
        </>
      }
    >
      <Segments
        label={words().kind}
        value={kind}
        choices={[
          { value: 'person', text: words().person },
          { value: 'company', text: words().company },
        ]}
        onSelect={setKind}
      />
      <PersonFields
        values={values}
        onChange={(given) => setValues({ ...values, ...given })}
        faultOf={(name) => faultsOf(refusal, name)[0]?.message ?? null}
      />
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
    </Dialog>
  );
};

/** A client in two lines, for a phone. */
const narrow = (row: ClientRow) => (
  <div class="two-lines">
    <span>
      <UserText>{nameOf(row)}</UserText>
    </span>
    <span class="end">{row.accounts.join(', ')}</span>
    <span class="muted">
      <UserText>{row.email}</UserText>
    </span>
    <span class="end muted">{`#${row.id}`}</span>
  </div>
);

const ClientSearch = () => {
  const { query, change } = useQuery();
  return (
    <div class="line tools">
      {SEARCHED.map((name) => (
        <SearchField
          key={name}
          label={personWords()[name]}
          value={query[name] ?? ''}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
    </div>
  );
};

/** The list of clients. */
const Clients = () => {
  const { rest } = useStaff();
  const { session } = useStaffStore();
  const { route } = useLocation();
  const { query } = useQuery();
  const [isAdding, setAdding] = useState(false);
  const list = useList<ClientRow, ClientsQuery, ClientsPage>(
    (asked) => unwrap(rest.GET('/admin/v1/clients', { params: { query: asked } })),
    ({ id }) => id,
    [rest],
  );
  const searched = Object.fromEntries(
    SEARCHED.flatMap((name) => (query[name] ? [[name, query[name]]] : [])),
  );
  const key = JSON.stringify(searched);
  useEffect(() => {
    void list.load({ ...searched, page: 1, limit: PAGE_ROWS });
  }, [key, list]);
  const total = list.page.value?.total ?? 0;
  const onEnd = (): void => {
    const count = list.rows.value.length;
    if (list.status.value !== 'ready' || count >= total) return;
    void list.more({ ...searched, page: Math.floor(count / PAGE_ROWS) + 1, limit: PAGE_ROWS });
  };
  const open = (id: number): void => route(hrefOf('/desk/', 'clients/:id', { id }));
  const mayAdd = session.can('clients.create');
  useKeys(words().title, [
    { key: 'N', text: words().add, run: () => setAdding(true), isOff: !mayAdd },
  ]);
  return (
    <div class="fill clients">
      <div class="line">
        <h1>{words().title}</h1>
        <span class="muted" role="status">
          {list.page.value === null ? '' : words().total(total)}
        </span>
        <span class="grow" />
        {mayAdd ? (
          <Button icon="plus" tone="main" onClick={() => setAdding(true)}>
            {words().add}
          </Button>
        ) : null}
      </div>
      <ClientSearch />
      <div class="panel rows">
        <LoadedList list={list as List<ClientRow, object>} empty={{ text: words().nothing }}>
          {(rows) => (
            <Table
              label={words().title}
              columns={columns()}
              rows={rows}
              keyOf={({ id }) => id}
              onOpen={({ id }) => open(id)}
              onEnd={onEnd}
              narrow={narrow}
            />
          )}
        </LoadedList>
      </div>
      {isAdding ? <NewClient onClose={() => setAdding(false)} onMade={open} /> : null}
    </div>
  );
};

export default Clients;
