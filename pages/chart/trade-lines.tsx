// Orders, stops and positions as lines over the chart. A grip moves a line by the pointer or by
// keys; the line shows the money at its place, Enter saves it and Esc undoes it.

import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useTrader, useTraderStore } from '../frame/store.js';
import type { LightSymbol } from '../live/symbols.js';
import type { TraderLive } from '../live/trader.js';
import { withDigits } from '../texts/numbers.js';
import { refusalText } from '../texts/refusals.js';
import { sendChecked, withPrice } from '../ticket/send.js';
import type { StopKind } from '../ticket/sizing.js';
import { Button } from '../ui/button.js';
import { confirm } from '../ui/confirm.js';
import { toast, toastRefusal } from '../ui/toast.js';
import { Figure, Money, Price, Profit, Side } from '../ui/values.js';
import type { ChartView, Scale } from './adapter.js';
import { type HeldLine, makeHeldLine } from './held.js';
import {
  endRequest,
  gainMoney,
  gainPoints,
  isMovable,
  labelColumns,
  labelDrops,
  linesOf,
  newStop,
  priceOnStep,
  steppedPrice,
  type TradeLine,
} from './lines.js';
import { words } from './words.js';

/** The height of a label, in px. */
const LABEL = 22;
/** The height of the buttons that hang below a label on phones, in px. */
const BUTTONS = 44;
/** A new stop begins so far from its owner's line, in px. */
const NEW_STOP = 48;

interface LinesProps {
  readonly view: ChartView;
  /** Drawn again when it changes. */
  readonly scale: Scale;
  readonly symbol: LightSymbol;
}

/** The context of all parts of a line. */
interface LineContext extends LinesProps {
  readonly holder: HeldLine;
  readonly box: RefObject<HTMLDivElement | null>;
}

const nameOf = ({ kind, of, id, order }: TradeLine): string => {
  const owner = of === 'position' ? words().position : words().order;
  if (kind === 'position') return `${words().position} ${id}`;
  if (kind === 'order' || kind === 'limit') return `${words()[orderWord(kind, order)]} ${id}`;
  return `${words()[kind]} (${owner} ${id})`;
};

const orderWord = (kind: 'order' | 'limit', order: TradeLine['order']) =>
  kind === 'limit' || order === 'limit' ? 'limit' : order === 'stop' ? 'stop' : 'stop_limit';

/** The profit of a position, which follows the prices. */
const PositionProfit = ({ account, id }: { account: TraderLive['account']; id: number }) => {
  const terms = account.facts.value;
  const value = account.valueOf(id).value;
  return (
    <Profit value={value?.profit} digits={terms?.currency_digits} currency={terms?.currency} />
  );
};

/** Asks, and ends a line: closes, cancels, takes a stop away. */
const useEnd = ({ symbol }: LineContext, line: TradeLine, action: string) => {
  const live = useTrader();
  return async (): Promise<void> => {
    const { digits } = symbol;
    const isClose = line.kind === 'position';
    const isSure = await confirm({
      title: action,
      text: (
        <>
          <p>{words().endAsk(`${symbol.name}, ${nameOf(line)}`, withDigits(line.price, digits))}</p>
          {isClose ? (
            <p>
              {words().result} <PositionProfit account={live.account} id={line.id} />
            </p>
          ) : null}
        </>
      ),
      action,
      tone: 'danger',
    });
    if (!isSure) return;
    const price = live.account.valueOf(line.id).peek()?.price;
    const request = withPrice(endRequest(line), symbol, isClose ? price : null);
    const sent = await sendChecked(live, live.intents, request);
    if (!sent.ok) toastRefusal(sent.refusal);
  };
};

const endText = ({ kind, of, id }: TradeLine): string => {
  if (kind === 'sl' || kind === 'tp') return words().takeAway(words()[kind], id);
  return of === 'position' ? words().close(id) : words().cancel(id);
};

