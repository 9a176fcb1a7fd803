// The choice of indicators, with their periods.

import { useState } from 'preact/hooks';
import { common } from '../texts/common.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import type { ChosenIndicator } from './adapter.js';
import { words } from './words.js';

interface Indicator {
  readonly name: string;
  /** As traders know it, in all languages. */
  readonly text: string;
  readonly params: readonly number[];
}

const ON_CANDLES: readonly Indicator[] = [
  { name: 'MA', text: 'Moving Average', params: [5, 10, 30, 60] },
  { name: 'EMA', text: 'Exponential MA', params: [6, 12, 20] },
  { name: 'BOLL', text: 'Bollinger Bands', params: [20, 2] },
  { name: 'SAR', text: 'Parabolic SAR', params: [2, 2, 20] },
];

const BELOW: readonly Indicator[] = [
  { name: 'VOL', text: 'Volume', params: [5, 10, 20] },
  { name: 'MACD', text: 'MACD', params: [12, 26, 9] },
  { name: 'RSI', text: 'RSI', params: [6, 12, 24] },
  { name: 'KDJ', text: 'Stochastic (KDJ)', params: [9, 3, 3] },
  { name: 'CCI', text: 'CCI', params: [20] },
  { name: 'DMI', text: 'ADX (DMI)', params: [14, 6] },
  { name: 'WR', text: 'Williams %R', params: [6, 10, 14] },
  { name: 'MTM', text: 'Momentum', params: [12, 6] },
  { name: 'ROC', text: 'Rate of Change', params: [12, 6] },
  { name: 'OBV', text: 'On-Balance Volume', params: [30] },
  { name: 'AO', text: 'Awesome Oscillator', params: [5, 34] },
  { name: 'TRIX', text: 'TRIX', params: [12, 9] },
];

/** The periods of a text; null = it has others than whole numbers from 1 to 1,000. */
export const paramsOf = (text: string, count: number): readonly number[] | null => {
  const params = text.split(/[,; ]+/).filter(Boolean);
  const numbers = params.map(Number);
  const areGood = numbers.every((one) => Number.isInteger(one) && one > 0 && one <= 1_000);
  return areGood && numbers.length > 0 && numbers.length <= count ? numbers : null;
};

interface IndicatorsProps {
  readonly chosen: readonly ChosenIndicator[];
  readonly onChoose: (chosen: readonly ChosenIndicator[]) => void;
  readonly onClose: () => void;
}

interface IndicatorRowProps extends Pick<IndicatorsProps, 'chosen' | 'onChoose'> {
  readonly indicator: Indicator;
}

const IndicatorRow = ({
  indicator: { name, text, params },
  chosen,
  onChoose,
}: IndicatorRowProps) => {
  const own = chosen.find((one) => one.name === name);
  const used = own === undefined || own.params.length === 0 ? params : own.params;
  const [typed, setTyped] = useState(used.join(', '));
  const read = paramsOf(typed, params.length);
  const others = chosen.filter((one) => one.name !== name);
  const change = (next: string): void => {
    setTyped(next);
    const numbers = paramsOf(next, params.length);
    if (numbers === null || own === undefined) return;
    onChoose(chosen.map((one) => (one.name === name ? { name, params: numbers } : one)));
  };
  return (
    <div class="indicator">
      <label>
        <input
          type="checkbox"
          checked={own !== undefined}
          onChange={({ currentTarget }) =>
            onChoose(currentTarget.checked ? [...others, { name, params: read ?? params }] : others)
          }
        />{' '}
        {text}
      </label>
      <input
        class="params"
        aria-label={`${text}: ${words().params}`}
        aria-invalid={read === null}
        title={read === null ? words().badParams : words().params}
        inputMode="numeric"
        value={typed}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    </div>
  );
};

/** The dialog; each choice is drawn at once. */
const IndicatorsDialog = ({ chosen, onChoose, onClose }: IndicatorsProps) => (
  <Dialog
    title={words().indicators}
    onClose={onClose}
    onSubmit={onClose}
    closesBeside
    footer={
      <Button type="submit" tone="main">
        {common().close}
      </Button>
    }
  >
    {[
      { text: words().onCandles, list: ON_CANDLES },
      { text: words().below, list: BELOW },
    ].map(({ text, list }) => (
      <fieldset key={text} class="indicators">
        <legend>{text}</legend>
        {list.map((indicator) => (
          <IndicatorRow
            key={indicator.name}
            indicator={indicator}
            chosen={chosen}
            onChoose={onChoose}
          />
        ))}
      </fieldset>
    ))}
  </Dialog>
);

export default IndicatorsDialog;
