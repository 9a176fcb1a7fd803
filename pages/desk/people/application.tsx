// One application: what the person said, the terms of the account, and the decision.

import { useEffect, useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { useStaff } from '../../frame/store.js';
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
import { useUnsaved } from '../../ui/window.js';
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

interface RejectDialogProps {
  readonly onReject: (reason: string) => void;
  readonly onClose: () => void;
}

const RejectDialog = ({ onReject, onClose }: RejectDialogProps) => {
  const [reason, setReason] = useState('');
  const typed = reason.trim();
  return (
    <Dialog
      title={words().rejectTitle}
      onClose={onClose}
      onSubmit={() => typed !== '' && onReject(typed)}
      footer={
        <>
          <Button onClick={onClose}>{common().cancel}</Button>
          <Button tone="danger" type="submit" isOff={typed === ''}>
            {words().reject}
          </Button>
        </>
      }
    >
      <LongTextField
        label={words().reason}
        hint={words().rejectHint}
        value={reason}
        onInput={setReason}
      />
    </Dialog>
  );
};

/** The terms that staff may change before they decide. */
interface ApplicationTerms {
  readonly group: string;
  readonly leverage: string;
  readonly comment: string;
}

interface DecisionProps {
  readonly row: ApplicationRow;
  readonly onChanged: (row: ApplicationRow) => void;
}

/** The terms that are typed, and the acts on the application. */
const useDecision = ({ row, onChanged }: DecisionProps) => {
  const { rest } = useStaff();
  const [terms, setTerms] = useState<ApplicationTerms>({
    group: row.group,
    leverage: String(row.leverage),
    comment: row.comment,
  });
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const params = { path: { id: row.id } };
  const change = (given: Partial<ApplicationTerms>): void => setTerms({ ...terms, ...given });
  const act = async (
    call: Promise<ApplicationRow>,
    says: (after: ApplicationRow) => string,
  ): Promise<void> => {
    setBusy(true);
    const done = await attempt(call);
    setBusy(false);
    setRefusal(done.ok ? null : done.refusal);
    if (!done.ok) return;
    toast({ text: says(done.value), tone: 'good' });
    onChanged(done.value);
  };
  const { group, leverage, comment } = terms;
  const save = (): Promise<void> =>
    act(
      unwrap(
        rest.PATCH('/admin/v1/applications/{id}', {
          params,
          body: { version: row.version, group, leverage: Number(leverage), comment },
        }),
      ),
      () => words().saved,
    );
  const approve = async (): Promise<void> => {
    const text = words().approveSays(row.name, group, leverage);
    const isSure = await confirm({ title: words().approve, text, action: words().approve });
    if (!isSure) return;
    const body = { group, leverage: Number(leverage) };
    await act(
      unwrap(rest.POST('/admin/v1/applications/{id}/approve', { params, body })),
      ({ login }) => words().approved(login),
    );
  };
  const reject = (reason: string): void => {
    const body = { reason };
    void act(
      unwrap(rest.POST('/admin/v1/applications/{id}/reject', { params, body })),
      () => words().rejected,
    );
  };
  return { terms, change, refusal, isBusy, save, approve, reject };
};

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
  const { row } = props;
  const { terms, change, refusal, isBusy, save, approve, reject } = useDecision(props);
  const groups = useGroupPaths();
  const [isRejecting, setRejecting] = useState(false);
  const { group, leverage, comment } = terms;
  const isChanged =
    group !== row.group || leverage !== String(row.leverage) || comment !== row.comment;
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
        value={comment}
        fault={faultOf('comment')}
        onInput={(typed) => change({ comment: typed })}
      />
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
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
      {isRejecting ? (
        <RejectDialog
          onReject={(reason) => {
            setRejecting(false);
            reject(reason);
          }}
          onClose={() => setRejecting(false)}
        />
      ) : null}
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
              <Decision key={row.version} row={row} onChanged={onChanged} />
            ) : null}
          </>
        )}
      </div>
    </section>
  );
};
