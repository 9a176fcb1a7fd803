// Accounts by margin level, the lowest first, live by a mask of groups; margin calls and stop-outs.

import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { hrefOf, useQuery } from '../../frame/routes.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { AccountLink, MarginLevel } from '../../lists/cells.js';
import { useFollowed } from '../../lists/followed.js';
import { GroupField } from '../../lists/mask-fields.js';
import { TwoLines } from '../../lists/two-lines.js';
import { compareDecimals, exact, minus, textOf } from '../../live/decimal.js';
import type { AccountMoneyRow } from '../../live/rows.js';
import { plural, texts } from '../../texts/language.js';
import { signOf } from '../../texts/numbers.js';
import { SelectField } from '../../ui/field.js';
import { Loaded, RefusalNote } from '../../ui/loaded.js';
import { type Column, Table } from '../../ui/table.js';
import { Money, Profit, Time } from '../../ui/values.js';

const words = texts({
  title: ['Margin', 'Margin'],
  below: ['Show', 'Zeigen'],
  anyLevel: ['all with a margin', 'alle mit Margin'],
  belowLevel: [(level: string) => `below ${level}%`, (level) => `unter ${level} %`],
  everyone: ['all accounts', 'alle Konten'],
  account: ['Account', 'Konto'],
  level: ['Level', 'Level'],
  equity: ['Equity', 'Equity'],
  balance: ['Balance', 'Guthaben'],
  credit: ['Credit', 'Kredit'],
  margin: ['Margin', 'Margin'],
  free: ['Free margin', 'Freie Margin'],
  profit: ['Profit', 'Gewinn'],
  state: ['State', 'Zustand'],
  margin_call: ['Margin call', 'Margin Call'],
  stop_out: ['Stop-out', 'Stop-out'],
  nothing: ['No account fits.', 'Kein Konto passt.'],
  tooMany: ['Choose a narrower mask of groups.', 'Bitte eine engere Maske von Gruppen wählen.'],
  count: [(n: number) => plural(n, 'account', 'accounts'), (n) => plural(n, 'Konto', 'Konten')],
  openAccount: ['Open account', 'Konto öffnen'],
  positions: ['Show positions', 'Positionen zeigen'],
  mail: ['Write mail', 'Mail schreiben'],
  events: [
    'Margin calls and stop-outs since this page was opened',
    'Margin Calls und Stop-outs, seit diese Seite offen ist',
  ],
});

/** Levels in percent below which accounts are shown. */
const LEVELS = ['120', '200', '500'] as const;

type KnownMoney = Required<Pick<AccountMoneyRow, 'login' | 'margin' | 'margin_level' | 'equity'>> &
  AccountMoneyRow;

const isKnown = (row: AccountMoneyRow): row is KnownMoney =>
  row.margin !== undefined && row.margin_level !== undefined && row.equity !== undefined;

const hasMargin = ({ margin = '0' }: AccountMoneyRow): boolean => signOf(margin) !== 0;

/** The accounts that fit to the address, those in danger first. */
const shownRows = (rows: Iterable<AccountMoneyRow>, below: string): readonly KnownMoney[] => {
  const fitting = [...rows].filter(isKnown).filter((row) => {
    if (below === 'everyone') return true;
    if (!hasMargin(row)) return false;
    return below === '' || compareDecimals(row.margin_level, below) < 0;
  });
  return fitting.sort((a, b) => {
    const byMargin = Number(hasMargin(b)) - Number(hasMargin(a));
    return byMargin || compareDecimals(a.margin_level, b.margin_level) || a.login - b.login;
  });
};

/** The profit of the open positions with their swap. */
const openProfit = ({ equity, balance, credit }: KnownMoney): string =>
  textOf(minus(minus(exact(equity), exact(balance)), exact(credit)));

/** A margin call or a stop-out. */
interface MarginEvent {
  readonly login: number;
  readonly kind: 'margin_call' | 'stop_out';
  readonly at: number;
}

/** The newest ones since the page was loaded; they stay when the view is left. */
const marginEvents = signal<readonly MarginEvent[]>([]);
const EVENTS_MAX = 50;

const moneyColumnOf = (
  key: 'balance' | 'credit' | 'equity' | 'margin' | 'margin_free',
  title: string,
): Column<KnownMoney> => ({
  key,
  title,
  isNumber: true,
  cell: (row) => <Money value={row[key]} />,
});

const columns = (): readonly Column<KnownMoney>[] => [
  { key: 'login', title: words().account, width: 104, cell: (row) => <AccountLink {...row} /> },
  {
    key: 'margin_level',
    title: words().level,
    width: 120,
    isNumber: true,
    cell: (row) => <MarginLevel money={row} />,
  },
  moneyColumnOf('equity', words().equity),
  moneyColumnOf('margin', words().margin),
  moneyColumnOf('margin_free', words().free),
  moneyColumnOf('balance', words().balance),
  moneyColumnOf('credit', words().credit),
  {
    key: 'profit',
    title: words().profit,
    isNumber: true,
    cell: (row) => <Profit value={openProfit(row)} />,
  },
];

