// One application: what the person said, the terms of the account, and the decision.

import { useEffect, useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { useStaff } from '../../frame/store.js';
import { useUnsaved } from '../../frame/unsaved.js';
import { attempt, faultsOf, type Refusal } from '../../live/refusal.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { Combobox } from '../../ui/combobox.js';
import { confirm } from '../../ui/confirm.js';
import { Dialog } from '../../ui/dialog.js';
import { LongTextField, TextField } from '../../ui/field.js';
import { Note, RefusalNote, Skeleton } from '../../ui/loaded.js';
import { toast } from '../../ui/toast.js';
import { Time, UserText } from '../../ui/values.js';
import { statusText } from './status.js';

/** An application. */
export type ApplicationRow = components['schemas']['Application'];

const words = texts({
  title: [(id: number) => `Application #${id}`, (id) => `Antrag #${id}`],
  name: ['Name', 'Name'],
  email: ['E-mail', 'E-Mail'],
  unconfirmed: ['not confirmed', 'nicht bestätigt'],
  phone: ['Phone', 'Telefon'],
  country: ['Country', 'Land'],
  city: ['City', 'Ort'],
  address: ['Address', 'Anschrift'],
  language: ['Language', 'Sprache'],
  ip: ['From address', 'Von Adresse'],
  received: ['Received', 'Eingegangen'],
  decided: ['Decided', 'Entschieden'],
  by: ['by', 'von'],
  reason: ['Reason', 'Grund'],
  login: ['Account', 'Konto'],
  group: ['Group', 'Gruppe'],
  leverage: ['Leverage, 1 to', 'Hebel, 1 zu'],
  comment: ['Comment', 'Kommentar'],
  save: ['Save', 'Speichern'],
  saved: ['The application is saved.', 'Der Antrag ist gespeichert.'],
  approve: ['Approve', 'Genehmigen'],
  approveSays: [
    (name: string, group: string, leverage: string) =>
      `Opens an account for ${name} in ${group} with leverage 1:${leverage}, and e-mails the ` +
      'passwords.',
    (name, group, leverage) =>
      `Eröffnet ein Konto für ${name} in ${group} mit Hebel 1:${leverage} und sendet die ` +
      'Passwörter per E-Mail.',
  ],
  approved: [
    (login: number) => `Account ${login} is open.`,
    (login) => `Konto ${login} ist offen.`,
  ],
  reject: ['Reject', 'Ablehnen'],
  rejectTitle: ['Reject the application', 'Den Antrag ablehnen'],
  rejectHint: [
    'The applicant gets this reason by e-mail, and can apply again.',
    'Der Antragsteller bekommt diesen Grund per E-Mail und kann erneut einen Antrag stellen.',
  ],
  rejected: ['The application is rejected.', 'Der Antrag ist abgelehnt.'],
  conflict: [
    'Somebody else changed the application meanwhile. It is shown as it is now; save again.',
    'Jemand hat den Antrag inzwischen geändert. Er zeigt den neuesten Stand; erneut speichern.',
  ],
});

const FACTS = ['phone', 'country', 'city', 'address', 'language', 'ip'] as const;

const Facts = ({ row }: { readonly row: ApplicationRow }) => (
  <dl class="facts">
    <dt>{words().name}</dt>
    <dd>
      <UserText>{row.name}</UserText>
    </dd>
    <dt>{words().email}</dt>
    <dd>
      <UserText>{row.email}</UserText>
      {row.confirmed ? null : <span class="warn"> {words().unconfirmed}</span>}
    </dd>
    {FACTS.map((name) => (
      <div key={name} class="contents">
        <dt>{words()[name]}</dt>
        <dd>
          <UserText>{row[name] || '–'}</UserText>
        </dd>
      </div>
    ))}
    <dt>{words().received}</dt>
    <dd>
      <Time at={row.created_at} />
    </dd>
    {row.decided_at === null ? null : (
      <>
        <dt>{words().decided}</dt>
        <dd>
          {statusText(row.status)}, <Time at={row.decided_at} /> {words().by} {row.decided_by}
        </dd>
      </>
    )}
    {row.reason === '' ? null : (
      <>
        <dt>{words().reason}</dt>
        <dd>
          <UserText>{row.reason}</UserText>
        </dd>
      </>
    )}
    {row.decided_at === null || row.comment === '' ? null : (
      <>
        <dt>{words().comment}</dt>
        <dd>
          <UserText>{row.comment}</UserText>
        </dd>
      </>
    )}
    {row.login === 0 ? null : (
      <>
        <dt>{words().login}</dt>
        <dd>
          <a href={`/desk/accounts/${row.login}`}>{row.login}</a>
        </dd>
      </>
    )}
  </dl>
);

/** The most characters of a reason. */
const REASON_MAX = 512;

interface RejectDialogProps {
  /** Null = the application is rejected. */
  readonly onReject: (reason: string) => Promise<Refusal | null>;
  readonly onClose: () => void;
}

const RejectDialog = ({ onReject, onClose }: RejectDialogProps) => {
  const [reason, setReason] = useState('');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const typed = reason.trim();
  const submit = async (): Promise<void> => {
    if (typed === '' || isBusy) return;
    setBusy(true);
    const refused = await onReject(typed);
    setBusy(false);
    setRefusal(refused);
    if (refused === null) onClose();
  };
  return (
    <Dialog
      title={words().rejectTitle}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{common().cancel}</Button>
          <Button tone="danger" type="submit" isBusy={isBusy} isOff={typed === ''}>
            {words().reject}
          </Button>
        </>
      }
    >
      <LongTextField
        label={words().reason}
        hint={words().rejectHint}
        isOneLine
        maxLength={REASON_MAX}
        value={reason}
        onInput={setReason}
      />
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
    </Dialog>
  );
};

