// The colours of the chart, which is a canvas: the tokens of the look as the browser resolves them.

/** Tokens that the chart draws with. */
const TOKENS = [
  'surface',
  'raised',
  'text',
  'muted',
  'accent',
  'up',
  'down',
  'warn',
  'edge',
  'hairline',
] as const;

/** The colours by their tokens. */
export type Palette = Readonly<Record<(typeof TOKENS)[number], string>>;

/** Reads the colours at an element. */
export const readPalette = (at: HTMLElement): Palette => {
  const probe = document.createElement('span');
  at.append(probe);
  const colours = TOKENS.map((token) => {
    probe.style.setProperty('color', `var(--${token})`);
    return [token, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(colours) as Palette;
};

const FONT = 'system-ui, sans-serif';

/** The styles of the chart in these colours. Rising candles are hollow: colour is not all. */
export const chartStyles = (colours: Palette, lines: readonly string[]) => {
  const { up, down, muted, hairline, surface, text, accent, edge } = colours;
  const word = { color: muted, size: 11, family: FONT };
  const label = { color: surface, size: 11, family: FONT, backgroundColor: muted };
  const legend = { ...word, color: text };
  return {
    grid: { horizontal: { color: hairline }, vertical: { color: hairline } },
    candle: {
      type: 'candle_up_stroke' as const,
      bar: {
        upColor: up,
        downColor: down,
        noChangeColor: muted,
        upBorderColor: up,
        downBorderColor: down,
        noChangeBorderColor: muted,
        upWickColor: up,
        downWickColor: down,
        noChangeWickColor: muted,
      },
      priceMark: {
        high: { color: muted, textFamily: FONT },
        low: { color: muted, textFamily: FONT },
        last: { show: false },
      },
      tooltip: { showRule: 'follow_cross' as const, title: { show: false }, legend, offsetTop: 6 },
    },
    indicator: {
      lines: lines.map((color) => ({ color, size: 1 })),
      bars: [{ upColor: up, downColor: down, noChangeColor: muted }],
      circles: [{ upColor: up, downColor: down, noChangeColor: muted }],
      tooltip: { title: legend, legend },
    },
    xAxis: { axisLine: { color: hairline }, tickLine: { color: edge }, tickText: word },
    yAxis: { axisLine: { color: hairline }, tickLine: { color: edge }, tickText: word },
    separator: { color: hairline, activeBackgroundColor: hairline },
    crosshair: {
      horizontal: { line: { color: edge }, text: label },
      vertical: { line: { color: edge }, text: label },
    },
    overlay: {
      point: { color: accent, borderColor: hairline, activeColor: accent },
      line: { color: accent },
      rect: { color: hairline, borderColor: accent },
      polygon: { color: accent, borderColor: accent },
      circle: { color: accent, borderColor: accent },
      arc: { color: accent },
      text: { color: surface, backgroundColor: accent, family: FONT },
    },
  };
};
