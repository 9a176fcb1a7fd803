// A mailbox: folders by thread, the messages of the thread of the address, writing and deleting.

import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import type { Clock } from '../../client/index.js';
import { hrefOf, useQuery } from '../frame/routes.js';
import { type List, makeList } from '../live/lists.js';
import { type Attempt, attempt } from '../live/refusal.js';
import { common } from '../texts/common.js';
import { plural, texts } from '../texts/language.js';
import { Button } from '../ui/button.js';
import { confirm } from '../ui/confirm.js';
import { Loaded, LoadedList, Note } from '../ui/loaded.js';
import { type Column, Table } from '../ui/table.js';
import { Tabs } from '../ui/tabs.js';
import { toastRefusal } from '../ui/toast.js';
import { Time, UserText } from '../ui/values.js';
import { isNarrow } from '../ui/window.js';
import type { Folder, FolderPage, FolderQuery, MailCalls, MailLive, MailMessage } from './calls.js';
import {
  AnswerButton,
  answerTo,
  Compose,
  type ComposeParts,
  newWriting,
  WriteButton,
  type Writing,
  writingOf,
} from './compose.js';
import { noteUnread } from './unread.js';

const words = texts({
  title: ['Mail', 'Post'],
  inbox: ['Inbox', 'Eingang'],
  sent: ['Sent', 'Gesendet'],
  draft: ['Drafts', 'Entwürfe'],
  from: ['From', 'Von'],
  to: ['To', 'An'],
  subject: ['Subject', 'Betreff'],
  noSubject: ['(no subject)', '(kein Betreff)'],
  time: ['Time', 'Zeit'],
  unread: ['unread', 'ungelesen'],
  you: ['You', 'Sie'],
  nothing: ['There is no message here.', 'Hier ist keine Nachricht.'],
  gone: ['This message is no longer in the mailbox.', 'Diese Nachricht ist nicht mehr da.'],
  off: [
    'Mail is switched off for the group of this account.',
    'Post ist für die Gruppe dieses Kontos abgeschaltet.',
  ],
  deleteThread: ['Delete this conversation?', 'Diesen Schriftwechsel löschen?'],
  deleteDraft: ['Delete this draft?', 'Diesen Entwurf löschen?'],
  consequence: [
    (n: number) =>
      `${plural(n, 'message', 'messages')} of your mailbox will be gone for good. ` +
      'Copies of others stay.',
    (n) =>
      `${plural(n, 'Nachricht', 'Nachrichten')} in Ihrem Postfach ${n === 1 ? 'ist' : 'sind'} ` +
      'dann für immer gelöscht. Die Kopien anderer bleiben.',
  ],
  total: [
    (n: number) => plural(n, 'conversation', 'conversations'),
    (n) => plural(n, 'Schriftwechsel', 'Schriftwechsel'),
  ],
});

const FOLDERS: readonly Folder[] = ['inbox', 'sent', 'draft'];
const PAGE_ROWS = 50;

/** The parts of a mailbox that differ between traders and staff. */
interface MailboxProps extends ComposeParts {
  /** The address of the app. */
  readonly base: string;
  readonly live: MailLive & { readonly clock: Clock };
  /** Reading alone: nothing is written or deleted. */
  readonly isReadOnly: boolean;
  /** The members with which a new message begins. */
  readonly start?: Partial<Writing> | undefined;
}

/** The other side of a message. */
const partnerOf = ({ folder, from, from_name, recipients }: MailMessage): string =>
  folder === 'inbox' ? from_name || String(from) : recipients;

const isUnread = ({ read }: MailMessage): boolean => !read;

const subjectOf = ({ subject }: MailMessage): ComponentChildren =>
  subject === '' ? <span class="muted">{words().noSubject}</span> : <UserText>{subject}</UserText>;

const Unread = () => (
  <span class="unread-mark">
    <span class="visually-hidden">{words().unread}</span>
  </span>
);

/** Draws the subject of a row as a way to its messages. */
type SubjectOf = (row: MailMessage) => ComponentChildren;

const columns = (folder: Folder, subject: SubjectOf): readonly Column<MailMessage>[] => [
  {
    key: 'partner',
    title: folder === 'inbox' ? words().from : words().to,
    width: 130,
    cell: (row) => (
      <>
        {isUnread(row) ? <Unread /> : null}
        <UserText>{partnerOf(row)}</UserText>
      </>
    ),
  },
  {
    key: 'subject',
    title: words().subject,
    cell: (row) => (
      <>
        {subject(row)}
        {(row.thread_count ?? 1) > 1 ? <span class="count">{row.thread_count}</span> : null}
      </>
    ),
  },
  {
    key: 'created_at',
    title: words().time,
    width: 170,
    cell: (row) => <Time at={row.created_at} />,
  },
];

