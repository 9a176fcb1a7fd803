// The account: its money, its terms, the sums of the day, margin call and stop-out, and the links
// of the broker.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { useTrader } from '../../frame/store.js';
import type { AccountFacts } from '../../live/account.js';
import { attempt } from '../../live/refusal.js';
import { texts } from '../../texts/language.js';
import { moneyText, signOf, zoneText } from '../../texts/numbers.js';
import { Note, Skeleton } from '../../ui/loaded.js';
import { Figure, Money, Profit, Time, UserText } from '../../ui/values.js';

const words = texts({
  title: ['Account', 'Konto'],
  money: ['Money', 'Geld'],
  balance: ['Balance', 'Guthaben'],
  credit: ['Credit', 'Kredit'],
  equity: ['Equity', 'Kapital'],
  profit: ['Open profit', 'Offener Gewinn'],
  margin: ['Margin', 'Margin'],
  free: ['Free margin', 'Freie Margin'],
  level: ['Margin level', 'Margin-Level'],
  terms: ['Terms', 'Bedingungen'],
  name: ['Name', 'Name'],
  group: ['Group', 'Gruppe'],
  currency: ['Currency', 'Währung'],
  leverage: ['Leverage', 'Hebel'],
  positionsAre: ['Positions', 'Positionen'],
  hedging: ['each by itself (hedging)', 'jede für sich (Hedging)'],
  netting: ['one a symbol (netting)', 'eine je Symbol (Netting)'],
  trading: ['Trading', 'Handel'],
  allowed: ['allowed', 'erlaubt'],
  off: ['off', 'gesperrt'],
  unlimited: ['no limit', 'ohne Grenze'],
  limitOrders: ['Most orders', 'Höchstens Aufträge'],
  limitPositions: ['Most positions', 'Höchstens Positionen'],
  marginCall: ['Margin call at', 'Margin Call bei'],
  stopOut: ['Stop-out at', 'Stop-out bei'],
  opened: ['Opened', 'Eröffnet'],
  zone: ["Server's clock, which all times follow", 'Uhr des Servers, nach der alle Zeiten gehen'],
  day: ['Today', 'Heute'],
  dayBefore: ['Balance before today', 'Guthaben vor heute'],
  equityBefore: ['Equity before today', 'Kapital vor heute'],
  daily_profit: ['Closed profit', 'Realisierter Gewinn'],
  daily_swap: ['Swap', 'Swap'],
  daily_commission: ['Commission', 'Provision'],
  daily_fee: ['Fees', 'Gebühren'],
  daily_deposits: ['Deposits', 'Einzahlungen'],
  daily_withdrawals: ['Withdrawals', 'Auszahlungen'],
  broker: ['Broker', 'Broker'],
  website: ['Website', 'Website'],
  email: ['E-mail', 'E-Mail'],
  phone: ['Phone', 'Telefon'],
  terms_of_use: ['Terms of use', 'Nutzungsbedingungen'],
  inCall: [
    'Margin call: add money or close positions, before the stop-out closes them.',
    'Margin Call: Geld einzahlen oder Positionen schließen, bevor der Stop-out sie schließt.',
  ],
  inStopOut: [
    'Stop-out: positions are being closed, the largest loss first.',
    'Stop-out: Positionen werden geschlossen, der größte Verlust zuerst.',
  ],
});

type Brand = components['schemas']['Brand'];

interface FactsProps {
  readonly title: string;
  /** A word and its value; a null value leaves the row out. */
  readonly rows: readonly (readonly [word: string, value: ComponentChildren])[];
}

const Facts = ({ title, rows }: FactsProps) => (
  <section class="panel">
    <header>
      <h2>{title}</h2>
    </header>
    <dl class="body facts">
      {rows.flatMap(([word, value]) =>
        value === null ? [] : [<dt key={word}>{word}</dt>, <dd key={`${word}=`}>{value}</dd>],
      )}
    </dl>
  </section>
);

/** The link of a page of the broker, if it is one of the web. */
const Link = ({ href }: { readonly href: string }) =>
  /^https?:\/\//.test(href) ? (
    <a href={href} target="_blank" rel="noreferrer">
      {href}
    </a>
  ) : (
    <UserText>{href}</UserText>
  );

