// The drawings of a symbol as a list: they are added, moved, turned and removed by keys.

import { useState } from 'preact/hooks';
import { useTrader } from '../frame/store.js';
import type { LightSymbol } from '../live/symbols.js';
import { common } from '../texts/common.js';
import { typedNumber } from '../texts/numbers.js';
import { stepped } from '../ticket/form.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { NumberField, SelectField } from '../ui/field.js';
import { Empty } from '../ui/loaded.js';
import { Time } from '../ui/values.js';
import type { ChartView, Drawing } from './adapter.js';
import { drawingsOf, keepDrawings } from './settings.js';
import type { Timeframe } from './timeframes.js';
import { words } from './words.js';

type Point = Drawing['points'][number];

/** The drawings that can be added here, with the numbers of their points. */
const POINTS = {
  segment: 2,
  rayLine: 2,
  straightLine: 2,
  horizontalStraightLine: 1,
  verticalStraightLine: 1,
  parallelStraightLine: 3,
  fibonacciLine: 2,
} as const;
type Addable = keyof typeof POINTS;
const ADDABLE = Object.keys(POINTS) as Addable[];

/** The bars between the points of a drawing that is added. */
const APART = 20;

const BAR_MS = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
  month: 2_592_000_000,
} as const;

interface PointRowProps {
  readonly name: string;
  readonly number: number;
  readonly point: Point;
  readonly symbol: LightSymbol;
  readonly barMs: number;
  readonly onChange: (point: Point) => void;
}

/** A point: its price is typed or stepped, its time moves by bars. */
const PointRow = ({ name, number, point, symbol, barMs, onChange }: PointRowProps) => {
  const [text, setText] = useState<string | null>(null);
  const { digits, tick_size } = symbol;
  const shown = text ?? point.value.toFixed(digits);
  const take = (next: string): void => {
    setText(next);
    const typed = typedNumber(next);
    if (typed !== null) onChange({ ...point, value: Number(typed) });
  };
  const tick = Number(tick_size) > 0 ? tick_size : (10 ** -digits).toFixed(digits);
  return (
    <div class="line drawing-point">
      {name === 'verticalStraightLine' ? null : (
        <NumberField
          label={words().pointPrice(number)}
          value={shown}
          onInput={take}
          onStep={(steps) => take(stepped(shown, steps, tick, '0'))}
          fault={typedNumber(shown) === null ? words().badPrice : null}
        />
      )}
      {name === 'horizontalStraightLine' ? null : (
        <span class="drawing-time">
          <Button
            icon="chevronLeft"
            label={words().earlier(number)}
            onClick={() => onChange({ ...point, timestamp: point.timestamp - barMs })}
          />
          <Time at={point.timestamp} />
          <Button
            icon="chevronRight"
            label={words().later(number)}
            onClick={() => onChange({ ...point, timestamp: point.timestamp + barMs })}
          />
        </span>
      )}
    </div>
  );
};

interface DrawingsProps {
  readonly symbol: LightSymbol;
  readonly timeframe: Timeframe;
  readonly view: ChartView;
  readonly onClose: () => void;
}

/** The dialog; each change is drawn and kept at once. */
const DrawingsDialog = ({ symbol, timeframe, view, onClose }: DrawingsProps) => {
  const { preferences } = useTrader();
  const [name, setName] = useState<Addable>('segment');
  const drawings = drawingsOf(preferences, symbol.name).value;
  const barMs = BAR_MS[timeframe.period.type] * timeframe.period.span;
  const keep = (next: readonly Drawing[]): void => {
    view.setDrawings(next);
    keepDrawings(preferences, symbol.name, next);
  };
  const add = (): void => {
    const newest = view.newest();
    if (newest === null) return;
    const points = Array.from({ length: POINTS[name] }, (_, at) => ({
      timestamp: newest.timestamp - (POINTS[name] - 1 - at) * APART * barMs,
      value: newest.value,
    }));
    keep([...drawings, { name, points }]);
  };
  const replace = (at: number, drawing: Drawing): void => keep(drawings.with(at, drawing));
  return (
    <Dialog title={words().drawingsOf(symbol.name)} onClose={onClose} closesBeside>
      <div class="line drawing-point">
        <SelectField
          label={words().newDrawing}
          value={name}
          choices={ADDABLE.map((value) => ({ value, text: words()[value] }))}
          onSelect={setName}
        />
        <Button icon="plus" onClick={add}>
          {words().add}
        </Button>
      </div>
      {drawings.length === 0 ? <Empty text={words().noDrawings} /> : null}
      {drawings.map((drawing, at) => (
        <fieldset key={`${drawings.length} ${at}`} class="drawing">
          <legend>
            {at + 1}. {words()[drawing.name as Addable | 'brush']}
          </legend>
          {drawing.name === 'brush'
            ? null
            : drawing.points.map((point, place) => (
                <PointRow
                  key={place}
                  {...{ point, symbol, barMs }}
                  name={drawing.name}
                  number={place + 1}
                  onChange={(moved) =>
                    replace(at, { ...drawing, points: drawing.points.with(place, moved) })
                  }
                />
              ))}
          <Button
            icon="trash"
            label={`${common().delete}: ${words()[drawing.name as Addable | 'brush']} ${at + 1}`}
            onClick={() => keep(drawings.toSpliced(at, 1))}
          />
        </fieldset>
      ))}
    </Dialog>
  );
};

export default DrawingsDialog;
