// The journal: what was done, by whom, newest first; by kind, login, words and period.

import { useEffect, useMemo } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { hrefOf, useQuery } from '../../frame/routes.js';
import { useStaff } from '../../frame/store.js';
import { periodOf } from '../../lists/period.js';
import { makeList } from '../../live/lists.js';
import { texts } from '../../texts/language.js';
import { SelectField, TextField } from '../../ui/field.js';
import { LoadedList } from '../../ui/loaded.js';
import { type Column, Table } from '../../ui/table.js';
import { Time, UserText } from '../../ui/values.js';

const words = texts({
  title: ['Journal', 'Journal'],
  kind: ['Subject', 'Gegenstand'],
  all: ['All', 'Alles'],
  auth: ['Sign-in', 'Anmeldung'],
  config: ['Settings', 'Einstellungen'],
  account: ['Accounts', 'Konten'],
  trade: ['Trades', 'Handel'],
  system: ['Server', 'Server'],
  login: ['Account', 'Konto'],
  by: ['Staff', 'Mitarbeiter'],
  text: ['Words', 'Wörter'],
  from: ['From', 'Von'],
  to: ['To, inclusive', 'Bis einschließlich'],
  time: ['Time', 'Zeit'],
  what: ['What was done', 'Was geschah'],
  address: ['Address', 'Adresse'],
  nothing: ['No line of the journal fits.', 'Keine Zeile des Journals passt.'],
});

type JournalRow = components['schemas']['JournalRow'];
const KINDS = ['auth', 'config', 'account', 'trade', 'system'] as const;
type Kind = (typeof KINDS)[number];

const PAGE_ROWS = 200;
/** Time in ms between two readings of the newest lines. */
const POLL_MS = 5_000;

/** The filters in the address, as members of the query. */
const queryOf = (query: Readonly<Record<string, string>>) => {
  const login = /^\d+$/.test(query.login ?? '') ? { login: Number(query.login) } : {};
  const by = /^\d+$/.test(query.by ?? '') ? { by: Number(query.by) } : {};
  const kind = KINDS.find((one) => one === query.kind);
  return {
    ...login,
    ...by,
    ...(kind !== undefined && { kind }),
    ...(query.text !== undefined && { text: query.text }),
    ...periodOf({ ...query, period: 'own' }),
    limit: PAGE_ROWS,
  };
};
type JournalQuery = ReturnType<typeof queryOf> & { readonly page?: number };

const AccountLink = ({ login }: { readonly login: number }) =>
  login === 0 ? null : <a href={hrefOf('/desk/', 'accounts/:login', { login })}>{login}</a>;

/** The action of a line, and each changed field with its text before and after. */
const What = ({ text, changes }: JournalRow) => (
  <span title={[text, ...changes.map(changeText)].join('\n')}>
    <UserText>{text}</UserText>
    {changes.map((one) => (
      <span key={one.field} class="muted">
        {' · '}
        <UserText>{changeText(one)}</UserText>
      </span>
    ))}
  </span>
);
const changeText = ({ field, from, to }: JournalRow['changes'][number]): string =>
  `${field}: ${from} → ${to}`;

const columns = (): readonly Column<JournalRow>[] => [
  { key: 'time', title: words().time, width: 160, cell: ({ time }) => <Time at={time} /> },
  { key: 'kind', title: words().kind, width: 110, cell: ({ kind }) => words()[kind] },
  {
    key: 'by',
    title: words().by,
    width: 90,
    cell: ({ by }) => (by === 0 ? null : by),
  },
  {
    key: 'login',
    title: words().login,
    width: 90,
    cell: ({ login }) => <AccountLink login={login} />,
  },
  { key: 'text', title: words().what, cell: What },
  { key: 'ip', title: words().address, width: 130, cell: ({ ip }) => ip },
];

const Narrow = (row: JournalRow) => (
  <>
    <What {...row} />
    <br />
    <span class="muted">
      <Time at={row.time} /> · {words()[row.kind]} · {row.by === 0 ? null : row.by}{' '}
      <AccountLink login={row.login} />
    </span>
  </>
);

const Filter = () => {
  const { query, change } = useQuery();
  const field = (name: 'login' | 'by' | 'text', inputMode: 'numeric' | 'text') => (
    <TextField
      label={words()[name]}
      value={query[name] ?? ''}
      type="search"
      inputMode={inputMode}
      onInput={(value) => change({ [name]: value })}
    />
  );
  return (
    <div class="line">
      <SelectField<Kind | ''>
        label={words().kind}
        value={KINDS.find((one) => one === query.kind) ?? ''}
        choices={[
          { value: '', text: words().all },
          ...KINDS.map((kind) => ({ value: kind, text: words()[kind] })),
        ]}
        onSelect={(kind) => change({ kind })}
      />
      {field('text', 'text')}
      {field('login', 'numeric')}
      {field('by', 'numeric')}
      {(['from', 'to'] as const).map((end) => (
        <TextField
          key={end}
          label={words()[end]}
          type="date"
          value={query[end] ?? ''}
          onInput={(day) => change({ [end]: day })}
        />
      ))}
    </div>
  );
};

/** The journal; new lines are read while it is shown. */
const Journal = () => {
  const live = useStaff();
  const { query } = useQuery();
  const asked = useMemo(() => queryOf(query), [JSON.stringify(query)]);
  const list = useMemo(() => {
    const read = (given: JournalQuery) =>
      unwrap(live.rest.GET('/admin/v1/journal', { params: { query: given } }));
    return makeList(read, ({ id }: JournalRow) => id, live.clock);
  }, [live]);
  useEffect(() => {
    void list.load(asked);
    // Further pages that were read stay: the newest ones are read again only at the start.
    return live.poll(
      async () => (list.rows.peek().length <= PAGE_ROWS ? list.reload() : undefined),
      POLL_MS,
    );
  }, [asked]);
  const onEnd = (): void => {
    const { length } = list.rows.value;
    if (list.status.value !== 'ready' || list.page.value?.has_more !== true) return;
    void list.more({ ...asked, page: Math.floor(length / PAGE_ROWS) + 1 });
  };
  return (
    <div class="fill">
      <h1 class="visually-hidden">{words().title}</h1>
      <Filter />
      <div class="panel grow">
        <LoadedList list={list} empty={{ text: words().nothing }}>
          {(rows) => (
            <Table
              label={words().title}
              columns={columns()}
              rows={rows}
              keyOf={({ id }) => id}
              narrow={Narrow}
              onEnd={onEnd}
            />
          )}
        </LoadedList>
      </div>
    </div>
  );
};

export default Journal;
