// A balance operation: amounts before and after, a question, and one request id until its outcome
// is known.

import { useEffect, useState } from 'preact/hooks';
import { type components, unwrap } from '../../client/index.js';
import { useKept } from '../frame/kept.js';
import { useStaff } from '../frame/store.js';
import { randomUuid } from '../live/browser.js';
import { exactOf, plus, textOf } from '../live/decimal.js';
import { attempt, type Refusal } from '../live/refusal.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/language.js';
import { moneyText, signOf, typedNumber } from '../texts/numbers.js';
import { Button } from '../ui/button.js';
import { confirm, confirmedAct } from '../ui/confirm.js';
import { Dialog } from '../ui/dialog.js';
import { CheckField, NumberField, Segments, SelectField, TextField } from '../ui/field.js';
import { Note, RefusalNote, Skeleton } from '../ui/loaded.js';
import { toast } from '../ui/toast.js';
import { Money, UserText } from '../ui/values.js';
import { nameOf } from './account-marks.js';
import { isCredit, type PaymentAction, paymentChoices, paymentText } from './payment-words.js';

/** An account with its money. */
export type Account = components['schemas']['Account'];
type PaymentBody = components['schemas']['BalanceBody'];

const words = texts({
  title: [(login: number) => `Balance operation, ${login}`, (login) => `Kontobewegung, ${login}`],
  action: ['Operation', 'Art'],
  direction: ['Direction', 'Richtung'],
  in: ['Pay in', 'Einzahlen'],
  out: ['Take out', 'Auszahlen'],
  amount: ['Amount', 'Betrag'],
  comment: ['Comment', 'Kommentar'],
  commentHint: ['The client sees it.', 'Der Kunde sieht ihn.'],
  force: ['Even if it is not covered', 'Auch ohne Deckung'],
  forceHint: [
    'Without this, balance or credit and the free margin must cover it.',
    'Ohne dies müssen Guthaben oder Kredit und die freie Margin sie decken.',
  ],
  balance: ['Balance', 'Guthaben'],
  credit: ['Credit', 'Kredit'],
  before: ['now', 'jetzt'],
  after: ['afterwards', 'danach'],
  next: ['Continue', 'Weiter'],
  wrong: ['An amount above 0 is needed.', 'Ein Betrag über 0 wird gebraucht.'],
  noNumber: [
    'A number is needed, without marks between thousands, such as 1234.56.',
    'Eine Zahl wird gebraucht, ohne Zeichen zwischen Tausendern, etwa 1234,56.',
  ],
  tooFine: [
    (digits: number, currency: string) =>
      digits === 0 ? `${currency} has no decimals.` : `${currency} has ${digits} decimals.`,
    (digits, currency) =>
      digits === 0
        ? `${currency} hat keine Nachkommastellen.`
        : `${currency} hat ${digits} Nachkommastellen.`,
  ],
  sureIn: [(amount: string) => `Pay in ${amount}`, (amount) => `${amount} einzahlen`],
  sureOut: [(amount: string) => `Take out ${amount}`, (amount) => `${amount} auszahlen`],
  doneIn: [
    (amount: string, login: number) => `${amount} paid in to ${login}.`,
    (amount, login) => `${amount} auf ${login} eingezahlt.`,
  ],
  doneOut: [
    (amount: string, login: number) => `${amount} taken out of ${login}.`,
    (amount, login) => `${amount} von ${login} ausgezahlt.`,
  ],
  unknown: [
    'Whether the payment was made is not known. Ask again: it is not made twice.',
    'Ob gebucht wurde, ist nicht bekannt. Noch einmal fragen: Es wird nicht doppelt gebucht.',
  ],
  ask: ['Ask again', 'Noch einmal fragen'],
});

/** The account as it is now, with its live money. */
const useAccount = (login: number) => {
  const { rest } = useStaff();
  const [account, setAccount] = useState<Account | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    const params = { path: { login } };
    void attempt(unwrap(rest.GET('/admin/v1/accounts/{login}', { params }))).then((read) => {
      if (read.ok) setAccount(read.value);
      else setRefusal(read.refusal);
    });
  }, [login]);
  return { account, refusal };
};

/** Entries of the user. */
interface PaymentEntries {
  readonly action: PaymentAction;
  readonly isOut: boolean;
  readonly amount: string;
  readonly comment: string;
  readonly isForced: boolean;
}

const START: PaymentEntries = {
  action: 'balance',
  isOut: false,
  amount: '',
  comment: '',
  isForced: false,
};

