// The accounts that the provider of a gateway keeps, and their import after a preview.

import { useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import type { RecordPartProps } from '../../forms/record.js';
import { hrefOf } from '../../frame/routes.js';
import { useStaff } from '../../frame/store.js';
import { attempt, type Refusal } from '../../live/refusal.js';
import { plural, texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { Combobox, fitting } from '../../ui/combobox.js';
import { confirm, confirmedAct } from '../../ui/confirm.js';
import { Loaded, RefusalNote } from '../../ui/loaded.js';
import { type Column, Table } from '../../ui/table.js';
import { toast } from '../../ui/toast.js';
import { UserText } from '../../ui/values.js';

const words = texts({
  title: ['Accounts of the provider', 'Konten der Quelle'],
  text: [
    'Each account that the provider keeps is opened here once, in the chosen group.',
    'Jedes Konto bei der Quelle wird hier einmal eröffnet, in der gewählten Gruppe.',
  ],
  group: ['Group of the new accounts', 'Gruppe der neuen Konten'],
  look: ['Preview', 'Vorschau'],
  run: ['Import', 'Übernehmen'],
  ask: [
    (n: number, group: string) =>
      `${plural(n, 'account is', 'accounts are')} opened in ${group}. Balances are paid in if ` +
      'the gateway allows it.',
    (n, group) =>
      `${plural(n, 'Konto wird', 'Konten werden')} in ${group} eröffnet. Guthaben werden ` +
      'eingezahlt, wenn das Gateway es erlaubt.',
  ],
  account: ['Account', 'Konto'],
  currency: ['Currency', 'Währung'],
  balance: ['Balance', 'Guthaben'],
  login: ['Login here', 'Login hier'],
  result: ['Result', 'Ergebnis'],
  valid: ['can be opened', 'kann eröffnet werden'],
  done: ['opened', 'eröffnet'],
  paid: ['balance paid in', 'Guthaben eingezahlt'],
  none: ['The provider keeps no accounts.', 'Die Quelle führt keine Konten.'],
  imported: [
    (n: number) => `${plural(n, 'account', 'accounts')} opened.`,
    (n) => `${plural(n, 'Konto', 'Konten')} eröffnet.`,
  ],
});

type AccountOutcome = components['schemas']['ProviderAccountResult'];
const PATH = '/admin/v1/gateways/{id}/import-accounts';

const resultText = ({ status, paid, message }: AccountOutcome): string => {
  if (status === 'rejected') return message;
  return [words()[status], ...(paid ? [words().paid] : [])].join(', ');
};

const columns = (): readonly Column<AccountOutcome>[] => [
  { key: 'account', title: words().account, cell: ({ account }) => <UserText>{account}</UserText> },
  { key: 'currency', title: words().currency, width: 88, cell: ({ currency }) => currency || '–' },
  {
    key: 'balance',
    title: words().balance,
    width: 112,
    isNumber: true,
    cell: ({ balance }) => balance ?? '–',
  },
  {
    key: 'login',
    title: words().login,
    width: 96,
    cell: ({ login }) =>
      login === 0 ? '–' : <a href={hrefOf('/desk/', 'accounts/:login', { login })}>{login}</a>,
  },
  {
    key: 'result',
    title: words().result,
    cell: (row) => (
      <span class={row.status === 'rejected' ? 'down' : ''}>
        <UserText>{resultText(row)}</UserText>
      </span>
    ),
  },
];

/** The import of accounts by its steps: the preview for a group, then the act. */
const useAccountImport = (id: number) => {
  const { rest } = useStaff();
  const [group, setGroup] = useState('');
  const [results, setResults] = useState<readonly AccountOutcome[] | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const params = { path: { id } };
  const look = async (): Promise<void> => {
    setBusy(true);
    const body = { group, dry_run: true };
    const answer = await attempt(unwrap(rest.POST(PATH, { params, body })));
    setBusy(false);
    setRefusal(answer.ok ? null : answer.refusal);
    setResults(answer.ok ? answer.value : null);
  };
  const openable = (results ?? []).filter(({ status }) => status === 'valid').length;
  const run = async (): Promise<void> => {
    const text = words().ask(openable, group);
    if (!(await confirm({ title: words().run, text, action: words().run }))) return;
    setBusy(true);
    const done = await confirmedAct(
      rest,
      (given) => unwrap(rest.POST(PATH, { params, body: { group, ...given } })),
      text,
    );
    setBusy(false);
    if (done === null) return;
    setRefusal(done.ok ? null : done.refusal);
    if (!done.ok) return;
    setResults(done.value);
    const opened = done.value.filter(({ status }) => status === 'done').length;
    toast({ text: words().imported(opened), tone: 'good' });
  };
  const choose = (path: string): void => {
    setGroup(path.trim());
    setResults(null);
  };
  return { group, choose, results, refusal, isBusy, openable, look, run };
};

/** The accounts of the provider, and their import. */
export const ProviderAccounts = ({ record }: RecordPartProps) => {
  const { rest } = useStaff();
  const { group, choose, results, refusal, isBusy, openable, look, run } = useAccountImport(
    Number(record.id),
  );
  const find = async (text: string) => {
    const { items } = await unwrap(rest.GET('/admin/v1/accounts/groups'));
    return fitting(
      items.map(({ path }) => ({ value: path, text: path })),
      text,
    );
  };
  return (
    <>
      <p class="muted">{words().text}</p>
      <div class="line acts">
        <Combobox label={words().group} value={group} find={find} onChoose={choose} />
        <Button isBusy={isBusy} isOff={group === ''} onClick={() => void look()}>
          {words().look}
        </Button>
        <Button tone="main" isBusy={isBusy} isOff={openable === 0} onClick={() => void run()}>
          {words().run}
        </Button>
      </div>
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
      {results === null ? null : (
        <Loaded
          status="ready"
          refusal={null}
          hasContent={results.length > 0}
          empty={{ text: words().none }}
        >
          <Table
            label={words().title}
            columns={columns()}
            rows={results}
            keyOf={({ account }) => account}
          />
        </Loaded>
      )}
    </>
  );
};
