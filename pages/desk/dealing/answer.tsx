// The answer to a taken request: confirm, requote, reject, return.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { WaitingRequest } from '../../../client/index.js';
import type { DealerAnswer } from '../../../client/socket/staff-socket.js';
import { useStaffStore } from '../../frame/store.js';
import type { LiveQuote } from '../../live/quotes.js';
import { attempt } from '../../live/refusal.js';
import type { StaffLive } from '../../live/staff.js';
import { typedNumber, withDigits } from '../../texts/numbers.js';
import { Button, type Tone } from '../../ui/button.js';
import { NumberField, TextField } from '../../ui/field.js';
import { useKeys } from '../../ui/keys.js';
import { toast, toastRefusal } from '../../ui/toast.js';
import { Figure, Price, Time, UserText } from '../../ui/values.js';
import { NowPrice, RequestText } from './columns.js';
import { choiceOf, priceAsked, tradeOf } from './request.js';
import { words } from './words.js';

/** Longest reason of a rejection. */
const REASON_MAX = 31;
/** Time in ms after which the effect of a confirmation is checked again. */
const CHECK_MS = 2_000;
/** Executions in which a client can be offered another price. */
const WITH_REQUOTES: readonly string[] = ['request', 'instant'];

/** The margin level of the account after a confirmation; null = it is not known. */
const useLevelAfter = (live: StaffLive, request: WaitingRequest, lots: string): string | null => {
  const [level, setLevel] = useState<string | null>(null);
  const { session } = useStaffStore();
  useEffect(() => {
    const trade = tradeOf(request, lots);
    setLevel(null);
    if (trade === null || !session.can('accounts.trade.check')) return undefined;
    return live.poll(async () => {
      const checked = await attempt(live.check(request.login, trade));
      setLevel(checked.ok ? checked.value.margin_level_after : null);
    }, CHECK_MS);
  }, [request.id, lots]);
  return level;
};

/** Entries of the dealer; empty = the present price, and all lots. */
interface AnswerEntries {
  readonly price: string;
  readonly lots: string;
  readonly bid: string;
  readonly ask: string;
  readonly reason: string;
}
const NOTHING_TYPED: AnswerEntries = { price: '', lots: '', bid: '', ask: '', reason: '' };

/** A number, or nothing. */
const isFine = (text: string): boolean => text.trim() === '' || typedNumber(text) !== null;
const areFine = (...texts: readonly string[]): boolean => texts.every(isFine);
const numberOf = (text: string): string | undefined => typedNumber(text) ?? undefined;

/** The quote that the dealer offers: as typed, otherwise as it is now; null = there is none. */
const offerOf = (
  { bid, ask }: AnswerEntries,
  quote: LiveQuote | undefined,
): { readonly bid: string; readonly ask: string } | null => {
  const [low, high] = [numberOf(bid) ?? quote?.bid, numberOf(ask) ?? quote?.ask];
  return low === undefined || high === undefined ? null : { bid: low, ask: high };
};

const confirmationOf = (
  request: WaitingRequest,
  entries: AnswerEntries,
  quote: LiveQuote | undefined,
): DealerAnswer => {
  const { hasPrice, hasLots, isPriceRequest } = choiceOf(request);
  if (isPriceRequest) return { action: 'confirm', ...offerOf(entries, quote) };
  const [price, lots] = [numberOf(entries.price), numberOf(entries.lots)];
  const isWhole = lots === undefined || withDigits(lots, 2) === withDigits(request.volume, 2);
  return {
    action: 'confirm',
    ...(hasPrice && price !== undefined && { price }),
    ...(hasLots && !isWhole && { volume: lots }),
  };
};

interface AnswerProps {
  readonly live: StaffLive;
  readonly request: WaitingRequest;
  /** The dealer answers, and the request will go; or the answer was refused. */
  readonly onAnswer: (id: number, isTaken: boolean) => void;
}

