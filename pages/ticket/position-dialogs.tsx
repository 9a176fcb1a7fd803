// The acts on a position: its stops, closing it whole or in part, by another, turning it.

import { useRef, useState } from 'preact/hooks';
import type { TradeRequest } from '../../client/index.js';
import type { PositionRow } from '../live/account.js';
import { exact, plus, shortTextOf } from '../live/decimal.js';
import { outcomeOf, type TradeSide } from '../live/intent.js';
import { typedNumber, withDigits } from '../texts/numbers.js';
import { NumberField, SelectField } from '../ui/field.js';
import { Empty } from '../ui/loaded.js';
import { toast, toastRefusal } from '../ui/toast.js';
import { Figure, Price, Profit, Side } from '../ui/values.js';
import type { TradingAccount } from './account.js';
import { stepped, withSeenPrice } from './form.js';
import { sendChecked } from './send.js';
import { moneyOfPoints, type PointValue, stopPoints } from './sizing.js';
import { TradeDialog } from './trade-dialog.js';
import { words } from './words.js';

/** An act on a position. */
export type PositionAct = 'modify' | 'close' | 'part' | 'close_by' | 'reverse';

/** The props of a dialog of a position. */
export interface PositionDialogProps {
  readonly account: TradingAccount;
  readonly position: PositionRow;
  readonly onClose: () => void;
}

const short = (decimal: string): string => withDigits(decimal, 0);
const opposite = (side: TradeSide): TradeSide => (side === 'buy' ? 'sell' : 'buy');

/** The position as it is now; null = it was closed under the dialog. */
const usePosition = ({ account, position }: PositionDialogProps) =>
  account.positions.value.get(position.id) ?? null;

const goneOf = (now: PositionRow | null): string | null =>
  now === null ? words().gonePosition : null;

/** The position, above the entries. */
const PositionFacts = (props: PositionDialogProps) => {
  const { account, position } = props;
  const now = usePosition(props) ?? position;
  const value = account.valueOf(position.id).value;
  const digits = account.symbols.value.get(position.symbol)?.digits ?? 0;
  const terms = account.terms.value;
  return (
    <p class="line">
      <strong>{position.symbol}</strong>
      <Side side={now.side} />
      <Figure value={now.volume} />
      <span>
        <Price value={now.price_open} digits={digits} /> →{' '}
        <Price value={value?.price} digits={digits} />
      </span>
      <Profit value={value?.profit} digits={terms?.currency_digits} currency={terms?.currency} />
    </p>
  );
};

const CloseDialog = (props: PositionDialogProps) => {
  const { account, position, onClose } = props;
  const now = usePosition(props);
  return (
    <TradeDialog
      account={account}
      title={words().closeTitle(position.id)}
      symbol={position.symbol}
      side={opposite(position.side)}
      request={{ kind: 'close', position_id: position.id }}
      action={words().closeVerb(short((now ?? position).volume))}
      gone={goneOf(now)}
      onClose={onClose}
    >
      <PositionFacts {...props} />
    </TradeDialog>
  );
};

const halfOf = (volume: string, step: string, least: string): string => {
  const { units, digits } = exact(volume);
  const by = exact(step);
  const steps = (units * 10n ** BigInt(by.digits)) / (2n * by.units * 10n ** BigInt(digits));
  return short(stepped('0', Number(steps), step, least));
};

const PartDialog = (props: PositionDialogProps) => {
  const { account, position, onClose } = props;
  const now = usePosition(props);
  const symbol = account.symbols.value.get(position.symbol);
  const step = symbol?.volume_step ?? '0.01';
  const least = symbol?.volume_min ?? step;
  const [lots, setLots] = useState(() => halfOf(position.volume, step, least));
  const typed = typedNumber(lots);
  return (
    <TradeDialog
      account={account}
      title={words().partTitle(position.id)}
      symbol={position.symbol}
      side={opposite(position.side)}
      request={typed === null ? null : { kind: 'close', position_id: position.id, volume: typed }}
      action={words().closeVerb(typed ?? '')}
      gone={goneOf(now)}
      onClose={onClose}
    >
      <PositionFacts {...props} />
      <NumberField
        label={words().lots}
        value={lots}
        onInput={setLots}
        onStep={(steps) => setLots(short(stepped(lots, steps, step, least)))}
        fault={typed === null ? words().not_a_number : null}
      />
    </TradeDialog>
  );
};

