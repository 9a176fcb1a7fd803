// A dialog of one trade: its entries, what the server says of it, and the button that sends it.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TradeRequest } from '../../client/index.js';
import type { TradeSide } from '../live/intent.js';
import type { Refusal } from '../live/refusal.js';
import { common } from '../texts/common.js';
import { Button, type Tone } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Note, RefusalNote, Skeleton } from '../ui/loaded.js';
import { toastRefusal } from '../ui/toast.js';
import { type TradingAccount, titleFor } from './account.js';
import { CheckFacts } from './figures.js';
import { withSeenPrice } from './form.js';
import { Outcome } from './outcome.js';
import { sendChecked } from './send.js';
import type { PointValue } from './sizing.js';
import { useCheck } from './use-check.js';

/** The props of a dialog of a trade. */
interface TradeDialogProps {
  readonly account: TradingAccount;
  readonly title: string;
  readonly symbol: string;
  /** The side at which it would deal, for the price that the user sees; null = none is dealt. */
  readonly side: TradeSide | null;
  /** Null while the entries are not whole. */
  readonly request: TradeRequest | null;
  readonly action: string;
  /** The harmless button, where `Cancel` could mean the trade. */
  readonly harmless?: string;
  readonly tone?: Tone;
  /** A sentence when the trade has ended under the open dialog; null = the trade is still there. */
  readonly gone?: string | null;
  /** Text and entries above the figures. */
  readonly children?: ComponentChildren;
  readonly onClose: () => void;
  /** Called when the trade is done, before the dialog closes. */
  readonly onDone?: (() => void) | undefined;
  /** Called with what a point is worth by each check that says it. */
  readonly onPointValue?: ((value: PointValue) => void) | undefined;
}

/** The request with the price that is seen, the check of it, and the intent once it is sent. */
const useDialogTrade = (props: TradeDialogProps) => {
  const { account, request, side, gone = null, onPointValue } = props;
  const [draft] = useState(() => account.draft());
  const symbol = account.symbols.value.get(props.symbol);
  const quote = account.quotes.of(props.symbol).value;
  useEffect(() => account.quotes.follow([props.symbol]), [props.symbol]);
  const seen =
    request === null || side === null || symbol === undefined
      ? request
      : withSeenPrice(request, side, symbol, quote);
  const intent = draft.current.value;
  const kind = intent?.state.value.kind;
  const isUnderWay = kind !== undefined && ['sending', 'asking', 'queued'].includes(kind);
  const isAsked = gone === null && !isUnderWay;
  const checked = useCheck(account.check, isAsked ? seen : null, JSON.stringify(request));
  const { check } = checked;
  useEffect(() => {
    if (check?.volume == null || check.point_value === null) return;
    onPointValue?.({ volume: check.volume, point_value: check.point_value });
  }, [check]);
  const isDone = kind === 'done';
  return { draft, symbol, seen, intent, isUnderWay, isAsked, isDone, ...checked };
};

type DialogTrade = ReturnType<typeof useDialogTrade>;

interface SaidProps {
  readonly props: TradeDialogProps;
  readonly trade: DialogTrade;
}

/** A dialog begins with the present values: that nothing is changed yet is no fault. */
const isUnchanged = ({ code }: Refusal): boolean => code === 'trade.no_changes';

/** The server's check of the trade, or the outcome of the trade. */
const Said = ({ props: { account, side }, trade }: SaidProps) => {
  const { check, refusal, seen, isAsked, isCurrent, symbol, intent, draft } = trade;
  const accept = async (): Promise<void> => {
    const accepted = side === null ? null : draft.acceptance(side);
    if (accepted === null) return;
    const sent = await sendChecked(account, draft, accepted);
    if (!sent.ok) toastRefusal(sent.refusal);
  };
  // A cancelled order deals nothing: its figures are those of the account before.
  const hasFigures = seen?.kind !== 'pending_cancel';
  const isWaiting = hasFigures && seen !== null && isAsked && check === null && refusal === null;
  return (
    <>
      {hasFigures && check !== null && refusal === null ? (
        <CheckFacts
          check={check}
          digits={symbol?.digits ?? 0}
          currencyDigits={account.terms.value?.currency_digits ?? 2}
        />
      ) : null}
      {isWaiting ? <Skeleton rows={2} /> : null}
      {refusal !== null && isCurrent && isAsked && !isUnchanged(refusal) ? (
        <RefusalNote refusal={refusal} />
      ) : null}
      <Outcome
        intent={intent}
        now={account.serverNow}
        offerSeconds={symbol?.request_timeout_sec ?? null}
        side={side}
        onAccept={accept}
      />
    </>
  );
};

/** Draws the dialog; it closes by itself when the trade is done. */
export const TradeDialog = (props: TradeDialogProps) => {
  const { account, title, action, tone = 'main', gone = null, children, onClose, onDone } = props;
  const { harmless = common().cancel } = props;
  const trade = useDialogTrade(props);
  const { draft, seen, isUnderWay, isDone, isAsked, isCurrent, refusal } = trade;
  useEffect(() => {
    if (!isDone) return;
    onDone?.();
    onClose();
  }, [isDone]);
  const body = useRef<HTMLDivElement>(null);
  // The first entry has the focus; without one, the harmless button.
  useLayoutEffect(() => body.current?.querySelector<HTMLElement>('input, select')?.focus(), []);
  const mayGo = account.canTrade.value && seen !== null && isCurrent && refusal === null && isAsked;
  return (
    <Dialog
      title={titleFor(account, title)}
      onClose={onClose}
      onSubmit={() => {
        if (mayGo && seen !== null) draft.send(seen);
      }}
      footer={
        <>
          <Button onClick={onClose} isFocused>
            {harmless}
          </Button>
          <Button type="submit" tone={tone} isOff={!mayGo} isBusy={isUnderWay}>
            {action}
          </Button>
        </>
      }
    >
      {gone !== null && !isUnderWay && !isDone ? <Note tone="warn">{gone}</Note> : null}
      <div class="stack" ref={body}>
        {children}
      </div>
      <Said props={props} trade={trade} />
    </Dialog>
  );
};
