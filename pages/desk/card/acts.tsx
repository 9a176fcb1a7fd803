// The acts on an account: a menu by right, each with its dialog or question.

import { useState } from 'preact/hooks';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { useLocation } from 'preact-iso/router';
import { type components, unwrap } from '../../../client/index.js';
import type { Account } from '../../accounts/balance-dialog.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { randomUuid } from '../../live/browser.js';
import { type Attempt, attempt } from '../../live/refusal.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/language.js';
import { signOf } from '../../texts/numbers.js';
import { confirm } from '../../ui/confirm.js';
import type { IconName } from '../../ui/icons.js';
import { Menu, type MenuItem } from '../../ui/menu.js';
import { toast, toastRefusal } from '../../ui/toast.js';
import { Money } from '../../ui/values.js';
import type { ActDialogName } from './opened-act.js';

const words = texts({
  acts: ['More acts', 'Weitere Handlungen'],
  group: ['Change group', 'Gruppe ändern'],
  leverage: ['Change leverage', 'Hebel ändern'],
  password: ['Set or check a password', 'Passwort setzen oder prüfen'],
  mail: ['Write a mail', 'Mail schreiben'],
  notify: ['Send a notification', 'Mitteilung senden'],
  codes: ['Reset one-time codes', 'Einmalcodes zurücksetzen'],
  codesSays: [
    'The owner signs in without a code until new ones are set up.',
    'Der Inhaber meldet sich ohne Code an, bis neue eingerichtet sind.',
  ],
  codesDone: ['One-time codes are reset.', 'Die Einmalcodes sind zurückgesetzt.'],
  sessions: ['End sessions', 'Sitzungen beenden'],
  sessionsSays: [
    'Its terminals close, and the owner has to sign in again. Orders stay.',
    'Seine Terminals schließen, der Inhaber muss sich neu anmelden. Aufträge bleiben.',
  ],
  sessionsDone: ['The sessions are ended.', 'Die Sitzungen sind beendet.'],
  enable: ['Enable', 'Freigeben'],
  enableSays: [
    'The account can sign in and trade again.',
    'Das Konto kann sich wieder anmelden und handeln.',
  ],
  disable: ['Disable', 'Sperren'],
  disableSays: [
    'Its sessions end, and it can neither sign in nor trade. Its positions stay.',
    'Seine Sitzungen enden, Anmelden und Handeln sind gesperrt. Die Positionen bleiben.',
  ],
  archive: ['Archive', 'Archivieren'],
  archiveSays: [
    'The account becomes history. It needs to be without positions and orders.',
    'Das Konto wird Historie. Es darf keine Positionen und Aufträge haben.',
  ],
  restore: ['Restore', 'Wiederherstellen'],
  restoreSays: [
    'The account leaves the archive, and is disabled then.',
    'Das Konto verlässt das Archiv und ist dann gesperrt.',
  ],
  enableDone: [
    (login: number) => `Account ${login} is enabled.`,
    (login) => `Konto ${login} ist freigegeben.`,
  ],
  disableDone: [
    (login: number) => `Account ${login} is disabled.`,
    (login) => `Konto ${login} ist gesperrt.`,
  ],
  archiveDone: [
    (login: number) => `Account ${login} is archived.`,
    (login) => `Konto ${login} ist archiviert.`,
  ],
  restoreDone: [
    (login: number) => `Account ${login} is restored.`,
    (login) => `Konto ${login} ist wiederhergestellt.`,
  ],
  delete: ['Delete', 'Löschen'],
  deleteSays: [
    'Deletes the account for good. An account that ever traded or was paid cannot be deleted.',
    'Löscht das Konto für immer. Ein Konto, das je handelte oder bebucht wurde, bleibt.',
  ],
  deleted: [
    (login: number) => `Account ${login} is deleted.`,
    (login) => `Konto ${login} gelöscht.`,
  ],
  recalculate: ['Recalculate', 'Nachrechnen'],
  agrees: [
    (deals: number) => `Balance and credit are the sums of ${deals} deals.`,
    (deals) => `Guthaben und Kredit sind die Summen aus ${deals} Abschlüssen.`,
  ],
  differs: [
    'Balance or credit differs from the sum of the deals.',
    'Guthaben oder Kredit weicht von der Summe der Abschlüsse ab.',
  ],
  balance: ['Balance', 'Guthaben'],
  credit: ['Credit', 'Kredit'],
  ofDeals: ['by deals', 'nach Abschlüssen'],
  correct: ['Correct', 'Korrigieren'],
  corrected: ['Balance and credit are corrected.', 'Guthaben und Kredit sind korrigiert.'],
  titleOf: [(act: string, login: number) => `${act} ${login}`, (act, login) => `${login}: ${act}`],
});

