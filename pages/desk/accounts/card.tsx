// The card of an account: who, live money, acts, and a tab for each of its lists.

import { useEffect, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { unwrap } from '../../../client/index.js';
import { hrefOf } from '../../frame/routes.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { attempt, type Refusal } from '../../live/refusal.js';
import type { StaffOperation } from '../../made/rights.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { useKeys } from '../../ui/keys.js';
import { RefusalNote, Skeleton } from '../../ui/loaded.js';
import { Tabs } from '../../ui/tabs.js';
import { Money, Profit, UserText } from '../../ui/values.js';
import { AccountActs } from './acts.js';
import { type Account, BalanceDialog } from './balance-dialog.js';
import { CardList, LIST_NAMES, type ListName } from './card-lists.js';
import { Level, nameOf, StateMark } from './columns.js';
import { fieldWords } from './fields.js';
import { Journal } from './journal.js';
import { Overview } from './overview.js';
import { Person } from './person.js';

const words = texts({
  accounts: ['Accounts', 'Konten'],
  card: ['Card', 'Kontoblatt'],
  balance: ['Balance operation', 'Kontobewegung'],
  overview: ['Overview', 'Überblick'],
  positions: ['Positions', 'Positionen'],
  orders: ['Orders', 'Aufträge'],
  closed: ['Closed', 'Geschlossen'],
  deals: ['Deals', 'Abschlüsse'],
  ended: ['Past orders', 'Frühere Aufträge'],
  payments: ['Payments', 'Buchungen'],
  daily: ['Daily', 'Täglich'],
  journal: ['Journal', 'Journal'],
  client: ['Client', 'Kunde'],
});

type CardTab = 'overview' | ListName | 'journal' | 'client';

const TABS: readonly CardTab[] = ['overview', ...LIST_NAMES, 'journal', 'client'];
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
    <dl class="figures">
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
          <Level value={money?.margin_level ?? null} margin={money?.margin ?? null} />
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
}

const Head = ({ account, onChanged }: CardHeadProps) => {
  const { session } = useStaffStore();
  const [isPaying, setPaying] = useState(false);
  const mayPay = session.can('accounts.balance');
  useKeys(words().card, [
    { key: 'B', text: words().balance, run: () => setPaying(true), isOff: !mayPay },
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
        <AccountActs account={account} onChanged={onChanged} />
      </div>
      <MoneyLine account={account} />
      {isPaying ? (
        <BalanceDialog login={account.login} onClose={() => setPaying(false)} onDone={onChanged} />
      ) : null}
    </header>
  );
};

interface CardPartProps extends CardHeadProps {
  readonly tab: CardTab;
  readonly times: number;
}

const Part = ({ tab, account, times, onChanged }: CardPartProps) => {
  if (tab === 'overview') return <Overview account={account} times={times} />;
  if (tab === 'client') return <Person account={account} onChanged={onChanged} />;
  if (tab === 'journal') return <Journal login={account.login} times={times} />;
  return <CardList key={tab} name={tab} account={account} times={times} />;
};

/** The card of the login in the address. */
const Card = () => {
  const { params } = useRoute();
  const { route } = useLocation();
  const { session } = useStaffStore();
  const login = Number(params.login);
  const { account, refusal, read, times } = useAccount(login);
  const tabs = TABS.filter((name) => session.can(NEEDS[name]));
  const tab = tabs.find((name) => name === params.tab) ?? 'overview';
  const onChanged = (): void => void read();
  return (
    <div class="fill account-card">
      <a class="back" href="/desk/accounts">
        {`← ${words().accounts}`}
      </a>
      {refusal === null ? null : <RefusalNote refusal={refusal} onRetry={onChanged} />}
      {account === null ? (
        refusal === null ? (
          <Skeleton />
        ) : null
      ) : (
        <>
          <Head account={account} onChanged={onChanged} />
          <Tabs
            label={words().card}
            tabs={tabs.map((name) => ({ name, text: words()[name] }))}
            selected={tab}
            onSelect={(name) =>
              route(hrefOf('/desk/', 'accounts/:login/:tab', { login, tab: name }))
            }
          >
            <Part {...{ tab, account, times, onChanged }} />
          </Tabs>
        </>
      )}
    </div>
  );
};

export default Card;
