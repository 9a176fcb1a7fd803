// The entries of the ticket: kind, prices, size, stops, and what few trades need.

import type { OrderRow } from '../live/account.js';
import type { Refusal } from '../live/refusal.js';
import type { LightSymbol } from '../live/symbols.js';
import { withDigits } from '../texts/numbers.js';
import { refusalText } from '../texts/refusals.js';
import { type Choice, NumberField, Segments, SelectField, TextField } from '../ui/field.js';
import { Profit } from '../ui/values.js';
import {
  type EntryFault,
  type PlannedStop,
  type SidePlan,
  stepped,
  type TicketForm,
} from './form.js';
import { words } from './words.js';

/** The props of all parts of the form. */
export interface FieldsProps {
  readonly form: TicketForm;
  readonly change: (entries: Partial<TicketForm>) => void;
  readonly symbol: LightSymbol;
  readonly currency: string;
  readonly currencyDigits: number;
  /** The plans of the sides that the entries make sense for. */
  readonly plans: readonly SidePlan[];
  readonly fault: EntryFault | null;
  /** Why the server takes no such size; null = it takes it. */
  readonly sizeRefusal: Refusal | null;
  /** A price to begin with, where none is typed: the ask. */
  readonly seenPrice: string | null;
  /** Working orders of the symbol. */
  readonly orders: readonly OrderRow[];
}

const faultOf = ({ fault }: FieldsProps, field: EntryFault['field']): string | null =>
  fault?.field === field ? words()[fault.why] : null;

const KINDS = ['market', 'limit', 'stop', 'stop_limit'] as const;

/** Market or a pending order, as far as the symbol takes them. */
export const KindField = ({ form, change, symbol }: FieldsProps) => (
  <Segments
    label={words().orderKind}
    isLabelHidden
    value={form.kind}
    choices={KINDS.filter((kind) => symbol.order_flags.includes(kind)).map((value) => ({
      value,
      text: words()[value],
    }))}
    onSelect={(kind) => change({ kind })}
  />
);

const tickOf = ({ tick_size, digits }: LightSymbol): string =>
  Number(tick_size) > 0 ? tick_size : digits === 0 ? '1' : `0.${'1'.padStart(digits, '0')}`;

interface PriceFieldProps {
  readonly props: FieldsProps;
  readonly field: 'price' | 'limit' | 'sl' | 'tp';
  readonly label: string;
  readonly start: string | null;
  readonly hint?: preact.ComponentChildren;
}

const PriceField = ({ props, field, label, start, hint }: PriceFieldProps) => {
  const { form, change, symbol } = props;
  const step = (steps: number): void => {
    const from = form[field].trim() === '' ? start : form[field];
    if (from === null) return;
    change({ [field]: stepped(withDigits(from, symbol.digits), steps, tickOf(symbol), '0') });
  };
  return (
    <NumberField
      label={label}
      value={form[field]}
      onInput={(value) => change({ [field]: value })}
      onStep={step}
      fault={faultOf(props, field)}
      hint={hint}
    />
  );
};

/** The prices of a pending order. */
export const PendingFields = (props: FieldsProps) => {
  const { form, seenPrice } = props;
  if (form.kind === 'market') return null;
  return (
    <>
      <PriceField
        props={props}
        field="price"
        label={form.kind === 'limit' ? words().price : words().stopPrice}
        start={seenPrice}
      />
      {form.kind === 'stop_limit' ? (
        <PriceField props={props} field="limit" label={words().limitPrice} start={form.price} />
      ) : null}
    </>
  );
};

const trimmed = (decimal: string): string => withDigits(decimal, 0);

const sizeHint = ({ form, symbol, plans }: FieldsProps) => {
  if (form.sizeBy === 'lots') {
    const { volume_min, volume_max, volume_step } = symbol;
    return words().range(trimmed(volume_min), trimmed(volume_max), trimmed(volume_step));
  }
  const known = plans.flatMap(({ lots }) => (lots === null ? [] : [lots]));
  const all = [...new Set(known)].map((lots) => words().isLots(trimmed(lots))).join(' / ');
  return plans.some(({ isMax }) => isMax) ? `${all}, ${words().isMax}` : all;
};

/** The size by lots, or by what may be lost. */
export const SizeField = (props: FieldsProps) => {
  const { form, change, symbol, currency, sizeRefusal } = props;
  const choices: readonly Choice<TicketForm['sizeBy']>[] = [
    { value: 'lots', text: words().lots },
    { value: 'money', text: words().riskMoney },
    { value: 'percent', text: words().riskPercent },
  ];
  const isLots = form.sizeBy === 'lots';
  const step = isLots ? symbol.volume_step : form.sizeBy === 'money' ? '10' : '0.5';
  const least = isLots ? symbol.volume_min : '0';
  const unit = { lots: undefined, money: currency, percent: '%' }[form.sizeBy];
  return (
    <div class="pair">
      <SelectField
        label={words().sizeBy}
        value={form.sizeBy}
        choices={choices}
        onSelect={(sizeBy) =>
          change({
            sizeBy,
            size: sizeBy === 'lots' ? trimmed(symbol.volume_min) : '',
            ...(sizeBy !== 'lots' &&
              form.stopsBy === 'money' && { stopsBy: 'price', sl: '', tp: '' }),
          })
        }
      />
      <NumberField
        label={words().size}
        value={form.size}
        unit={unit}
        onInput={(size) => change({ size })}
        onStep={(steps) => change({ size: trimmed(stepped(form.size, steps, step, least)) })}
        fault={faultOf(props, 'size') ?? (sizeRefusal === null ? null : refusalText(sizeRefusal))}
        hint={sizeRefusal === null ? sizeHint(props) : undefined}
      />
    </div>
  );
};