/** The signed amount; null = there is none yet. */
const signedAmount = ({ amount, isOut }: PaymentEntries): string | null => {
  const typed = typedNumber(amount);
  if (typed === null || typed.startsWith('-') || /^[0.]*$/.test(typed)) return null;
  return isOut ? `-${typed}` : typed;
};

/** Why the amount cannot be paid; null = it can. */
const amountFault = (
  entries: PaymentEntries,
  { currency, currency_digits: digits }: Account,
): string | null => {
  const typed = typedNumber(entries.amount);
  if (typed === null && entries.amount.trim() !== '') return words().noNumber;
  if (signedAmount(entries) === null) return words().wrong;
  const decimals = typed?.split('.')[1]?.replace(/0+$/, '') ?? '';
  return decimals.length > digits ? words().tooFine(digits, currency) : null;
};

/** The amount that the operation changes, as it will be. */
const after = (before: string, amount: string | null): string => {
  const [from, by] = [exactOf(before), exactOf(amount ?? '0')];
  return from === undefined || by === undefined ? before : textOf(plus(from, by));
};

interface ConsequenceProps {
  readonly account: Account;
  readonly entries: PaymentEntries;
}

/** Balance or credit, now and afterwards. */
const Consequence = ({ account, entries }: ConsequenceProps) => {
  const ofCredit = isCredit(entries.action);
  const before = ofCredit ? account.credit : account.balance;
  const then = after(before, signedAmount(entries));
  const { currency, currency_digits: digits } = account;
  return (
    <dl class="facts consequence">
      <dt>{`${ofCredit ? words().credit : words().balance}, ${words().before}`}</dt>
      <dd>
        <Money value={before} digits={digits} currency={currency} />
      </dd>
      <dt>{`${ofCredit ? words().credit : words().balance}, ${words().after}`}</dt>
      <dd>
        <b class={signOf(then) < 0 ? 'down' : ''}>
          <Money value={then} digits={digits} currency={currency} />
        </b>
      </dd>
    </dl>
  );
};

interface EntryFieldsProps {
  readonly entries: PaymentEntries;
  readonly change: (entries: Partial<PaymentEntries>) => void;
  readonly currency: string;
  readonly fault: string | null;
}

const EntryFields = ({ entries, change, currency, fault }: EntryFieldsProps) => (
  <>
    <SelectField
      label={words().action}
      value={entries.action}
      choices={paymentChoices()}
      onSelect={(action) => change({ action })}
    />
    <div class="line pair">
      <Segments
        label={words().direction}
        value={entries.isOut ? 'out' : 'in'}
        choices={[
          { value: 'in', text: words().in },
          { value: 'out', text: words().out },
        ]}
        onSelect={(way) => change({ isOut: way === 'out', isForced: false })}
      />
      <div class="grow">
        <NumberField
          label={words().amount}
          value={entries.amount}
          unit={currency}
          onInput={(amount) => change({ amount })}
          fault={fault}
        />
      </div>
    </div>
    <TextField
      label={words().comment}
      hint={words().commentHint}
      value={entries.comment}
      maxLength={64}
      onInput={(comment) => change({ comment })}
    />
    {entries.isOut ? (
      <CheckField
        label={words().force}
        hint={words().forceHint}
        isChecked={entries.isForced}
        onChange={(isForced) => change({ isForced })}
      />
    ) : null}
  </>
);