const narrow = (subject: SubjectOf) => (row: MailMessage) => (
  <div class="mail-row">
    <span>
      {isUnread(row) ? <Unread /> : null}
      <UserText>{partnerOf(row)}</UserText>
    </span>
    <span class="muted">
      <Time at={row.created_at} />
    </span>
    <span>{subject(row)}</span>
    {(row.thread_count ?? 1) > 1 ? <span class="count">{row.thread_count}</span> : null}
  </div>
);

interface MessageProps {
  readonly message: MailMessage;
  readonly calls: MailCalls;
}

const Message = ({ message, calls }: MessageProps) => {
  const { id, folder, from, from_name, recipients, created_at, body, attachments } = message;
  return (
    <article class={`mail-message ${folder}`}>
      <header class="line">
        <b class="grow">
          <UserText>{folder === 'inbox' ? from_name || from : words().you}</UserText>
          {folder === 'inbox' ? null : (
            <span class="muted">
              {' '}
              → <UserText>{recipients}</UserText>
            </span>
          )}
        </b>
        <span class="muted">
          <Time at={created_at} />
        </span>
      </header>
      <p class="mail-body" dir="auto">
        {body}
      </p>
      {attachments.length === 0 ? null : (
        <ul class="line">
          {attachments.map((file) => (
            <li key={file.id}>
              <a href={calls.hrefOf(id, file.id)} download={file.name}>
                <UserText>{file.name}</UserText>
              </a>{' '}
              <span class="muted">{Math.ceil(file.size / 1024)} KiB</span>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
};

interface ThreadProps {
  readonly id: number;
  readonly mailbox: MailboxProps;
  /** Changes when the mailbox did: the thread is read again. */
  readonly version: number;
  readonly onRead: () => void;
  readonly onAnswer: (writing: Writing) => void;
  readonly onDelete: (messages: readonly MailMessage[]) => void;
  readonly onBack: () => void;
}

/** The messages of a thread, the newest last. */
const Thread = ({ id, mailbox, version, onRead, onAnswer, onDelete, onBack }: ThreadProps) => {
  const { calls, isReadOnly } = mailbox;
  const [read, setRead] = useState<Attempt<readonly MailMessage[]> | null>(null);
  const load = async (): Promise<void> => {
    const found = await attempt(calls.thread(id));
    setRead(found);
    if (found.ok) onRead();
  };
  useEffect(() => void load(), [id, version]);
  const messages = read?.ok ? read.value : [];
  return (
    <Loaded
      status={read === null ? 'loading' : read.ok ? 'ready' : 'failed'}
      refusal={read === null || read.ok ? null : read.refusal}
      hasContent={messages.length > 0}
      empty={{ text: words().gone }}
      onRetry={() => void load()}
    >
      <div class="mail-thread">
        <header class="line">
          {isNarrow.value ? (
            <Button icon="chevronLeft" class="bare" label={common().back} onClick={onBack} />
          ) : null}
          <h2 class="grow">{messages[0] === undefined ? null : subjectOf(messages[0])}</h2>
          {isReadOnly ? null : (
            <>
              <Button icon="trash" onClick={() => onDelete(messages)}>
                {common().delete}
              </Button>
              <AnswerButton onClick={() => onAnswer(answerTo(messages))} />
            </>
          )}
        </header>
        {messages.map((message) => (
          <Message key={message.id} message={message} calls={calls} />
        ))}
      </div>
    </Loaded>
  );
};

/** Deletes copies after a question; answers whether all are gone. */
const removed = async (
  calls: MailCalls,
  messages: readonly MailMessage[],
  title: string,
): Promise<boolean> => {
  const text = words().consequence(messages.length);
  if (!(await confirm({ title, text, action: common().delete, tone: 'danger' }))) return false;
  for (const { id } of messages) {
    const done = await attempt(calls.remove(id));
    if (!done.ok) {
      toastRefusal(done.refusal);
      return false;
    }
  }
  return true;
};

/** The rows of a folder; new messages are read as they come. */
const useFolder = ({ calls, live }: MailboxProps, folder: Folder, version: number) => {
  const list = useMemo(
    () => makeList<MailMessage, FolderQuery, FolderPage>(calls.page, ({ id }) => id, live.clock),
    [calls, folder],
  );
  useEffect(() => void list.load({ folder, page: 1, limit: PAGE_ROWS }), [list, version]);
  const unread = list.page.value?.unread;
  useEffect(() => {
    if (unread !== undefined) noteUnread(unread);
  }, [list.page.value]);
  return list;
};

/** The address of the mailbox: its folder and thread, and ways to others. */
const usePlace = (base: string) => {
  const { params } = useRoute();
  const { route } = useLocation();
  const { query } = useQuery();
  const folder = FOLDERS.find((one) => one === query.folder) ?? 'inbox';
  const thread = Number(params.thread) || null;
  const go = (to: number | null, inFolder: Folder = folder): void => {
    const path = hrefOf(base, 'mail/:thread?', to === null ? {} : { thread: to });
    route(inFolder === 'inbox' ? path : `${path}?folder=${inFolder}`);
  };
  return { folder, thread, go };
};

interface FolderRowsProps {
  readonly list: List<MailMessage, FolderQuery, FolderPage>;
  readonly folder: Folder;
  readonly thread: number | null;
  readonly onOpen: (row: MailMessage) => void;
  /** Deletes a draft; absent where nothing is deleted from the list. */
  readonly onDelete: ((row: MailMessage) => void) | undefined;
}

/** The threads of a folder; the end of the table reads on. */
const FolderRows = ({ list, folder, thread, onOpen, onDelete }: FolderRowsProps) => {
  const total = list.page.value?.total ?? 0;
  const onEnd = (): void => {
    const { length } = list.rows.value;
    if (list.status.value !== 'ready' || length >= total) return;
    const page = Math.floor(length / PAGE_ROWS) + 1;
    void list.more({ folder, page, limit: PAGE_ROWS });
  };
  const subject: SubjectOf = (row) => (
    <button type="button" class="link" tabIndex={-1} onClick={() => onOpen(row)}>
      {subjectOf(row)}
    </button>
  );
  return (
    <div class="panel mail-list">
      <LoadedList list={list as List<MailMessage, object>} empty={{ text: words().nothing }}>
        {(rows) => (
          <>
            <Table
              label={words()[folder]}
              columns={columns(folder, subject)}
              rows={rows}
              keyOf={({ id }) => id}
              selected={rows.find((row) => row.thread === thread)?.id ?? null}
              onOpen={onOpen}
              narrow={narrow(subject)}
              classOf={(row) => (isUnread(row) ? 'unread' : '')}
              onEnd={onEnd}
              menuOf={onDelete && ((row) => [{ text: common().delete, run: () => onDelete(row) }])}
            />
            <p class="muted mail-total">{words().total(total)}</p>
          </>
        )}
      </LoadedList>
    </div>
  );
};

/**
 * The message that is being written, and the version of the mailbox, which acts and events raise.
 */
const useMailbox = (props: MailboxProps) => {
  const { base, live, calls } = props;
  const place = usePlace(base);
  const [version, setVersion] = useState(0);
  const [writing, setWriting] = useState<Writing | null>(null);
  const list = useFolder(props, place.folder, version);
  const reread = (): void => setVersion((now) => now + 1);
  useEffect(() => live.connection.listen((socket) => socket.on('mail', reread)), [live]);
  const remove = async (messages: readonly MailMessage[], title: string): Promise<void> => {
    if (!(await removed(calls, messages, title))) return;
    place.go(null);
    reread();
  };
  const open = (row: MailMessage): void => {
    if (row.folder === 'draft') setWriting(writingOf(row));
    else place.go(row.thread);
  };
  return { ...place, list, version, reread, writing, setWriting, remove, open };
};

/** A mailbox, with the folder and the thread of the address. */
export const Mailbox = (props: MailboxProps) => {
  const { isReadOnly, start } = props;
  const { folder, thread, go, list, version, reread, writing, setWriting, remove, open } =
    useMailbox(props);
  if (list.page.value?.enabled === false) {
    return (
      <div class="view">
        <Note>{words().off}</Note>
      </div>
    );
  }
  const canDelete = !isReadOnly && folder === 'draft';
  const onDelete = (row: MailMessage): void => void remove([row], words().deleteDraft);
  return (
    <div class="fill mail">
      <h1 class="visually-hidden">{words().title}</h1>
      <Tabs
        label={words().title}
        tabs={FOLDERS.map((name) => ({ name, text: words()[name] }))}
        selected={folder}
        onSelect={(name) => go(null, name)}
        actions={isReadOnly ? null : <WriteButton onClick={() => setWriting(newWriting(start))} />}
      >
        <div class="mail-parts">
          {isNarrow.value && thread !== null ? null : (
            <FolderRows
              {...{ list, folder, thread }}
              onOpen={open}
              onDelete={canDelete ? onDelete : undefined}
            />
          )}
          {thread === null ? null : (
            <div class="panel mail-read">
              <Thread
                key={thread}
                {...{ id: thread, mailbox: props, version }}
                onRead={() => void list.reload()}
                onAnswer={setWriting}
                onDelete={(messages) => void remove(messages, words().deleteThread)}
                onBack={() => go(null)}
              />
            </div>
          )}
        </div>
      </Tabs>
      {writing === null ? null : (
        <Compose
          {...props}
          start={writing}
          onClose={(isChanged) => {
            setWriting(null);
            if (isChanged) reread();
          }}
        />
      )}
    </div>
  );
};