/** The state of an answer, and what each of its acts sends. */
const useAnswer = ({ live, request, onAnswer }: AnswerProps) => {
  const { id, symbol } = request;
  const [entries, setEntries] = useState(NOTHING_TYPED);
  const [isBusy, setBusy] = useState(false);
  const choice = choiceOf(request);
  const terms = live.symbols.byName.value.get(symbol);
  const hasRequotes = terms === undefined || WITH_REQUOTES.includes(terms.execution_mode);
  const quote = live.quotes.of(symbol).value;
  const offer = offerOf(entries, quote);
  const isOff = isBusy || !live.connection.isLive.value;
  const send = async (answer: DealerAnswer): Promise<void> => {
    setBusy(true);
    const socket = await live.connection.ready;
    // The request may go before the server has reported that it took the answer.
    onAnswer(id, true);
    const done = await attempt(socket.dealerAnswer(id, answer));
    onAnswer(id, done.ok);
    setBusy(false);
    if (!done.ok) return toastRefusal(done.refusal);
    toast({ text: words()[`done_${answer.action}`](id), tone: 'good' });
  };
  const acts = {
    confirm: () => void send(confirmationOf(request, entries, quote)),
    requote: () => void (offer !== null && send({ action: 'requote', ...offer })),
    reject: () => {
      const text = entries.reason.trim();
      void send({ action: 'reject', ...(text !== '' && { text }) });
    },
    giveBack: () => void send({ action: 'return' }),
  };
  const areQuotesFine = areFine(entries.bid, entries.ask) && offer !== null;
  const isOffFor = {
    confirm:
      isOff || (choice.isPriceRequest ? !areQuotesFine : !areFine(entries.price, entries.lots)),
    requote: isOff || !choice.hasRequote || !hasRequotes || !areQuotesFine,
    reject: isOff,
    giveBack: isOff,
  };
  const confirmText = choice.isPriceRequest ? words().sendPrices : words().confirm;
  useKeys(words().answerOf(id), [
    { key: 'C', text: confirmText, run: acts.confirm, isOff: isOffFor.confirm },
    { key: 'Q', text: words().requote, run: acts.requote, isOff: isOffFor.requote },
    { key: 'R', text: words().reject, run: acts.reject, isOff },
    { key: 'Backspace', text: words().giveBack, run: acts.giveBack, isOff },
  ]);
  return { entries, setEntries, choice, quote, acts, isOffFor, hasRequotes, confirmText };
};

interface RequestFactProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

const Fact = ({ title, children }: RequestFactProps) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);

interface PriceFactProps {
  readonly title: string;
  /** Null = there is none, and no line. */
  readonly value: string | null;
  readonly digits: number;
}

const PriceFact = ({ title, value, digits }: PriceFactProps) =>
  value === null ? null : (
    <Fact title={title}>
      <Price value={value} digits={digits} />
    </Fact>
  );

interface RequestFactsProps extends Pick<AnswerProps, 'live' | 'request'> {
  readonly lots: string;
}

