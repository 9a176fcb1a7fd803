// Closing many positions: all, those in profit, those in loss; asked once, reported row by row.

import { useRef, useState } from 'preact/hooks';
import type { TradeRequest } from '../../../client/index.js';
import { useTrader } from '../../frame/store.js';
import type { PositionRow } from '../../live/account.js';
import type { PositionValue } from '../../live/account-store.js';
import { sumOf } from '../../live/decimal.js';
import { answerOf, type Intent } from '../../live/intent.js';
import type { Attempt } from '../../live/refusal.js';
import type { TraderLive } from '../../live/trader.js';
import { common } from '../../texts/common.js';
import { signOf } from '../../texts/numbers.js';
import { refusalText } from '../../texts/refusals.js';
import { doneText } from '../../ticket/outcome.js';
import { sendChecked, withPrice } from '../../ticket/send.js';
import { Button } from '../../ui/button.js';
import { confirm } from '../../ui/confirm.js';
import { Dialog } from '../../ui/dialog.js';
import { Menu } from '../../ui/menu.js';
import { Figure, Profit, Side } from '../../ui/values.js';
import { words } from './words.js';

type Which = 'all' | 'profit' | 'loss';

const isChosen = (which: Which, value: PositionValue | undefined): boolean => {
  if (which === 'all') return true;
  const sign = signOf(value?.profit ?? '0');
  return which === 'profit' ? sign > 0 : sign < 0;
};

/** A position that is to be closed, and what became of it. */
interface Closing {
  readonly position: PositionRow;
  /** Null while the position waits for its turn. */
  readonly sent: Attempt<Intent> | null;
}

/**
 * Closes one after the other, each after its check: the server bounds the trades of a moment. What
 * waits for a dealer does not hold the others up.
 */
const closeEach = async (
  live: TraderLive,
  positions: readonly PositionRow[],
  isStopped: () => boolean,
  report: (id: number, sent: Attempt<Intent>) => void,
): Promise<void> => {
  for (const { id, symbol } of positions) {
    if (isStopped()) return;
    const terms = live.symbols.byName.peek().get(symbol);
    const close: TradeRequest = { kind: 'close', position_id: id };
    const price = live.account.valueOf(id).peek()?.price;
    const request = terms === undefined ? close : withPrice(close, terms, price);
    const sent = await sendChecked(live, live.intents, request);
    report(id, sent);
    if (sent.ok) await answerOf(sent.value);
  }
};

/** Has the closing got an answer: done, refused, or given to a dealer? */
const isAnswered = ({ sent }: Closing): boolean =>
  sent !== null && !(sent.ok && ['sending', 'asking'].includes(sent.value.state.value.kind));

const ResultText = ({ closing: { sent } }: { readonly closing: Closing }) => {
  if (sent === null) return <span class="muted">{words().waiting}</span>;
  const state = sent.ok ? sent.value.state.value : sent;
  if ('refusal' in state) return <span class="down">{refusalText(state.refusal)}</span>;
  if (sent.ok && 'kind' in state && state.kind === 'done') {
    return <>{doneText(sent.value.request, state)}</>;
  }
  return <span class="muted">{words().underWay}</span>;
};

interface ResultsProps {
  readonly rows: readonly Closing[];
  readonly isOver: boolean;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

const Results = ({ rows, isOver, onStop, onClose }: ResultsProps) => {
  const answered = rows.filter(isAnswered).length;
  return (
    <Dialog
      title={words().closeMany}
      size="wide"
      onClose={isOver ? onClose : onStop}
      footer={
        isOver ? (
          <Button tone="main" onClick={onClose}>
            {common().close}
          </Button>
        ) : (
          <Button onClick={onStop}>{words().stopClosing}</Button>
        )
      }
    >
      <p role="status">{words().closing(answered, rows.length)}</p>
      <table class="results">
        <thead>
          <tr>
            <th scope="col">{words().symbol}</th>
            <th scope="col">{words().side}</th>
            <th scope="col" class="end">
              {words().lots}
            </th>
            <th scope="col">{words().result}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((closing) => (
            <tr key={closing.position.id}>
              <td>
                {closing.position.symbol} <span class="muted">#{closing.position.id}</span>
              </td>
              <td>
                <Side side={closing.position.side} />
              </td>
              <td class="end">
                <Figure value={closing.position.volume} />
              </td>
              <td>
                <ResultText closing={closing} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
};

interface ProfitSumProps {
  readonly account: TraderLive['account'];
  readonly positions: readonly PositionRow[];
}

/** The profit of positions, which follows the prices. */
const ProfitSum = ({ account, positions }: ProfitSumProps) => {
  const facts = account.facts.value;
  const values = account.values.value;
  const profit = sumOf(positions.map(({ id }) => values.get(id)?.profit ?? '0'));
  return <Profit value={profit} digits={facts?.currency_digits} currency={facts?.currency} />;
};

/** Asks for confirmation: the number of positions, and their profit now. */
const ask = ({ account }: TraderLive, positions: readonly PositionRow[]): Promise<boolean> =>
  confirm({
    title: words().closeCount(positions.length),
    text: (
      <>
        <p>{words().closeText(positions.length)}</p>
        <dl class="facts">
          <dt>{words().profit}</dt>
          <dd>
            <ProfitSum account={account} positions={positions} />
          </dd>
        </dl>
      </>
    ),
    action: words().closeCount(positions.length),
    tone: 'danger',
  });

/** The menu that closes many positions. */
export const BulkClose = () => {
  const live = useTrader();
  const { account } = live;
  const [rows, setRows] = useState<readonly Closing[] | null>(null);
  const [isOver, setOver] = useState(false);
  const isStopped = useRef(false);
  const values = account.values.value;
  const all = [...account.positions.value.values()];
  const chosen = (which: Which) => all.filter(({ id }) => isChosen(which, values.get(id)));
  const run = async (which: Which): Promise<void> => {
    const positions = chosen(which);
    if (positions.length === 0 || !(await ask(live, positions))) return;
    isStopped.current = false;
    setOver(false);
    setRows(positions.map((position) => ({ position, sent: null })));
    const report = (id: number, sent: Attempt<Intent>): void =>
      setRows(
        (before) => before?.map((row) => (row.position.id === id ? { ...row, sent } : row)) ?? null,
      );
    await closeEach(live, positions, () => isStopped.current, report);
    setOver(true);
  };
  const item = (which: Which, text: string) => ({
    text: `${text} (${chosen(which).length})`,
    isOff: chosen(which).length === 0 || !live.canTrade.value,
    run: () => void run(which),
  });
  return (
    <>
      <Menu
        label={words().closeMany}
        isOff={all.length === 0}
        items={[
          item('all', words().closeAll),
          item('profit', words().closeProfit),
          item('loss', words().closeLoss),
        ]}
      />
      {rows === null ? null : (
        <Results
          rows={rows}
          isOver={isOver}
          onStop={() => {
            isStopped.current = true;
          }}
          onClose={() => setRows(null)}
        />
      )}
    </>
  );
};
