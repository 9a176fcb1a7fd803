// The only file that knows klinecharts. The chart asks for pages of bars, which are answered later
// than asked for; it never gets an answer of a symbol or timeframe that is not shown any more.

import {
  type Chart,
  type DataLoader,
  dispose,
  init,
  type KLineData,
  type OverlayEvent,
  registerIndicator,
  registerLocale,
  utils,
} from 'klinecharts';
import type { Bars, BarsKey } from '../live/bars.js';
import { offsetAt } from '../live/clock.js';
import { attempt, type Refusal } from '../live/refusal.js';
import { candleOf, putEarlier, readAfter } from './candles.js';
import { chartStyles, type Palette, readPalette } from './palette.js';
import type { Timeframe } from './timeframes.js';

/** The content of the chart. */
interface ChartContent {
  readonly symbol: string;
  readonly digits: number;
  readonly timeframe: Timeframe;
}

/** An indicator by its name in the chart, with its periods; none = its usual ones. */
export interface ChosenIndicator {
  readonly name: string;
  readonly params: readonly number[];
}

/** A drawing as it is kept. */
export interface Drawing {
  readonly name: string;
  readonly points: readonly { readonly timestamp: number; readonly value: number }[];
}

/** A deal as a mark. */
export interface Mark {
  readonly timeMs: number;
  readonly price: number;
  readonly side: 'buy' | 'sell';
  readonly text: string;
}

/** The scale of prices as it was drawn: equal scales have all lines at the same places. */
export interface Scale {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly height: number;
}

/** The events of the chart. */
interface ChartEvents {
  /** The scale of prices after a drawing that changed it. */
  readonly onScale: (scale: Scale) => void;
  /** The first bars have come or were refused. An empty chart reports its first bar here, too. */
  readonly onLoaded: (refusal: Refusal | null, count: number) => void;
  /** Marks of the bar under the pointer. */
  readonly onMarks: (marks: readonly Mark[]) => void;
  readonly onDrawings: (drawings: readonly Drawing[]) => void;
  /** A drawing was begun, or it ended. */
  readonly onDrawing: (isDrawing: boolean) => void;
}

/** A chart in an element. */
export interface ChartView {
  readonly show: (content: ChartContent) => void;
  /** Reads all bars again, after a refusal. */
  readonly reload: () => void;
  readonly setIndicators: (chosen: readonly ChosenIndicator[]) => void;
  readonly setMarks: (marks: readonly Mark[]) => void;
  readonly setDrawings: (drawings: readonly Drawing[]) => void;
  /** Begins a drawing by the pointer. */
  readonly draw: (name: string) => void;
  readonly setLocale: (name: string) => void;
  /** Takes the server's clock again. */
  readonly setClock: () => void;
  /** Takes the colours of the look again. */
  readonly restyle: () => void;
  /** The place of a price from the top, in px; null = nothing is drawn yet. */
  readonly yOf: (price: number) => number | null;
  readonly priceAt: (y: number) => number;
  /** The time and the close of the newest bar; null = there is none. */
  readonly newest: () => Drawing['points'][number] | null;
  readonly scroll: (bars: number) => void;
  readonly zoom: (scale: number) => void;
  readonly toNewest: () => void;
  readonly resize: () => void;
  readonly close: () => void;
}

const PANE = 'candle_pane';
const PAGE = 1_000;
/** The indicators that stand on the candles; others have a pane below. */
const ON_CANDLES: readonly string[] = ['MA', 'EMA', 'SMA', 'BBI', 'BOLL', 'SAR'];
const HOOK = 'brokerd.hook';
const DRAWINGS = 'brokerd.drawings';
const HOUR_MS = 3_600_000;
/** Half of the width of a mark, in px. */
const MARK = 5;

registerLocale('de', {
  time: 'Zeit: ',
  open: 'Eröffnung: ',
  high: 'Hoch: ',
  low: 'Tief: ',
  close: 'Schluss: ',
  volume: 'Volumen: ',
  turnover: 'Umsatz: ',
  change: 'Änderung: ',
  second: 'S',
  minute: '',
  hour: 'H',
  day: 'T',
  week: 'W',
  month: 'M',
  year: 'J',
});