const NarrowAccount = (row: KnownMoney) => (
  <TwoLines
    first={<AccountLink login={row.login} />}
    firstEnd={<MarginLevel money={row} />}
    second={
      <>
        {words().equity} <Money value={row.equity} />
      </>
    }
    secondEnd={
      <>
        {words().margin} <Money value={row.margin} />
      </>
    }
  />
);

/** Follows margin calls and stop-outs by the events of positions. */
const useMarginEvents = (mask: string): void => {
  const live = useStaff();
  const followed = useFollowed(() => live.follow.rows('positions', mask), [live, mask]);
  useEffect(
    () =>
      live.connection.listen((socket) =>
        socket.on('event', ({ event, data }) => {
          if (event !== 'margin_call' && event !== 'stop_out') return;
          const { login } = data as { readonly login?: number };
          if (login === undefined) return;
          const one = { login, kind: event, at: live.connection.serverNow() } as const;
          marginEvents.value = [one, ...marginEvents.peek()].slice(0, EVENTS_MAX);
        }),
      ),
    [live, followed],
  );
};

const Events = () => (
  <section class="margin-events" aria-label={words().events}>
    <h2>{words().events}</h2>
    <ul class="line">
      {marginEvents.value.map(({ login, kind, at }) => (
        <li key={`${login} ${kind} ${at}`} class={kind === 'stop_out' ? 'down' : 'warn'}>
          <Time at={at} style="time" /> <AccountLink login={login} /> {words()[kind]}
        </li>
      ))}
    </ul>
  </section>
);

/** The menu of an account: see it, see its positions, write to it. */
const useAccountMenu = () => {
  const { route } = useLocation();
  const { session } = useStaffStore();
  const open = (login: number): void => route(hrefOf('/desk/', 'accounts/:login', { login }));
  const menuOf = ({ login }: KnownMoney) => [
    { text: words().openAccount, icon: 'user', run: () => open(login) } as const,
    {
      text: words().positions,
      icon: 'layers',
      run: () => route(`/desk/positions?login=${login}`),
    } as const,
    ...(session.can('mail.send')
      ? [
          {
            text: words().mail,
            icon: 'mail',
            run: () => route(`/desk/mail?to=${login}`),
          } as const,
        ]
      : []),
  ];
  return { open, menuOf };
};

const MarginFilters = () => {
  const { query, change } = useQuery();
  return (
    <div class="line filters">
      <GroupField value={query.group ?? ''} onChoose={(group) => change({ group })} isSearch />
      <SelectField
        label={words().below}
        value={query.below ?? ''}
        choices={[
          { value: '', text: words().anyLevel },
          ...LEVELS.map((value) => ({ value, text: words().belowLevel(value) })),
          { value: 'everyone', text: words().everyone },
        ]}
        onSelect={(below) => change({ below })}
      />
    </div>
  );
};

/** Accounts by margin level. */
const Margin = () => {
  const live = useStaff();
  const { query } = useQuery();
  const mask = query.group || '*';
  const below = query.below ?? '';
  const followed = useFollowed(() => live.follow.rows('accounts', mask), [live, mask]);
  const all = followed?.rows.value;
  const rows = useMemo(() => shownRows(all?.values() ?? [], below), [all, below]);
  const refusal = followed?.refusal.value ?? null;
  const isWhole = followed?.isWhole.value ?? false;
  const { open, menuOf } = useAccountMenu();
  useMarginEvents(mask);
  return (
    <div class="fill trades">
      <h1 class="visually-hidden">{words().title}</h1>
      <div class="panel list-part">
        <MarginFilters />
        {refusal === null ? null : (
          <>
            <RefusalNote refusal={refusal} />
            <p class="list-total">{words().tooMany}</p>
          </>
        )}
        <Loaded
          status={refusal !== null ? 'failed' : isWhole ? 'ready' : 'loading'}
          refusal={null}
          hasContent={rows.length > 0}
          empty={{ text: words().nothing }}
        >
          <Table
            label={words().title}
            columns={columns()}
            rows={rows}
            keyOf={({ login }) => login}
            onOpen={({ login }) => open(login)}
            menuOf={menuOf}
            narrow={NarrowAccount}
          />
        </Loaded>
        {marginEvents.value.length === 0 ? null : <Events />}
        <p class="muted list-total">{words().count(rows.length)}</p>
      </div>
    </div>
  );
};

export default Margin;
