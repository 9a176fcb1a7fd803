// The outbox: e-mails of mailings, their states, and giving up those that wait.

import { useEffect, useMemo } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { hrefOf, useQuery } from '../../frame/routes.js';
import { useStaff } from '../../frame/store.js';
import { type ListPage, makeList } from '../../live/lists.js';
import { attempt } from '../../live/refusal.js';
import { plural, texts } from '../../texts/language.js';
import { confirm } from '../../ui/confirm.js';
import { SelectField } from '../../ui/field.js';
import { LoadedList, Note } from '../../ui/loaded.js';
import type { MenuItem } from '../../ui/menu.js';
import { type Column, Table } from '../../ui/table.js';
import { toast, toastRefusal } from '../../ui/toast.js';
import { Time, UserText } from '../../ui/values.js';

const words = texts({
  title: ['Mailings', 'Aussendungen'],
  status: ['State', 'Zustand'],
  all: ['All', 'Alle'],
  queued: ['waiting', 'wartet'],
  sent: ['sent', 'gesendet'],
  failed: ['given up', 'aufgegeben'],
  created: ['Made', 'Erstellt'],
  login: ['Login', 'Login'],
  to: ['To', 'An'],
  subject: ['Subject', 'Betreff'],
  attempts: ['Tries', 'Versuche'],
  error: ['Reason', 'Grund'],
  sentAt: ['Sent', 'Gesendet'],
  nothing: ['There are no e-mails.', 'Es gibt keine E-Mails.'],
  pending: [
    (n: number) => `${plural(n, 'e-mail', 'e-mails')} still to be made.`,
    (n) => `Noch ${plural(n, 'E-Mail', 'E-Mails')} zu erstellen.`,
  ],
  total: [(n: number) => plural(n, 'e-mail', 'e-mails'), (n) => plural(n, 'E-Mail', 'E-Mails')],
  giveUp: ['Give up the rest of this mailing', 'Rest dieser Aussendung aufgeben'],
  giveUpTitle: ['Give up this mailing?', 'Diese Aussendung aufgeben?'],
  consequence: [
    (n: number) =>
      `At least ${plural(n, 'e-mail', 'e-mails')} that no mail server has yet will not be sent. ` +
      'Copies in mailboxes stay.',
    (n) =>
      `Mindestens ${plural(n, 'E-Mail', 'E-Mails')}, die noch bei keinem Mailserver sind, werden ` +
      'nicht gesendet. Die Nachrichten in den Postfächern bleiben.',
  ],
  gaveUp: [
    (n: number) => `${plural(n, 'e-mail', 'e-mails')} given up.`,
    (n) => `${plural(n, 'E-Mail', 'E-Mails')} aufgegeben.`,
  ],
});

type Email = components['schemas']['OutboxEmail'];
type Status = Email['status'];
const STATUSES: readonly Status[] = ['queued', 'sent', 'failed'];
const PAGE_ROWS = 100;
/** Time in ms between two readings. */
const POLL_MS = 5_000;

interface OutboxQuery {
  readonly status?: Status;
  readonly page: number;
  readonly limit: number;
}
interface OutboxPage extends ListPage<Email> {
  readonly total: number;
  /** E-mails that are still to be made. */
  readonly pending: number;
}

const LOOKS: Readonly<Record<Status, string>> = { queued: 'warn', sent: 'up', failed: 'down' };

const columns = (): readonly Column<Email>[] => [
  {
    key: 'created_at',
    title: words().created,
    width: 160,
    cell: (row) => <Time at={row.created_at} />,
  },
  {
    key: 'login',
    title: words().login,
    width: 90,
    cell: ({ login }) => <a href={hrefOf('/desk/', 'accounts/:login', { login })}>{login}</a>,
  },
  { key: 'to', title: words().to, cell: ({ to }) => <UserText>{to}</UserText> },
  { key: 'subject', title: words().subject, cell: ({ subject }) => <UserText>{subject}</UserText> },
  {
    key: 'status',
    title: words().status,
    width: 90,
    cell: ({ status }) => <span class={LOOKS[status]}>{words()[status]}</span>,
  },
  {
    key: 'attempts',
    title: words().attempts,
    width: 80,
    isNumber: true,
    cell: ({ attempts }) => attempts,
  },
  { key: 'sent_at', title: words().sentAt, width: 160, cell: (row) => <Time at={row.sent_at} /> },
  { key: 'error', title: words().error, cell: ({ error }) => <UserText>{error}</UserText> },
];