/** The request of the client, and the account after a confirmation. */
const Facts = ({ live, request, lots }: RequestFactsProps) => {
  const { digits, deviation_pts, comment, order_id, by_position_id } = request;
  const level = useLevelAfter(live, request, lots);
  return (
    <dl class="line answer-facts">
      <PriceFact title={words().asked} value={priceAsked(request)} digits={digits} />
      <Fact title={words().now}>
        <NowPrice live={live} row={request} />
      </Fact>
      {deviation_pts === 0 ? null : (
        <Fact title={words().allowed}>{words().points(deviation_pts)}</Fact>
      )}
      <PriceFact title={words().worst} value={request.price_worst} digits={digits} />
      <PriceFact title={words().limitPrice} value={request.price_stop_limit} digits={digits} />
      <PriceFact title={words().sl} value={request.sl} digits={digits} />
      <PriceFact title={words().tp} value={request.tp} digits={digits} />
      {by_position_id === 0 ? null : <Fact title={words().against}>#{by_position_id}</Fact>}
      {order_id === 0 ? null : <Fact title={words().order}>#{order_id}</Fact>}
      {level === null ? null : (
        <Fact title={words().levelAfter}>
          <Figure value={level} digits={2} />%
        </Fact>
      )}
      <Fact title={words().received}>
        <Time at={request.received_at} style="time" />
      </Fact>
      {comment === '' ? null : (
        <Fact title={words().comment}>
          <UserText>{comment}</UserText>
        </Fact>
      )}
    </dl>
  );
};

interface AnswerActProps {
  readonly keyName: string;
  readonly text: string;
  readonly tone?: Tone;
  readonly isOff: boolean;
  readonly run: () => void;
  readonly children?: ComponentChildren;
}

/** An answer with its entries; Enter in one of them sends it. */
const Act = ({ keyName, text, tone, isOff, run, children }: AnswerActProps) => (
  <form
    class="answer-act"
    onSubmit={(event) => {
      event.preventDefault();
      if (!isOff) run();
    }}
  >
    {children}
    <Button tone={tone} type="submit" isOff={isOff}>
      <kbd>{keyName}</kbd> {text}
    </Button>
  </form>
);

/** The acts by which the request is answered, each with its entries. */
const Acts = ({ of, request }: AnswerActsProps) => {
  const { entries, setEntries, choice, quote, acts, isOffFor, hasRequotes, confirmText } = of;
  const { digits, volume } = request;
  const put = (name: keyof AnswerEntries) => (text: string) =>
    setEntries({ ...entries, [name]: text });
  const numberField = (name: 'price' | 'lots' | 'bid' | 'ask', placeholder: string | undefined) => (
    <NumberField
      label={words()[name]}
      value={entries[name]}
      onInput={put(name)}
      placeholder={placeholder}
      fault={isFine(entries[name]) ? null : words().notANumber}
    />
  );
  const quoteField = (name: 'bid' | 'ask') =>
    numberField(name, quote && withDigits(quote[name], digits));
  const { hasPrice, hasLots, isPriceRequest, hasRequote } = choice;
  return (
    <div class="line answers">
      <Act keyName="C" text={confirmText} tone="main" isOff={isOffFor.confirm} run={acts.confirm}>
        {hasPrice ? numberField('price', words().atMarket) : null}
        {hasLots ? numberField('lots', withDigits(volume, 2)) : null}
        {isPriceRequest ? quoteField('bid') : null}
        {isPriceRequest ? quoteField('ask') : null}
      </Act>
      {hasRequote && hasRequotes ? (
        <Act keyName="Q" text={words().requote} isOff={isOffFor.requote} run={acts.requote}>
          {quoteField('bid')}
          {quoteField('ask')}
        </Act>
      ) : null}
      <Act
        keyName="R"
        text={words().reject}
        tone="danger"
        isOff={isOffFor.reject}
        run={acts.reject}
      >
        <TextField
          label={words().reason}
          value={entries.reason}
          onInput={put('reason')}
          maxLength={REASON_MAX}
        />
      </Act>
      <Act
        keyName="Backspace"
        text={words().giveBack}
        isOff={isOffFor.giveBack}
        run={acts.giveBack}
      />
      {hasRequote && !hasRequotes ? <p class="muted">{words().noRequotes}</p> : null}
    </div>
  );
};
interface AnswerActsProps extends Pick<AnswerProps, 'request'> {
  readonly of: ReturnType<typeof useAnswer>;
}

/** The taken request with its answers. */
export const Answer = (props: AnswerProps) => {
  const { live, request } = props;
  const { id, login, volume } = request;
  const answer = useAnswer(props);
  return (
    <section class="panel answer" aria-label={words().heading(id, login)}>
      <header>
        <h2>{words().heading(id, login)}</h2>
        <span class="grow">
          <RequestText row={request} />
        </span>
      </header>
      <div class="body stack">
        <Facts live={live} request={request} lots={numberOf(answer.entries.lots) ?? volume} />
        <Acts of={answer} request={request} />
      </div>
    </section>
  );
};
