// The money of the account with how each figure is made, and the alarms of its margin.

import { useTrader } from '../../frame/store.js';
import type { AccountFacts, AccountMoney } from '../../live/account.js';
import { moneyText, signOf, withDigits } from '../../texts/numbers.js';
import { Icon } from '../../ui/icons.js';
import { Tooltip } from '../../ui/tooltip.js';
import { Money, Profit } from '../../ui/values.js';
import { words } from './words.js';

/** A limit or level as the group counts it: in percent, or in money. */
const levelText = (
  { stopout_mode, currency, currency_digits }: AccountFacts,
  value: string,
): string =>
  stopout_mode === 'percent'
    ? `${withDigits(value, 0)} %`
    : `${moneyText(value, currency_digits)} ${currency}`;

const Alarm = ({
  facts,
  money,
}: {
  readonly facts: AccountFacts;
  readonly money: AccountMoney;
}) => {
  if (facts.so_state === 'none') return null;
  const isOut = facts.so_state === 'stop_out';
  const now = facts.stopout_mode === 'percent' ? money.margin_level : money.equity;
  return (
    <div class="alarm" role="alert">
      <Icon name="warning" />
      {isOut
        ? words().outAlarm(levelText(facts, facts.so_level))
        : words().callAlarm(levelText(facts, now), levelText(facts, facts.stop_out))}
    </div>
  );
};

/** The alarm of a margin call or a stop-out, as long as it lasts. */
export const MarginAlarmBar = () => {
  const { account } = useTrader();
  const facts = account.facts.value;
  const money = account.money.value;
  const begun = account.alarm.value;
  if (facts === null || money === null) return null;
  // The event comes before the next drawing of the account.
  const state = begun?.event ?? facts.so_state;
  return <Alarm facts={{ ...facts, so_state: state }} money={begun?.money ?? money} />;
};

interface FigureProps {
  readonly label: string;
  readonly how: string;
  readonly children: preact.ComponentChildren;
}

const Explained = ({ label, how, children }: FigureProps) => (
  <span class="money-figure">
    <Tooltip text={how}>{label}</Tooltip> {children}
  </span>
);

/** Balance, equity, margin, free margin, level. */
export const MoneyBar = () => {
  const { account } = useTrader();
  const facts = account.facts.value;
  const money = account.money.value;
  if (facts === null || money === null) return null;
  const digits = facts.currency_digits;
  const text = (amount: string): string => moneyText(amount, digits);
  const { balance, credit, equity, margin, margin_free, margin_level, profit, leverage } = money;
  return (
    <section class="money-bar" aria-label={words().money}>
      <Explained label={words().balance} how={words().balanceHow}>
        <Money value={balance} digits={digits} currency={facts.currency} />
      </Explained>
      {signOf(credit) === 0 ? null : (
        <Explained label={words().credit} how={words().balanceHow}>
          <Money value={credit} digits={digits} />
        </Explained>
      )}
      <Explained label={words().profit} how={words().profitHow}>
        <Profit value={profit} digits={digits} />
      </Explained>
      <Explained
        label={words().equity}
        how={words().equityHow(text(balance), text(credit), text(profit))}
      >
        <Money value={equity} digits={digits} />
      </Explained>
      <Explained label={words().margin} how={words().marginHow(leverage)}>
        <Money value={margin} digits={digits} />
      </Explained>
      <Explained label={words().free} how={words().freeHow(text(equity), text(margin))}>
        <Money value={margin_free} digits={digits} />
      </Explained>
      <Explained
        label={words().level}
        how={words().levelHow(
          levelText(facts, facts.margin_call),
          levelText(facts, facts.stop_out),
        )}
      >
        {signOf(margin) === 0 ? '–' : `${moneyText(margin_level)} %`}
      </Explained>
    </section>
  );
};
