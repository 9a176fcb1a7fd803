// A plot of figures over time, with the values at the pointer beside the names.

import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { timeText } from '../../texts/numbers.js';
import { loneValues } from './figures.js';

/** A line of a plot. */
interface Line {
  readonly name: string;
  /** The class that has its colour: `first` or `second`. */
  readonly look: 'first' | 'second';
  readonly values: readonly (number | null)[];
}

interface PlotProps {
  readonly title: string;
  /** The whole time in s that is drawn, up to the newest value. */
  readonly span: number;
  /** Seconds since 1970. */
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  readonly textOf: (value: number | null | undefined) => string;
}

const HEIGHT = 150;
/** The highest value of an empty plot. */
const LEAST = 1;
/** The size of a value that no line reaches, in px. */
const POINT = 5;
/** Room of the numbers at the side, in px. */
const SIDE = 64;

const colourOf = (element: Element | null | undefined): string =>
  element == null ? 'gray' : getComputedStyle(element).color;

const clock = (seconds: number): string => timeText(seconds * 1_000, 'time').slice(0, 5);

/** The time that is drawn; a plot without a time ends now. */
const rangeOf = (newest: number | undefined, span: number): [number, number] => {
  const end = newest ?? Date.now() / 1_000;
  return [end - span, end];
};

/** Makes the plot; its colours are those of the words of the legend, as they are when it draws. */
const makePlot = (
  target: HTMLElement,
  figure: HTMLElement,
  { span, lines, textOf }: PlotProps,
  onPointer: (at: number | null) => void,
): uPlot => {
  const colour = (selector: string) => () => colourOf(figure.querySelector(selector));
  const axis = {
    stroke: colour('.muted'),
    font: '11px system-ui',
    grid: { stroke: colour('hr'), width: 1 },
  };
  return new uPlot(
    {
      width: target.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: {
        // The library's own end of a single time is a thousand days later.
        x: { range: ({ data: [times] }) => rangeOf(times.at(-1), span) },
        y: { range: (_, __, most) => [0, (most || LEAST) * 1.1] },
      },
      series: [
        {},
        ...lines.map(({ look, name }) => ({
          label: name,
          stroke: colour(`.${look}`),
          width: look === 'first' ? 2 : 1.5,
          ...(look === 'second' && { dash: [5, 3] }),
          points: {
            size: POINT,
            fill: colour(`.${look}`),
            filter: (plot: uPlot, series: number) => loneValues(plot.data[series] ?? []),
          },
        })),
      ],
      axes: [
        { ...axis, values: (_, splits) => splits.map(clock) },
        { ...axis, size: SIDE, values: (_, splits) => splits.map((one) => textOf(one)) },
      ],
      hooks: { setCursor: [({ cursor }) => onPointer(cursor.idx ?? null)] },
    },
    [[], ...lines.map(() => [])],
    target,
  );
};

/** A plot of one or two lines. */
export const Plot = (props: PlotProps) => {
  const { title, times, lines, textOf } = props;
  const figure = useRef<HTMLElement>(null);
  const target = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [pointer, setPointer] = useState<number | null>(null);
  useEffect(() => {
    if (target.current === null || figure.current === null) return undefined;
    const element = target.current;
    const made = makePlot(element, figure.current, props, setPointer);
    plot.current = made;
    const sizes = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      made.destroy();
    };
  }, []);
  useEffect(() => {
    plot.current?.setData([[...times], ...lines.map(({ values }) => [...values])]);
  }, [times]);
  const at = pointer !== null && pointer < times.length ? pointer : times.length - 1;
  const shown = times[at];
  return (
    <figure class="panel plot" ref={figure}>
      <figcaption class="line">
        <h3 class="grow">{title}</h3>
        {lines.map(({ name, look, values }) => (
          <span key={name} class={look}>
            {name} <b>{textOf(values[at])}</b>
          </span>
        ))}
        <span class="muted">{shown === undefined ? '' : clock(shown)}</span>
      </figcaption>
      <hr />
      <div ref={target} aria-hidden="true" />
    </figure>
  );
};
