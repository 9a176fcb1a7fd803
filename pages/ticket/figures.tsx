// The figures of a trade before it is sent, from the check of the server.

import type { ComponentChildren } from 'preact';
import type { TradeCheck } from '../../client/session/records.js';
import { moneyText, signOf } from '../texts/numbers.js';
import { Figure, Money, Price, Profit } from '../ui/values.js';
import type { SidePlan } from './form.js';
import { words } from './words.js';

/** A row of figures: its word and how it is made of a check. */
interface FigureRow {
  readonly text: string;
  readonly cell: (check: TradeCheck, plan: SidePlan | null) => ComponentChildren;
  /** Is the row drawn for this check? */
  readonly isShown: (check: TradeCheck, plan: SidePlan | null) => boolean;
}

const isSome = (amount: string | null): boolean => amount !== null && signOf(amount) !== 0;

/** A trade against an open position may free margin. */
const MarginCell = ({ margin, digits }: MarginCellProps) =>
  margin !== null && signOf(margin) < 0 ? (
    <span>{words().frees(moneyText(margin.slice(1), digits))}</span>
  ) : (
    <Money value={margin} digits={digits} />
  );
interface MarginCellProps {
  readonly margin: string | null;
  readonly digits: number;
}

const rowsOf = (digits: number): readonly FigureRow[] => [
  {
    text: words().margin,
    cell: ({ margin }) => <MarginCell margin={margin} digits={digits} />,
    isShown: ({ margin }) => margin !== null,
  },
  {
    text: words().free,
    cell: ({ margin_free_after }) => <Money value={margin_free_after} digits={digits} />,
    isShown: ({ margin_free_after }) => margin_free_after !== null,
  },
  {
    text: words().level,
    cell: ({ margin_level_after: level }) =>
      isSome(level) ? (
        <>
          <Figure value={level} digits={2} /> %
        </>
      ) : (
        '–'
      ),
    isShown: ({ margin_level_after }) => isSome(margin_level_after),
  },
  {
    text: words().commission,
    cell: ({ commission }) => <Money value={commission} digits={digits} />,
    isShown: ({ commission }) => isSome(commission),
  },
  {
    text: words().fee,
    cell: ({ fee }) => <Money value={fee} digits={digits} />,
    isShown: ({ fee }) => isSome(fee),
  },
  {
    text: words().result,
    cell: ({ profit }) => <Profit value={profit} digits={digits} />,
    isShown: ({ profit }) => isSome(profit),
  },
  {
    text: words().atSl,
    cell: (_, plan) => <Profit value={plan?.sl?.money} digits={digits} />,
    isShown: (_, plan) => plan?.sl?.money != null,
  },
  {
    text: words().atTp,
    cell: (_, plan) => <Profit value={plan?.tp?.money} digits={digits} />,
    isShown: (_, plan) => plan?.tp?.money != null,
  },
];

/** A check with what was planned for it. */
interface CheckedPlan {
  readonly check: TradeCheck | null;
  readonly plan: SidePlan | null;
}

interface FiguresProps {
  /** One column each, in the order of the buttons below. */
  readonly columns: readonly CheckedPlan[];
  readonly currencyDigits: number;
}

/** The figures of one or both sides in columns, with the words before them. */
export const SideFigures = ({ columns, currencyDigits }: FiguresProps) => {
  const rows = rowsOf(currencyDigits).filter(({ isShown }) =>
    columns.some(({ check, plan }) => check !== null && isShown(check, plan)),
  );
  return (
    <table class="figures" aria-label={words().figures}>
      <tbody>
        {rows.map(({ text, cell }) => (
          <tr key={text}>
            <th scope="row">{text}</th>
            {columns.map(({ check, plan }, at) => (
              <td key={at} class="end">
                {check === null ? '–' : cell(check, plan)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

interface CheckFactsProps {
  readonly check: TradeCheck;
  readonly plan?: SidePlan | null;
  readonly digits: number;
  readonly currencyDigits: number;
  /** Facts of the dialog before those of the check. */
  readonly children?: ComponentChildren;
}

/** The same as facts below each other, for a question. */
export const CheckFacts = ({
  check,
  plan = null,
  digits,
  currencyDigits,
  children,
}: CheckFactsProps) => (
  <dl class="facts">
    {children}
    {check.price === null ? null : (
      <>
        <dt>{words().expected}</dt>
        <dd>
          <Price value={check.price} digits={digits} />
        </dd>
      </>
    )}
    {rowsOf(currencyDigits)
      .filter(({ isShown }) => isShown(check, plan))
      .map(({ text, cell }) => [
        <dt key={text}>{text}</dt>,
        <dd key={`${text} =`}>{cell(check, plan)}</dd>,
      ])}
  </dl>
);
