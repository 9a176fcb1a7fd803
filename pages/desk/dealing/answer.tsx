// The answer to a taken request: confirm, requote, reject, return.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { WaitingRequest } from '../../../client/index.js';
import type { DealerAnswer } from '../../../client/socket/staff-socket.js';
import { useStaffStore } from '../../frame/store.js';
import { attempt } from '../../live/refusal.js';
import type { StaffLive } from '../../live/staff.js';
import { typedNumber, withDigits } from '../../texts/numbers.js';
import { Button } from '../../ui/button.js';
import { NumberField, TextField } from '../../ui/field.js';
import { useKeys } from '../../ui/keys.js';
import { toast, toastRefusal } from '../../ui/toast.js';
import { Figure, Price, UserText } from '../../ui/values.js';
import { NowPrice, RequestText } from './columns.js';
import { kindOf, priceAsked, tradeOf } from './request.js';
import { words } from './words.js';

/** Longest reason of a rejection. */
const REASON_MAX = 31;
/** What a confirmation does is checked again after this time in ms. */
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

/** What the dealer has typed; empty = as it is. */
interface AnswerEntries {
  readonly price: string;
  readonly lots: string;
  readonly bid: string;
  readonly ask: string;
  readonly reason: string;
}

const entriesOf = (live: StaffLive, { symbol, volume, digits }: WaitingRequest): AnswerEntries => {
  const quote = live.quotes.of(symbol).peek();
  const shown = (price: string | undefined): string =>
    price === undefined ? '' : withDigits(price, digits);
  return {
    price: '',
    lots: withDigits(volume, 2),
    bid: shown(quote?.bid),
    ask: shown(quote?.ask),
    reason: '',
  };
};

/** A number, or nothing. */
const isFine = (text: string): boolean => text.trim() === '' || typedNumber(text) !== null;
const numberOf = (text: string): string | undefined => typedNumber(text) ?? undefined;

const confirmationOf = (request: WaitingRequest, entries: AnswerEntries): DealerAnswer => {
  const member = (name: 'price' | 'bid' | 'ask', text: string) => {
    const value = numberOf(text);
    return value === undefined ? {} : { [name]: value };
  };
  if (kindOf(request) === 'price') {
    return {
      action: 'confirm',
      ...member('bid', entries.bid),
      ...member('ask', entries.ask),
    };
  }
  const lots = numberOf(entries.lots);
  const isWhole = lots === undefined || withDigits(lots, 2) === withDigits(request.volume, 2);
  return {
    action: 'confirm',
    ...member('price', entries.price),
    ...(isWhole ? {} : { volume: lots }),
  };
};

interface AnswerProps {
  readonly live: StaffLive;
  readonly request: WaitingRequest;
  /** The dealer has answered: the request will go. */
  readonly onAnswered: (id: number) => void;
}