/** The terms that staff may change before they decide. */
interface ApplicationTerms {
  readonly group: string;
  readonly leverage: string;
  readonly comment: string;
}

/** The terms of the application itself. */
const termsOf = ({ group, leverage, comment }: ApplicationRow): ApplicationTerms => ({
  group,
  leverage: String(leverage),
  comment,
});

interface DecisionProps {
  readonly row: ApplicationRow;
  readonly onChanged: (row: ApplicationRow) => void;
  /** Reads the application that somebody else has changed. */
  readonly onStale: () => void;
}

/** The terms that are typed, and the acts on the application. */
const useDecision = ({ row, onChanged, onStale }: DecisionProps) => {
  const { rest } = useStaff();
  const [typed, setTyped] = useState<Partial<ApplicationTerms>>({});
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const params = { path: { id: row.id } };
  const before = termsOf(row);
  const terms = { ...before, ...typed };
  const { group, leverage, comment } = terms;
  const change = (given: Partial<ApplicationTerms>): void => setTyped({ ...typed, ...given });
  const isChanged =
    group !== before.group || leverage !== before.leverage || comment !== before.comment;
  /** Makes the call; null = done. */
  const act = async (
    call: () => Promise<ApplicationRow>,
    says: (after: ApplicationRow) => string,
  ): Promise<Refusal | null> => {
    setBusy(true);
    const done = await attempt(call());
    setBusy(false);
    const refused = done.ok ? null : done.refusal;
    setRefusal(refused);
    if (done.ok) {
      setTyped({});
      toast({ text: says(done.value), tone: 'good' });
      onChanged(done.value);
    } else if (done.refusal.code === 'conflict') {
      onStale();
    }
    return refused;
  };
  const send = (): Promise<ApplicationRow> =>
    unwrap(
      rest.PATCH('/admin/v1/applications/{id}', {
        params,
        body: { version: row.version, group, leverage: Number(leverage), comment },
      }),
    );
  /** A decision takes the typed terms along. */
  const saved = async (): Promise<void> => {
    if (isChanged) onChanged(await send());
  };
  const save = (): Promise<unknown> => act(send, () => words().saved);
  const approve = async (): Promise<void> => {
    const text = words().approveSays(row.name, group, leverage);
    const isSure = await confirm({ title: words().approve, text, action: words().approve });
    if (!isSure) return;
    await act(
      async () => {
        await saved();
        return unwrap(rest.POST('/admin/v1/applications/{id}/approve', { params, body: {} }));
      },
      ({ login }) => words().approved(login),
    );
  };
  const reject = (reason: string): Promise<Refusal | null> =>
    act(
      async () => {
        await saved();
        const body = { reason };
        return unwrap(rest.POST('/admin/v1/applications/{id}/reject', { params, body }));
      },
      () => words().rejected,
    );
  return { terms, isChanged, change, refusal, isBusy, save, approve, reject };
};

