// Acts on one or many accounts: entries, a question, results by account. Mail and notifications are
// such acts.

import { useState } from 'preact/hooks';
import { unwrap } from '../../client/index.js';
import { useStaff } from '../frame/store.js';
import { type Attempt, attempt, type Refusal } from '../live/refusal.js';
import { common } from '../texts/common.js';
import { plural, texts } from '../texts/language.js';
import { Button } from '../ui/button.js';
import { confirm } from '../ui/confirm.js';
import { Dialog } from '../ui/dialog.js';
import { LongTextField, TextField } from '../ui/field.js';
import { RefusalNote } from '../ui/loaded.js';

const words = texts({
  mailTitle: [(whom: string) => `Mail to ${whom}`, (whom) => `Mail an ${whom}`],
  notifyTitle: [(whom: string) => `Notify ${whom}`, (whom) => `${whom} benachrichtigen`],
  accounts: [(n: number) => plural(n, 'account', 'accounts'), (n) => plural(n, 'Konto', 'Konten')],
  subject: ['Subject', 'Betreff'],
  text: ['Text', 'Text'],
  message: ['Message', 'Nachricht'],
  send: ['Send', 'Senden'],
  done: [(n: number) => `${n} done`, (n) => `${n} erledigt`],
  refused: [(n: number) => `${n} not done`, (n) => `${n} nicht erledigt`],
  again: ['Ask again for what is unknown', 'Unbekannte noch einmal fragen'],
  sure: [
    (what: string, n: number) => `${what}: ${plural(n, 'account', 'accounts')}.`,
    (what, n) => `${what}: ${plural(n, 'Konto', 'Konten')}.`,
  ],
});

/** The outcome of an act on one account. */
interface AccountResult {
  readonly login: number;
  readonly status: string;
  readonly message: string;
}

interface AccountResultsProps {
  readonly rows: readonly AccountResult[];
  readonly onAgain: (() => void) | undefined;
  readonly isBusy: boolean;
}

const Results = ({ rows, onAgain, isBusy }: AccountResultsProps) => {
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
export interface AccountsAct {
  readonly says: string;
  readonly action: string;
  readonly run: () => Promise<Attempt<readonly AccountResult[]> | null>;
}

interface AccountsDialogProps {
  readonly title: string;
  readonly count: number;
  /** Null = something is missing yet. */
  readonly act: AccountsAct | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
  readonly children: preact.ComponentChildren;
}

/** A dialog of an act on many accounts: entries, the question, results by account. */
export const AccountsActDialog = ({
  title,
  count,
  act,
  onClose,
  onDone,
  children,
}: AccountsDialogProps) => {
  const [rows, setRows] = useState<readonly AccountResult[] | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async ({ run: call }: AccountsAct): Promise<void> => {
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

export interface AccountsActProps {
  readonly logins: readonly number[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The answer of an act that has no rows: each account has it. */
const allDone = async (
  logins: readonly number[],
  call: Promise<unknown>,
): Promise<Attempt<readonly AccountResult[]>> => {
  const done = await attempt(call);
  if (!done.ok) return done;
  return { ok: true, value: logins.map((login) => ({ login, status: 'done', message: '' })) };
};

/** One account by its login, several by their number. */
const whomOf = (logins: readonly number[]): string =>
  logins.length === 1 ? String(logins[0]) : words().accounts(logins.length);

/** Writes a mail to accounts. */
export const MailDialog = ({ logins, onClose, onDone }: AccountsActProps) => {
  const { rest } = useStaff();
  const [subject, setSubject] = useState('');
  const [text, setText] = useState('');
  const title = words().mailTitle(whomOf(logins));
  const act: AccountsAct = {
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
    <AccountsActDialog
      {...{ title, onClose, onDone }}
      count={logins.length}
      act={isWhole ? act : null}
    >
      <TextField label={words().subject} value={subject} maxLength={128} onInput={setSubject} />
      <LongTextField label={words().text} value={text} onInput={setText} />
    </AccountsActDialog>
  );
};

/** Sends accounts a short text that their terminals show at once. */
export const NotifyDialog = ({ logins, onClose, onDone }: AccountsActProps) => {
  const { rest } = useStaff();
  const [message, setMessage] = useState('');
  const title = words().notifyTitle(whomOf(logins));
  const act: AccountsAct = {
    says: message.trim(),
    action: words().send,
    run: async () => {
      const body = { logins: logins.join(','), message: message.trim() };
      const sent = await attempt(unwrap(rest.POST('/admin/v1/notifications', { body })));
      if (!sent.ok) return sent;
      const rows = sent.value.map((row) => ({
        login: row.login,
        status: row.code === 'ok' ? 'done' : 'rejected',
        message: row.message || row.code,
      }));
      return { ok: true, value: rows };
    },
  };
  return (
    <AccountsActDialog
      {...{ title, onClose, onDone }}
      count={logins.length}
      act={message.trim() === '' ? null : act}
    >
      <LongTextField label={words().message} value={message} onInput={setMessage} />
    </AccountsActDialog>
  );
};