interface BalanceDialogProps {
  readonly login: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The outcome of the payment that was sent. */
type PaymentOutcome = { readonly refusal: Refusal | null; readonly says: string | null };

/** Codes after which the payment may have been made. */
const OPEN_CODES: readonly string[] = [
  ...['client.outcome_unknown', 'client.unreachable', 'trade.timeout', 'timeout'],
];

/** A payment in words, and the sentence of its success. */
interface SentPayment {
  readonly body: PaymentBody;
  readonly what: string;
  readonly says: string;
}

/**
 * Sends payments. The tab keeps a payment until its outcome is known. The user asks for the outcome
 * by the same request id, also in a dialog that is opened later.
 */
const usePayment = ({ login, onClose, onDone }: BalanceDialogProps) => {
  const { rest } = useStaff();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<PaymentOutcome>({ refusal: null, says: null });
  const [unknown, setUnknown] = useKept<SentPayment>(`payment.${login}`);
  const send = async (payment: SentPayment): Promise<void> => {
    const { body, what, says } = payment;
    setBusy(true);
    setUnknown(payment);
    setOutcome({ refusal: null, says: null });
    const sent = await confirmedAct(
      rest,
      (given) =>
        unwrap(
          rest.POST('/admin/v1/accounts/{login}/balance', {
            params: { path: { login } },
            body: { ...body, ...given },
          }),
        ),
      what,
    );
    setBusy(false);
    if (sent === null) return setUnknown(unknown);
    if (!sent.ok) {
      setUnknown(OPEN_CODES.includes(sent.refusal.code) ? payment : null);
      setOutcome({ refusal: sent.refusal, says: null });
      return;
    }
    const { status, message } = sent.value;
    setUnknown(status === 'unknown' ? payment : null);
    if (status !== 'done') {
      setOutcome({ refusal: null, says: status === 'rejected' ? message : null });
      return;
    }
    toast({ text: says, tone: 'good' });
    onDone();
    onClose();
  };
  return { isBusy, outcome, unknown, send };
};

/** Shows the outcome of the payment that was sent. */
const Became = ({ payment }: BecameProps) => {
  const { unknown, outcome, isBusy, send } = payment;
  if (unknown !== null && !isBusy) {
    return (
      <Note tone="warn">
        <p>
          <b>{unknown.what}</b>
        </p>
        <p>{words().unknown}</p>
        <Button onClick={() => void send(unknown)}>{words().ask}</Button>
      </Note>
    );
  }
  if (outcome.refusal !== null) return <RefusalNote refusal={outcome.refusal} />;
  return outcome.says === null ? null : <Note tone="warn">{outcome.says}</Note>;
};
interface BecameProps {
  readonly payment: ReturnType<typeof usePayment>;
}

/** Asks whether to pay, with the amounts before and after. */
const isSureOf = (account: Account, entries: PaymentEntries, shown: string): Promise<boolean> =>
  confirm({
    title: `${paymentText(entries.action)}, ${account.login}`,
    text: (
      <div class="stack">
        <UserText>{nameOf(account)}</UserText>
        <Consequence account={account} entries={entries} />
      </div>
    ),
    action: entries.isOut ? words().sureOut(shown) : words().sureIn(shown),
    tone: entries.isOut ? 'danger' : 'main',
  });

/** The dialog of a balance operation. */
export const BalanceDialog = (props: BalanceDialogProps) => {
  const { login, onClose } = props;
  const { account, refusal: unread } = useAccount(login);
  const [entries, setEntries] = useState<PaymentEntries>(START);
  const [isTried, setTried] = useState(false);
  const payment = usePayment(props);
  const { isBusy, unknown, send } = payment;
  const change = (given: Partial<PaymentEntries>): void => setEntries({ ...entries, ...given });
  const submit = async (): Promise<void> => {
    setTried(true);
    const amount = signedAmount(entries);
    if (account === null || amount === null || isBusy || unknown !== null) return;
    if (amountFault(entries, account) !== null) return;
    const { currency, currency_digits: digits } = account;
    const { action, isOut, isForced, comment } = entries;
    const shown = `${moneyText(amount.replace('-', ''), digits)} ${currency}`;
    if (!(await isSureOf(account, entries, shown))) return;
    const body: PaymentBody = {
      request_id: randomUuid(),
      action,
      amount,
      comment: comment.trim(),
      ...(isForced && { skip_margin_check: true }),
    };
    await send({
      body,
      what: `${isOut ? words().sureOut(shown) : words().sureIn(shown)}, ${login}`,
      says: isOut ? words().doneOut(shown, login) : words().doneIn(shown, login),
    });
  };
  const fault = isTried && account !== null ? amountFault(entries, account) : null;
  return (
    <Dialog
      title={words().title(login)}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{common().cancel}</Button>
          <Button
            tone="main"
            type="submit"
            isBusy={isBusy}
            isOff={account === null || unknown !== null}
          >
            {words().next}
          </Button>
        </>
      }
    >
      {unread === null ? null : <RefusalNote refusal={unread} />}
      {account === null ? (
        <Skeleton rows={4} />
      ) : (
        <>
          <p>
            <UserText>{nameOf(account)}</UserText> <span class="muted">{account.group}</span>
          </p>
          <EntryFields {...{ entries, change, fault }} currency={account.currency} />
          <Consequence account={account} entries={entries} />
        </>
      )}
      <Became payment={payment} />
    </Dialog>
  );
};