/** Was the application changed by somebody else since it was read? Other conflicts say why. */
const isStale = ({ code, message }: Refusal): boolean =>
  code === 'conflict' && message.startsWith('version:');

/** The paths of the groups that the user reaches. */
const useGroupPaths = (): readonly string[] => {
  const { rest } = useStaff();
  const [paths, setPaths] = useState<readonly string[]>([]);
  useEffect(() => {
    void attempt(unwrap(rest.GET('/admin/v1/accounts/groups'))).then((read) => {
      if (read.ok) setPaths(read.value.items.map(({ path }) => path));
    });
  }, [rest]);
  return paths;
};

const Decision = (props: DecisionProps) => {
  const { terms, isChanged, change, refusal, isBusy, save, approve, reject } = useDecision(props);
  const groups = useGroupPaths();
  const [isRejecting, setRejecting] = useState(false);
  const { group, leverage, comment } = terms;
  useUnsaved(isChanged);
  const faultOf = (name: string): string | null => faultsOf(refusal, name)[0]?.message ?? null;
  return (
    <div class="stack">
      <Combobox
        label={words().group}
        value={group}
        fault={faultOf('group')}
        options={groups.map((path) => ({ value: path, text: path }))}
        onChoose={(path) => change({ group: path })}
      />
      <TextField
        label={words().leverage}
        inputMode="numeric"
        value={leverage}
        fault={faultOf('leverage')}
        onInput={(typed) => change({ leverage: typed.replace(/\D/g, '') })}
      />
      <LongTextField
        label={words().comment}
        rows={2}
        isOneLine
        value={comment}
        fault={faultOf('comment')}
        onInput={(typed) => change({ comment: typed })}
      />
      {refusal === null || isRejecting ? null : isStale(refusal) ? (
        <Note tone="warn">{words().conflict}</Note>
      ) : (
        <RefusalNote refusal={refusal} />
      )}
      <div class="line">
        <Button tone="main" isBusy={isBusy} onClick={() => void approve()}>
          {words().approve}
        </Button>
        <Button tone="danger" isBusy={isBusy} onClick={() => setRejecting(true)}>
          {words().reject}
        </Button>
        <span class="grow" />
        <Button isOff={!isChanged} isBusy={isBusy} onClick={() => void save()}>
          {words().save}
        </Button>
      </div>
      {isRejecting ? <RejectDialog onReject={reject} onClose={() => setRejecting(false)} /> : null}
    </div>
  );
};

interface ApplicationProps {
  readonly id: number;
  readonly onDecided: () => void;
  readonly onClose: () => void;
}

/** An application beside the list. */
export const Application = ({ id, onDecided, onClose }: ApplicationProps) => {
  const { rest } = useStaff();
  const [row, setRow] = useState<ApplicationRow | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const read = async (): Promise<void> => {
    const params = { path: { id } };
    const answer = await attempt(unwrap(rest.GET('/admin/v1/applications/{id}', { params })));
    setRefusal(answer.ok ? null : answer.refusal);
    if (answer.ok) setRow(answer.value);
  };
  useEffect(() => void read(), [id]);
  const onChanged = (after: ApplicationRow): void => {
    setRow(after);
    onDecided();
  };
  return (
    <section class="panel application">
      <header>
        <h2 class="grow">{words().title(id)}</h2>
        <Button icon="close" class="bare" label={common().close} onClick={onClose} />
      </header>
      <div class="body stack">
        {refusal === null ? null : <RefusalNote refusal={refusal} onRetry={() => void read()} />}
        {row === null && refusal === null ? <Skeleton /> : null}
        {row === null ? null : (
          <>
            {row.status === 'received' ? null : <Note>{statusText(row.status)}</Note>}
            <Facts row={row} />
            {row.status === 'received' ? (
              <Decision row={row} onChanged={onChanged} onStale={() => void read()} />
            ) : null}
          </>
        )}
      </div>
    </section>
  );
};
