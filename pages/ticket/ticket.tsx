// The ticket: what is typed, what the server says of it for either side, and two buttons that send.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { TradeRequest } from '../../client/index.js';
import type { IntentDraft, TradeSide } from '../live/intent.js';
import type { Refusal } from '../live/refusal.js';
import type { LightSymbol } from '../live/symbols.js';
import { common } from '../texts/common.js';
import { grouped, withDigits } from '../texts/numbers.js';
import { Button } from '../ui/button.js';
import { confirm } from '../ui/confirm.js';
import { useKeys } from '../ui/keys.js';
import { RefusalNote } from '../ui/loaded.js';
import { toast, toastRefusal } from '../ui/toast.js';
import { BigPrice } from '../ui/values.js';
import { type TradingAccount, titleFor } from './account.js';
import { CheckFacts, SideFigures } from './figures.js';
import {
  EMPTY_FORM,
  namedSide,
  planOf,
  probeOf,
  SIDES,
  type SidePlan,
  type TicketForm,
  type TicketTerms,
  withSeenPrice,
} from './form.js';
import { Outcome } from './outcome.js';
import { checkPress, sendChecked } from './send.js';
import type { PointValue } from './sizing.js';
import {
  type FieldsProps,
  KindField,
  MoreFields,
  PendingFields,
  SizeField,
  StopFields,
} from './ticket-fields.js';
import { type Checked, useCheck } from './use-check.js';
import { words } from './words.js';

/** The props of a ticket. */
interface TicketProps {
  readonly account: TradingAccount;
  readonly symbol: LightSymbol;
  /** The draft from which the ticket sends; it may outlive the ticket. */
  readonly draft: IntentDraft;
  /** Does a press trade at once, without a question? */
  readonly isArmed?: boolean;
  /** A new object for each opening of the ticket: the button of its side gets the focus. */
  readonly opening?: TicketOpening | null;
}

/** The side for which a ticket is opened. */
export interface TicketOpening {
  readonly side: TradeSide | null;
}

const lotsText = (lots: string): string => withDigits(lots, 0);

const startForm = ({ volume_min, order_flags }: LightSymbol, before: TicketForm): TicketForm => ({
  ...before,
  kind: order_flags.includes(before.kind) ? before.kind : 'market',
  ...(before.sizeBy === 'lots' && { size: lotsText(volume_min) }),
  price: '',
  limit: '',
  sl: '',
  tp: '',
  oco: '',
});

/** The entries that a done trade clears: prices. Distances stay for the next trade. */
const afterTrade = ({ stopsBy }: TicketForm): Partial<TicketForm> => ({
  price: '',
  limit: '',
  oco: '',
  ...(stopsBy === 'price' && { sl: '', tp: '' }),
});

/** The entries; another symbol begins with its smallest size and without prices. */
const useForm = (symbol: LightSymbol) => {
  const [form, setForm] = useState(() => startForm(symbol, EMPTY_FORM));
  const [of, setOf] = useState(symbol.name);
  const isOther = of !== symbol.name;
  const now = isOther ? startForm(symbol, form) : form;
  if (isOther) {
    setOf(symbol.name);
    setForm(now);
  }
  const change = (entries: Partial<TicketForm>): void =>
    setForm((before) => ({ ...before, ...entries }));
  return { form: now, change };
};

/** The value of a point, by the newest check of the symbol that had it. */
const usePointValue = (symbol: string) => {
  const held = useRef<{ readonly symbol: string; readonly value: PointValue } | null>(null);
  const take = ({ check }: Checked): void => {
    if (check?.volume == null || check.point_value === null) return;
    held.current = { symbol, value: { volume: check.volume, point_value: check.point_value } };
  };
  return { take, value: held.current?.symbol === symbol ? held.current.value : null };
};