/** The buttons of a line that nobody holds. */
const RestingActions = (
  props: LineContext & { readonly line: TradeLine; readonly all: readonly TradeLine[] },
) => {
  const { line, all, view, symbol, holder } = props;
  const action = endText(line);
  const end = useEnd(props, line, action);
  const isOwner = line.kind === 'position' || line.kind === 'order';
  const has = (kind: StopKind): boolean =>
    all.some((one) => one.of === line.of && one.id === line.id && one.kind === kind);
  const add = (kind: StopKind): void => {
    const y = view.yOf(Number(line.price)) ?? 0;
    const isAbove = (line.side === 'buy') === (kind === 'tp');
    const at = view.priceAt(y + (isAbove ? -NEW_STOP : NEW_STOP));
    const price = priceOnStep(at, symbol.tick_size, symbol.digits);
    holder.hold(newStop(line, kind, price), price);
  };
  return (
    <>
      {isOwner
        ? (['sl', 'tp'] as const)
            .filter((kind) => !has(kind))
            .map((kind) => (
              <button
                key={kind}
                type="button"
                class="add-stop"
                title={words().addStop(words()[kind], line.id)}
                aria-label={words().addStop(words()[kind], line.id)}
                onClick={() => add(kind)}
              >
                {words()[kind]}
              </button>
            ))
        : null}
      {line.kind === 'limit' ? null : (
        <Button icon="close" class="bare" label={action} onClick={() => void end()} />
      )}
    </>
  );
};

/** The buttons of the held line. */
const HeldActions = ({
  holder,
  onSave,
}: {
  readonly holder: HeldLine;
  readonly onSave: () => void;
}) => (
  <>
    <Button tone="main" isBusy={holder.isSaving.value} onClick={onSave}>
      {words().save}
    </Button>
    <Button onClick={holder.giveUp} isOff={holder.isSaving.value}>
      {words().undo}
    </Button>
  </>
);

/** The money at the place of a line: live for a position, at the pointer for a held stop. */
const LineMoney = ({
  line,
  price,
  holder,
  symbol,
}: LineContext & { readonly line: TradeLine; readonly price: string }) => {
  const live = useTrader();
  const terms = live.account.facts.value;
  const digits = terms?.currency_digits ?? 2;
  const currency = terms?.currency;
  if (line.kind === 'position') return <PositionProfit account={live.account} id={line.id} />;
  const isHeld = holder.held.value?.line.key === line.key;
  if (!isHeld) return null;
  if (line.kind !== 'sl' && line.kind !== 'tp') {
    const margin = holder.check.value?.margin;
    return margin == null ? null : <Money value={margin} digits={digits} currency={currency} />;
  }
  const check = holder.check.value;
  if (check?.volume == null || check.point_value === null) {
    return <span>{words().points(String(gainPoints(line, price, symbol.digits)))}</span>;
  }
  const value = { volume: check.volume, point_value: check.point_value };
  return (
    <Profit
      value={gainMoney(line, price, value, symbol.digits, digits)}
      digits={digits}
      currency={currency}
    />
  );
};

/** Steps of the arrow keys. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

interface GripProps extends LineContext {
  readonly line: TradeLine;
  readonly price: string;
  readonly onSave: () => void;
}

/** The grip of a line: dragged, or moved by the arrow keys. */
const Grip = ({ line, price, view, symbol, holder, box, onSave }: GripProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const isHeld = holder.held.value?.line.key === line.key;
  const { tick_size, digits } = symbol;
  // A stop that was just made is taken hold of at once.
  useEffect(() => {
    if (isHeld) button.current?.focus();
  }, []);
  const onPointerMove = (event: PointerEvent): void => {
    if (!button.current?.hasPointerCapture(event.pointerId)) return;
    const top = box.current?.getBoundingClientRect().top ?? 0;
    holder.hold(line, priceOnStep(view.priceAt(event.clientY - top), tick_size, digits));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      holder.hold(line, steppedPrice(price, event.shiftKey ? step * 10 : step, tick_size, digits));
    } else if (event.key === 'Enter' && isHeld) {
      event.preventDefault();
      onSave();
    } else if (event.key === 'Escape' && isHeld) {
      event.preventDefault();
      event.stopPropagation();
      holder.giveUp();
    }
  };
  return (
    <button
      ref={button}
      type="button"
      class="grip"
      title={words().moveHint}
      aria-label={words().move(nameOf(line), withDigits(price, digits))}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
      }}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    >
      <span aria-hidden="true">⠿</span>
    </button>
  );
};

interface LineProps extends LineContext {
  readonly line: TradeLine;
  readonly all: readonly TradeLine[];
  readonly price: string;
  readonly y: number;
  readonly column: number;
  readonly drop: number;
}

const lookOf = ({ kind, side }: TradeLine): string => {
  if (kind === 'sl') return 'down';
  if (kind === 'tp') return 'up';
  return side === 'buy' ? 'up' : 'down';
};

