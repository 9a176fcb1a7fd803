// The card of an account: who, live money, acts, and a tab for each of its lists.

import { useEffect, useState } from 'preact/hooks';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { useLocation, useRoute } from 'preact-iso/router';
import { unwrap } from '../../../client/index.js';
import { nameOf, StateMark } from '../../accounts/account-marks.js';
import type { Account } from '../../accounts/balance-dialog.js';
import { fieldWords } from '../../accounts/fields.js';
import { later } from '../../frame/later.js';
import { hrefOf } from '../../frame/routes.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { MarginLevel } from '../../lists/cells.js';
import { attempt, type Refusal } from '../../live/refusal.js';
import type { StaffOperation } from '../../made/rights.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { useKeys } from '../../ui/keys.js';
import { RefusalNote, Skeleton } from '../../ui/loaded.js';
import { Tabs } from '../../ui/tabs.js';
import { Money, Profit, UserText } from '../../ui/values.js';
import { AccountJournal } from './account-journal.js';
import { AccountActs } from './acts.js';
import { type OpenListProps, OpenOrders, OpenPositions } from './open-lists.js';
import { type OpenTrades, useOpenTrades, useTradeDraft, useTradingAccount } from './open-trades.js';
import { Overview } from './overview.js';
import { PAST_NAMES, PastList, type PastName } from './past-lists.js';
import { Person } from './person.js';

/** Loaded when the first payment is made. */
const BalanceDialog = later(
  async () => (await import('../../accounts/balance-dialog.js')).BalanceDialog,
);
/** Loaded once staff trade for the client. */
const TradePanel = lazy(() => import('./trade-panel.js'));

const words = texts({
  accounts: ['Accounts', 'Konten'],
  card: ['Card', 'Kontoblatt'],
  balance: ['Balance operation', 'Kontobewegung'],
  overview: ['Overview', 'Überblick'],
  positions: ['Positions', 'Positionen'],
  orders: ['Orders', 'Aufträge'],
  closed: ['Closed positions', 'Geschlossene Positionen'],
  deals: ['Deals', 'Abschlüsse'],
  ended: ['Past orders', 'Frühere Aufträge'],
  payments: ['Payments', 'Buchungen'],
  daily: ['Daily', 'Täglich'],
  trade: ['Trade', 'Handeln'],
  journal: ['Journal', 'Journal'],
  client: ['Client', 'Kunde'],
});

type CardTab = 'overview' | 'positions' | 'orders' | PastName | 'journal' | 'client';

const TABS: readonly CardTab[] = [
  ...(['overview', 'positions', 'orders', ...PAST_NAMES, 'journal', 'client'] as const),
];
const NEEDS: Readonly<Record<CardTab, StaffOperation>> = {
  overview: 'accounts.read',
  positions: 'accounts.positions',
  orders: 'accounts.orders',
  closed: 'accounts.closed',
  deals: 'accounts.deals',
  ended: 'accounts.orders.history',
  payments: 'accounts.balance_history',
  daily: 'accounts.daily',
  journal: 'accounts.journal',
  client: 'accounts.read',
};

/** The account, read again after each act, and when the window is shown again. */
const useAccount = (login: number) => {
  const { rest } = useStaff();
  const [account, setAccount] = useState<Account | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  /** Counts the readings, so that lists are read again with the account. */
  const [times, setTimes] = useState(0);
  const read = async (): Promise<void> => {
    const params = { path: { login } };
    const answer = await attempt(unwrap(rest.GET('/admin/v1/accounts/{login}', { params })));
    setRefusal(answer.ok ? null : answer.refusal);
    if (answer.ok) setAccount(answer.value);
    setTimes((before) => before + 1);
  };
  useEffect(() => {
    setAccount(null);
    const onFocus = (): void => void read();
    addEventListener('focus', onFocus);
    void read();
    return () => removeEventListener('focus', onFocus);
  }, [login]);
  return { account, refusal, read, times };
};

/** Live money of the account in one line; the stored one until it comes. */
const MoneyLine = ({ account }: { readonly account: Account }) => {
  const live = useStaff();
  const { login, currency, currency_digits: digits } = account;
  useEffect(() => live.follow.accounts([login]), [login, live]);
  const money = live.follow.moneyOf(login).value ?? account.money;
  const text = fieldWords();
  return (
    <dl class="money-line">
      <div>
        <dt>{text.balance}</dt>
        <dd>
          <Money value={money?.balance ?? account.balance} digits={digits} currency={currency} />
        </dd>
      </div>
      <div>
        <dt>{text.credit}</dt>
        <dd>
          <Money value={money?.credit ?? account.credit} digits={digits} />
        </dd>
      </div>
      <div>
        <dt>{text.equity}</dt>
        <dd>
          <b>
            <Money value={money?.equity} digits={digits} />
          </b>
        </dd>
      </div>
      <div>
        <dt>{text.margin}</dt>
        <dd>
          <Money value={money?.margin} digits={digits} />
        </dd>
      </div>
      <div>
        <dt>{text.margin_free}</dt>
        <dd>
          <Money value={money?.margin_free} digits={digits} />
        </dd>
      </div>
      <div>
        <dt>{text.margin_level}</dt>
        <dd>
          <MarginLevel money={money ?? undefined} />
        </dd>
      </div>
      <div>
        <dt>{text.profit}</dt>
        <dd>
          <Profit value={money?.profit} digits={digits} />
        </dd>
      </div>
    </dl>
  );
};

