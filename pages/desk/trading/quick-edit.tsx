// The quick edit of a symbol: access, spread, levels and swaps, with what each was before.

import { useEffect, useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { useStaff } from '../../frame/store.js';
import { attempt, faultsOf, type Refusal } from '../../live/refusal.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/language.js';
import { typedNumber, withDigits } from '../../texts/numbers.js';
import { Button } from '../../ui/button.js';
import { confirmedAct } from '../../ui/confirm.js';
import { Dialog } from '../../ui/dialog.js';
import { NumberField, SelectField } from '../../ui/field.js';
import { RefusalNote, Skeleton } from '../../ui/loaded.js';
import { toast } from '../../ui/toast.js';
import { words } from './words.js';

type SymbolRecord = components['schemas']['Symbol'];
type QuickEdit = components['schemas']['SymbolQuickEdit'];
type Access = NonNullable<QuickEdit['trade_access']>;

const accesses = texts({
  full: ['full', 'voll'],
  long_only: ['long only', 'nur Käufe'],
  short_only: ['short only', 'nur Verkäufe'],
  close_only: ['close only', 'nur schließen'],
  disabled: ['disabled', 'gesperrt'],
});
const ACCESSES: readonly Access[] = ['full', 'long_only', 'short_only', 'close_only', 'disabled'];

/** Fields whose value is a whole number, and those that are decimals. */
const WHOLE = ['spread', 'stops_level', 'freeze_level'] as const;
const DECIMALS = ['swap_long', 'swap_short'] as const;
type NumberName = (typeof WHOLE)[number] | (typeof DECIMALS)[number];
const NUMBERS: readonly NumberName[] = [...WHOLE, ...DECIMALS];

const labelOf = (name: NumberName): string =>
  ({
    spread: words().spread,
    stops_level: words().stopsLevel,
    freeze_level: words().freezeLevel,
    swap_long: words().swapLong,
    swap_short: words().swapShort,
  })[name];

type QuickEntries = Readonly<Record<NumberName, string>> & { readonly trade_access: Access };

const entriesOf = (symbol: SymbolRecord): QuickEntries => ({
  trade_access: symbol.trade_access,
  spread: String(symbol.spread),
  stops_level: String(symbol.stops_level),
  freeze_level: String(symbol.freeze_level),
  swap_long: withDigits(symbol.swap_long, 0),
  swap_short: withDigits(symbol.swap_short, 0),
});

const isWhole = (name: NumberName): boolean => WHOLE.some((one) => one === name);
const isFine = (name: NumberName, text: string): boolean => {
  const value = typedNumber(text);
  return value !== null && (!isWhole(name) || /^-?\d+$/.test(value));
};

/** The changed fields, as the server takes them. */
const changesOf = (before: QuickEntries, entries: QuickEntries): Omit<QuickEdit, 'version'> => {
  const names = NUMBERS.filter((name) => entries[name].trim() !== before[name]);
  const members = names.map((name) => {
    const value = typedNumber(entries[name]);
    return [name, isWhole(name) ? Number(value) : value];
  });
  const { trade_access } = entries;
  return {
    ...Object.fromEntries(members),
    ...(trade_access !== before.trade_access && { trade_access }),
  };
};

interface QuickFormProps {
  readonly symbol: SymbolRecord;
  readonly onClose: () => void;
  /** Another change came first: the newest values are read again. */
  readonly onConflict: () => void;
}

/** The entries of a quick edit, what of them is changed, and how it is saved. */
const useQuickEdit = ({ symbol, onClose, onConflict }: QuickFormProps) => {
  const { rest } = useStaff();
  const { id, name, version } = symbol;
  const before = entriesOf(symbol);
  const [entries, setEntries] = useState(before);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const changes = changesOf(before, entries);
  const canSave =
    Object.keys(changes).length > 0 && NUMBERS.every((one) => isFine(one, entries[one]));
  const save = async (): Promise<void> => {
    if (!canSave) return;
    setBusy(true);
    const done = await confirmedAct(
      rest,
      (given) =>
        unwrap(
          rest.PATCH('/admin/v1/symbols/{id}/quick', {
            params: { path: { id } },
            body: { version, ...changes, ...given },
          }),
        ),
      words().quickTitle(name),
    );
    setBusy(false);
    if (done === null) return;
    if (!done.ok) {
      setRefusal(done.refusal);
      if (done.refusal.code === 'conflict') onConflict();
      return;
    }
    toast({ text: words().saved(name), tone: 'good' });
    onClose();
  };
  const count = Object.keys(changes).length;
  return { before, entries, setEntries, refusal, isBusy, count, canSave, save };
};

const QuickForm = (props: QuickFormProps) => {
  const { before, entries, setEntries, refusal, isBusy, count, canSave, save } =
    useQuickEdit(props);
  const { trade_access } = before;
  const isOther = entries.trade_access !== trade_access;
  const faultOf = (one: NumberName): string | null => {
    if (!isFine(one, entries[one])) return words().notANumber;
    return faultsOf(refusal, one)[0]?.message ?? null;
  };
  return (
    <Dialog
      title={words().quickTitle(props.symbol.name)}
      onClose={props.onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={props.onClose}>{common().cancel}</Button>
          <Button tone="main" type="submit" isBusy={isBusy} isOff={!canSave}>
            {words().save(count)}
          </Button>
        </>
      }
    >
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
      <SelectField
        label={words().access}
        value={entries.trade_access}
        choices={ACCESSES.map((value) => ({ value, text: accesses()[value] }))}
        onSelect={(value) => setEntries({ ...entries, trade_access: value })}
        hint={isOther ? words().was(accesses()[trade_access]) : undefined}
      />
      {NUMBERS.map((one) => (
        <NumberField
          key={one}
          label={labelOf(one)}
          value={entries[one]}
          onInput={(text) => setEntries({ ...entries, [one]: text })}
          hint={entries[one].trim() === before[one] ? undefined : words().was(before[one])}
          fault={faultOf(one)}
        />
      ))}
    </Dialog>
  );
};

interface QuickEditProps {
  readonly symbolId: number;
  readonly name: string;
  readonly onClose: () => void;
}

/** Reads a symbol and changes what dealers change by the day. */
export const QuickEditDialog = ({ symbolId, name, onClose }: QuickEditProps) => {
  const { rest } = useStaff();
  const [symbol, setSymbol] = useState<SymbolRecord | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const read = async (): Promise<void> => {
    const call = rest.GET('/admin/v1/symbols/{id}', { params: { path: { id: symbolId } } });
    const answer = await attempt(unwrap(call));
    if (answer.ok) setSymbol(answer.value);
    setRefusal(answer.ok ? null : answer.refusal);
  };
  useEffect(() => void read(), [symbolId]);
  if (symbol !== null) {
    return <QuickForm symbol={symbol} onClose={onClose} onConflict={() => void read()} />;
  }
  return (
    <Dialog title={words().quickTitle(name)} onClose={onClose}>
      {refusal === null ? (
        <Skeleton />
      ) : (
        <RefusalNote refusal={refusal} onRetry={() => void read()} />
      )}
    </Dialog>
  );
};
