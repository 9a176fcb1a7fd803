// The facts of an explained deal as steps, from the request to the money.

import type { ComponentChildren } from 'preact';
import type { components } from '../../../client/index.js';
import { AccountLink, DealLink, MarginLevel } from '../../lists/cells.js';
import { kindText } from '../../lists/request-kinds.js';
import {
  actionText,
  entryText,
  orderKindText,
  orderStateText,
  reasonText,
} from '../../texts/enums.js';
import { Figure, Money, Price, Profit, Time, UserText } from '../../ui/values.js';
import { pastWords } from './past-words.js';

export type Explanation = components['schemas']['Explanation'];

interface DealStepProps {
  readonly explanation: Explanation;
}

/** A name of the server's as words: `confirm_market_price` is `confirm market price`. */
const plainText = (name = ''): string => name.replaceAll('_', ' ');

/** The source of a request, in words. */
const sourceText = (source: string): string =>
  ({
    client: pastWords().byClient,
    dealer: pastWords().byStaff,
    server: pastWords().byServer,
    gateway: pastWords().byProvider,
  })[source] ?? source;

/** A word and its value; a value that is not there leaves no line. */
type FactLine = readonly [word: string, value: ComponentChildren];

const given = (is: boolean, word: string, value: ComponentChildren): readonly FactLine[] =>
  is ? [[word, value]] : [];

interface DealDealStepProps {
  readonly title: string;
  readonly lines: readonly FactLine[];
  readonly children?: ComponentChildren;
}