/** A stop as typed: empty takes it away; null = it is no number. */
const stopMember = (text: string): string | null => (text.trim() === '' ? '0' : typedNumber(text));

interface StopEntryProps extends PositionDialogProps {
  readonly name: 'sl' | 'tp';
  readonly text: string;
  readonly onInput: (text: string) => void;
  readonly pointValue: PointValue | null;
}

const StopEntry = (props: StopEntryProps) => {
  const { account, position, name, text, onInput, pointValue } = props;
  const symbol = account.symbols.value.get(position.symbol);
  const digits = symbol?.digits ?? 0;
  const typed = typedNumber(text);
  const points =
    typed === null ? null : stopPoints(position.side, name, position.price_open, typed, digits);
  const gain = points === null ? null : name === 'sl' ? -points : points;
  const currencyDigits = account.terms.value?.currency_digits ?? 2;
  const start = account.valueOf(position.id).value?.price ?? position.price_open;
  return (
    <NumberField
      label={words()[name]}
      value={text}
      onInput={onInput}
      onStep={(steps) =>
        onInput(
          stepped(
            withDigits(text.trim() === '' ? start : text, digits),
            steps,
            symbol?.tick_size ?? '1',
            '0',
          ),
        )
      }
      fault={stopMember(text) === null ? words().not_a_number : null}
      hint={
        gain === null ? undefined : (
          <>
            {words().points(String(gain))}
            {pointValue === null ? null : (
              <>
                {' '}
                <Profit
                  value={moneyOfPoints(gain, position.volume, pointValue, currencyDigits)}
                  digits={currencyDigits}
                />
              </>
            )}
          </>
        )
      }
    />
  );
};

const startStop = (price: string | null, digits: number): string =>
  price === null ? '' : withDigits(price, digits);

const ModifyDialog = (props: PositionDialogProps) => {
  const { account, position, onClose } = props;
  const now = usePosition(props);
  const digits = account.symbols.value.get(position.symbol)?.digits ?? 0;
  const [sl, setSl] = useState(() => startStop(position.sl, digits));
  const [tp, setTp] = useState(() => startStop(position.tp, digits));
  const [trail, setTrail] = useState(() =>
    position.trail_pts > 0 ? String(position.trail_pts) : '',
  );
  const [pointValue, setPointValue] = useState<PointValue | null>(null);
  const trailPts = trail.trim() === '' ? 0 : /^\d+$/.test(trail.trim()) ? Number(trail) : null;
  const slPrice = stopMember(sl);
  const tpPrice = stopMember(tp);
  const isWhole = slPrice !== null && tpPrice !== null && trailPts !== null;
  const request: TradeRequest | null = isWhole
    ? {
        kind: 'modify',
        position_id: position.id,
        sl: slPrice,
        tp: tpPrice,
        trail_pts: trailPts,
      }
    : null;
  const takeValue = (value: PointValue): void => {
    if (value.point_value !== pointValue?.point_value) setPointValue(value);
  };
  return (
    <TradeDialog
      account={account}
      title={words().modifyTitle(position.id)}
      symbol={position.symbol}
      side={null}
      request={request}
      action={words().saveVerb}
      gone={goneOf(now)}
      onClose={onClose}
      onPointValue={takeValue}
    >
      <PositionFacts {...props} />
      <StopEntry {...props} name="sl" text={sl} onInput={setSl} pointValue={pointValue} />
      <StopEntry {...props} name="tp" text={tp} onInput={setTp} pointValue={pointValue} />
      <NumberField
        label={words().trail}
        unit={words().pointsUnit}
        value={trail}
        onInput={setTrail}
        fault={trailPts === null ? words().not_a_number : null}
      />
    </TradeDialog>
  );
};