interface CardHeadProps {
  readonly account: Account;
  readonly onChanged: () => void;
  readonly onTrade: () => void;
}

const Head = ({ account, onChanged, onTrade }: CardHeadProps) => {
  const { session } = useStaffStore();
  const [isPaying, setPaying] = useState(false);
  const mayPay = session.can('accounts.balance');
  const mayTrade = session.can('accounts.trade');
  useKeys(words().card, [
    { key: 'B', text: words().balance, run: () => setPaying(true), isOff: !mayPay },
    { key: 'T', text: words().trade, run: onTrade, isOff: !mayTrade },
  ]);
  return (
    <header class="card-head panel">
      <div class="line">
        <h1>
          {account.login} <UserText>{nameOf(account)}</UserText>
        </h1>
        <StateMark account={account} />
        <span class="muted">
          <UserText>{account.group}</UserText>
          {` · ${account.currency} · 1:${account.leverage}`}
        </span>
        <span class="grow" />
        {mayPay ? (
          <Button icon="wallet" tone="main" onClick={() => setPaying(true)}>
            {words().balance}
          </Button>
        ) : null}
        {mayTrade ? (
          <Button icon="trade" onClick={onTrade}>
            {words().trade}
          </Button>
        ) : null}
        <AccountActs account={account} onChanged={onChanged} />
      </div>
      <MoneyLine account={account} />
      {isPaying ? (
        <BalanceDialog login={account.login} onClose={() => setPaying(false)} onDone={onChanged} />
      ) : null}
    </header>
  );
};

interface CardPartProps extends OpenListProps {
  readonly tab: CardTab;
  /** Counts the readings of the account: lists are read again with it. */
  readonly times: number;
  readonly onChanged: () => void;
}

const Part = ({ tab, times, onChanged, ...open }: CardPartProps) => {
  const { account } = open;
  switch (tab) {
    case 'overview':
      return <Overview {...open} />;
    case 'positions':
      return <OpenPositions {...open} />;
    case 'orders':
      return <OpenOrders {...open} />;
    case 'client':
      return <Person account={account} onChanged={onChanged} />;
    case 'journal':
      return <AccountJournal login={account.login} times={times} />;
    default:
      return <PastList key={tab} name={tab} account={account} times={times} />;
  }
};

interface CardProps {
  readonly account: Account;
  readonly times: number;
  readonly read: () => Promise<void>;
}

/** The tabs of the card and the counts of what is open. */
const useTabs = (trades: OpenTrades) => {
  const { params } = useRoute();
  const { session } = useStaffStore();
  const names = TABS.filter((name) => session.can(NEEDS[name]));
  const counts: Partial<Readonly<Record<CardTab, number>>> = {
    positions: trades.positions.rows.value.length,
    orders: trades.orders.rows.value.length,
  };
  const tab = names.find((name) => name === params.tab) ?? 'overview';
  return { tab, tabs: names.map((name) => ({ name, text: words()[name], count: counts[name] })) };
};

/** The card of an account that has been read. */
const AccountCard = ({ account, times, read }: CardProps) => {
  const { login } = account;
  const { route } = useLocation();
  const [isTrading, setTrading] = useState(false);
  const trades = useOpenTrades(login);
  const trading = useTradingAccount(account, trades);
  const onChanged = (): void => {
    void read();
    trades.reload();
  };
  const draft = useTradeDraft(login, onChanged);
  const { tab, tabs } = useTabs(trades);
  return (
    <>
      <Head account={account} onChanged={onChanged} onTrade={() => setTrading(true)} />
      <div class="card-body">
        <Tabs
          label={words().card}
          tabs={tabs}
          selected={tab}
          onSelect={(name) => route(hrefOf('/desk/', 'accounts/:login/:tab', { login, tab: name }))}
        >
          <ErrorBoundary>
            <Part
              {...{ tab, account, trading, trades, times, onChanged }}
              isBesideTicket={isTrading}
            />
          </ErrorBoundary>
        </Tabs>
        {isTrading ? (
          <ErrorBoundary>
            <TradePanel {...{ login, trading, draft }} onClose={() => setTrading(false)} />
          </ErrorBoundary>
        ) : null}
      </div>
    </>
  );
};

/** The card of the login in the address. */
const Card = () => {
  const { params } = useRoute();
  const login = Number(params.login);
  const { account, refusal, read, times } = useAccount(login);
  return (
    <div class="fill account-card">
      <a class="back" href="/desk/accounts">
        {`← ${words().accounts}`}
      </a>
      {refusal === null ? null : <RefusalNote refusal={refusal} onRetry={() => void read()} />}
      {account === null && refusal === null ? <Skeleton /> : null}
      {account === null ? null : <AccountCard key={account.login} {...{ account, times, read }} />}
    </div>
  );
};

export default Card;
