// The symbols that the provider of a connection offers, and their import after a preview.

import { useEffect, useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import type { RecordPartProps } from '../../forms/record.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { attempt, type Refusal } from '../../live/refusal.js';
import type { StaffLive } from '../../live/staff.js';
import { common } from '../../texts/common.js';
import { plural, texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { Loaded, RefusalNote } from '../../ui/loaded.js';
import { type Column, type RowKey, Table } from '../../ui/table.js';
import { toast } from '../../ui/toast.js';
import { UserText } from '../../ui/values.js';

const words = texts({
  title: ['Symbols of the provider', 'Symbole der Quelle'],
  name: ['Name at the provider', 'Name bei der Quelle'],
  description: ['Description', 'Beschreibung'],
  currency: ['Currency', 'Währung'],
  digits: ['Digits', 'Nachkommastellen'],
  contract: ['Contract size', 'Kontraktgröße'],
  here: ['Here', 'Hier'],
  missing: ['not here', 'nicht da'],
  none: ['The provider offers no symbols.', 'Die Quelle bietet keine Symbole an.'],
  folder: ['Folder of new symbols', 'Ordner neuer Symbole'],
  folderHint: [
    'Such as Forex; new symbols are closed for trade.',
    'Etwa Forex; neue Symbole sind für den Handel geschlossen.',
  ],
  look: [
    (n: number) => `Import ${plural(n, 'symbol', 'symbols')} …`,
    (n) => `${plural(n, 'Symbol', 'Symbole')} übernehmen …`,
  ],
  preview: ['What the import does', 'Was die Übernahme bewirkt'],
  run: ['Import', 'Übernehmen'],
  action: ['Action', 'Handlung'],
  symbol: ['Symbol here', 'Symbol hier'],
  created: ['is created', 'wird angelegt'],
  translated: ['gets the name of the provider', 'bekommt den Namen der Quelle'],
  skipped: ['stays as it is', 'bleibt, wie es ist'],
  error: ['fails', 'schlägt fehl'],
  done: [
    (n: number) => `${plural(n, 'symbol', 'symbols')} created or translated.`,
    (n) => `${plural(n, 'Symbol', 'Symbole')} angelegt oder übersetzt.`,
  ],
  failed: [
    (n: number) => `${plural(n, 'symbol', 'symbols')} failed.`,
    (n) => `${plural(n, 'Symbol ist', 'Symbole sind')} fehlgeschlagen.`,
  ],
});

type OfferedSymbol = components['schemas']['ProviderSymbol'];
type SymbolOutcome = components['schemas']['SymbolImport'];
type SymbolChoice = components['schemas']['SymbolImportBody'];

/** The names here of the symbols that were imported, by their names at the provider. */
type Imported = ReadonlyMap<string, string>;

const columns = (imported: Imported): readonly Column<OfferedSymbol>[] => [
  { key: 'name', title: words().name, cell: ({ name }) => <UserText>{name}</UserText> },
  {
    key: 'description',
    title: words().description,
    cell: ({ description }) => <UserText>{description}</UserText>,
  },
  { key: 'currency', title: words().currency, width: 88, cell: ({ currency }) => currency || '–' },
  {
    key: 'digits',
    title: words().digits,
    width: 80,
    isNumber: true,
    cell: ({ digits }) => digits ?? '–',
  },
  {
    key: 'contract',
    title: words().contract,
    width: 112,
    isNumber: true,
    cell: ({ contract_size }) => contract_size ?? '–',
  },
  {
    key: 'here',
    title: words().here,
    width: 96,
    cell: ({ name, symbol_id }) =>
      symbol_id === null ? (
        <UserText>{imported.get(name) ?? words().missing}</UserText>
      ) : (
        <a href={`/desk/settings/symbols/${symbol_id}`}>#{symbol_id}</a>
      ),
  },
];

const outcomeColumns = (): readonly Column<SymbolOutcome>[] => [
  { key: 'name', title: words().name, cell: ({ name }) => <UserText>{name}</UserText> },
  { key: 'symbol', title: words().symbol, cell: ({ symbol }) => <UserText>{symbol}</UserText> },
  {
    key: 'action',
    title: words().action,
    cell: ({ action, error }) => (
      <span class={action === 'error' ? 'down' : ''} title={error}>
        {words()[action]} {error}
      </span>
    ),
  },
];

const callsOf = ({ rest }: StaffLive, { kind, record }: RecordPartProps) => {
  const path = `/admin/v1/${kind.name}/{id}` as '/admin/v1/datafeeds/{id}';
  const params = { path: { id: Number(record.id) } };
  return {
    read: () => unwrap(rest.GET(`${path}/symbols`, { params })),
    put: (body: SymbolChoice) => unwrap(rest.POST(`${path}/import-symbols`, { params, body })),
  };
};

interface PreviewProps {
  readonly outcomes: readonly SymbolOutcome[];
  readonly refusal: Refusal | null;
  readonly isBusy: boolean;
  readonly onRun: () => void;
  readonly onClose: () => void;
}

/** The outcomes of an import before it runs, and the button that runs it. */
const Preview = ({ outcomes, refusal, isBusy, onRun, onClose }: PreviewProps) => {
  const acting = outcomes.filter(({ action }) => action === 'created' || action === 'translated');
  return (
    <Dialog
      title={words().preview}
      size="wide"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} isFocused>
            {common().cancel}
          </Button>
          <Button tone="main" isBusy={isBusy} isOff={acting.length === 0} onClick={onRun}>
            {words().run}
          </Button>
        </>
      }
    >
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
      <div class="preview-rows">
        <Table
          label={words().preview}
          columns={outcomeColumns()}
          rows={outcomes}
          keyOf={({ name }) => name}
        />
      </div>
    </Dialog>
  );
};

