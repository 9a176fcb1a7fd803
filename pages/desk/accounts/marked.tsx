// What is done with marked accounts: a change, a payment, mail, a notification, a file.

import { useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { randomUuid } from '../../live/browser.js';
import { type Attempt, attempt, type Refusal } from '../../live/refusal.js';
import type { StaffLive } from '../../live/staff.js';
import { common } from '../../texts/common.js';
import { plural, texts } from '../../texts/language.js';
import { typedNumber } from '../../texts/numbers.js';
import { Button } from '../../ui/button.js';
import { Combobox } from '../../ui/combobox.js';
import { confirm, confirmedAct } from '../../ui/confirm.js';
import { Dialog } from '../../ui/dialog.js';
import { LongTextField, NumberField, Segments, SelectField, TextField } from '../../ui/field.js';
import { RefusalNote } from '../../ui/loaded.js';
import { toastRefusal } from '../../ui/toast.js';
import { useGroups } from './groups.js';
import { type PaymentAction, paymentChoices, paymentText } from './payment-words.js';

type BulkChange = components['schemas']['BulkChangeBody'];

const words = texts({
  change: ['Change', 'Ändern'],
  pay: ['Pay', 'Buchen'],
  mail: ['Mail', 'Mail'],
  notify: ['Notify', 'Benachrichtigen'],
  export: ['Export', 'Exportieren'],
  clear: ['Unmark', 'Markierung aufheben'],
  changeTitle: [
    (n: number) => `Change ${plural(n, 'account', 'accounts')}`,
    (n) => `${plural(n, 'Konto', 'Konten')} ändern`,
  ],
  payTitle: [
    (n: number) => `Pay on ${plural(n, 'account', 'accounts')}`,
    (n) => `Auf ${plural(n, 'Konto', 'Konten')} buchen`,
  ],
  mailTitle: [
    (n: number) => `Mail to ${plural(n, 'account', 'accounts')}`,
    (n) => `Mail an ${plural(n, 'Konto', 'Konten')}`,
  ],
  notifyTitle: [
    (n: number) => `Notify ${plural(n, 'account', 'accounts')}`,
    (n) => `${plural(n, 'Konto', 'Konten')} benachrichtigen`,
  ],
  keep: ['leave as it is', 'lassen'],
  on: ['allow', 'erlauben'],
  off: ['forbid', 'verbieten'],
  signIn: ['Signing in', 'Anmelden'],
  trading: ['Trading', 'Handel'],
  leverage: ['Leverage', 'Hebel'],
  leverageHint: ['Empty: as it is; 0: that of the group', 'Leer: lassen; 0: der der Gruppe'],
  group: ['Group', 'Gruppe'],
  groupHint: ['Empty: as it is', 'Leer: lassen'],
  action: ['Operation', 'Art'],
  amount: ['Amount for each', 'Betrag für jedes'],
  amountHint: [
    'In the currency of each account; with a minus it is taken out.',
    'In der Währung jedes Kontos; mit einem Minus wird ausgezahlt.',
  ],
  comment: ['Comment', 'Kommentar'],
  subject: ['Subject', 'Betreff'],
  text: ['Text', 'Text'],
  message: ['Message', 'Nachricht'],
  send: ['Send', 'Senden'],
  done: [(n: number) => `${n} done`, (n) => `${n} erledigt`],
  results: ['Results', 'Ergebnisse'],
  refused: [(n: number) => `${n} not done`, (n) => `${n} nicht erledigt`],
  again: ['Ask again for what is unknown', 'Unbekannte noch einmal fragen'],
  sure: [
    (what: string, n: number) => `${what}: ${plural(n, 'account', 'accounts')}.`,
    (what, n) => `${what}: ${plural(n, 'Konto', 'Konten')}.`,
  ],
});

/** What became of an act on one account. */
interface MarkedResult {
  readonly login: number;
  readonly status: string;
  readonly message: string;
}

interface MarkedResultsProps {
  readonly rows: readonly MarkedResult[];
  readonly onAgain: (() => void) | undefined;
  readonly isBusy: boolean;
}

const Results = ({ rows, onAgain, isBusy }: MarkedResultsProps) => {
  const bad = rows.filter(({ status }) => status !== 'done');
  return (
    <div class="stack" role="status">
      <p>
        <b>{words().done(rows.length - bad.length)}</b>
        {bad.length === 0 ? null : <span class="down">, {words().refused(bad.length)}</span>}
      </p>
      <ul class="stack results">
        {bad.map(({ login, message }) => (
          <li key={login}>
            <b>{login}</b> {message}
          </li>
        ))}
      </ul>
      {onAgain === undefined ? null : (
        <Button onClick={onAgain} isBusy={isBusy}>
          {words().again}
        </Button>
      )}
    </div>
  );
};

/** The act of a dialog: what is asked before it, and the call. */
interface MarkedAct {
  readonly says: string;
  readonly action: string;
  readonly run: () => Promise<Attempt<readonly MarkedResult[]> | null>;
}

interface MarkedDialogProps {
  readonly title: string;
  readonly count: number;
  /** Null = something is missing yet. */
  readonly act: MarkedAct | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
  readonly children: preact.ComponentChildren;
}

/** A dialog of an act on many accounts: entries, the question, results by account. */
const ActDialog = ({ title, count, act, onClose, onDone, children }: MarkedDialogProps) => {
  const [rows, setRows] = useState<readonly MarkedResult[] | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async ({ run: call }: MarkedAct): Promise<void> => {
    setBusy(true);
    const done = await call();
    setBusy(false);
    if (done === null) return;
    setRefusal(done.ok ? null : done.refusal);
    if (!done.ok) return;
    setRows(done.value);
    onDone();
  };
  const submit = async (): Promise<void> => {
    if (act === null || isBusy) return;
    const text = words().sure(act.says, count);
    if (await confirm({ title, text, action: act.action })) await run(act);
  };
  const isOpen = rows?.some(({ status }) => status === 'unknown') ?? false;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => (rows === null ? void submit() : onClose())}
      footer={
        rows === null ? (
          <>
            <Button onClick={onClose}>{common().cancel}</Button>
            <Button tone="main" type="submit" isBusy={isBusy} isOff={act === null}>
              {act?.action ?? title}
            </Button>
          </>
        ) : (
          <Button tone="main" type="submit">
            {common().close}
          </Button>
        )
      }
    >
      {rows === null ? (
        children
      ) : (
        <Results
          rows={rows}
          isBusy={isBusy}
          onAgain={isOpen && act !== null ? () => void run(act) : undefined}
        />
      )}
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
    </Dialog>
  );
};