/** Called with the context whenever the candles are drawn. */
type Hook = (ctx: CanvasRenderingContext2D) => void;

// An indicator without values is drawn after the candles, each time that they are.
registerIndicator<unknown, unknown, Hook>({
  name: HOOK,
  series: 'price',
  zLevel: 1,
  calc: () => [],
  draw: ({ ctx, indicator }) => {
    indicator.extendData(ctx);
    return true;
  },
  createTooltipDataSource: () => ({ name: '', calcParamsText: '', features: [], legends: [] }),
});

const drawingOf = ({
  name,
  points,
}: Pick<OverlayEvent<unknown>['overlay'], 'name' | 'points'>) => ({
  name,
  points: points.flatMap(({ timestamp, value }) =>
    timestamp === undefined || value === undefined ? [] : [{ timestamp, value }],
  ),
});

/** A chart that is being made of klinecharts. */
class Klinechart implements ChartView {
  readonly #element: HTMLElement;
  readonly #chart: Chart;
  readonly #bars: Bars;
  readonly #events: ChartEvents;
  #content: ChartContent | undefined;
  #palette: Palette;
  /** The offset of the chart's own zone; the server's clock may differ from it in summer. */
  #zoneMs = 0;
  #marks: readonly Mark[] = [];
  #scale: Scale = { from: 0, to: 0, width: 0, height: 0 };
  /** Counts what was shown: an answer of an earlier count is thrown away. */
  #shown = 0;
  #isClosed = false;