type AccountStep = 'enable' | 'disable' | 'archive' | 'restore';

interface AccountActsProps {
  readonly account: Account;
  readonly onChanged: () => void;
}

const differs = ({
  balance_difference,
  credit_difference,
}: components['schemas']['Recalculation']): boolean =>
  signOf(balance_difference) !== 0 || signOf(credit_difference) !== 0;

/** Shows what became of an act. */
const toastResult = (done: Attempt<unknown>, text: string): void => {
  if (done.ok) toast({ text, tone: 'good' });
  else toastRefusal(done.refusal);
};

/** Steps, codes and deleting: asks, acts, and says what became of it. */
const useActs = ({ account, onChanged }: AccountActsProps) => {
  const { rest } = useStaff();
  const { route } = useLocation();
  const { login } = account;
  const params = { path: { login } };
  const finish = (done: Attempt<unknown>, text: string): void => {
    toastResult(done, text);
    onChanged();
  };
  const step = async (name: AccountStep): Promise<void> => {
    const isSure = await confirm({
      title: words().titleOf(words()[name], login),
      text: words()[`${name}Says`],
      action: words()[name],
      tone: name === 'disable' || name === 'archive' ? 'danger' : 'main',
    });
    if (!isSure) return;
    const done = await attempt(
      unwrap(rest.POST(`/admin/v1/accounts/{login}/${name}` as const, { params })),
    );
    finish(done, words()[`${name}Done`](login));
  };
  const resetCodes = async (): Promise<void> => {
    const title = words().titleOf(words().codes, login);
    const text = words().codesSays;
    if (!(await confirm({ title, text, action: words().codes, tone: 'danger' }))) return;
    const done = await attempt(
      unwrap(rest.POST('/admin/v1/accounts/{login}/otp/reset', { params })),
    );
    finish(done, words().codesDone);
  };
  const endSessions = async (): Promise<void> => {
    const title = words().titleOf(words().sessions, login);
    const text = words().sessionsSays;
    if (!(await confirm({ title, text, action: words().sessions, tone: 'danger' }))) return;
    const done = await attempt(unwrap(rest.POST('/admin/v1/online/kick', { body: { login } })));
    finish(done, words().sessionsDone);
  };
  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: words().titleOf(words().delete, login),
      text: words().deleteSays,
      action: words().delete,
      tone: 'danger',
      typed: String(login),
    });
    if (!isSure) return;
    const done = await attempt(unwrap(rest.DELETE('/admin/v1/accounts/{login}', { params })));
    if (!done.ok) return toastRefusal(done.refusal);
    toast({ text: words().deleted(login), tone: 'good' });
    route('/desk/accounts');
  };
  return { step, resetCodes, endSessions, remove };
};

interface DifferenceProps {
  readonly sums: components['schemas']['Recalculation'];
  readonly digits: number;
}

/** Balance and credit beside the sums of the deals. */
const Difference = ({ sums, digits }: DifferenceProps) => (
  <div class="stack">
    <p>{words().differs}</p>
    <dl class="facts">
      {(['balance', 'credit'] as const).map((name) => (
        <div key={name} class="contents">
          <dt>{words()[name]}</dt>
          <dd>
            <Money value={sums[name]} digits={digits} /> → {words().ofDeals}{' '}
            <Money value={sums[`${name}_deals`]} digits={digits} />
          </dd>
        </div>
      ))}
    </dl>
  </div>
);

