// The charts of the terminal: one, two or four beside each other, kept with the login. This part is
// large, so it is loaded by itself: `lazy(() => import('../../chart/panel.js'))`.

import { useEffect, useState } from 'preact/hooks';
import { useTrader } from '../frame/store.js';
import { Segments } from '../ui/field.js';
import { Empty, RefusalNote, Skeleton } from '../ui/loaded.js';
import { isNarrow } from '../ui/window.js';
import { ChartCell } from './cell.js';
import {
  type CellSettings,
  COUNTS,
  cellAt,
  changeCell,
  changeCount,
  chartSettings,
} from './settings.js';
import { words } from './words.js';

interface CellAtProps {
  readonly at: number;
  readonly chosen: string;
  readonly isCurrent: boolean;
  readonly onUse: () => void;
  readonly onSymbol: (name: string) => void;
}

/** The chart at a place; the first one follows the chosen symbol always. */
const CellAt = ({ at, chosen, isCurrent, onUse, onSymbol }: CellAtProps) => {
  const { symbols, preferences } = useTrader();
  const settings = cellAt(chartSettings(preferences).value, at);
  const name = at === 0 ? chosen : (settings.symbol ?? chosen);
  const symbol = symbols.byName.value.get(name);
  const change = (part: Partial<CellSettings>): void => changeCell(preferences, at, part);
  const isLoading = symbol === undefined && symbols.list.value.length === 0;
  return (
    <div class="chart-place">
      {symbol !== undefined ? (
        <ChartCell
          symbol={symbol}
          settings={settings}
          onChange={change}
          isCurrent={isCurrent}
          onUse={onUse}
          onSymbol={(next) => (at === 0 ? onSymbol(next) : change({ symbol: next }))}
        />
      ) : symbols.refusal.value !== null ? (
        <RefusalNote refusal={symbols.refusal.value} onRetry={() => void symbols.reload()} />
      ) : isLoading ? (
        <Skeleton />
      ) : (
        <Empty text={words().unknown(name)} />
      )}
    </div>
  );
};

interface ChartPanelProps {
  /** The chosen symbol, which the first chart shows. */
  readonly symbol: string;
  /** The user chooses another symbol in the first chart. */
  readonly onSymbol: (name: string) => void;
  /** Is it one chart, whatever is kept? A window of its own has one. */
  readonly isSingle?: boolean | undefined;
}

/** The charts; they fill the element around them. On a phone there is one. */
export const ChartPanel = ({ symbol, onSymbol, isSingle = false }: ChartPanelProps) => {
  const { preferences } = useTrader();
  const [current, setCurrent] = useState(0);
  const kept = chartSettings(preferences).value.count;
  const isOne = isSingle || isNarrow.value;
  const count = isOne ? 1 : kept;
  useEffect(() => setCurrent(0), [count]);
  return (
    <div class={`charts of-${count}`}>
      {isOne ? null : (
        <Segments
          label={words().charts}
          isLabelHidden
          value={String(count)}
          choices={COUNTS.map((one) => ({ value: String(one), text: String(one) }))}
          onSelect={(next) =>
            changeCount(preferences, COUNTS.find((one) => String(one) === next) ?? 1)
          }
        />
      )}
      <div class="chart-grid">
        {Array.from({ length: count }, (_, at) => (
          <CellAt
            key={at}
            at={at}
            chosen={symbol}
            isCurrent={at === current}
            onUse={() => setCurrent(at)}
            onSymbol={onSymbol}
          />
        ))}
      </div>
    </div>
  );
};

export default ChartPanel;