  constructor(element: HTMLElement, bars: Bars, events: ChartEvents) {
    this.#element = element;
    this.#bars = bars;
    this.#events = events;
    this.#palette = readPalette(element);
    const chart = init(element, {
      styles: this.#styles(),
      hotkey: { enabled: false },
      // Small numbers keep their zeros.
      decimalFold: { threshold: 20 },
      layout: { pane: { minHeight: 60 }, yAxis: { gap: { top: 0.15, bottom: 0.1 } } },
      formatter: {
        formatDate: ({ dateTimeFormat, timestamp, template }) => {
          const isOfDays = this.#content?.timeframe.isOfDays ?? false;
          const form = isOfDays ? template.replace(/ ?HH:mm(:ss)?/, '') : template;
          const at = timestamp + offsetAt(timestamp) - this.#zoneMs;
          return utils.formatDate(dateTimeFormat, at, form === '' ? 'MM-DD' : form);
        },
      },
    });
    if (chart === null) throw new Error('the chart has no element');
    this.#chart = chart;
    // The element around it takes the focus, in the order of the page.
    element.firstElementChild?.removeAttribute('tabindex');
    chart.createIndicator({ name: HOOK, paneId: PANE, extendData: this.#drawn }, true);
    chart.subscribeAction('onCrosshairChange', (data) => this.#point(data));
    chart.setDataLoader(this.#loader());
  }

  readonly show = (content: ChartContent): void => {
    const { symbol, digits, timeframe } = content;
    const before = this.#content;
    this.#content = content;
    this.#shown += 1;
    this.setClock();
    if (before?.symbol !== symbol || before.digits !== digits) {
      this.#chart.setSymbol({ ticker: symbol, pricePrecision: digits, volumePrecision: 0 });
    }
    if (before?.timeframe !== timeframe) this.#chart.setPeriod(timeframe.period);
  };

  /** Days begin at the server's midnight, as near as zones of whole hours are. */
  readonly setClock = (): void => {
    const hours = Math.floor(offsetAt(Date.now()) / HOUR_MS);
    this.#zoneMs = hours * HOUR_MS;
    this.#chart.setTimezone(
      hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`,
    );
  };

  readonly reload = (): void => this.#chart.resetData();

  readonly setIndicators = (chosen: readonly ChosenIndicator[]): void => {
    for (const { name, id } of this.#chart.getIndicators()) {
      if (name !== HOOK) this.#chart.removeIndicator({ id });
    }
    for (const { name, params } of chosen) {
      const calcParams = params.length === 0 ? {} : { calcParams: [...params] };
      const place = ON_CANDLES.includes(name) ? { paneId: PANE } : {};
      this.#chart.createIndicator({ name, ...place, ...calcParams }, true);
    }
  };

  readonly setMarks = (marks: readonly Mark[]): void => {
    this.#marks = marks;
    this.#redraw();
  };

  readonly setDrawings = (drawings: readonly Drawing[]): void => {
    this.#chart.removeOverlay({ groupId: DRAWINGS });
    for (const { name, points } of drawings) {
      this.#chart.createOverlay({
        name,
        groupId: DRAWINGS,
        paneId: PANE,
        points: [...points],
        ...this.#overlayEvents(),
      });
    }
  };

  readonly draw = (name: string): void => {
    this.#chart.createOverlay({ name, groupId: DRAWINGS, paneId: PANE, ...this.#overlayEvents() });
    this.#events.onDrawing(true);
  };

  readonly setLocale = (name: string): void =>
    this.#chart.setLocale(name === 'de' ? 'de' : 'en-US');

  readonly restyle = (): void => {
    this.#palette = readPalette(this.#element);
    this.#chart.setStyles(this.#styles());
  };

  readonly yOf = (price: number): number | null => {
    if (this.#scale.height === 0) return null;
    const point = this.#chart.convertToPixel({ value: price }, { paneId: PANE });
    return (Array.isArray(point) ? point[0] : point)?.y ?? null;
  };

  readonly priceAt = (y: number): number => {
    const point = this.#chart.convertFromPixel([{ x: 0, y }], { paneId: PANE });
    return (Array.isArray(point) ? point[0] : point)?.value ?? 0;
  };

  readonly newest = (): Drawing['points'][number] | null => {
    const bar = this.#chart.getDataList().at(-1);
    return bar === undefined ? null : { timestamp: bar.timestamp, value: bar.close };
  };

  readonly scroll = (bars: number): void =>
    this.#chart.scrollByDistance(bars * this.#chart.getBarSpace().bar);

  readonly zoom = (scale: number): void => this.#chart.zoomAtCoordinate(scale);
  readonly toNewest = (): void => this.#chart.scrollToRealTime();
  readonly resize = (): void => this.#chart.resize();

  readonly close = (): void => {
    this.#isClosed = true;
    this.#shown += 1;
    this.#stopFollowing();
    dispose(this.#chart);
  };

  #styles() {
    const { accent, warn, up, down, muted } = this.#palette;
    return chartStyles(this.#palette, [accent, warn, up, down, muted]);
  }

  #stopFollowing: () => void = () => undefined;

  #loader(): DataLoader {
    return {
      getBars: async ({ type, timestamp, callback }) => {
        const key = this.#key();
        const shown = this.#shown;
        if (key === undefined) return;
        const before = type === 'forward' && timestamp !== null;
        const part = before ? { before: new Date(timestamp).toISOString() } : {};
        const read = await attempt(this.#bars.read(key, part));
        if (shown !== this.#shown) return;
        const candles = read.ok ? read.value.map(candleOf) : [];
        callback(candles, { forward: candles.length >= PAGE, backward: false });
        if (type === 'init') this.#events.onLoaded(read.ok ? null : read.refusal, candles.length);
      },
      subscribeBar: ({ callback }) => this.#follow(callback),
      unsubscribeBar: () => this.#stopFollowing(),
    };
  }

  #key(): BarsKey | undefined {
    if (this.#content === undefined) return undefined;
    const { symbol, timeframe } = this.#content;
    return { symbol, timeframe: timeframe.name };
  }

  /** Takes the growing bar; after a gap all that was missed is read before. */
  #follow(take: (candle: KLineData) => void): void {
    const key = this.#key();
    this.#stopFollowing();
    if (key === undefined) return;
    const shown = this.#shown;
    const put = (candle: KLineData): void => {
      if (shown !== this.#shown) return;
      const candles = this.#chart.getDataList();
      const isFirst = candles.length === 0;
      if (!putEarlier(candles, candle)) take(candle);
      if (isFirst) this.#events.onLoaded(null, 1);
    };
    const readMissed = async (): Promise<void> => {
      const after = readAfter(this.#chart.getDataList());
      const read = await attempt(this.#bars.read(key, after === undefined ? {} : { after }));
      if (!read.ok || shown !== this.#shown) return;
      for (const bar of read.value) put(candleOf(bar));
      if (read.value.length >= PAGE) await readMissed();
    };
    this.#stopFollowing = this.#bars.follow(key, {
      bar: (bar) => put(candleOf(bar)),
      reread: (from) => {
        if (from === null) void readMissed();
        else this.reload();
      },
    });
  }

  /** Drawings save themselves when they are done, moved or removed. */
  #overlayEvents() {
    const report = (): void => {
      if (this.#isClosed) return;
      const all = this.#chart.getOverlays({ groupId: DRAWINGS });
      const done = all.filter(({ currentStep }) => currentStep === -1);
      this.#events.onDrawings(done.map(drawingOf));
    };
    return {
      onDrawEnd: () => {
        this.#events.onDrawing(false);
        report();
      },
      onPressedMoveEnd: report,
      onRightClick: ({ overlay, preventDefault }: OverlayEvent<unknown>) => {
        preventDefault?.();
        this.#chart.removeOverlay({ id: overlay.id });
        report();
      },
    };
  }

  /** Told by each drawing of the candles. */
  readonly #drawn: Hook = (ctx) => {
    const range = this.#chart.getYAxes({ paneId: PANE })[0]?.getRange();
    const size = this.#chart.getSize(PANE, 'main');
    if (range === undefined || size === null) return;
    const { realFrom: from, realTo: to } = range;
    const { width, height } = size;
    const old = this.#scale;
    const scale = { from, to, width, height };
    if (old.from !== from || old.to !== to || old.width !== width || old.height !== height) {
      this.#scale = scale;
      this.#events.onScale(scale);
    }
    this.#drawMarks(ctx);
  };

  #drawMarks(ctx: CanvasRenderingContext2D): void {
    const first = this.#chart.getDataList()[0];
    if (first === undefined) return;
    for (const { timeMs, price, side } of this.#marks) {
      if (timeMs < first.timestamp) continue;
      const at = this.#chart.convertToPixel(
        { timestamp: this.#barOf(timeMs), value: price },
        { paneId: PANE },
      );
      const { x, y } = Array.isArray(at) ? {} : at;
      if (x === undefined || y === undefined || x < 0) continue;
      // A buy points up from below its price, a sell down from above it.
      const away = side === 'buy' ? 2 * MARK : -2 * MARK;
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.lineTo(x - MARK, y + away);
      ctx.lineTo(x + MARK, y + away);
      ctx.closePath();
      ctx.fillStyle = side === 'buy' ? this.#palette.up : this.#palette.down;
      ctx.strokeStyle = this.#palette.surface;
      ctx.lineWidth = 1;
      ctx.fill();
      ctx.stroke();
    }
  }

  /** The opening time of the bar in which a moment lies. */
  #barOf(timeMs: number): number {
    return (
      this.#chart.getDataList().findLast(({ timestamp }) => timestamp <= timeMs)?.timestamp ?? 0
    );
  }

  #point(data: unknown): void {
    const bar = (data as { readonly kLineData?: KLineData } | undefined)?.kLineData;
    const marks =
      bar === undefined
        ? []
        : this.#marks.filter(({ timeMs }) => this.#barOf(timeMs) === bar.timestamp);
    this.#events.onMarks(marks);
  }

  #redraw(): void {
    this.#chart.overrideIndicator({ name: HOOK, paneId: PANE, extendData: this.#drawn });
  }
}

/** Makes a chart in an element. */
export const makeChart = (element: HTMLElement, bars: Bars, events: ChartEvents): ChartView =>
  new Klinechart(element, bars, events);
