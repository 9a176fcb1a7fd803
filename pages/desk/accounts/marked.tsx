// Actions on marked accounts: a change, a payment, mail, a notification, a file.

import { useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { useGroups } from '../../accounts/groups.js';
import {
  type AccountsAct,
  AccountsActDialog,
  type AccountsActProps,
  MailDialog,
  NotifyDialog,
} from '../../accounts/many-accounts.js';
import { type PaymentAction, paymentChoices, paymentText } from '../../accounts/payment-words.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { saveExport } from '../../lists/files.js';
import { randomUuid } from '../../live/browser.js';
import type { StaffLive } from '../../live/staff.js';
import { common } from '../../texts/common.js';
import { plural, texts } from '../../texts/language.js';
import { typedNumber } from '../../texts/numbers.js';
import { Button } from '../../ui/button.js';
import { Combobox } from '../../ui/combobox.js';
import { confirmedAct } from '../../ui/confirm.js';
import { NumberField, Segments, SelectField, TextField } from '../../ui/field.js';
import { toastRefusal } from '../../ui/toast.js';

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
});

type MarkedSwitch = 'keep' | 'on' | 'off';

const ChangeMarked = ({ logins, onClose, onDone }: AccountsActProps) => {
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
  const act: AccountsAct = {
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
    <AccountsActDialog
      {...{ title, onClose, onDone }}
      count={logins.length}
      act={says === '' ? null : act}
    >
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
    </AccountsActDialog>
  );
};

const PayMarked = ({ logins, onClose, onDone }: AccountsActProps) => {
  const { rest } = useStaff();
  const [action, setAction] = useState<PaymentAction>('balance');
  const [amount, setAmount] = useState('');
  const [comment, setComment] = useState('');
  /** One id an account: a repeat of the same payment pays nobody twice. */
  const [ids] = useState(() => new Map(logins.map((login) => [login, randomUuid()])));
  const typed = typedNumber(amount);
  const title = words().payTitle(logins.length);
  const act: AccountsAct | null =
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
    <AccountsActDialog {...{ title, act, onClose, onDone }} count={logins.length}>
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
    </AccountsActDialog>
  );
};

/** Saves accounts as a CSV file of the server. */
const exportAccounts = async (
  { rest }: Pick<StaffLive, 'rest'>,
  logins: readonly number[],
): Promise<void> => {
  const params = { query: { select: logins.join(',') } };
  const call = rest.GET('/admin/v1/accounts/export', { params, parseAs: 'text' });
  const saved = await saveExport('accounts.csv', call);
  if (!saved.ok) toastRefusal(saved.refusal);
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
      {open === 'mail' ? <MailDialog {...given} /> : null}
      {open === 'notify' ? <NotifyDialog {...given} /> : null}
    </div>
  );
};
