// Opening accounts from a CSV file: a dry run row by row first, then the import.

import { useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { useStaff } from '../../frame/store.js';
import { randomUuid } from '../../live/browser.js';
import { attempt, type Refusal } from '../../live/refusal.js';
import { plural, texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { confirm, confirmedAct } from '../../ui/confirm.js';
import { Field, LongTextField } from '../../ui/field.js';
import { RefusalNote } from '../../ui/loaded.js';
import { type Column, Table } from '../../ui/table.js';
import { useUnsaved } from '../../ui/window.js';

type ImportRow = components['schemas']['AccountImportResult'];

const words = texts({
  accounts: ['Accounts', 'Konten'],
  title: ['Import accounts', 'Konten importieren'],
  file: ['CSV file', 'CSV-Datei'],
  text: ['Or its text', 'Oder ihr Text'],
  hint: [
    'The first line names the columns: group, login, name, last_name, email, leverage, ' +
      'master_password, investor_password, deposit and other fields of accounts. At most 500 rows.',
    'Die erste Zeile nennt die Spalten: group, login, name, last_name, email, leverage, ' +
      'master_password, investor_password, deposit und andere Felder. Höchstens 500 Zeilen.',
  ],
  check: ['Check rows', 'Zeilen prüfen'],
  import: [
    (n: number) => `Open ${plural(n, 'account', 'accounts')}`,
    (n) => `${plural(n, 'Konto', 'Konten')} eröffnen`,
  ],
  again: ['Import the rest again', 'Den Rest noch einmal importieren'],
  says: [
    (good: number, bad: number) => `${good} can be opened, ${bad} cannot and are left out.`,
    (good, bad) => `${good} können eröffnet werden, ${bad} nicht; diese bleiben weg.`,
  ],
  row: ['Row', 'Zeile'],
  result: ['Result', 'Ergebnis'],
  login: ['Login', 'Login'],
  message: ['Why', 'Warum'],
  valid: ['can be opened', 'kann eröffnet werden'],
  done: ['open', 'eröffnet'],
  rejected: ['refused', 'abgelehnt'],
  unknown: ['not known', 'nicht bekannt'],
});

/** Does the same request go on with the row? */
const isLeft = ({ status, code }: ImportRow): boolean => status === 'unknown' || code === 'timeout';

const columns = (): readonly Column<ImportRow>[] => [
  { key: 'row', title: words().row, width: 72, isNumber: true, cell: ({ row }) => row },
  {
    key: 'status',
    title: words().result,
    width: 168,
    cell: ({ status }) => (
      <span class={status === 'done' || status === 'valid' ? 'up' : 'down'}>{words()[status]}</span>
    ),
  },
  {
    key: 'login',
    title: words().login,
    width: 96,
    cell: ({ login }) => (login === 0 ? '–' : <a href={`/desk/accounts/${login}`}>{login}</a>),
  },
  {
    key: 'message',
    title: words().message,
    cell: ({ message }) => <span title={message}>{message}</span>,
  },
];

/** The file, its dry run and its import. One request id a file: a repeat opens nothing twice. */
const useImport = () => {
  const { rest } = useStaff();
  const [csv, setCsv] = useState('');
  const [requestId, setRequestId] = useState(randomUuid);
  const [rows, setRows] = useState<readonly ImportRow[] | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const take = (text: string): void => {
    setCsv(text);
    setRequestId(randomUuid());
    setRows(null);
    setRefusal(null);
  };
  const body = { request_id: requestId, csv };
  const check = async (): Promise<void> => {
    setBusy(true);
    const checked = await attempt(
      unwrap(rest.POST('/admin/v1/accounts/import', { body: { ...body, dry_run: true } })),
    );
    setBusy(false);
    setRefusal(checked.ok ? null : checked.refusal);
    if (checked.ok) setRows(checked.value);
  };
  const run = async (): Promise<void> => {
    const good = rows?.filter((row) => row.status !== 'rejected' || isLeft(row)).length ?? 0;
    const text = words().says(good, (rows?.length ?? 0) - good);
    if (!(await confirm({ title: words().title, text, action: words().import(good) }))) return;
    setBusy(true);
    const done = await confirmedAct(rest, (given) =>
      unwrap(rest.POST('/admin/v1/accounts/import', { body: { ...body, ...given } })),
    );
    setBusy(false);
    if (done === null) return;
    setRefusal(done.ok ? null : done.refusal);
    if (done.ok) setRows(done.value);
  };
  return { csv, take, rows, refusal, isBusy, check, run };
};

/** The view of the import. */
const Import = () => {
  const { csv, take, rows, refusal, isBusy, check, run } = useImport();
  const good = rows?.filter(({ status }) => status === 'valid').length ?? 0;
  const isRun = rows?.some(({ status }) => status === 'done' || status === 'unknown') ?? false;
  const isOpen = rows?.some(isLeft) ?? false;
  useUnsaved(csv !== '' && (!isRun || isOpen));
  return (
    <div class="fill import">
      <a class="back" href="/desk/accounts">{`← ${words().accounts}`}</a>
      <h1>{words().title}</h1>
      <Field label={words().file}>
        {(attributes) => (
          <input
            {...attributes}
            type="file"
            accept=".csv,text/csv"
            onChange={(event) => void event.currentTarget.files?.[0]?.text().then(take)}
          />
        )}
      </Field>
      <LongTextField label={words().text} hint={words().hint} value={csv} onInput={take} />
      <div class="line">
        <Button isOff={csv.trim() === ''} isBusy={isBusy} onClick={() => void check()}>
          {words().check}
        </Button>
        {good === 0 && !isOpen ? null : (
          <Button tone="main" isBusy={isBusy} onClick={() => void run()}>
            {isRun ? words().again : words().import(good)}
          </Button>
        )}
      </div>
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
      {rows === null ? null : (
        <div class="panel rows">
          <Table
            label={words().title}
            columns={columns()}
            rows={rows}
            keyOf={({ row }) => row}
            narrow={(row) => (
              <div class="two-lines">
                <span>{`${words().row} ${row.row}: ${words()[row.status]}`}</span>
                <span class="end">{row.login === 0 ? '' : row.login}</span>
                <span class="muted">{row.message}</span>
              </div>
            )}
          />
        </div>
      )}
    </div>
  );
};

export default Import;
