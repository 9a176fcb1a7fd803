// Payments for open positions: terms, the preview by account with rates and totals, paying.

import { useState } from 'preact/hooks';
import { unwrap } from '../../../client/index.js';
import { useStaff } from '../../frame/store.js';
import { attempt, type Refusal } from '../../live/refusal.js';
import { actionText } from '../../texts/enums.js';
import { moneyText } from '../../texts/numbers.js';
import { Button } from '../../ui/button.js';
import { confirm, confirmedAct } from '../../ui/confirm.js';
import { NumberField } from '../../ui/field.js';
import { Note, RefusalNote } from '../../ui/loaded.js';
import { Table } from '../../ui/table.js';
import { paidColumns, previewColumns } from './payment-columns.js';
import {
  areWhole,
  isAmount,
  NO_TERMS,
  PAY_SIDES,
  type PaidRow,
  type PaymentPreview,
  type PayTerms,
  type PreviewItem,
  payBody,
  payChunks,
  previewOf,
  unknownLogins,
  withOutcomes,
} from './payment-run.js';
import { TermsForm } from './payment-terms.js';
import { payWords } from './payment-words.js';

/** The payments made so far, and the payments that are not sent yet. */
interface Paying {
  readonly rows: readonly PaidRow[];
  readonly left: readonly PreviewItem[];
  readonly isRunning: boolean;
}

/** Pays items by 1,000; what was not sent, because it was refused or left, can be sent later. */
const usePayments = (terms: PayTerms, items: readonly PreviewItem[]) => {
  const { rest } = useStaff();
  const [paying, setPaying] = useState<Paying | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const send = async (asked: readonly PreviewItem[], before: readonly PaidRow[]): Promise<void> => {
    let rows = before;
    let left = asked;
    setRefusal(null);
    for (const chunk of payChunks(asked)) {
      setPaying({ rows, left, isRunning: true });
      const body = payBody(terms, chunk);
      const done = await confirmedAct(
        rest,
        (given) =>
          unwrap(rest.POST('/admin/v1/positions/payments', { body: { ...body, ...given } })),
        payWords().pay(chunk.length),
      );
      if (done?.ok === false) setRefusal(done.refusal);
      if (done?.ok !== true) break;
      rows = withOutcomes(rows, done.value);
      left = left.slice(chunk.length);
    }
    setPaying({ rows, left, isRunning: false });
  };
  const again = (): void => {
    const unknown = unknownLogins(paying?.rows ?? []);
    void send(
      items.filter(({ login }) => unknown.has(login)),
      paying?.rows ?? [],
    );
  };
  return {
    paying,
    refusal,
    pay: () => send(items, []),
    goOn: () => void send(paying?.left ?? [], paying?.rows ?? []),
    again,
    forget: () => setPaying(null),
  };
};

interface RatesProps {
  readonly preview: PaymentPreview;
  readonly terms: PayTerms;
  readonly onChange: (terms: PayTerms) => void;
  readonly onPreview: () => void;
}

/** The rates that the preview needs; the amounts of missing ones are left out. */
const Rates = ({ preview, terms, onChange, onPreview }: RatesProps) => {
  const { rates_needed } = preview;
  if (rates_needed.length === 0) return null;
  return (
    <div class="stack">
      <h2>{payWords().rates}</h2>
      <p class="muted">{payWords().rateMissing}</p>
      <div class="payment-sides">
        {rates_needed.map(({ from, to, rate }) => {
          const name = `${from}->${to}`;
          const text = terms.rates[name] ?? '';
          return (
            <NumberField
              key={name}
              label={payWords().rateOf(from, to)}
              value={text}
              placeholder={rate === '0' ? '' : rate}
              onInput={(value) => onChange({ ...terms, rates: { ...terms.rates, [name]: value } })}
              fault={isAmount(text) ? null : payWords().notANumber}
            />
          );
        })}
      </div>
      <div class="line">
        <Button onClick={onPreview}>{payWords().previewAgain}</Button>
      </div>
    </div>
  );
};

const totalLines = ({ totals }: PaymentPreview): readonly string[] =>
  totals.map(({ accounts, amount, currency }) =>
    payWords().totalOf(accounts, moneyText(amount), currency),
  );