interface MarkedProps {
  readonly logins: readonly number[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

type MarkedSwitch = 'keep' | 'on' | 'off';

const ChangeMarked = ({ logins, onClose, onDone }: MarkedProps) => {
  const { rest } = useStaff();
  const groups = useGroups();
  const [signIn, setSignIn] = useState<MarkedSwitch>('keep');
  const [trading, setTrading] = useState<MarkedSwitch>('keep');
  const [leverage, setLeverage] = useState('');
  const [group, setGroup] = useState('');
  const body: Omit<BulkChange, 'logins'> = {
    ...(signIn !== 'keep' && { enabled: signIn === 'on' }),
    ...(trading !== 'keep' && { trading_enabled: trading === 'on' }),
    ...(leverage !== '' && { leverage: Number(leverage) }),
    ...(group !== '' && { group }),
  };
  const named: readonly (readonly [string, string])[] = [
    [words().signIn, signIn === 'keep' ? '' : words()[signIn]],
    [words().trading, trading === 'keep' ? '' : words()[trading]],
    [words().leverage, leverage],
    [words().group, group],
  ];
  const says = named
    .flatMap(([name, value]) => (value === '' ? [] : [`${name} ${value}`]))
    .join(', ');
  const choices = (['keep', 'on', 'off'] as const).map((value) => ({
    value,
    text: words()[value],
  }));
  const title = words().changeTitle(logins.length);
  const act: MarkedAct = {
    says,
    action: title,
    run: () =>
      confirmedAct(rest, (given) =>
        unwrap(
          rest.POST('/admin/v1/accounts/bulk-change', {
            body: { logins: [...logins], ...body, ...given },
          }),
        ),
      ),
  };
  return (
    <ActDialog {...{ title, onClose, onDone }} count={logins.length} act={says === '' ? null : act}>
      <Segments label={words().signIn} value={signIn} choices={choices} onSelect={setSignIn} />
      <Segments label={words().trading} value={trading} choices={choices} onSelect={setTrading} />
      <TextField
        label={words().leverage}
        hint={words().leverageHint}
        inputMode="numeric"
        value={leverage}
        onInput={(typed) => setLeverage(typed.replace(/\D/g, ''))}
      />
      <Combobox
        label={words().group}
        hint={words().groupHint}
        value={group}
        options={groups.map(({ path, currency }) => ({ value: path, text: path, hint: currency }))}
        onChoose={setGroup}
      />
    </ActDialog>
  );
};

const PayMarked = ({ logins, onClose, onDone }: MarkedProps) => {
  const { rest } = useStaff();
  const [action, setAction] = useState<PaymentAction>('balance');
  const [amount, setAmount] = useState('');
  const [comment, setComment] = useState('');
  /** One id an account: a repeat of the same payment pays nobody twice. */
  const [ids] = useState(() => new Map(logins.map((login) => [login, randomUuid()])));
  const typed = typedNumber(amount);
  const title = words().payTitle(logins.length);
  const act: MarkedAct | null =
    typed === null || /^-?[0.]*$/.test(typed)
      ? null
      : {
          says: `${paymentText(action)} ${typed}`,
          action: title,
          run: () =>
            confirmedAct(rest, (given) =>
              unwrap(
                rest.POST('/admin/v1/accounts/bulk-balance', {
                  body: {
                    items: logins.map((login) => ({
                      login,
                      request_id: ids.get(login) ?? '',
                      action,
                      amount: typed,
                      comment: comment.trim(),
                    })),
                    ...given,
                  },
                }),
              ),
            ),
        };
  return (
    <ActDialog {...{ title, act, onClose, onDone }} count={logins.length}>
      <SelectField
        label={words().action}
        value={action}
        choices={paymentChoices()}
        onSelect={setAction}
      />
      <NumberField
        label={words().amount}
        hint={words().amountHint}
        value={amount}
        onInput={setAmount}
      />
      <TextField label={words().comment} value={comment} maxLength={64} onInput={setComment} />
    </ActDialog>
  );
};

/** The answer of an act that has no rows: each account has it. */
const allDone = async (
  logins: readonly number[],
  call: Promise<unknown>,
): Promise<Attempt<readonly MarkedResult[]>> => {
  const done = await attempt(call);
  if (!done.ok) return done;
  return { ok: true, value: logins.map((login) => ({ login, status: 'done', message: '' })) };
};

const MailMarked = ({ logins, onClose, onDone }: MarkedProps) => {
  const { rest } = useStaff();
  const [subject, setSubject] = useState('');
  const [text, setText] = useState('');
  const title = words().mailTitle(logins.length);
  const act: MarkedAct = {
    says: subject.trim(),
    action: words().send,
    run: () =>
      allDone(
        logins,
        unwrap(
          rest.POST('/admin/v1/mail', {
            body: { to_logins: [...logins], subject: subject.trim(), body: text },
          }),
        ),
      ),
  };
  const isWhole = subject.trim() !== '' && text.trim() !== '';
  return (
    <ActDialog {...{ title, onClose, onDone }} count={logins.length} act={isWhole ? act : null}>
      <TextField label={words().subject} value={subject} maxLength={128} onInput={setSubject} />
      <LongTextField label={words().text} value={text} onInput={setText} />
    </ActDialog>
  );
};

const NotifyMarked = ({ logins, onClose, onDone }: MarkedProps) => {
  const { rest } = useStaff();
  const [message, setMessage] = useState('');
  const title = words().notifyTitle(logins.length);
  const act: MarkedAct = {
    says: message.trim(),
    action: words().send,
    run: async () => {
      const body = { logins: logins.join(','), message: message.trim() };
      const sent = await attempt(unwrap(rest.POST('/admin/v1/notifications', { body })));
      if (!sent.ok) return sent;
      const rows = sent.value.map((row) => ({
        login: row.login,
        status: row.code === 'ok' ? 'done' : 'rejected',
        message: row.code,
      }));
      return { ok: true, value: rows };
    },
  };
  return (
    <ActDialog
      {...{ title, onClose, onDone }}
      count={logins.length}
      act={message.trim() === '' ? null : act}
    >
      <LongTextField label={words().message} value={message} onInput={setMessage} />
    </ActDialog>
  );
};

interface FileCall {
  readonly data?: string | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

/** The text of a call that answers a file. Throws as `unwrap` does after a refusal. */
const unwrapText = (call: Promise<FileCall>): Promise<string> =>
  unwrap(call.then(({ data = '', error, response }) => ({ data: { data }, error, response })));

/** Saves a text under a name. */
const saveText = (name: string, text: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};

/** Saves accounts as a CSV file of the server. */
const exportAccounts = async (
  { rest }: Pick<StaffLive, 'rest'>,
  logins: readonly number[],
): Promise<void> => {
  const params = { query: { select: logins.join(',') } };
  const read = await attempt(
    unwrapText(rest.GET('/admin/v1/accounts/export', { params, parseAs: 'text' })),
  );
  if (read.ok) saveText('accounts.csv', read.value);
  else toastRefusal(read.refusal);
};

interface MarkedBarProps {
  readonly logins: readonly number[];
  readonly onClear: () => void;
  readonly onDone: () => void;
}

/** The bar under the list while accounts are marked. */
export const MarkedBar = ({ logins, onClear, onDone }: MarkedBarProps) => {
  const live = useStaff();
  const { session } = useStaffStore();
  const [open, setOpen] = useState<'change' | 'pay' | 'mail' | 'notify' | null>(null);
  const given = { logins, onDone, onClose: () => setOpen(null) };
  return (
    <div class="line marked-bar" role="toolbar" aria-label={common().marked(logins.length)}>
      <b>{common().marked(logins.length)}</b>
      {session.can('accounts.bulk_change') ? (
        <Button icon="pencil" onClick={() => setOpen('change')}>
          {words().change}
        </Button>
      ) : null}
      {session.can('accounts.bulk_balance') ? (
        <Button icon="wallet" onClick={() => setOpen('pay')}>
          {words().pay}
        </Button>
      ) : null}
      {session.can('mail.send') ? (
        <Button icon="mail" onClick={() => setOpen('mail')}>
          {words().mail}
        </Button>
      ) : null}
      {session.can('notifications.send') ? (
        <Button icon="bell" onClick={() => setOpen('notify')}>
          {words().notify}
        </Button>
      ) : null}
      <Button icon="download" onClick={() => void exportAccounts(live, logins)}>
        {words().export}
      </Button>
      <Button icon="close" class="bare" label={words().clear} onClick={onClear} />
      {open === 'change' ? <ChangeMarked {...given} /> : null}
      {open === 'pay' ? <PayMarked {...given} /> : null}
      {open === 'mail' ? <MailMarked {...given} /> : null}
      {open === 'notify' ? <NotifyMarked {...given} /> : null}
    </div>
  );
};