/** A step with its facts; one without any is left out. */
const Step = ({ title, lines, children }: DealDealStepProps) =>
  lines.length === 0 && children === undefined ? null : (
    <section class="panel">
      <header>
        <h2>{title}</h2>
      </header>
      <div class="body stack">
        {lines.length === 0 ? null : (
          <dl class="facts">
            {lines.map(([word, value]) => (
              <div key={word}>
                <dt>{word}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {children}
      </div>
    </section>
  );

const pair = (bid: string | null, ask: string | null, digits: number) => (
  <>
    <Price value={bid} digits={digits} /> / <Price value={ask} digits={digits} />
  </>
);

const CauseStep = ({ explanation }: DealStepProps) => {
  const {
    kind,
    source,
    dealer,
    request_id,
    received_at,
    decided_by,
    result,
    from_login,
    from_deal,
  } = explanation.cause;
  return (
    <Step
      title={pastWords().stepCause}
      lines={[
        [pastWords().time, <Time key="time" at={explanation.time} />],
        [pastWords().kind, kindText(kind)],
        [pastWords().source, sourceText(source)],
        ...given(dealer !== 0, pastWords().dealer, dealer),
        ...given(received_at !== null, pastWords().received, <Time at={received_at} />),
        ...given(request_id !== '', pastWords().requestId, <code>{request_id}</code>),
        ...given(decided_by !== 0, pastWords().decidedBy, decided_by),
        ...given(result !== null, pastWords().result, result?.message || plainText(result?.code)),
        ...given(
          from_deal !== 0,
          pastWords().origin,
          <>
            <DealLink id={from_deal} />, <AccountLink login={from_login} />
          </>,
        ),
      ]}
    />
  );
};

const RuleStep = ({ explanation }: DealStepProps) => {
  const { rule, trigger, gateway, deal } = explanation;
  return (
    <Step
      title={pastWords().stepRule}
      lines={[
        ...given(trigger !== '', pastWords().trigger, trigger),
        ...given(rule !== null, pastWords().rule, <UserText>{rule?.name}</UserText>),
        ...given(rule !== null, pastWords().ruleAction, plainText(rule?.action)),
        ...given(gateway !== null, pastWords().gateway, <UserText>{gateway?.name}</UserText>),
        ...given(
          gateway !== null,
          pastWords().gatewayPrice,
          <Price value={gateway?.price} digits={deal.digits} />,
        ),
        ...given(
          gateway !== null,
          pastWords().markup,
          <Price value={gateway?.markup} digits={deal.digits} />,
        ),
        ...given(Boolean(gateway?.execution_id), pastWords().result, gateway?.execution_id),
      ]}
    />
  );
};

const QuoteStep = ({ explanation }: DealStepProps) => {
  const { quote, price_asked, deal } = explanation;
  const { digits } = deal;
  const { symbol_bid = null, symbol_ask = null, bid = null, ask = null, at = null } = quote ?? {};
  return (
    <Step
      title={pastWords().stepQuote}
      lines={[
        ...given(
          price_asked !== null,
          pastWords().asked,
          <Price value={price_asked} digits={digits} />,
        ),
        ...given(quote !== null, pastWords().bidAsk, pair(bid, ask, digits)),
        ...given(
          symbol_bid !== null,
          pastWords().symbolBidAsk,
          pair(symbol_bid, symbol_ask, digits),
        ),
        ...given(at !== null, pastWords().quoteAt, <Time at={at} />),
      ]}
    />
  );
};

const OrderStep = ({ explanation }: DealStepProps) => {
  const { order } = explanation;
  return (
    <Step
      title={pastWords().stepOrder}
      lines={
        order === null
          ? []
          : [
              [pastWords().order, `#${order.id}`],
              [pastWords().kind, orderKindText(order.kind)],
              [pastWords().lots, <Figure key="lots" value={order.volume_initial} digits={2} />],
              [pastWords().state, orderStateText(order.state)],
              [pastWords().placed, <Time key="placed" at={order.created_at} />],
            ]
      }
    />
  );
};

const DealStep = ({ explanation }: DealStepProps) => {
  const { deal } = explanation;
  const money = deal.currency_digits;
  return (
    <Step
      title={pastWords().stepDeal}
      lines={[
        [pastWords().action, actionText(deal.action)],
        ...given(deal.entry !== 'none', pastWords().entry, entryText(deal.entry)),
        ...given(deal.symbol !== '', pastWords().lots, <Figure value={deal.volume} digits={2} />),
        ...given(
          deal.symbol !== '',
          pastWords().price,
          <Price value={deal.price} digits={deal.digits} />,
        ),
        ...given(deal.position_id !== 0, pastWords().position, `#${deal.position_id}`),
        [pastWords().reason, reasonText(deal.reason)],
        [pastWords().profit, <Profit key="profit" value={deal.profit} digits={money} />],
        [pastWords().swap, <Money key="swap" value={deal.swap} digits={money} />],
        ...given(deal.comment !== '', pastWords().comment, <UserText>{deal.comment}</UserText>),
      ]}
    />
  );
};

const ChargesStep = ({ explanation }: DealStepProps) => {
  const { charges, deal } = explanation;
  return (
    <Step
      title={pastWords().stepCharges}
      lines={charges.map(({ kind, rule, amount }) => [
        rule === '' ? plainText(kind) : `${plainText(kind)}, ${rule}`,
        <Money key={rule} value={amount} digits={deal.currency_digits} />,
      ])}
    />
  );
};

/** An amount: its name, and its value before and after the event. */
type MoneyLine = readonly [word: string, before: string | null, after: string];

const MoneyStep = ({ explanation }: DealStepProps) => {
  const { money, deal } = explanation;
  const digits = deal.currency_digits;
  const lines: readonly MoneyLine[] = [
    [pastWords().balance, money.balance_before, money.balance_after],
    [pastWords().credit, money.credit_before, money.credit_after],
    [pastWords().margin, money.margin_before, money.margin_after],
    [pastWords().marginFree, money.margin_free_before, money.margin_free_after],
    [pastWords().equity, null, money.equity_after],
  ];
  return (
    <Step title={pastWords().stepMoney} lines={[]}>
      <table class="deal-money">
        <thead>
          <tr>
            <td />
            <th scope="col">{pastWords().before}</th>
            <th scope="col">{pastWords().after}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([word, before, after]) => (
            <tr key={word}>
              <th scope="row">{word}</th>
              <td>
                <Money value={before} digits={digits} />
              </td>
              <td>
                <Money value={after} digits={digits} />
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">{pastWords().level}</th>
            <td>–</td>
            <td>
              <MarginLevel
                money={{ margin: money.margin_after, margin_level: money.margin_level_after }}
              />
            </td>
          </tr>
        </tbody>
      </table>
    </Step>
  );
};

const AfterStep = ({ explanation }: DealStepProps) => {
  const { derived, changes, event_deals, deal } = explanation;
  const others = event_deals.filter((id) => id !== deal.id);
  return (
    <Step
      title={pastWords().stepAfter}
      lines={[
        ...derived.map(
          ({ login, amount, currency }): FactLine => [
            pastWords().paid(login),
            <Money key={login} value={amount} currency={currency || undefined} />,
          ],
        ),
        ...changes.map(
          ({ time, action }): FactLine => [plainText(action), <Time key={time} at={time} />],
        ),
        ...given(
          others.length > 0,
          pastWords().together,
          others.slice(0, 20).map((id) => (
            <span key={id}>
              <DealLink id={id} />{' '}
            </span>
          )),
        ),
      ]}
    />
  );
};

/** The steps of a deal. */
export const DealSteps = ({ explanation }: DealStepProps) => (
  <div class="deal-steps">
    <CauseStep explanation={explanation} />
    <RuleStep explanation={explanation} />
    <QuoteStep explanation={explanation} />
    <OrderStep explanation={explanation} />
    <DealStep explanation={explanation} />
    <ChargesStep explanation={explanation} />
    <MoneyStep explanation={explanation} />
    <AfterStep explanation={explanation} />
  </div>
);