interface SideButtonProps {
  readonly side: TradeSide;
  readonly plan: SidePlan;
  readonly price: string | null;
  readonly symbol: LightSymbol;
  readonly isOff: boolean;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

const SideButton = ({ side, plan, price, symbol, isOff, isBusy, onPress }: SideButtonProps) => (
  <Button tone={side} isOff={isOff} isBusy={isBusy} onClick={onPress} class={`side-${side}`}>
    <span>
      {common()[side]} {plan.lots === null ? '' : grouped(lotsText(plan.lots))}
    </span>
    <BigPrice value={price} digits={symbol.digits} />
  </Button>
);

/** The checks of both sides, as far as they make sense; kept by the entries of the user. */
const useSides = (props: TicketProps, form: TicketForm) => {
  const { account, symbol } = props;
  const quote = account.quotes.of(symbol.name).value;
  const named = namedSide(form, quote);
  const point = usePointValue(symbol.name);
  const currencyDigits = account.terms.value?.currency_digits ?? 2;
  const terms: TicketTerms = {
    symbol,
    quote,
    equity: account.money.value?.equity ?? null,
    currencyDigits,
    pointValue: point.value,
  };
  const key = JSON.stringify([symbol.name, form]);
  const sideOf = (side: TradeSide) => {
    const plan = planOf(form, side, terms);
    const isWanted = named === null || named === side;
    const own = plan.request ?? (point.value === null ? probeOf(symbol, side) : null);
    const request = own === null ? null : withSeenPrice(own, side, symbol, quote);
    // Asked again after the worth of a point is known.
    const askedKey = `${key}${plan.request === null}`;
    const checked = useCheck(account.check, isWanted ? request : null, askedKey);
    point.take(checked);
    return { side, plan, isWanted, checked: plan.request === null ? null : checked };
  };
  const sides = SIDES.map(sideOf);
  return { quote, named, sides, currencyDigits };
};

type Sides = ReturnType<typeof useSides>;

const questionOf = (plan: SidePlan, symbol: LightSymbol, form: TicketForm): string => {
  const verb = plan.side === 'buy' ? words().buyVerb : words().sellVerb;
  const kind = form.kind === 'market' ? '' : `, ${words()[form.kind]}`;
  return `${verb(grouped(lotsText(plan.lots ?? '')))} ${symbol.name}${kind}`;
};

/** Checks, asks unless armed, and sends; answers the refusal of the check. */
const useSend = (props: TicketProps, form: TicketForm, currencyDigits: number) => {
  const { account, symbol, draft, isArmed = false } = props;
  const [busy, setBusy] = useState<TradeSide | null>(null);
  const send = async (plan: SidePlan): Promise<void> => {
    const { request, side } = plan;
    if (request === null || busy !== null || !account.canTrade.peek()) return;
    const seen = (): TradeRequest =>
      withSeenPrice(request, side, symbol, account.quotes.of(symbol.name).peek());
    setBusy(side);
    const { check, refusal } = await checkPress(account, seen());
    setBusy(null);
    if (refusal !== null || check === null) {
      if (refusal !== null) toastRefusal(refusal);
      return;
    }
    const title = questionOf(plan, symbol, form);
    const isSure =
      isArmed ||
      (await confirm({
        title: titleFor(account, title),
        text: (
          <CheckFacts
            check={check}
            plan={plan}
            digits={symbol.digits}
            currencyDigits={currencyDigits}
          />
        ),
        action: title,
        tone: side,
      }));
    if (!isSure) return;
    // A trade that the user has confirmed is a new one, even soon after an equal trade.
    if (!isArmed) draft.clear();
    if (account.canTrade.peek()) draft.send(seen());
    else toast({ text: words().notSent, tone: 'bad' });
  };
  return { busy, send };
};

/**
 * Takes an offered price. A price that was asked for is taken with the stops of the ticket: the
 * request for it had none.
 */
const acceptOffer = async ({ account, draft }: TicketProps, sides: Sides): Promise<void> => {
  const asked = draft.current.peek()?.request;
  if (asked === undefined || !('side' in asked)) return;
  const accepted = draft.acceptance(asked.side);
  if (accepted === null) return;
  const planned = sides.sides.find(({ side }) => side === asked.side)?.plan.request;
  const request =
    asked.kind === 'price' && planned?.kind === 'open' ? { ...planned, ...accepted } : accepted;
  const sent = await sendChecked(account, draft, request);
  if (!sent.ok) toastRefusal(sent.refusal);
};

/** The keys of the ticket; the newest chosen side is what Ctrl+Enter sends. */
const useTicketKeys = (
  element: { readonly current: HTMLElement | null },
  isArmed: boolean,
  sendSide: (side: TradeSide | null) => void,
) => {
  const focus = (selector: string): void =>
    element.current?.querySelector<HTMLElement>(selector)?.focus();
  const chosen = useRef<TradeSide | null>(null);
  const choose = (side: TradeSide): void => {
    chosen.current = side;
    focus(`.side-${side}`);
  };
  useKeys(words().ticket, [
    { key: 'F9', text: words().keyFocus, run: () => focus('input.number') },
    { key: 'B', text: words().keyBuy, run: () => choose('buy') },
    { key: 'S', text: words().keySell, run: () => choose('sell') },
    { key: 'Ctrl+Enter', text: words().keySend, run: () => sendSide(chosen.current) },
    ...(isArmed
      ? [
          { key: 'Shift+B', text: words().keyBuyNow, run: () => sendSide('buy') },
          { key: 'Shift+S', text: words().keySellNow, run: () => sendSide('sell') },
        ]
      : []),
  ]);
  return choose;
};

/** Asking for a price, where the symbol is dealt so. */
const PriceRequests = ({
  props,
  sides,
}: {
  readonly props: TicketProps;
  readonly sides: Sides;
}) => (
  <div class="sides">
    {sides.sides.map(({ side, plan: { lots } }) => (
      <Button
        key={side}
        isOff={!props.account.canTrade.value || lots === null}
        onClick={() => {
          if (lots === null) return;
          props.draft.send({ kind: 'price', symbol: props.symbol.name, side, volume: lots });
        }}
      >
        {words().askPrice}
      </Button>
    ))}
  </div>
);

interface SideButtonsProps {
  readonly props: TicketProps;
  readonly sides: Sides;
  readonly busy: TradeSide | null;
  readonly send: (plan: SidePlan) => Promise<void>;
}

/** The price of a pending order, or the one that the market has for the side. */
const priceOf = ({ request, side }: SidePlan, quote: Sides['quote']): string | null =>
  request?.kind === 'pending'
    ? (request.price ?? null)
    : ((side === 'buy' ? quote?.ask : quote?.bid) ?? null);

const SideButtons = ({ props, sides: { sides, quote }, busy, send }: SideButtonsProps) => (
  <div class="sides">
    {sides.map(({ side, plan, isWanted, checked }) => {
      const isRefused = checked?.isCurrent === true && checked.refusal !== null;
      const mayGo = props.account.canTrade.value && isWanted && plan.request !== null;
      return (
        <SideButton
          key={side}
          {...{ side, plan }}
          symbol={props.symbol}
          price={priceOf(plan, quote)}
          isBusy={busy === side}
          isOff={!mayGo || isRefused}
          onPress={() => void send(plan)}
        />
      );
    })}
  </div>
);

/** A refusal of the size stands at its field. */
const isOfSize = ({ code }: Refusal): boolean => code === 'trade.invalid_volume';

/** Why the server would refuse the sides that make sense for the entries. */
const refusalsOf = ({ sides }: Sides): readonly Refusal[] =>
  sides.flatMap(({ isWanted, checked }) =>
    isWanted && checked?.refusal != null && checked.isCurrent ? [checked.refusal] : [],
  );

/** What both sides have is shown once: their figures differ only by the spread. */
const Refusals = ({ sides }: { readonly sides: Sides }) => {
  const others = refusalsOf(sides).filter((refusal) => !isOfSize(refusal));
  const byReason = new Map(
    others.map((refusal) => [`${refusal.code} ${refusal.field} ${refusal.data.rule}`, refusal]),
  );
  return (
    <>
      {[...byReason].map(([reason, refusal]) => (
        <RefusalNote key={reason} refusal={refusal} />
      ))}
    </>
  );
};

const fieldsOf = (
  { account, symbol }: TicketProps,
  { form, change }: ReturnType<typeof useForm>,
  checkedSides: Sides,
): FieldsProps => {
  const { sides, quote, currencyDigits } = checkedSides;
  const plans = sides.filter(({ isWanted }) => isWanted).map(({ plan }) => plan);
  return {
    form,
    change,
    symbol,
    currency: account.terms.value?.currency ?? '',
    currencyDigits,
    plans,
    fault: plans[0]?.fault ?? null,
    sizeRefusal: refusalsOf(checkedSides).find(isOfSize) ?? null,
    seenPrice: quote?.ask ?? null,
    orders: [...account.orders.value.values()].filter(
      (order) => order.symbol === symbol.name && order.state === 'placed',
    ),
  };
};

/** The ticket of a symbol. */
export const Ticket = (props: TicketProps) => {
  const { account, symbol, draft, isArmed = false, opening } = props;
  const element = useRef<HTMLDivElement>(null);
  const entries = useForm(symbol);
  const { form, change } = entries;
  const sides = useSides(props, form);
  const { currencyDigits } = sides;
  const { busy, send } = useSend(props, form, currencyDigits);
  useEffect(() => account.quotes.follow([symbol.name]), [symbol.name]);
  const choose = useTicketKeys(element, isArmed, (given) => {
    const plan = sides.sides.find(({ side }) => side === (given ?? sides.named))?.plan;
    if (plan === undefined) toast({ text: words().pickSide });
    else void send(plan);
  });
  useEffect(() => {
    if (opening?.side != null) choose(opening.side);
  }, [opening]);
  const isDone = draft.current.value?.state.value.kind === 'done';
  useEffect(() => {
    if (isDone) change(afterTrade(form));
  }, [isDone]);
  const fields = fieldsOf(props, entries, sides);
  const isAsked = symbol.execution_mode === 'request' && form.kind === 'market';
  return (
    <div class="ticket" ref={element}>
      <KindField {...fields} />
      <PendingFields {...fields} />
      <SizeField {...fields} />
      <StopFields {...fields} />
      <MoreFields {...fields} />
      <SideButtons {...{ props, sides, busy, send }} />
      {isAsked ? <PriceRequests {...{ props, sides }} /> : null}
      <SideFigures
        columns={sides.sides.map(({ checked, plan }) => ({
          check: checked?.refusal === null ? checked.check : null,
          plan,
        }))}
        currencyDigits={currencyDigits}
      />
      <Refusals sides={sides} />
      <Outcome
        intent={draft.current.value}
        now={account.serverNow}
        offerSeconds={symbol.request_timeout_sec}
        onAccept={() => acceptOffer(props, sides)}
        onRest={(lots) => change({ sizeBy: 'lots', size: lots })}
      />
    </div>
  );
};
