// The correction of an open position: its opening price, volume and stops, without a deal.

import { useMemo, useState } from 'preact/hooks';
import type { components } from '../../../client/index.js';
import { unwrap } from '../../../client/index.js';
import { useStaff } from '../../frame/store.js';
import { digitsOf } from '../../lists/cells.js';
import { compareDecimals } from '../../live/decimal.js';
import { faultsOf, type Refusal } from '../../live/refusal.js';
import type { StaffPositionRow } from '../../live/rows.js';
import { common } from '../../texts/common.js';
import { typedNumber, withDigits } from '../../texts/numbers.js';
import { Button } from '../../ui/button.js';
import { confirmedAct } from '../../ui/confirm.js';
import { Dialog } from '../../ui/dialog.js';
import { NumberField } from '../../ui/field.js';
import { Note, RefusalNote } from '../../ui/loaded.js';
import { toast } from '../../ui/toast.js';
import { Side, UserText } from '../../ui/values.js';
import { words } from './words.js';

type Patch = components['schemas']['PositionPatchBody'];
type CorrectedField = 'price_open' | 'volume' | 'sl' | 'tp';
const FIELDS: readonly CorrectedField[] = ['price_open', 'volume', 'sl', 'tp'];

const labelOf = (name: CorrectedField): string =>
  ({
    price_open: words().openPrice,
    volume: words().lots,
    sl: words().stopLoss,
    tp: words().takeProfit,
  })[name];

type CorrectEntries = Readonly<Record<CorrectedField, string>>;

/** A stop that is empty is none: the server takes 0. */
const entryValue = (name: CorrectedField, text: string): string | null =>
  text.trim() === '' && (name === 'sl' || name === 'tp') ? '0' : typedNumber(text);

/** Are two entries the same value, however they are written? */
const isAlike = (name: CorrectedField, a: string, b: string): boolean => {
  const [one, other] = [entryValue(name, a), entryValue(name, b)];
  if (one === null || other === null) return a.trim() === b.trim();
  return compareDecimals(one, other) === 0;
};

interface CorrectDialogProps {
  readonly position: StaffPositionRow;
  /** Is it still open? */
  readonly isThere: boolean;
  readonly onClose: () => void;
}

const firstEntries = (position: StaffPositionRow, digits: number): CorrectEntries => {
  const price = (value: string | null): string => (value === null ? '' : withDigits(value, digits));
  const { price_open, volume, sl, tp } = position;
  return {
    price_open: price(price_open),
    volume: withDigits(volume, 2),
    sl: price(sl),
    tp: price(tp),
  };
};

/** The entries of a correction, what of them is changed, and how it is sent. */
const useCorrection = ({ position, onClose }: Omit<CorrectDialogProps, 'isThere'>) => {
  const live = useStaff();
  const { id, symbol } = position;
  const first = useMemo(() => firstEntries(position, digitsOf(live, symbol)), []);
  const [entries, setEntries] = useState(first);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const key = useMemo(live.uuid, [JSON.stringify(entries)]);
  const changed = FIELDS.filter((name) => !isAlike(name, entries[name], first[name]));
  const isFine = changed.every((name) => entryValue(name, entries[name]) !== null);
  const send = async (): Promise<void> => {
    if (changed.length === 0 || !isFine) return;
    const members = changed.map((name) => [name, entryValue(name, entries[name])]);
    const patch = Object.fromEntries(members) as Patch;
    setBusy(true);
    const done = await confirmedAct(
      live.rest,
      (given) =>
        unwrap(
          live.rest.PATCH('/admin/v1/positions/{id}', {
            params: { path: { id }, header: { 'Idempotency-Key': key } },
            body: { ...patch, ...given },
          }),
        ),
      words().correctTitle(id),
    );
    setBusy(false);
    if (done === null) return;
    if (!done.ok) return setRefusal(done.refusal);
    toast({ text: words().corrected(id), tone: 'good' });
    onClose();
  };
  return { first, entries, setEntries, refusal, isBusy, changed, isFine, send };
};

/** A field with the value that it had. */
const CorrectField = ({ name, of }: CorrectedFieldProps) => {
  const { first, entries, setEntries, refusal, changed } = of;
  const isStop = name === 'sl' || name === 'tp';
  const unchanged = isStop ? words().emptyNone : undefined;
  const isNumber = entryValue(name, entries[name]) !== null;
  return (
    <NumberField
      label={labelOf(name)}
      value={entries[name]}
      onInput={(text) => setEntries({ ...entries, [name]: text })}
      hint={changed.includes(name) ? words().was(first[name] || '–') : unchanged}
      fault={isNumber ? (faultsOf(refusal, name)[0]?.message ?? null) : words().notANumber}
    />
  );
};
interface CorrectedFieldProps {
  readonly name: CorrectedField;
  readonly of: ReturnType<typeof useCorrection>;
}

/** Corrects a position; it says what each changed value was. */
export const CorrectDialog = ({ position, isThere, onClose }: CorrectDialogProps) => {
  const correction = useCorrection({ position, onClose });
  const { refusal, isBusy, changed, isFine, send } = correction;
  const { id, login, symbol, side } = position;
  return (
    <Dialog
      title={words().correctTitle(id)}
      onClose={onClose}
      onSubmit={() => void send()}
      footer={
        <>
          <Button onClick={onClose}>{common().cancel}</Button>
          <Button
            tone="danger"
            type="submit"
            isBusy={isBusy}
            isOff={!isThere || changed.length === 0 || !isFine}
          >
            {words().save(changed.length)}
          </Button>
        </>
      }
    >
      <p class="line">
        <strong>
          <UserText>{symbol}</UserText>
        </strong>
        <Side side={side} /> {words().account} {login}
      </p>
      <p class="muted">{words().correctHint}</p>
      {isThere ? null : <Note tone="warn">{words().gone}</Note>}
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
      {FIELDS.map((name) => (
        <CorrectField key={name} name={name} of={correction} />
      ))}
    </Dialog>
  );
};
