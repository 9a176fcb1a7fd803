// Opening accounts from a CSV file: a dry run row by row first, then the import.

import { useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { useKept } from '../../frame/kept.js';
import { useStaff } from '../../frame/store.js';
import { useUnsaved } from '../../frame/unsaved.js';
import { randomUuid } from '../../live/browser.js';
import { attempt, type Refusal } from '../../live/refusal.js';
import { plural, texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { confirm, confirmedAct } from '../../ui/confirm.js';
import { Field, LongTextField } from '../../ui/field.js';
import { RefusalNote } from '../../ui/loaded.js';
import { type Column, Table } from '../../ui/table.js';

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
  againSays: [
    (n: number) => `${plural(n, 'row is', 'rows are')} asked for again; nothing is done twice.`,
    (n) => `${plural(n, 'Zeile wird', 'Zeilen werden')} noch einmal versucht; nichts doppelt.`,
  ],
  another: ['Another file', 'Andere Datei'],
  mend: [
    'Mend refused rows here or in the file, and import again: rows that are open stay as they ' +
      'are, and are not opened twice. For other accounts choose "Another file".',
    'Abgelehnte Zeilen hier oder in der Datei berichtigen und erneut importieren: Eröffnete ' +
      'Zeilen bleiben und werden nicht doppelt eröffnet. Für andere Konten „Andere Datei“ wählen.',
  ],
  used: [
    (login: string) => `The row is open with other values, as account ${login}.`,
    (login) => `Die Zeile ist mit anderen Werten eröffnet, als Konto ${login}.`,
  ],
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
  timeout: ['not reached yet', 'noch nicht erreicht'],
});

/** Does the same request go on with the row? It pays in a deposit of an opened account, too. */
const isLeft = ({ status, code, login }: ImportRow): boolean =>
  status === 'unknown' || code === 'timeout' || (status === 'rejected' && login !== 0);

const statusText = ({ status, code }: ImportRow): string =>
  words()[code === 'timeout' ? 'timeout' : status];

/** Why a row was refused; the server refuses other values of a row that is open. */
const reasonText = ({ message }: ImportRow): string => {
  const login = /^request_id: used for another account, (\d+)$/.exec(message)?.[1];
  return login === undefined ? message : words().used(login);
};

const columns = (): readonly Column<ImportRow>[] => [
  { key: 'row', title: words().row, width: 72, isNumber: true, cell: ({ row }) => row },
  {
    key: 'status',
    title: words().result,
    width: 168,
    cell: (row) => (
      <span class={row.status === 'done' || row.status === 'valid' ? 'up' : 'down'}>
        {statusText(row)}
      </span>
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
    cell: (row) => <span title={reasonText(row)}>{reasonText(row)}</span>,
  },
];

/**
 * The file, its dry run and its import. All imports of a file have one request id, also after rows
 * were mended or the page was reloaded: a row that is open is neither opened nor paid twice.
 */
const useImport = () => {
  const { rest } = useStaff();
  // The tab keeps the id alone: the text has passwords.
  const [sentId, setSentId] = useKept<string>('import');
  const [csv, setCsv] = useState('');
  const [requestId, setRequestId] = useState(() => sentId ?? randomUuid());
  const isSent = sentId !== null;
  const [rows, setRows] = useState<readonly ImportRow[] | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const take = (text: string): void => {
    setCsv(text);
    setRows(null);
    setRefusal(null);
  };
  const startAnew = (): void => {
    take('');
    setRequestId(randomUuid());
    setSentId(null);
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
  const good = rows?.filter(({ status }) => status === 'valid').length ?? 0;
  const left = rows?.filter(isLeft).length ?? 0;
  const bad = rows?.filter((row) => row.status === 'rejected' && !isLeft(row)).length ?? 0;
  const run = async (): Promise<void> => {
    const text = good === 0 ? words().againSays(left) : words().says(good, bad);
    const action = good === 0 ? words().again : words().import(good);
    if (!(await confirm({ title: words().title, text, action }))) return;
    setBusy(true);
    setSentId(requestId);
    const done = await confirmedAct(
      rest,
      (given) => unwrap(rest.POST('/admin/v1/accounts/import', { body: { ...body, ...given } })),
      action,
    );
    setBusy(false);
    if (done === null) return;
    setRefusal(done.ok ? null : done.refusal);
    if (done.ok) setRows(done.value);
  };
  return { csv, take, startAnew, rows, good, left, isSent, refusal, isBusy, check, run };
};

/** The view of the import. */
const Import = () => {
  const { csv, take, startAnew, rows, good, left, isSent, refusal, isBusy, check, run } =
    useImport();
  const isDone = isSent && rows !== null && good + left === 0;
  useUnsaved(csv !== '' && !isDone);
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
            // The same file can be chosen again after it was mended.
            onClick={(event) => {
              event.currentTarget.value = '';
            }}
            onChange={(event) => void event.currentTarget.files?.[0]?.text().then(take)}
          />
        )}
      </Field>
      <LongTextField label={words().text} hint={words().hint} value={csv} onInput={take} />
      <div class="line">
        <Button isOff={csv.trim() === ''} isBusy={isBusy} onClick={() => void check()}>
          {words().check}
        </Button>
        {good + left === 0 ? null : (
          <Button tone="main" isBusy={isBusy} onClick={() => void run()}>
            {good === 0 ? words().again : words().import(good)}
          </Button>
        )}
        {isSent ? (
          <Button isBusy={isBusy} onClick={startAnew}>
            {words().another}
          </Button>
        ) : null}
      </div>
      {isSent ? <p class="hint">{words().mend}</p> : null}
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
                <span>{`${words().row} ${row.row}: ${statusText(row)}`}</span>
                <span class="end">{row.login === 0 ? '' : row.login}</span>
                <span class="muted">{reasonText(row)}</span>
              </div>
            )}
          />
        </div>
      )}
    </div>
  );
};

export default Import;