const CloseByDialog = (props: PositionDialogProps) => {
  const { account, position, onClose } = props;
  const now = usePosition(props);
  const others = [...account.positions.value.values()].filter(
    ({ symbol, side }) => symbol === position.symbol && side !== position.side,
  );
  const [chosen, choose] = useState(() => String(others[0]?.id ?? ''));
  const by = others.find(({ id }) => String(id) === chosen);
  return (
    <TradeDialog
      account={account}
      title={words().closeByTitle(position.id)}
      symbol={position.symbol}
      side={null}
      request={
        by === undefined
          ? null
          : { kind: 'close_by', position_id: position.id, by_position_id: by.id }
      }
      action={words().closeVerb('')}
      gone={goneOf(now)}
      onClose={onClose}
    >
      <PositionFacts {...props} />
      {others.length === 0 ? (
        <Empty text={words().noOpposite} />
      ) : (
        <SelectField
          label={words().by}
          value={chosen}
          choices={others.map(({ id, side, volume, price_open }) => ({
            value: String(id),
            text: `${id} ${side} ${short(volume)} @ ${short(price_open)}`,
          }))}
          onSelect={choose}
        />
      )}
    </TradeDialog>
  );
};

/** Netting: one order of the double size. Hedging: the close here, then the other side. */
const ReverseDialog = (props: PositionDialogProps) => {
  const { account, position, onClose } = props;
  const now = usePosition(props);
  const [second] = useState(() => account.draft());
  const isNetting = account.terms.value?.margin_mode === 'netting';
  const side = opposite(position.side);
  // A part may be closed elsewhere while the dialog is open; the close takes the position away.
  const newest = useRef(position);
  newest.current = now ?? newest.current;
  const { volume } = newest.current;
  const twice = shortTextOf(plus(exact(volume), exact(volume)));
  const open = (lots: string): TradeRequest => ({
    kind: 'open',
    symbol: position.symbol,
    side,
    volume: lots,
  });
  const openOther = async (): Promise<void> => {
    if (isNetting) return;
    const symbol = account.symbols.peek().get(position.symbol);
    const asked = open(short(volume));
    const quote = account.quotes.of(position.symbol).peek();
    const request = symbol === undefined ? asked : withSeenPrice(asked, side, symbol, quote);
    const sent = await sendChecked(account, second, request);
    if (!sent.ok) toastRefusal(sent.refusal);
    const isDone = sent.ok && (await outcomeOf(sent.value)).kind === 'done';
    if (!isDone) toast({ text: words().reverseHalf, tone: 'bad' });
  };
  return (
    <TradeDialog
      account={account}
      title={words().reverseTitle(position.id)}
      symbol={position.symbol}
      side={side}
      request={isNetting ? open(twice) : { kind: 'close', position_id: position.id }}
      action={words().reverseVerb}
      gone={goneOf(now)}
      onClose={onClose}
      onDone={() => void openOther()}
    >
      <PositionFacts {...props} />
      <p>{isNetting ? words().reverseNetting(twice) : words().reverseHedging}</p>
    </TradeDialog>
  );
};

const DIALOGS = {
  modify: ModifyDialog,
  close: CloseDialog,
  part: PartDialog,
  close_by: CloseByDialog,
  reverse: ReverseDialog,
} as const;

/** The dialog of an act on a position. */
export const PositionDialog = ({
  act,
  ...props
}: PositionDialogProps & { readonly act: PositionAct }) => {
  const Part = DIALOGS[act];
  return <Part {...props} />;
};
