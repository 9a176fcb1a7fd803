// Sessions in use by their age; staff can end a session or all sessions of a login.

import { useEffect, useMemo } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { hrefOf } from '../../frame/routes.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { makeList } from '../../live/lists.js';
import { attempt } from '../../live/refusal.js';
import { plural, texts } from '../../texts/language.js';
import { confirm } from '../../ui/confirm.js';
import { LoadedList } from '../../ui/loaded.js';
import type { MenuItem } from '../../ui/menu.js';
import { type Column, Table } from '../../ui/table.js';
import { toast, toastRefusal } from '../../ui/toast.js';
import { Money, Time, UserText } from '../../ui/values.js';

const words = texts({
  title: ['Online', 'Online'],
  since: ['Since', 'Seit'],
  login: ['Login', 'Login'],
  name: ['Name', 'Name'],
  group: ['Group', 'Gruppe'],
  terminal: ['Terminal', 'Terminal'],
  address: ['Address', 'Adresse'],
  sockets: ['Sockets', 'Sockets'],
  equity: ['Equity', 'Kapital'],
  staff: ['staff', 'Mitarbeiter'],
  investor: ['investor', 'Investor'],
  nothing: ['Nobody whom you see is online.', 'Niemand, den Sie sehen, ist online.'],
  count: [
    (n: number) => plural(n, 'session', 'sessions'),
    (n) => plural(n, 'Sitzung', 'Sitzungen'),
  ],
  endOne: ['End this session', 'Diese Sitzung beenden'],
  endAll: [(n: number) => `End all sessions of ${n}`, (n) => `Alle Sitzungen von ${n} beenden`],
  consequence: [
    'Sockets close, and the user has to sign in again. Orders stay.',
    'Verbindungen schließen, der Nutzer muss sich neu anmelden. Aufträge bleiben.',
  ],
  end: ['End', 'Beenden'],
  ended: ['Ended.', 'Beendet.'],
});

type OnlineRow = components['schemas']['OnlineRow'];
type Edge = 'first' | 'after';
interface OnlineQuery {
  readonly limit: number;
  readonly edge: Edge;
  readonly cursor?: string;
}
const FIRST: OnlineQuery = { limit: 100, edge: 'first' };
/** Time in ms between two readings. */
const POLL_MS = 5_000;

const columns = (): readonly Column<OnlineRow>[] => [
  { key: 'since', title: words().since, width: 160, cell: ({ since }) => <Time at={since} /> },
  {
    key: 'login',
    title: words().login,
    width: 90,
    cell: ({ login, staff }) =>
      staff ? login : <a href={hrefOf('/desk/', 'accounts/:login', { login })}>{login}</a>,
  },
  {
    key: 'name',
    title: words().name,
    cell: ({ name, last_name, staff, read_only }) => (
      <>
        <UserText>{`${name} ${last_name}`.trim()}</UserText>{' '}
        {staff ? <span class="muted">{words().staff}</span> : null}
        {read_only ? <span class="muted">{words().investor}</span> : null}
      </>
    ),
  },
  { key: 'group', title: words().group, cell: ({ group }) => <UserText>{group}</UserText> },
  { key: 'terminal', title: words().terminal, width: 110, cell: ({ terminal }) => terminal },
  { key: 'ip', title: words().address, width: 150, cell: ({ ip }) => ip },
  {
    key: 'sockets',
    title: words().sockets,
    width: 80,
    isNumber: true,
    cell: ({ sockets }) => sockets,
  },
  {
    key: 'equity',
    title: words().equity,
    isNumber: true,
    cell: ({ equity, staff }) => (staff ? null : <Money value={equity} />),
  },
];

const Narrow = (row: OnlineRow) => (
  <>
    {row.login} <UserText>{`${row.name} ${row.last_name}`.trim()}</UserText>
    <br />
    <span class="muted">
      {row.terminal} · {row.ip} · <Time at={row.since} />
    </span>
  </>
);

/** The menu of a row: it ends a session, or all of a login, and reads the rows again. */
const useEnding = (reload: () => Promise<void>) => {
  const live = useStaff();
  const { session } = useStaffStore();
  const end = async (title: string, call: () => Promise<unknown>): Promise<void> => {
    const may = await confirm({
      title,
      text: words().consequence,
      action: words().end,
      tone: 'danger',
    });
    if (!may) return;
    const ended = await attempt(call());
    if (!ended.ok) return toastRefusal(ended.refusal);
    toast({ text: words().ended, tone: 'good' });
    await reload();
  };
  return (row: OnlineRow): readonly MenuItem[] => [
    {
      text: words().endOne,
      isOff: !session.can('online.kick_session'),
      run: () =>
        void end(`${words().endOne}: ${row.login}`, () =>
          unwrap(
            live.rest.POST('/admin/v1/online/{session}/kick', {
              params: { path: { session: row.session } },
            }),
          ),
        ),
    },
    {
      text: words().endAll(row.login),
      tone: 'danger',
      isOff: !session.can('online.kick'),
      run: () =>
        void end(words().endAll(row.login), () =>
          unwrap(live.rest.POST('/admin/v1/online/kick', { body: { login: row.login } })),
        ),
    },
  ];
};

/** Sessions in use; read again each 5 s, as no event tells of them. */
const Online = () => {
  const live = useStaff();
  const list = useMemo(() => {
    const read = (query: OnlineQuery) =>
      unwrap(live.rest.GET('/admin/v1/online/window', { params: { query } }));
    return makeList(read, (row: OnlineRow) => row.session, live.clock);
  }, [live]);
  useEffect(() => {
    void list.load(FIRST);
    return live.poll(
      async () => (list.rows.peek().length <= FIRST.limit ? list.reload() : undefined),
      POLL_MS,
    );
  }, [list]);
  const menuOf = useEnding(() => list.reload());
  const onEnd = (): void => {
    const page = list.page.value;
    if (list.status.value !== 'ready' || page?.has_after !== true || page.after == null) return;
    void list.more({ ...FIRST, edge: 'after', cursor: page.after });
  };
  return (
    <div class="fill">
      <div class="line">
        <h1>{words().title}</h1>
        <span class="muted" role="status">
          {words().count(list.page.value?.total ?? 0)}
        </span>
      </div>
      <div class="panel grow">
        <LoadedList list={list} empty={{ text: words().nothing }}>
          {(rows) => (
            <Table
              label={words().title}
              columns={columns()}
              rows={rows}
              keyOf={(row) => row.session}
              menuOf={menuOf}
              narrow={Narrow}
              onEnd={onEnd}
            />
          )}
        </LoadedList>
      </div>
    </div>
  );
};

export default Online;
