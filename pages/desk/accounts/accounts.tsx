// The list of accounts: search, filters, saved views, live money of the rows in sight, marks.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { components } from '../../../client/index.js';
import { unwrap } from '../../../client/index.js';
import { BalanceDialog } from '../../accounts/balance-dialog.js';
import { type FieldName, filtersOf, parameterOf, type WindowQuery } from '../../accounts/fields.js';
import { useGroups } from '../../accounts/groups.js';
import { useList } from '../../frame/list.js';
import { hrefOf, useQuery } from '../../frame/routes.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import type { List, ListPage } from '../../live/lists.js';
import { attempt } from '../../live/refusal.js';
import { common } from '../../texts/common.js';
import { plural, texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { Combobox } from '../../ui/combobox.js';
import { useKeys } from '../../ui/keys.js';
import { LoadedList } from '../../ui/loaded.js';
import { Menu, type MenuItem } from '../../ui/menu.js';
import { SearchField } from '../../ui/search-field.js';
import { type RowKey, type Sort, Table } from '../../ui/table.js';
import { type AccountRow, accountColumns, narrowAccount } from './columns.js';
import { AddFilter, FilterChips } from './filters.js';
import { MarkedBar } from './marked.js';
import { OpenAccount } from './open-account.js';
import { useShownColumns, Views } from './views.js';

type AccountsPage = Omit<components['schemas']['AccountWindowPage'], 'items'> &
  ListPage<AccountRow>;

const words = texts({
  title: ['Accounts', 'Konten'],
  count: [(n: number) => plural(n, 'account', 'accounts'), (n) => plural(n, 'Konto', 'Konten')],
  search: ['Login, name or e-mail', 'Login, Name oder E-Mail'],
  group: ['Group', 'Gruppe'],
  groupHint: ['Any group', 'Jede Gruppe'],
  open: ['Open account', 'Konto eröffnen'],
  openKey: ['Open an account', 'Ein Konto eröffnen'],
  import: ['Import from CSV', 'Aus CSV importieren'],
  clients: ['Clients', 'Kunden'],
  card: ['Card', 'Kontoblatt'],
  deposit: ['Balance operation', 'Kontobewegung'],
  nothing: ['No account fits to this search.', 'Kein Konto passt zu dieser Suche.'],
  none: ['There is no account yet.', 'Es gibt noch kein Konto.'],
  clear: ['Clear search and filters', 'Suche und Filter entfernen'],
});

const PAGE_ROWS = 100;

/** The accounts that the address selects; a search with `@` searches e-mails. */
const selectionOf = (query: Readonly<Record<string, string>>): WindowQuery => {
  const { q = '', group } = query;
  const typed = q.trim();
  return {
    ...(group !== undefined && { group }),
    ...(typed !== '' && { [typed.includes('@') ? 'f.email.has' : 'q']: typed }),
    ...Object.fromEntries(filtersOf(query).map((one) => [parameterOf(one), one.value])),
  };
};

const sortOf = ({ sort = 'login', dir = 'asc' }: Readonly<Record<string, string>>): Sort => ({
  key: sort,
  direction: dir === 'desc' ? 'desc' : 'asc',
});

/** The number of all accounts of the selection, counted beside the first rows. */
const useCount = (selection: WindowQuery, key: string): number | null => {
  const { rest } = useStaff();
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    let isOver = false;
    const params = { query: selection };
    void attempt(unwrap(rest.GET('/admin/v1/accounts/window/count', { params }))).then(
      (counted) => {
        if (!isOver) setCount(counted.ok ? counted.value.total : null);
      },
    );
    return () => {
      isOver = true;
    };
  }, [key]);
  return count;
};

/** Follows live money of the rows in sight. */
const useLiveMoney = () => {
  const live = useStaff();
  const [logins, setLogins] = useState('');
  useEffect(
    () => (logins === '' ? undefined : live.follow.accounts(logins.split(',').map(Number))),
    [logins, live],
  );
  return (rows: readonly AccountRow[]): void => setLogins(rows.map(({ login }) => login).join());
};

const Head = ({
  count,
  onOpen,
}: {
  readonly count: number | null;
  readonly onOpen: () => void;
}) => {
  const { session } = useStaffStore();
  const { route } = useLocation();
  const { query, change } = useQuery();
  const groups = useGroups();
  return (
    <>
      <div class="line head">
        <h1>{words().title}</h1>
        <span class="muted" role="status">
          {count === null ? '' : words().count(count)}
        </span>
        <span class="grow" />
        {session.can('clients.list') ? (
          <Button icon="users" onClick={() => route('/desk/clients')}>
            {words().clients}
          </Button>
        ) : null}
        {session.can('accounts.import') ? (
          <Menu
            label={common().more}
            icon="more"
            items={[
              { text: words().import, icon: 'upload', run: () => route('/desk/accounts/import') },
            ]}
          />
        ) : null}
        {session.can('accounts.create') ? (
          <Button icon="plus" tone="main" onClick={onOpen}>
            {words().open}
          </Button>
        ) : null}
      </div>
      <div class="line tools">
        <SearchField label={words().search} value={query.q ?? ''} onChange={(q) => change({ q })} />
        <Combobox
          label={words().group}
          value={query.group ?? ''}
          placeholder={words().groupHint}
          isFree
          options={groups.map(({ path, currency }) => ({
            value: path,
            text: path,
            hint: currency,
          }))}
          onChoose={(group) => change({ group })}
        />
        <AddFilter />
        <Views />
      </div>
      <FilterChips />
    </>
  );
};