interface StopHintProps {
  readonly stop: PlannedStop;
  readonly by: TicketForm['stopsBy'];
  readonly digits: number;
}

/** A stop in the other form, price or distance, beside its entry. */
const StopHint = ({ stop, by, digits }: StopHintProps) => (
  <>
    {by === 'price' ? words().points(String(stop.points)) : stop.price}
    {stop.money === null ? null : (
      <>
        {' '}
        <Profit value={stop.money} digits={digits} />
      </>
    )}
  </>
);

const stopHint = ({ form, plans, currencyDigits }: FieldsProps, name: 'sl' | 'tp') => {
  const stops = plans.flatMap((plan) => (plan[name] === null ? [] : [{ plan, stop: plan[name] }]));
  if (stops.length === 0) return undefined;
  return stops.map(({ plan, stop }) => (
    <span key={plan.side} class="stop-hint">
      <StopHint stop={stop} by={form.stopsBy} digits={currencyDigits} />
    </span>
  ));
};

/** Stop loss and take profit. */
export const StopFields = (props: FieldsProps) => {
  const { form, change, symbol, seenPrice } = props;
  const has = (stop: 'sl' | 'tp'): boolean => symbol.order_flags.includes(stop);
  if (!has('sl') && !has('tp')) return null;
  const choices: Choice<TicketForm['stopsBy']>[] = [
    { value: 'price', text: words().byPrice },
    { value: 'points', text: words().byPoints },
    // A size by risk is counted from the stop: the stop cannot be counted from the size.
    ...(form.sizeBy === 'lots' ? [{ value: 'money' as const, text: words().byMoney }] : []),
  ];
  const start = form.kind === 'market' ? seenPrice : form.price;
  return (
    <>
      <Segments
        label={words().stopsBy}
        value={form.stopsBy}
        choices={choices}
        onSelect={(stopsBy) => change({ stopsBy, sl: '', tp: '' })}
      />
      <div class="pair">
        {(['sl', 'tp'] as const)
          .filter(has)
          .map((name) =>
            form.stopsBy === 'price' ? (
              <PriceField
                key={name}
                props={props}
                field={name}
                label={words()[name]}
                start={start}
                hint={stopHint(props, name)}
              />
            ) : (
              <NumberField
                key={name}
                label={words()[name]}
                value={form[name]}
                unit={form.stopsBy === 'money' ? props.currency : words().pointsUnit}
                onInput={(value) => change({ [name]: value })}
                fault={faultOf(props, name)}
                hint={stopHint(props, name)}
              />
            ),
          )}
      </div>
    </>
  );
};

const FILLS = { fok: 'fok', ioc: 'ioc' } as const;

const fillChoices = ({ form, symbol }: FieldsProps): readonly Choice<TicketForm['fill']>[] => [
  { value: '', text: words().fillAny },
  ...(['fok', 'ioc'] as const)
    .filter((name) => symbol.fill_flags.includes(name))
    .map((value) => ({ value, text: words()[FILLS[value]] })),
  ...(form.kind === 'market' ? [] : [{ value: 'return' as const, text: words().return }]),
];

const LifetimeFields = (props: FieldsProps) => {
  const { form, change, symbol } = props;
  const isDay = form.expiration === 'specified_day';
  return (
    <>
      <SelectField
        label={words().lifetime}
        value={form.expiration}
        choices={symbol.expiration_flags.map((value) => ({ value, text: words()[value] }))}
        onSelect={(expiration) => change({ expiration, expiresAt: '' })}
      />
      {form.expiration === 'specified' || isDay ? (
        <TextField
          label={words().until}
          type={(isDay ? 'date' : 'datetime-local') as 'date'}
          value={form.expiresAt}
          onInput={(expiresAt) => change({ expiresAt })}
          fault={faultOf(props, 'expiresAt')}
        />
      ) : null}
    </>
  );
};

const ocoText = ({ id, kind, side, price_order }: OrderRow): string =>
  `${id} ${side} ${kind} ${price_order === null ? '' : trimmed(price_order)}`;

/** Fields that few trades need. */
export const MoreFields = (props: FieldsProps) => {
  const { form, change, orders } = props;
  const isMarket = form.kind === 'market';
  return (
    <details>
      <summary>{words().more}</summary>
      <div class="stack">
        <NumberField
          label={words().trail}
          value={form.trail}
          unit={words().pointsUnit}
          onInput={(trail) => change({ trail })}
          fault={faultOf(props, 'trail')}
        />
        {isMarket ? (
          <NumberField
            label={words().deviation}
            value={form.deviation}
            unit={words().pointsUnit}
            onInput={(deviation) => change({ deviation })}
            fault={faultOf(props, 'deviation')}
          />
        ) : (
          <>
            <LifetimeFields {...props} />
            <SelectField
              label={words().oco}
              value={form.oco}
              choices={[
                { value: '', text: words().ocoNone },
                ...orders.map((order) => ({ value: String(order.id), text: ocoText(order) })),
              ]}
              onSelect={(oco) => change({ oco })}
            />
          </>
        )}
        <SelectField
          label={words().fill}
          value={form.fill}
          choices={fillChoices(props)}
          onSelect={(fill) => change({ fill })}
        />
        <TextField
          label={words().comment}
          value={form.comment}
          maxLength={31}
          onInput={(comment) => change({ comment })}
        />
      </div>
    </details>
  );
};
