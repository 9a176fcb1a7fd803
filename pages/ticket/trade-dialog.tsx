// A dialog of one trade: its entries, what the server says of it, and the button that sends it.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TradeRequest } from '../../client/index.js';
import { common } from '../texts/common.js';
import { Button, type Tone } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Note, RefusalNote, Skeleton } from '../ui/loaded.js';
import type { TradingAccount } from './account.js';
import { CheckFacts } from './figures.js';
import { type TradeSide, withSeenPrice } from './form.js';
import { Outcome } from './outcome.js';
import type { PointValue } from './sizing.js';
import { useCheck } from './use-check.js';

/** The props of a dialog of a trade. */
export interface TradeDialogProps {
  readonly account: TradingAccount;
  readonly title: string;
  readonly symbol: string;
  /** The side at which it would deal, for the price that the user sees; null = none is dealt. */
  readonly side: TradeSide | null;
  /** Null while the entries are not whole. */
  readonly request: TradeRequest | null;
  readonly action: string;
  readonly tone?: Tone;
  /** What is gone under the open dialog; null = it is still there. */
  readonly gone?: string | null;
  /** Text and entries above the figures. */
  readonly children?: ComponentChildren;
  readonly onClose: () => void;
  /** Called when the trade is done, before the dialog closes. */
  readonly onDone?: (() => void) | undefined;
  /** Told what a point is worth, by each check that says it. */
  readonly onPointValue?: ((value: PointValue) => void) | undefined;
}

/** Draws the dialog; it closes by itself when the trade is done. */
export const TradeDialog = (props: TradeDialogProps) => {
  const { account, title, request, action, tone = 'main', gone = null, children } = props;
  const { onClose, onDone, onPointValue } = props;
  const [draft] = useState(() => account.draft());
  const symbol = account.symbols.value.get(props.symbol);
  const quote = account.quotes.of(props.symbol).value;
  useEffect(() => account.quotes.follow([props.symbol]), [props.symbol]);
  const seen =
    request === null || props.side === null || symbol === undefined
      ? request
      : withSeenPrice(request, props.side, symbol, quote);
  const current = draft.current.value;
  const state = current?.state.value;
  const isOpen = state !== undefined && ['sending', 'asking', 'queued'].includes(state.kind);
  const isAsked = gone === null && !isOpen;
  const { check, refusal, isCurrent } = useCheck(
    account.check,
    isAsked ? seen : null,
    JSON.stringify(request),
  );
  useEffect(() => {
    if (check?.volume == null || check.point_value === null) return;
    onPointValue?.({ volume: check.volume, point_value: check.point_value });
  }, [check]);
  const isDone = state?.kind === 'done';
  const isGone = gone !== null && !isOpen && !isDone;
  useEffect(() => {
    if (!isDone) return;
    onDone?.();
    onClose();
  }, [isDone]);
  const mayGo = account.canTrade.value && seen !== null && isCurrent && refusal === null && isAsked;
  const body = useRef<HTMLDivElement>(null);
  // The first entry has the focus; without one, the harmless button.
  useEffect(() => body.current?.querySelector<HTMLElement>('input, select')?.focus(), []);
  const go = (): void => {
    if (mayGo && seen !== null) draft.send(seen);
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={go}
      footer={
        <>
          <Button onClick={onClose} isFocused>
            {common().cancel}
          </Button>
          <Button type="submit" tone={tone} isOff={!mayGo} isBusy={isOpen}>
            {action}
          </Button>
        </>
      }
    >
      {isGone ? <Note tone="warn">{gone}</Note> : null}
      <div class="stack" ref={body}>
        {children}
      </div>
      {check !== null && refusal === null ? (
        <CheckFacts
          check={check}
          digits={symbol?.digits ?? 0}
          currencyDigits={account.terms.value?.currency_digits ?? 2}
        />
      ) : null}
      {seen !== null && isAsked && check === null && refusal === null ? (
        <Skeleton rows={2} />
      ) : null}
      {refusal !== null && isCurrent && isAsked ? <RefusalNote refusal={refusal} /> : null}
      <Outcome
        intent={current}
        now={account.serverNow}
        offerSeconds={symbol?.request_timeout_sec ?? null}
        onAccept={() => draft.accept()}
      />
    </Dialog>
  );
};