/** An import by its steps: a look at what it does, then the act. */
const useSymbolImport = (
  props: RecordPartProps,
  onImported: (acted: readonly SymbolOutcome[]) => void,
) => {
  const live = useStaff();
  const { put } = callsOf(live, props);
  const [asked, setAsked] = useState<SymbolChoice | null>(null);
  const [outcomes, setOutcomes] = useState<readonly SymbolOutcome[] | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async (body: SymbolChoice): Promise<readonly SymbolOutcome[] | null> => {
    setBusy(true);
    const done = await attempt(put(body));
    setBusy(false);
    setRefusal(done.ok ? null : done.refusal);
    return done.ok ? done.value : null;
  };
  const look = async (body: SymbolChoice): Promise<void> => {
    setAsked(body);
    setOutcomes(await send({ ...body, dry_run: true }));
  };
  const run = async (): Promise<void> => {
    if (asked === null) return;
    const made = await send(asked);
    if (made === null) return;
    const failed = made.filter(({ action }) => action === 'error').length;
    const acted = made.filter(({ action }) => action === 'created' || action === 'translated');
    toast({ text: words().done(acted.length), tone: 'good' });
    if (failed > 0) toast({ text: words().failed(failed), tone: 'bad' });
    setOutcomes(null);
    onImported(acted);
  };
  return { outcomes, refusal, isBusy, look, run, close: () => setOutcomes(null) };
};

/** The symbols of the provider. */
export const ProviderSymbols = (props: RecordPartProps) => {
  const live = useStaff();
  const { session } = useStaffStore();
  const [rows, setRows] = useState<readonly OfferedSymbol[] | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [marked, mark] = useState<ReadonlySet<RowKey>>(new Set());
  const [folder, setFolder] = useState('');
  const read = async (): Promise<void> => {
    const answer = await attempt(callsOf(live, props).read());
    setRefusal(answer.ok ? null : answer.refusal);
    if (answer.ok) setRows(answer.value);
  };
  useEffect(() => void read(), []);
  const [imported, setImported] = useState<Imported>(new Map());
  // The list is not read again: a connection whose names have changed connects again first.
  const { outcomes, look, run, close, ...importing } = useSymbolImport(props, (acted) => {
    mark(new Set());
    setImported(new Map([...imported, ...acted.map((one) => [one.name, one.symbol] as const)]));
  });
  const mayImport = session.can('config.symbols');
  const body = { symbols: [...marked].map(String), folder: folder.trim() };
  return (
    <>
      {mayImport ? (
        <div class="line">
          <TextField
            label={words().folder}
            hint={words().folderHint}
            value={folder}
            onInput={setFolder}
          />
          <Button
            icon="download"
            tone="main"
            isBusy={importing.isBusy}
            isOff={marked.size === 0}
            onClick={() => void look(body)}
          >
            {words().look(marked.size)}
          </Button>
        </div>
      ) : null}
      {outcomes === null && importing.refusal !== null ? (
        <RefusalNote refusal={importing.refusal} />
      ) : null}
      <Loaded
        status={refusal !== null ? 'failed' : rows === null ? 'loading' : 'ready'}
        refusal={refusal}
        hasContent={(rows ?? []).length > 0}
        empty={{ text: words().none }}
        onRetry={() => void read()}
      >
        <p class="muted">{common().rows((rows ?? []).length)}</p>
        <Table
          label={words().title}
          columns={columns(imported)}
          rows={rows ?? []}
          keyOf={({ name }) => name}
          marked={mayImport ? marked : undefined}
          onMark={mayImport ? mark : undefined}
        />
      </Loaded>
      {outcomes === null ? null : (
        <Preview outcomes={outcomes} {...importing} onRun={() => void run()} onClose={close} />
      )}
    </>
  );
};
