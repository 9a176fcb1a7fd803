// One chart with its bar of choices: candles, indicators, drawings, lines of the account, marks.

import { effect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import lazy from 'preact-iso/lazy';
import { useTrader } from '../frame/store.js';
import type { Refusal } from '../live/refusal.js';
import type { LightSymbol } from '../live/symbols.js';
import { language } from '../texts/language.js';
import { Button } from '../ui/button.js';
import { confirm } from '../ui/confirm.js';
import { Segments } from '../ui/field.js';
import { useKeys } from '../ui/keys.js';
import { Empty, RefusalNote, Skeleton } from '../ui/loaded.js';
import { palette, theme } from '../ui/look.js';
import { Menu, type MenuItem } from '../ui/menu.js';
import { type ChartView, type Mark, makeChart, type Scale } from './adapter.js';
import { markOf, readMarks } from './marks.js';
import { type CellSettings, drawingsOf, keepDrawings } from './settings.js';
import { TIMEFRAMES, timeframeOf } from './timeframes.js';
import { TradeLines } from './trade-lines.js';
import { words } from './words.js';

const IndicatorsDialog = lazy(() => import('./indicators.js'));
const DrawingsDialog = lazy(() => import('./drawings.js'));

const DRAWINGS = [
  'segment',
  'rayLine',
  'straightLine',
  'horizontalStraightLine',
  'verticalStraightLine',
  'parallelStraightLine',
  'fibonacciLine',
  'brush',
] as const;

/** The state of the first bars. */
type BarsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly count: number }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** What the chart has reported by its events. */
interface ChartState {
  readonly bars: BarsState;
  readonly scale: Scale | null;
  readonly marks: readonly Mark[];
  readonly isDrawing: boolean;
}

const NOT_LOADED: ChartState = {
  bars: { kind: 'loading' },
  scale: null,
  marks: [],
  isDrawing: false,
};

/** Makes the chart of an element, and keeps its size, colours and language. */
const useChart = (symbol: LightSymbol, settings: CellSettings) => {
  const live = useTrader();
  const element = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<ChartView | null>(null);
  const [state, setState] = useState<ChartState>(NOT_LOADED);
  const shown = useRef(symbol.name);
  shown.current = symbol.name;
  useEffect(() => {
    if (element.current === null) return undefined;
    const update = (part: Partial<ChartState>): void =>
      setState((before) => ({ ...before, ...part }));
    const made = makeChart(element.current, live.bars, {
      onScale: (scale) => update({ scale }),
      onLoaded: (refusal, count) =>
        update({
          bars: refusal === null ? { kind: 'ready', count } : { kind: 'refused', refusal },
        }),
      onMarks: (marks) =>
        setState((before) =>
          before.marks.length + marks.length === 0 ? before : { ...before, marks },
        ),
      onDrawings: (drawings) => keepDrawings(live.preferences, shown.current, drawings),
      onDrawing: (isDrawing) => update({ isDrawing }),
    });
    const sizes = new ResizeObserver(() => made.resize());
    sizes.observe(element.current);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    // The page has its new colours only after the change of the look.
    const restyle = (): void => void requestAnimationFrame(made.restyle);
    dark.addEventListener('change', restyle);
    const stopLook = effect(() => {
      theme.value;
      palette.value;
      restyle();
    });
    const stopLanguage = effect(() => made.setLocale(language.value));
    const stopClock = effect(made.setClock);
    setView(made);
    return () => {
      stopLook();
      stopLanguage();
      stopClock();
      dark.removeEventListener('change', restyle);
      sizes.disconnect();
      made.close();
    };
  }, [live]);
  const { timeframe } = settings;
  useEffect(() => {
    if (view === null) return;
    setState((before) => ({ ...before, bars: { kind: 'loading' } }));
    view.show({ symbol: symbol.name, digits: symbol.digits, timeframe: timeframeOf(timeframe) });
  }, [view, symbol.name, symbol.digits, timeframe]);
  useEffect(() => {
    view?.setIndicators(settings.indicators);
  }, [view, JSON.stringify(settings.indicators)]);
  return { element, view, state };
};