/** The state of an answer, and what each of its acts sends. */
const useAnswer = ({ live, request, onAnswered }: AnswerProps) => {
  const { id, symbol } = request;
  const [entries, setEntries] = useState(() => entriesOf(live, request));
  const [isBusy, setBusy] = useState(false);
  const terms = live.symbols.byName.value.get(symbol);
  const hasRequotes = terms === undefined || WITH_REQUOTES.includes(terms.execution_mode);
  const isOff = isBusy || !live.connection.isLive.value;
  const send = async (answer: DealerAnswer): Promise<void> => {
    setBusy(true);
    const socket = await live.connection.ready;
    const done = await attempt(socket.dealerAnswer(id, answer));
    setBusy(false);
    if (!done.ok) return toastRefusal(done.refusal);
    onAnswered(id);
    toast({ text: words()[`done_${answer.action}`](id), tone: 'good' });
  };
  const [bid, ask] = [numberOf(entries.bid), numberOf(entries.ask)];
  const acts = {
    confirm: () => void send(confirmationOf(request, entries)),
    requote: () =>
      void (bid !== undefined && ask !== undefined && send({ action: 'requote', bid, ask })),
    reject: () => {
      const text = entries.reason.trim();
      void send({ action: 'reject', ...(text !== '' && { text }) });
    },
    giveBack: () => void send({ action: 'return' }),
  };
  const isOffFor = {
    confirm: isOff || !isFine(entries.price) || !isFine(entries.lots),
    requote: isOff || !hasRequotes || bid === undefined || ask === undefined,
    reject: isOff,
    giveBack: isOff,
  };
  useKeys(words().title, [
    { key: 'C', text: words().confirm, run: acts.confirm, isOff: isOffFor.confirm },
    { key: 'Q', text: words().requote, run: acts.requote, isOff: isOffFor.requote },
    { key: 'R', text: words().reject, run: acts.reject, isOff },
    { key: 'Backspace', text: words().giveBack, run: acts.giveBack, isOff },
  ]);
  return { entries, setEntries, acts, isOffFor, hasRequotes };
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

interface RequestFactsProps extends Pick<AnswerProps, 'live' | 'request'> {
  readonly lots: string;
}

/** What the client asked for, and what a confirmation makes of the account. */
const Facts = ({ live, request, lots }: RequestFactsProps) => {
  const { digits, deviation_pts, price_worst, comment } = request;
  const level = useLevelAfter(live, request, lots);
  return (
    <dl class="line answer-facts">
      <Fact title={words().asked}>
        <Price value={priceAsked(request)} digits={digits} />
      </Fact>
      <Fact title={words().now}>
        <NowPrice live={live} row={request} />
      </Fact>
      {deviation_pts === 0 ? null : (
        <Fact title={words().allowed}>{words().points(deviation_pts)}</Fact>
      )}
      {price_worst === null ? null : (
        <Fact title={words().worst}>
          <Price value={price_worst} digits={digits} />
        </Fact>
      )}
      {level === null ? null : (
        <Fact title={words().levelAfter}>
          <Figure value={level} />%
        </Fact>
      )}
      {comment === '' ? null : (
        <Fact title={words().comment}>
          <UserText>{comment}</UserText>
        </Fact>
      )}
    </dl>
  );
};

/** The taken request with its answers. */
export const Answer = (props: AnswerProps) => {
  const { live, request } = props;
  const { id, login, volume } = request;
  const { entries, setEntries, acts, isOffFor, hasRequotes } = useAnswer(props);
  const put = (name: keyof AnswerEntries) => (text: string) =>
    setEntries({ ...entries, [name]: text });
  const isPriceRequest = kindOf(request) === 'price';
  const numberField = (name: 'price' | 'lots' | 'bid' | 'ask', placeholder?: string) => (
    <NumberField
      label={words()[name]}
      value={entries[name]}
      onInput={put(name)}
      placeholder={placeholder}
      fault={isFine(entries[name]) ? null : words().notANumber}
    />
  );
  return (
    <section class="panel answer" aria-label={words().heading(id, login)}>
      <header>
        <h2>{words().heading(id, login)}</h2>
        <span class="grow">
          <RequestText row={request} />
        </span>
      </header>
      <div class="body stack">
        <Facts live={live} request={request} lots={numberOf(entries.lots) ?? volume} />
        <div class="line answers">
          <div class="answer-act">
            {isPriceRequest ? null : numberField('price', words().atMarket)}
            {isPriceRequest ? null : numberField('lots')}
            <Button tone="main" isOff={isOffFor.confirm} onClick={acts.confirm}>
              <kbd>C</kbd> {words().confirm}
            </Button>
          </div>
          <div class="answer-act" title={hasRequotes ? undefined : words().noRequotes}>
            {numberField('bid')}
            {numberField('ask')}
            <Button isOff={isOffFor.requote} onClick={acts.requote}>
              <kbd>Q</kbd> {words().requote}
            </Button>
          </div>
          <div class="answer-act">
            <TextField
              label={words().reason}
              value={entries.reason}
              onInput={put('reason')}
              maxLength={REASON_MAX}
            />
            <Button tone="danger" isOff={isOffFor.reject} onClick={acts.reject}>
              <kbd>R</kbd> {words().reject}
            </Button>
          </div>
          <Button isOff={isOffFor.giveBack} onClick={acts.giveBack}>
            <kbd>Backspace</kbd> {words().giveBack}
          </Button>
        </div>
      </div>
    </section>
  );
};