const Line = (props: LineProps) => {
  const { line, all, price, y, column, drop, scale, symbol, holder } = props;
  const live = useTrader();
  const { session } = useTraderStore();
  const isHeld = holder.held.value?.line.key === line.key;
  const mayAct = !session.isReadOnly.value;
  const isOwner = line.kind === 'position' || line.kind === 'order';
  const isLow = y + drop + LABEL + BUTTONS > scale.height;
  const place = `${isHeld ? 'held' : ''} ${isLow ? 'low' : ''}`;
  return (
    <div
      class={`chart-line ${line.kind} ${lookOf(line)} ${place}`}
      style={{ top: `${y}px` }}
      data-line={line.key}
    >
      <span class="stroke" style={{ width: `${scale.width}px` }} />
      <span class="axis" style={{ left: `${scale.width}px` }}>
        <Price value={price} digits={symbol.digits} />
      </span>
      <div class="label" tabIndex={-1} style={{ '--column': column, '--drop': drop }}>
        {mayAct && isMovable(line) ? <Grip {...props} onSave={() => void holder.save()} /> : null}
        {isOwner ? (
          <>
            <Side side={line.side} />
            {line.kind === 'order' ? words()[orderWord('order', line.order)] : null}
            <Figure value={line.volume} />
          </>
        ) : (
          <span>
            {words()[line.kind as 'sl']} #{line.id}
          </span>
        )}
        <LineMoney {...props} />
        {isHeld ? <Price value={price} digits={symbol.digits} /> : null}
        {!mayAct ? null : isHeld ? (
          <HeldActions holder={holder} onSave={() => void holder.save()} />
        ) : live.canTrade.value ? (
          <span class="resting">
            <RestingActions {...props} all={all} />
          </span>
        ) : null}
        {isHeld && holder.refusal.value !== null ? (
          <span class="fault" role="alert">
            {refusalText(holder.refusal.value)}
          </span>
        ) : null}
      </div>
    </div>
  );
};

/** Bid and Ask as lines, with their prices on the axis. */
const QuoteLines = ({ view, scale, symbol }: LinesProps) => {
  const live = useTrader();
  useEffect(() => live.quotes.follow([symbol.name]), [symbol.name]);
  const quote = live.quotes.of(symbol.name).value;
  if (quote === undefined) return null;
  return (
    <>
      {(['bid', 'ask'] as const).map((kind) => {
        const y = view.yOf(Number(quote[kind]));
        if (y === null || y < 0 || y > scale.height) return null;
        return (
          <div key={kind} class={`chart-line quote ${kind}`} style={{ top: `${y}px` }}>
            <span class="stroke" style={{ width: `${scale.width}px` }} />
            <span class="axis" style={{ left: `${scale.width}px` }}>
              <span class="visually-hidden">{words()[kind]}</span>
              <Price value={quote[kind]} digits={symbol.digits} />
            </span>
          </div>
        );
      })}
    </>
  );
};

/** All lines over a chart. */
export const TradeLines = (props: LinesProps) => {
  const { view, scale, symbol } = props;
  const live = useTrader();
  const holder = useMemo(() => makeHeldLine(live), [live, symbol.name]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => holder.close, [holder]);
  const { positions, orders } = live.account;
  const own = linesOf(symbol.name, positions.value.values(), orders.value.values());
  const held = holder.held.value;
  // The position or order of the held line is gone.
  const isGone =
    held !== null && !own.some(({ of, id }) => of === held.line.of && id === held.line.id);
  useEffect(() => {
    if (!isGone) return;
    holder.giveUp();
    toast({ text: words().gone });
  }, [isGone]);
  const isNew = held !== null && !own.some(({ key }) => key === held.line.key);
  const all = isNew && !isGone ? [...own, held.line] : own;
  const placed = all.flatMap((line) => {
    const price = held?.line.key === line.key ? held.price : line.price;
    const y = view.yOf(Number(price));
    if (y === null) return [];
    const isHeld = held?.line.key === line.key;
    if (!isHeld && (y < 0 || y > scale.height)) return [];
    return [{ key: line.key, line, price, y: Math.min(Math.max(y, 0), scale.height) }];
  });
  const columns = labelColumns(placed, LABEL);
  const drops = labelDrops(placed, LABEL);
  return (
    <div class="chart-lines" ref={box} style={{ height: `${scale.height}px` }}>
      <QuoteLines {...props} />
      {placed.map(({ key, line, price, y }) => (
        <Line
          key={key}
          {...props}
          holder={holder}
          box={box}
          line={line}
          all={all}
          price={price}
          y={y}
          column={columns.get(key) ?? 0}
          drop={drops.get(key) ?? 0}
        />
      ))}
    </div>
  );
};