/** Draws the kept drawings of the symbol once they are read, and not those that the user draws. */
const useDrawings = (view: ChartView | null, symbol: string, isReady: boolean): void => {
  const { preferences } = useTrader();
  const isRead = preferences.isRead.value;
  useEffect(() => {
    if (isReady && isRead) view?.setDrawings(drawingsOf(preferences, symbol).peek());
  }, [view, symbol, isRead, isReady]);
};

/** Deals of the history, and those that are made while the chart is open. */
const useMarks = (view: ChartView | null, symbol: LightSymbol): void => {
  const live = useTrader();
  const [read, setRead] = useState<ReadonlyMap<number, Mark>>(new Map());
  const { name, digits } = symbol;
  useEffect(() => {
    let isOver = false;
    setRead(new Map());
    void readMarks(live, name, digits).then((marks) => {
      if (!isOver) setRead(marks);
    });
    return () => {
      isOver = true;
    };
  }, [live, name, digits]);
  const deals = live.account.deals.value;
  useEffect(() => {
    const all = new Map(read);
    for (const deal of deals) {
      const mark = deal.symbol === name ? markOf(deal, deal.time, digits) : undefined;
      if (mark !== undefined) all.set(deal.id, mark);
    }
    view?.setMarks([...all.values()]);
  }, [view, read, deals]);
};

/** Keys of the chart that has the focus: scrolling and zooming. */
const navigate = (view: ChartView | null, event: KeyboardEvent): void => {
  const act = {
    ArrowLeft: () => view?.scroll(10),
    ArrowRight: () => view?.scroll(-10),
    '+': () => view?.zoom(1.25),
    '-': () => view?.zoom(0.8),
    End: () => view?.toNewest(),
  }[event.key];
  if (act === undefined || event.target !== event.currentTarget) return;
  event.preventDefault();
  act();
};

/** The dialogs of a chart. */
type DialogName = 'indicators' | 'drawings';

interface ChartCellProps {
  readonly symbol: LightSymbol;
  readonly settings: CellSettings;
  readonly onChange: (change: Partial<CellSettings>) => void;
  /** Has it the keys of charts? Of many charts the one that was used last. */
  readonly isCurrent: boolean;
  readonly onUse: () => void;
  readonly onSymbol: (name: string) => void;
}

/** The keys of the chart that was used last. */
const useChartKeys = (
  props: ChartCellProps,
  openDialog: (name: DialogName) => void,
  openDrawings: () => void,
) => {
  const { symbol, onChange, isCurrent } = props;
  const timeframes = TIMEFRAMES.map(({ name, text }, at) => ({
    key: String(at + 1),
    text: words().frameKey(text),
    run: () => onChange({ timeframe: name }),
  }));
  useKeys(
    `${words().chart} ${symbol.name}`,
    isCurrent
      ? [
          ...timeframes,
          { key: 'I', text: words().indicators, run: () => openDialog('indicators') },
          { key: 'L', text: words().drawings, run: openDrawings },
          { key: 'Shift+L', text: words().editDrawings, run: () => openDialog('drawings') },
        ]
      : [],
  );
};

interface BarProps extends ChartCellProps {
  readonly view: ChartView | null;
  readonly openDialog: (name: DialogName) => void;
  readonly drawMenu: RefObject<HTMLSpanElement | null>;
}

