// Settings of charts that are kept with the login: their number, and the content of each.

import type { Preferences } from '../live/preferences.js';
import type { ChosenIndicator, Drawing } from './adapter.js';

/** The numbers of charts that stand beside each other. */
export const COUNTS = [1, 2, 4] as const;

/** The settings of one chart. */
export interface CellSettings {
  /** Null = the symbol that is chosen in the terminal. */
  readonly symbol: string | null;
  readonly timeframe: string;
  readonly indicators: readonly ChosenIndicator[];
}

/** The settings of all charts. */
interface ChartSettings {
  readonly count: (typeof COUNTS)[number];
  readonly cells: readonly CellSettings[];
}

const KEY = 'charts';
const CELL: CellSettings = { symbol: null, timeframe: 'm5', indicators: [] };
const DEFAULT: ChartSettings = { count: 1, cells: [] };

/** The settings, as a signal. */
export const chartSettings = (preferences: Preferences) =>
  preferences.of<ChartSettings>(KEY, DEFAULT);

/** The settings of the chart at a place. */
export const cellAt = ({ cells }: ChartSettings, at: number): CellSettings => cells[at] ?? CELL;

/** Changes what one chart shows. */
export const changeCell = (
  preferences: Preferences,
  at: number,
  change: Partial<CellSettings>,
): void => {
  const settings = chartSettings(preferences).peek();
  const cells = Array.from({ length: Math.max(settings.cells.length, at + 1) }, (_, place) => {
    const cell = cellAt(settings, place);
    return place === at ? { ...cell, ...change } : cell;
  });
  preferences.set(KEY, { ...settings, cells });
};

/** Changes the number of charts. */
export const changeCount = (preferences: Preferences, count: ChartSettings['count']): void =>
  preferences.set(KEY, { ...chartSettings(preferences).peek(), count });

const drawingsKey = (symbol: string): string => `drawings.${symbol}`;

/** The drawings of a symbol, as a signal. */
export const drawingsOf = (preferences: Preferences, symbol: string) =>
  preferences.of<readonly Drawing[]>(drawingsKey(symbol), []);

/** Keeps the drawings of a symbol. */
export const keepDrawings = (
  preferences: Preferences,
  symbol: string,
  drawings: readonly Drawing[],
): void => preferences.set(drawingsKey(symbol), drawings.length === 0 ? null : drawings);