const Narrow = (row: Email) => (
  <div class="mail-row">
    <span>
      {row.login} <UserText>{row.to}</UserText>
    </span>
    <span class={LOOKS[row.status]}>{words()[row.status]}</span>
    <span class="muted">
      <UserText>{row.error || row.subject}</UserText>
    </span>
    <span class="muted">
      <Time at={row.created_at} />
    </span>
  </div>
);

const useOutbox = (status: Status | undefined) => {
  const live = useStaff();
  const list = useMemo(() => {
    const read = (query: OutboxQuery) =>
      unwrap(live.rest.GET('/admin/v1/mail/outbox', { params: { query } })) as Promise<OutboxPage>;
    const keyOf = ({ id, mail, login }: Email) => (id === 0 ? `${mail} ${login}` : id);
    return makeList<Email, OutboxQuery, OutboxPage>(read, keyOf, live.clock);
  }, [live]);
  const asked = { ...(status !== undefined && { status }), page: 1, limit: PAGE_ROWS };
  useEffect(() => {
    void list.load(asked);
    return live.poll(
      async () => (list.rows.peek().length <= PAGE_ROWS ? list.reload() : undefined),
      POLL_MS,
    );
  }, [list, status]);
  const onEnd = (): void => {
    const { length } = list.rows.value;
    if (list.status.value !== 'ready' || length >= (list.page.value?.total ?? 0)) return;
    void list.more({ ...asked, page: Math.floor(length / PAGE_ROWS) + 1 });
  };
  return { live, list, onEnd };
};

/** The outbox, by the state of the address. */
const Mailings = () => {
  const { query, change } = useQuery();
  const status = STATUSES.find((one) => one === query.status);
  const { live, list, onEnd } = useOutbox(status);
  const page = list.page.value;
  const giveUp = async ({ mail }: Email): Promise<void> => {
    const waiting = list.rows.peek().filter((row) => row.mail === mail && row.status === 'queued');
    const isSure = await confirm({
      title: words().giveUpTitle,
      text: words().consequence(waiting.length),
      action: words().giveUp,
      tone: 'danger',
    });
    if (!isSure) return;
    const path = { id: mail };
    const done = await attempt(
      unwrap(live.rest.POST('/admin/v1/mail/mailings/{id}/cancel', { params: { path } })),
    );
    if (!done.ok) return toastRefusal(done.refusal);
    toast({ text: words().gaveUp(done.value.cancelled), tone: 'good' });
    await list.reload();
  };
  const menuOf = (row: Email): readonly MenuItem[] => [
    {
      text: words().giveUp,
      run: () => void giveUp(row),
      isOff: row.status !== 'queued' || row.mail === 0,
    },
  ];
  return (
    <div class="fill">
      <h1 class="visually-hidden">{words().title}</h1>
      <div class="line">
        <SelectField<Status | ''>
          label={words().status}
          value={status ?? ''}
          choices={[
            { value: '', text: words().all },
            ...STATUSES.map((value) => ({ value, text: words()[value] })),
          ]}
          onSelect={(value) => change({ status: value })}
        />
      </div>
      {page !== null && page.pending > 0 ? <Note>{words().pending(page.pending)}</Note> : null}
      <div class="panel grow">
        <LoadedList list={list} empty={{ text: words().nothing }}>
          {(rows) => (
            <>
              <Table
                label={words().title}
                columns={columns()}
                rows={rows}
                keyOf={({ id, mail, login }) => (id === 0 ? `${mail} ${login}` : id)}
                narrow={Narrow}
                menuOf={menuOf}
                onEnd={onEnd}
              />
              <p class="muted mail-total">{words().total(page?.total ?? 0)}</p>
            </>
          )}
        </LoadedList>
      </div>
    </div>
  );
};

export default Mailings;