/** The symbol and the timeframe: a list where there is little room, else all of them. */
const Choices = ({ symbol, settings, onChange, onSymbol }: ChartCellProps) => {
  const { symbols } = useTrader();
  const { name: chosen } = timeframeOf(settings.timeframe);
  return (
    <>
      <label>
        <span class="visually-hidden">{words().symbol}</span>
        <select
          class="name"
          value={symbol.name}
          onChange={({ currentTarget }) => onSymbol(currentTarget.value)}
        >
          {symbols.list.value.map(({ name }) => (
            <option key={name} value={name} selected={name === symbol.name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="frames">
        <span class="visually-hidden">{words().timeframe}</span>
        <select
          value={chosen}
          onChange={({ currentTarget }) => onChange({ timeframe: currentTarget.value })}
        >
          {TIMEFRAMES.map(({ name, text }) => (
            <option key={name} value={name} selected={name === chosen}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <div class="frames-wide">
        <Segments
          label={words().timeframe}
          isLabelHidden
          value={chosen}
          choices={TIMEFRAMES.map(({ name, text }) => ({ value: name, text }))}
          onSelect={(timeframe) => onChange({ timeframe })}
        />
      </div>
    </>
  );
};

/** The bar of choices above a chart. */
const ChartBar = (props: BarProps) => {
  const { symbol, view, openDialog, drawMenu } = props;
  const { preferences } = useTrader();
  const count = drawingsOf(preferences, symbol.name).value.length;
  const removeAll = async (): Promise<void> => {
    const [title, text] = [words().removeDrawings, words().removeAsk(count, symbol.name)];
    if (!(await confirm({ title, text, action: title, tone: 'danger' }))) return;
    view?.setDrawings([]);
    keepDrawings(preferences, symbol.name, []);
  };
  const items: readonly MenuItem[] = [
    ...DRAWINGS.map((name) => ({ text: words()[name], run: () => view?.draw(name) })),
    {
      text: words().editDrawings,
      icon: 'pencil',
      key: 'Shift+L',
      run: () => openDialog('drawings'),
    },
    {
      text: words().removeDrawings,
      icon: 'trash',
      tone: 'danger',
      isOff: count === 0,
      run: () => void removeAll(),
    },
  ];
  return (
    <div class="chart-bar">
      <Choices {...props} />
      <Button onClick={() => openDialog('indicators')}>{words().indicators}</Button>
      <span ref={drawMenu}>
        <Menu label={words().drawings} items={items} />
      </span>
      <Button
        icon="chevronRight"
        class="bare newest"
        label={words().newest}
        onClick={() => view?.toNewest()}
      />
    </div>
  );
};

/** The layer over the canvas: lines, marks under the pointer, hints, states of the bars. */
const Over = (props: {
  readonly view: ChartView | null;
  readonly state: ChartState;
  readonly symbol: LightSymbol;
}) => {
  const { view, state, symbol } = props;
  const { bars, scale, marks, isDrawing } = state;
  const hasBars = bars.kind === 'ready' && bars.count > 0;
  return (
    <>
      {view !== null && scale !== null && hasBars ? (
        <TradeLines view={view} scale={scale} symbol={symbol} />
      ) : null}
      {marks.length === 0 ? null : (
        <ul class="chart-marks">
          {marks.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {isDrawing ? <p class="chart-hint">{words().drawHint}</p> : null}
      {hasBars ? null : (
        <div class="chart-state">
          {bars.kind === 'loading' ? <Skeleton rows={3} /> : null}
          {bars.kind === 'ready' ? <Empty text={words().noBars} /> : null}
          {bars.kind === 'refused' ? (
            <RefusalNote refusal={bars.refusal} onRetry={() => view?.reload()} />
          ) : null}
        </div>
      )}
    </>
  );
};

/** One chart. */
export const ChartCell = (props: ChartCellProps) => {
  const { symbol, settings, onChange, isCurrent, onUse } = props;
  const { element, view, state } = useChart(symbol, settings);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const drawMenu = useRef<HTMLSpanElement>(null);
  useDrawings(view, symbol.name, state.bars.kind === 'ready');
  useMarks(view, symbol);
  useChartKeys(props, setDialog, () => drawMenu.current?.querySelector('button')?.click());
  const name = words().chartOf(symbol.name, timeframeOf(settings.timeframe).text);
  return (
    <section
      class={`chart-cell ${isCurrent ? 'current' : ''}`}
      aria-label={name}
      onPointerDownCapture={onUse}
      onFocusCapture={onUse}
    >
      <ChartBar {...props} view={view} openDialog={setDialog} drawMenu={drawMenu} />
      <div class="chart-area">
        <div
          ref={element}
          class="chart-canvas"
          role="application"
          aria-label={`${name}. ${words().navigation}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the chart is scrolled by keys
          tabIndex={0}
          onKeyDown={(event) => navigate(view, event)}
        />
        <Over view={view} state={state} symbol={symbol} />
      </div>
      {dialog === 'indicators' ? (
        <IndicatorsDialog
          chosen={settings.indicators}
          onChoose={(indicators) => onChange({ indicators })}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'drawings' && view !== null ? (
        <DrawingsDialog
          {...{ symbol, view }}
          timeframe={timeframeOf(settings.timeframe)}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </section>
  );
};