/** The rows of the address: its selection and order, read on at the end. */
const useRows = () => {
  const { rest } = useStaff();
  const { query } = useQuery();
  const list = useList<AccountRow, WindowQuery, AccountsPage>(
    (asked) => unwrap(rest.GET('/admin/v1/accounts/window', { params: { query: asked } })),
    ({ login }) => login,
    [rest],
  );
  const selection = selectionOf(query);
  const sort = sortOf(query);
  const key = JSON.stringify(selection);
  const asked: WindowQuery = {
    ...selection,
    sort: sort.key as FieldName,
    dir: sort.direction,
    limit: PAGE_ROWS,
  };
  useEffect(() => void list.load(asked), [key, sort.key, sort.direction, list]);
  const onEnd = (): void => {
    const { after = null, has_after = false } = list.page.value ?? {};
    if (list.status.value !== 'ready' || !has_after || after === null) return;
    void list.more({ ...asked, edge: 'after', cursor: after });
  };
  return { list, selection, key, sort, onEnd };
};

interface AccountRowsProps {
  readonly rows: ReturnType<typeof useRows>;
  readonly marked: ReadonlySet<RowKey>;
  readonly onMark: (marked: ReadonlySet<RowKey>) => void;
  readonly onPay: (row: AccountRow) => void;
  readonly onOpen: (row: AccountRow) => void;
}

/** The table, or why there is nothing in it. */
const AccountRows = ({ rows: of, marked, onMark, onPay, onOpen }: AccountRowsProps) => {
  const live = useStaff();
  const { session } = useStaffStore();
  const { query, change } = useQuery();
  const shown = useShownColumns();
  const onDrawn = useLiveMoney();
  const columns = useMemo(() => accountColumns(live, shown), [live, shown.join()]);
  const clear = (): void =>
    change({
      q: undefined,
      group: undefined,
      ...Object.fromEntries(filtersOf(query).map((one) => [parameterOf(one), undefined])),
    });
  const empty =
    of.key === '{}'
      ? { text: words().none }
      : { text: words().nothing, action: <Button onClick={clear}>{words().clear}</Button> };
  const menuOf = (row: AccountRow): readonly MenuItem[] => {
    const card: MenuItem = { text: words().card, icon: 'user', run: () => onOpen(row) };
    if (!session.can('accounts.balance')) return [card];
    return [card, { text: words().deposit, icon: 'wallet', run: () => onPay(row) }];
  };
  return (
    <div class="panel rows">
      <LoadedList list={of.list as List<AccountRow, object>} empty={empty}>
        {(rows) => (
          <Table
            label={words().title}
            columns={columns}
            rows={rows}
            keyOf={({ login }) => login}
            sort={of.sort}
            onSort={({ key, direction }) => change({ sort: key, dir: direction })}
            onEnd={of.onEnd}
            narrow={narrowAccount(live)}
            {...{ marked, onMark, onOpen, onDrawn, menuOf }}
          />
        )}
      </LoadedList>
    </div>
  );
};

/** The list. The address has its search, filters and order. */
const Accounts = () => {
  const { session } = useStaffStore();
  const { route } = useLocation();
  const [marked, setMarked] = useState<ReadonlySet<RowKey>>(new Set());
  const [isOpening, setOpening] = useState(false);
  const [paid, setPaid] = useState<AccountRow | null>(null);
  const rows = useRows();
  const count = useCount(rows.selection, rows.key);
  const reload = (): void => void rows.list.reload();
  const openCard = (login: string | number): void =>
    route(hrefOf('/desk/', 'accounts/:login/:tab?', { login }));
  const mayOpen = session.can('accounts.create');
  useKeys(words().title, [
    { key: 'N', text: words().openKey, run: () => setOpening(true), isOff: !mayOpen },
  ]);
  useEffect(() => setMarked(new Set()), [rows.key]);
  useEffect(() => {
    // The start of the desk is this list; the address says so, for the rail and for links. The user
    // may have gone on to another view before this effect runs.
    if (location.pathname === '/desk/') route('/desk/accounts', true);
  }, []);
  return (
    <div class="fill accounts">
      <Head count={count} onOpen={() => setOpening(true)} />
      <AccountRows
        {...{ rows, marked }}
        onMark={setMarked}
        onPay={setPaid}
        onOpen={({ login }) => openCard(login)}
      />
      {marked.size === 0 ? null : (
        <MarkedBar
          logins={[...marked].map(Number)}
          onClear={() => setMarked(new Set())}
          onDone={reload}
        />
      )}
      {isOpening ? <OpenAccount onClose={() => setOpening(false)} onOpened={openCard} /> : null}
      {paid === null ? null : (
        <BalanceDialog login={Number(paid.login)} onClose={() => setPaid(null)} onDone={reload} />
      )}
    </div>
  );
};

export default Accounts;