/** Compares balance and credit with the deals, and offers the correction of a difference. */
const useRecalculation = ({ account, onChanged }: AccountActsProps) => {
  const { rest } = useStaff();
  const { session } = useStaffStore();
  const { login, currency_digits: digits } = account;
  const params = { path: { login } };
  return async (): Promise<void> => {
    const read = await attempt(
      unwrap(rest.POST('/admin/v1/accounts/{login}/recalculate', { params })),
    );
    if (!read.ok) return toastRefusal(read.refusal);
    const sums = read.value;
    if (!differs(sums)) return toast({ text: words().agrees(sums.deals), tone: 'good' });
    if (!session.can('accounts.correct')) return toast({ text: words().differs, tone: 'bad' });
    const isSure = await confirm({
      title: words().titleOf(words().correct, login),
      text: <Difference sums={sums} digits={digits} />,
      action: words().correct,
    });
    if (!isSure) return;
    const body = { request_id: randomUuid() };
    const done = await attempt(
      unwrap(rest.POST('/admin/v1/accounts/{login}/correct', { params, body })),
    );
    toastResult(done, words().corrected);
    onChanged();
  };
};

/** The steps that the state of the account allows. */
const stepsOf = (state: Account['account_state']): readonly AccountStep[] => {
  if (state === 'archived' || state === 'expired') return ['restore'];
  return state === 'active' ? ['disable', 'archive'] : ['enable', 'archive'];
};

/** Loaded once an act with a dialog is chosen. */
const ActDialogs = lazy(() => import('./opened-act.js'));

/** The acts that the user may do on the account. */
const useItems = (
  props: AccountActsProps,
  open: (name: ActDialogName) => void,
): readonly MenuItem[] => {
  const { can } = useStaffStore().session;
  const { step, resetCodes, endSessions, remove } = useActs(props);
  const recalculate = useRecalculation(props);
  const opens = (name: ActDialogName, icon: IconName): MenuItem => ({
    text: words()[name],
    icon,
    run: () => open(name),
  });
  const items: readonly (MenuItem | false)[] = [
    can('accounts.group') && opens('group', 'layers'),
    can('accounts.leverage') && opens('leverage', 'scale'),
    can('accounts.password') && opens('password', 'lock'),
    can('mail.send') && opens('mail', 'mail'),
    can('notifications.send') && opens('notify', 'bell'),
    can('accounts.otp.reset') && {
      text: words().codes,
      icon: 'shield',
      run: () => void resetCodes(),
    },
    can('online.kick') && {
      text: words().sessions,
      icon: 'signal',
      run: () => void endSessions(),
    },
    can('accounts.recalculate') && {
      text: words().recalculate,
      icon: 'reload',
      run: () => void recalculate(),
    },
    ...stepsOf(props.account.account_state).map(
      (name): MenuItem | false =>
        can(`accounts.${name}`) && {
          text: words()[name],
          tone: name === 'disable' || name === 'archive' ? 'danger' : 'plain',
          run: () => void step(name),
        },
    ),
    can('accounts.delete') && {
      text: words().delete,
      icon: 'trash',
      tone: 'danger',
      run: () => void remove(),
    },
  ];
  return items.filter((item) => item !== false);
};

/** The menu of acts. */
export const AccountActs = (props: AccountActsProps) => {
  const [dialog, setDialog] = useState<ActDialogName | null>(null);
  const items = useItems(props, setDialog);
  if (items.length === 0) return null;
  return (
    <>
      <Menu label={words().acts} items={items}>
        {common().actions}
      </Menu>
      {dialog === null ? null : (
        <ErrorBoundary>
          <ActDialogs {...props} name={dialog} onClose={() => setDialog(null)} />
        </ErrorBoundary>
      )}
    </>
  );
};