const MoneyFacts = ({ currency_digits: digits, currency }: AccountFacts) => {
  const money = useTrader().account.money.value;
  if (money === null) return null;
  const amount = (value: string) => <Money value={value} digits={digits} currency={currency} />;
  return (
    <Facts
      title={words().money}
      rows={[
        [words().balance, amount(money.balance)],
        [words().credit, amount(money.credit)],
        [words().equity, amount(money.equity)],
        [words().profit, <Profit key="p" value={money.profit} digits={digits} />],
        [words().margin, amount(money.margin)],
        [words().free, amount(money.margin_free)],
        [words().level, signOf(money.margin) === 0 ? '–' : `${moneyText(money.margin_level)} %`],
      ]}
    />
  );
};

const limitOf = (limit: number): ComponentChildren => (limit === 0 ? words().unlimited : limit);

const Terms = (facts: AccountFacts) => {
  const { connection } = useTrader();
  const unit = facts.stopout_mode === 'percent' ? '%' : facts.currency;
  return (
    <Facts
      title={words().terms}
      rows={[
        [words().name, <UserText key="n">{facts.name}</UserText>],
        [words().group, <UserText key="g">{facts.group}</UserText>],
        [words().currency, facts.currency],
        [words().leverage, `1:${facts.leverage}`],
        [words().positionsAre, words()[facts.margin_mode]],
        [words().trading, facts.trading_enabled ? words().allowed : words().off],
        [words().limitOrders, limitOf(facts.limit_orders)],
        [words().limitPositions, limitOf(facts.limit_positions)],
        [
          words().marginCall,
          <span key="m">
            <Figure value={facts.margin_call} digits={2} /> {unit}
          </span>,
        ],
        [
          words().stopOut,
          <span key="s">
            <Figure value={facts.stop_out} digits={2} /> {unit}
          </span>,
        ],
        [words().opened, <Time key="o" at={facts.created_at} style="date" />],
        [words().zone, zoneText(connection.serverNow())],
      ]}
    />
  );
};

const Day = ({ day, currency_digits: digits, ...facts }: AccountFacts) => {
  const amount = (value: string) => <Money value={value} digits={digits} />;
  return (
    <Facts
      title={words().day}
      rows={[
        [words().dayBefore, amount(facts.balance_prev_day)],
        [words().equityBefore, amount(facts.equity_prev_day)],
        [words().daily_profit, <Profit key="p" value={day.daily_profit} digits={digits} />],
        [words().daily_swap, amount(day.daily_swap)],
        [words().daily_commission, amount(day.daily_commission_instant)],
        [words().daily_fee, amount(day.daily_fee)],
        [words().daily_deposits, amount(day.daily_deposits)],
        [words().daily_withdrawals, amount(day.daily_withdrawals)],
      ]}
    />
  );
};

/** The broker's pages; nothing where no brand serves the host. */
const Broker = () => {
  const { rest } = useTrader();
  const [brand, setBrand] = useState<Brand | null>(null);
  useEffect(() => {
    const read = async (): Promise<void> => {
      const answer = await attempt(unwrap(rest.GET('/trader/v1/brand')));
      if (answer.ok) setBrand(answer.value as Brand);
    };
    void read();
  }, []);
  if (brand === null || brand.company === '') return null;
  const shown = (text: string, value: ComponentChildren) => (text === '' ? null : value);
  return (
    <Facts
      title={words().broker}
      rows={[
        [words().name, <UserText key="c">{brand.company}</UserText>],
        [words().website, shown(brand.website, <Link href={brand.website} />)],
        [words().email, shown(brand.support_email, brand.support_email)],
        [words().phone, shown(brand.phone, brand.phone)],
        [words().terms_of_use, shown(brand.eula_url, <Link href={brand.eula_url} />)],
      ]}
    />
  );
};

/** The account as it is now. */
const Account = () => {
  const { account } = useTrader();
  const facts = account.facts.value;
  useEffect(() => {
    account.reread().catch(() => undefined);
  }, [account]);
  if (facts === null) return <Skeleton rows={10} />;
  return (
    <div class="view account">
      <h1>{words().title}</h1>
      {facts.so_state === 'margin_call' ? <Note tone="warn">{words().inCall}</Note> : null}
      {facts.so_state === 'stop_out' ? <Note tone="warn">{words().inStopOut}</Note> : null}
      <div class="panels">
        <MoneyFacts {...facts} />
        <Terms {...facts} />
        <Day {...facts} />
        <Broker />
      </div>
    </div>
  );
};

export default Account;
