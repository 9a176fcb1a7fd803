// A file of settings: what it would do by record, and its import.

import { useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { useStaff } from '../../frame/store.js';
import { type Attempt, attempt, type Refusal } from '../../live/refusal.js';
import { Button } from '../../ui/button.js';
import { confirm, confirmedAct } from '../../ui/confirm.js';
import { CheckField, Field, SelectField } from '../../ui/field.js';
import { Loaded, RefusalNote } from '../../ui/loaded.js';
import { Table } from '../../ui/table.js';
import { toast } from '../../ui/toast.js';
import { UserText } from '../../ui/values.js';
import { actionText, transferKindText, words } from './words.js';

type ImportBody = components['schemas']['TransferBody'];
type Options = Required<NonNullable<ImportBody['options']>>;
type ImportResult = components['schemas']['TransferResult'];
type Item = components['schemas']['TransferItem'];

const MODES = ['upsert', 'create_only', 'update_only'] as const;
const FIRST: Options = {
  mode: 'upsert',
  new_symbols_trading_disabled: true,
  new_connections_disabled: false,
};

const countOf = ({ items }: ImportResult, actions: readonly string[]): number =>
  items.filter(({ action }) => actions.includes(action)).length;

/** A chosen file, what it would do, and its import. */
const useImport = () => {
  const { rest } = useStaff();
  const [file, setFile] = useState<ImportBody['file'] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [options, setOptions] = useState(FIRST);
  const [result, setResult] = useState<ImportResult | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const show = (answer: Attempt<ImportResult>): void => {
    setBusy(false);
    setRefusal(answer.ok ? null : answer.refusal);
    setResult(answer.ok ? answer.value : null);
  };
  const look = async (given: ImportBody['file'], by: Options): Promise<void> => {
    setBusy(true);
    const body = { file: given, options: by };
    show(await attempt(unwrap(rest.POST('/admin/v1/config/transfer/preview', { body }))));
  };
  const choose = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    const text = await chosen.text();
    const given = parsed(text);
    setFile(given);
    setFault(given === null ? words().noFile : null);
    if (given === null) setResult(null);
    else await look(given, options);
  };
  const change = (some: Partial<Options>): void => {
    const next = { ...options, ...some };
    setOptions(next);
    if (file !== null) void look(file, next);
  };
  const acting = result === null || file === null ? 0 : countOf(result, ['create', 'update']);
  const put = async (): Promise<void> => {
    if (file === null || result === null) return;
    const isSure = await confirm({
      title: words().import,
      text: words().importText(acting, countOf(result, ['error'])),
      action: words().import,
    });
    if (!isSure) return;
    setBusy(true);
    const done = await confirmedAct(rest, (given) => {
      const body = { file, options, ...given };
      return unwrap(rest.POST('/admin/v1/config/transfer/import', { body }));
    });
    setBusy(false);
    if (done === null) return;
    show(done);
    if (!done.ok) return;
    // The outcome of the import is shown; another preview needs the file again.
    setFile(null);
    toast({ text: words().done(countOf(done.value, ['created', 'updated'])), tone: 'good' });
  };
  return { fault, options, result, refusal, isBusy, acting, choose, change, put };
};

/** The file of an export in a text; null = it is none. */
const parsed = (text: string): ImportBody['file'] | null => {
  try {
    const value: unknown = JSON.parse(text);
    const isFile = typeof value === 'object' && value !== null && 'format' in value;
    return isFile ? (value as ImportBody['file']) : null;
  } catch {
    return null;
  }
};

/** The outcome of a record: its fault, warnings, and the fields that change. */
const Details = ({ item }: { readonly item: Item }) => {
  const { error, warnings, changes } = item;
  const all = [...(error === '' ? [] : [error]), ...warnings, ...changes].join('; ');
  return (
    <span title={all} class={error === '' ? '' : 'down'}>
      <UserText>{all}</UserText>
    </span>
  );
};

const Items = ({ result }: { readonly result: ImportResult }) => (
  <>
    <p role="status">
      {Object.entries(result.summary)
        .map(([action, count]) => `${count} × ${actionText(action)}`)
        .join(', ')}
    </p>
    <Loaded
      status="ready"
      refusal={null}
      hasContent={result.items.length > 0}
      empty={{ text: words().empty }}
    >
      <Table
        label={words().in}
        columns={[
          {
            key: 'kind',
            title: words().kind,
            width: 170,
            cell: ({ kind }) => transferKindText(kind),
          },
          {
            key: 'key',
            title: words().record,
            width: 220,
            cell: ({ key }) => <UserText>{key || '–'}</UserText>,
          },
          {
            key: 'action',
            title: words().action,
            width: 130,
            cell: ({ action }) => (
              <span class={action === 'error' ? 'down' : ''}>{actionText(action)}</span>
            ),
          },
          { key: 'details', title: words().details, cell: (item) => <Details item={item} /> },
        ]}
        rows={result.items}
        keyOf={({ kind, key }) => `${kind} ${key}`}
        narrow={(item) => (
          <>
            {transferKindText(item.kind)} <UserText>{item.key}</UserText>: {actionText(item.action)}
            <div class="muted one-line">
              <Details item={item} />
            </div>
          </>
        )}
      />
    </Loaded>
  </>
);

/** Reads a file, shows what it would do, and does it. */
export const PutIn = () => {
  const { fault, options, result, refusal, isBusy, acting, choose, change, put } = useImport();
  return (
    <div class="fill transfer-in">
      <p class="muted">{words().inText}</p>
      <div class="line">
        <Field label={words().file} fault={fault}>
          {(attributes) => (
            <input
              {...attributes}
              type="file"
              accept=".json,application/json"
              onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
            />
          )}
        </Field>
        <SelectField
          label={words().mode}
          value={options.mode}
          choices={MODES.map((value) => ({ value, text: words()[value] }))}
          onSelect={(mode) => change({ mode })}
        />
        <CheckField
          label={words().closed}
          isChecked={options.new_symbols_trading_disabled}
          onChange={(is) => change({ new_symbols_trading_disabled: is })}
        />
        <CheckField
          label={words().off}
          isChecked={options.new_connections_disabled}
          onChange={(is) => change({ new_connections_disabled: is })}
        />
        <Button
          icon="upload"
          tone="main"
          isBusy={isBusy}
          isOff={acting === 0}
          onClick={() => void put()}
        >
          {words().import}
        </Button>
      </div>
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
      {result === null ? null : <Items result={result} />}
    </div>
  );
};
