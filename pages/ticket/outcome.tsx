// Outcomes of a trade: on its way, queued, a new price to accept, a rest, refused.

import { useEffect, useState } from 'preact/hooks';
import type { TradeRequest } from '../../client/index.js';
import { type Intent, type IntentState, offeredPrice, type TradeSide } from '../live/intent.js';
import { withDigits } from '../texts/numbers.js';
import { refusalText } from '../texts/refusals.js';
import { Button } from '../ui/button.js';
import { Note, RefusalNote } from '../ui/loaded.js';
import { toast } from '../ui/toast.js';
import { words } from './words.js';

const TICK_MS = 500;

/** Draws again each half second, for what counts down. */
export const useNow = (now: () => number): number => {
  const [at, setAt] = useState(now());
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return at;
};

const priceText = (price: string | null): string => (price === null ? '–' : withDigits(price, 0));

/** The sentence of a trade that was done. */
export const doneText = (
  request: TradeRequest,
  { result }: Extract<IntentState, { kind: 'done' }>,
): string => {
  const { volume, price, order_id } = result;
  const lots = withDigits(volume, 0);
  switch (request.kind) {
    case 'open':
      return request.side === 'buy'
        ? words().bought(lots, request.symbol, priceText(price))
        : words().sold(lots, request.symbol, priceText(price));
    case 'close':
      return words().closed(lots, priceText(price));
    case 'close_by':
      return words().closedBy;
    case 'pending':
      return words().placed(String(order_id ?? ''));
    case 'pending_cancel':
      return words().canceled(String(request.order_id));
    default:
      return words().changed;
  }
};

/** A trade in words; an outcome may come long after the trade was sent. */
const tradeText = (request: TradeRequest): string => {
  switch (request.kind) {
    case 'close':
      return words().closeTitle(request.position_id);
    case 'close_by':
      return words().closeByTitle(request.position_id);
    case 'modify':
      return words().modifyTitle(request.position_id);
    case 'pending_modify':
      return words().orderTitle(request.order_id);
    case 'pending_cancel':
      return words().cancelTitle(request.order_id);
    default: {
      const lots = request.volume === undefined ? '' : withDigits(request.volume, 0);
      const verb = request.side === 'buy' ? words().buyVerb(lots) : words().sellVerb(lots);
      return `${verb}, ${request.symbol}`;
    }
  }
};

/** The sentence of an outcome; null = there is none yet. */
export const outcomeText = ({
  request,
  state,
}: Intent): { readonly text: string; readonly tone: 'good' | 'bad' | 'plain' } | null => {
  const now = state.peek();
  if (now.kind === 'done') return { text: doneText(request, now), tone: 'good' };
  if ('refusal' in now) {
    return { text: `${tradeText(request)}: ${refusalText(now.refusal)}`, tone: 'bad' };
  }
  if (now.kind !== 'priced') return null;
  const { bid, ask } = now.result;
  return { text: words().offered(priceText(bid), priceText(ask)), tone: 'plain' };
};

/** Reports a trade that got its outcome; what a ticket shows by itself is left out. */
export const toastOutcome = (intent: Intent, isShownElsewhere: boolean): void => {
  const message = outcomeText(intent);
  if (message === null || (isShownElsewhere && message.tone !== 'good')) return;
  toast(message);
};

interface OutcomeProps {
  readonly intent: Intent | null;
  readonly now: () => number;
  /** The time that an offer holds, in seconds; null = the symbol has none. */
  readonly offerSeconds: number | null;
  readonly onAccept: () => Promise<void>;
  /** The side of the deal, where the request names none. */
  readonly side?: TradeSide | null;
  /** Trades the rest of a partial fill; left out, it is only reported. */
  readonly onRest?: ((lots: string) => void) | undefined;
}

const secondsLeft = (from: number | null, seconds: number | null, now: number): number | null =>
  from === null || seconds === null ? null : Math.ceil((from + seconds * 1_000 - now) / 1_000);

interface OfferProps {
  readonly state: Extract<IntentState, { kind: 'requote' | 'priced' }>;
  readonly props: OutcomeProps & { readonly intent: Intent };
}

const Offer = ({ state, props }: OfferProps) => {
  const { intent, offerSeconds, onAccept } = props;
  const [isBusy, setBusy] = useState(false);
  const left = secondsLeft(intent.answeredAt.value, offerSeconds, useNow(props.now));
  const { result } = state;
  const side = 'side' in intent.request ? intent.request.side : (props.side ?? 'buy');
  const price = priceText(offeredPrice(result, side));
  const text =
    state.kind === 'priced'
      ? words().offered(priceText(result.bid), priceText(result.ask))
      : words().requote(price);
  if (left !== null && left <= 0) return <Note tone="warn">{words().over}</Note>;
  const accept = (): void => {
    setBusy(true);
    void onAccept().finally(() => setBusy(false));
  };
  return (
    <Note tone="warn">
      <p role="status">{text}</p>
      <div class="line">
        <Button tone="main" isBusy={isBusy} onClick={accept}>
          {side === 'buy' ? words().acceptBuy(price) : words().acceptSell(price)}
        </Button>
        {left === null ? null : <span>{words().left(left)}</span>}
      </div>
    </Note>
  );
};

const Queued = ({ props }: { readonly props: OutcomeProps & { readonly intent: Intent } }) => {
  const { intent, offerSeconds, now } = props;
  const left = secondsLeft(intent.sentAt, offerSeconds, useNow(now));
  return (
    <Note>
      {words().queued}
      {left === null || left < 0 ? null : `, ${words().left(left)}`}
    </Note>
  );
};

/** The state of the intent that a ticket or a dialog has sent. */
export const Outcome = (props: OutcomeProps) => {
  const { intent, onRest } = props;
  if (intent === null) return null;
  const state = intent.state.value;
  const own = { ...props, intent };
  switch (state.kind) {
    case 'sending':
      return <Note>{words().sending}</Note>;
    case 'asking':
      return <Note tone="warn">{words().asking}</Note>;
    case 'queued':
      return <Queued props={own} />;
    case 'requote':
    case 'priced':
      return <Offer state={state} props={own} />;
    case 'refused':
      return <RefusalNote refusal={state.refusal} />;
    case 'done': {
      const { rest } = state;
      // A toast tells what was done; what is left stays with what sent it.
      if (rest === null) return null;
      return (
        <Note>
          <p>
            {doneText(intent.request, state)}. {words().rest(rest)}
          </p>
          {onRest === undefined ? null : (
            <Button onClick={() => onRest(rest)}>{words().tradeRest(rest)}</Button>
          )}
        </Note>
      );
    }
  }
};