/** The preview by account, its totals, and the button that pays. */
const Preview = ({ preview, onPay }: PreviewPartProps) => {
  const { items } = preview;
  if (items.length === 0) return <Note>{payWords().nothing}</Note>;
  return (
    <div class="stack">
      <div class="payment-table">
        <Table
          label={payWords().preview}
          columns={previewColumns(items.some(({ net_side }) => net_side !== undefined))}
          rows={items}
          keyOf={({ login }) => login}
        />
      </div>
      <div class="line">
        <strong>{payWords().totals}</strong>
        {totalLines(preview).map((line) => (
          <span key={line}>{line}</span>
        ))}
        <span class="grow" />
        <Button tone="danger" onClick={onPay}>
          {payWords().pay(items.length)}
        </Button>
      </div>
    </div>
  );
};
interface PreviewPartProps {
  readonly preview: PaymentPreview;
  readonly onPay: () => void;
}

const Outcomes = ({ of, onBegin }: OutcomesProps) => {
  const { paying, refusal, again, goOn } = of;
  if (paying === null) return null;
  const { rows, left, isRunning } = paying;
  const count = (status: PaidRow['status']): number =>
    rows.filter((row) => row.status === status).length;
  return (
    <div class="stack">
      <h2>{payWords().results}</h2>
      <p role="status">
        {payWords().progress(count('done'), count('rejected'), count('unknown'))}
        {left.length === 0 ? null : `, ${payWords().left(left.length)}`}
      </p>
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
      <div class="payment-table">
        <Table
          label={payWords().results}
          columns={paidColumns()}
          rows={rows}
          keyOf={({ request_id }) => request_id}
        />
      </div>
      <div class="line">
        {count('unknown') === 0 ? null : (
          <Button isBusy={isRunning} onClick={again}>
            {payWords().again}
          </Button>
        )}
        {left.length === 0 ? null : (
          <Button isBusy={isRunning} onClick={goOn}>
            {payWords().goOn}
          </Button>
        )}
        <Button isOff={isRunning} onClick={onBegin}>
          {payWords().begin}
        </Button>
      </div>
    </div>
  );
};
interface OutcomesProps {
  readonly of: ReturnType<typeof usePayments>;
  readonly onBegin: () => void;
}

/** The preview of terms, asked for by the user; a change of the terms takes it away. */
const usePayPreview = () => {
  const { rest } = useStaff();
  const [terms, setTerms] = useState(NO_TERMS);
  const [preview, setPreview] = useState<PaymentPreview | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const ask = async (): Promise<void> => {
    const body = previewOf(terms);
    const read = await attempt(unwrap(rest.POST('/admin/v1/positions/payments/preview', { body })));
    setPreview(read.ok ? read.value : null);
    setRefusal(read.ok ? null : read.refusal);
  };
  const change = (next: PayTerms): void => {
    setTerms(next);
    // Rates complete a preview that is shown; other terms make it another one.
    if (next.rates === terms.rates) setPreview(null);
  };
  return { terms, change, preview, refusal, ask, setPreview };
};

/** Payments for positions. */
const Payments = () => {
  const { terms, change, preview, refusal, ask, setPreview } = usePayPreview();
  const items = preview?.items ?? [];
  const payments = usePayments(terms, items);
  const pay = async (): Promise<void> => {
    if (preview === null) return;
    const is = await confirm({
      title: payWords().payTitle,
      text: (
        <ul class="stack">
          {PAY_SIDES.filter((side) => terms.sides[side].perLot.trim() !== '').map((side) => (
            <li key={side}>
              {payWords()[side]}: {actionText(terms.sides[side].action)}, {terms.sides[side].perLot}
            </li>
          ))}
          {totalLines(preview).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ),
      action: payWords().pay(items.length),
      tone: 'danger',
    });
    if (is) await payments.pay();
  };
  const isPaying = payments.paying !== null;
  return (
    <div class="view payments">
      <h1>{payWords().title}</h1>
      {isPaying ? (
        <Outcomes
          of={payments}
          onBegin={() => {
            payments.forget();
            setPreview(null);
          }}
        />
      ) : (
        <>
          <TermsForm
            terms={terms}
            onChange={change}
            canPreview={areWhole(terms)}
            onPreview={() => void ask()}
          />
          {refusal === null ? null : <RefusalNote refusal={refusal} />}
          {preview === null ? null : (
            <>
              <Rates {...{ preview, terms }} onChange={change} onPreview={() => void ask()} />
              <Preview preview={preview} onPay={() => void pay()} />
            </>
          )}
        </>
      )}
    </div>
  );
};

export default Payments;
