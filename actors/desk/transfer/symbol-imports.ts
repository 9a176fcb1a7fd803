// Symbols of providers: the offer of a datafeed or gateway, and its import as symbols here.

import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import { foldedName } from '../../../wire/base/folded-name.js';
import { masksTake, maskText } from '../../../wire/base/mask.js';
import type { Fields, Stamped } from '../../../wire/base/object.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type {
  ProviderSymbol,
  ReportedSymbol,
  SymbolImport,
} from '../../../wire/rest/settings/offered-symbols.js';
import type { TransferItem } from '../../../wire/rest/settings/transfer.js';
import type { ConnectionRecord } from '../../../wire/settings/connections.js';
import { symbolNameFault } from '../../../wire/settings/symbols.js';
import { UNRELEASED } from '../../folder/release.js';
import { type RecordCipher, recordCipher } from '../../secrets/record-cipher.js';
import { editorOf, writeSetting } from '../settings/setting-write.js';
import type { DeskContext } from '../state/desk-context.js';
import { whoOf } from '../state/writer.js';
import { SETTINGS_LOCK } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import { asBytes, reached } from '../types/setting-types.js';
import type { Imports } from './import.js';

type Provider = Stamped<ConnectionRecord>;
type OfferedInput = Omit<DeskOps['connections.import']['input'], 'body'>;

/** Which symbol of this server has a provider's name at a connection. */
class OwnNames {
  readonly #ids: ReadonlyMap<string, number>;
  readonly #sources: ReadonlyMap<number, string>;

  constructor(
    { translates }: Provider,
    private readonly reader: RecordReader,
  ) {
    const named = translates.filter(({ source }) => source !== '');
    this.#ids = new Map(named.map(({ source, symbol_id }) => [source, symbol_id]));
    this.#sources = new Map(named.map(({ source, symbol_id }) => [symbol_id, source]));
  }

  /** The symbol that has the provider's name, in the same letters. */
  idOf(name: string): number | undefined {
    const held = this.named(name);
    const id = this.#ids.get(name) ?? (held?.name === name ? held.id : undefined);
    return id === undefined || (this.#sources.get(id) ?? name) !== name ? undefined : id;
  }

  /** The other name that the symbol has at the provider; undefined = its own. */
  sourceOf(id: number): string | undefined {
    return this.#sources.get(id);
  }

  /** A symbol by its name on this server. */
  named(name: string): { readonly id: number; readonly name: string } | undefined {
    return this.reader.find('symbol', 'name', name)?.record;
  }

  nameOf(id: number): string {
    return this.reader.get('symbol', String(id))?.record.name ?? '';
  }
}

const PAIR = /^([A-Z]{3})([/._-]?)([A-Z]{3})$/;
const CURRENCY = /^[A-Z]{3,8}$/;

/** Two currencies; undefined when it is no pair. */
const pairOf = ({ name, currency }: ReportedSymbol): readonly [string, string] | undefined => {
  const [, base, mark, quoted] = PAIR.exec(name) ?? [];
  if (base === undefined || quoted === undefined) return undefined;
  return mark !== '' || currency === '' || currency === quoted ? [base, quoted] : undefined;
};

/** The name of a symbol here: the provider's name, of a currency pair without its separator. */
const ownName = (reported: ReportedSymbol): string => pairOf(reported)?.join('') ?? reported.name;

/** The fields of a new symbol without settings of the provider. */
const usualFields = (reported: ReportedSymbol): Fields => {
  const pair = pairOf(reported);
  if (pair === undefined) {
    const currencies = { currency_base: 'USD', currency_profit: 'USD' };
    return { calc_mode: 'cfd', ...currencies, digits: 2, contract_size: '1' };
  }
  const [currency_base, currency_profit] = pair;
  const digits = currency_profit === 'JPY' ? 3 : 5;
  return { calc_mode: 'forex', currency_base, currency_profit, digits, contract_size: '100000' };
};

/** The settings that the provider reports. */
const reportedFields = (reported: ReportedSymbol): Fields => {
  const { currency, digits, contract_size } = reported;
  const isCurrency = pairOf(reported) === undefined && CURRENCY.test(currency);
  return {
    ...(isCurrency && { currency_base: currency, currency_profit: currency }),
    ...(digits !== null && { digits }),
    ...(contract_size !== null && { contract_size }),
  };
};

/** A name to import: the outcome where nothing is to be created, else the new symbol. */
interface Planned {
  readonly outcome: SymbolImport;
  readonly item?: Fields;
}

/** Why a name cannot be used that is not shown as the provider writes it. */
const NOT_EXACT = 'has characters that are not shown, blanks around it, or too many characters';

const failed = (name: string, symbol: string, error: string): Planned => ({
  outcome: { name, symbol, action: 'error', error },
});

/** The lists and imports of symbols. */
export class SymbolImports {
  readonly #cipher: RecordCipher;

  constructor(
    private readonly context: DeskContext,
    private readonly imports: Imports,
  ) {
    this.#cipher = recordCipher(context.deps.keys);
  }

  /** The symbols that the provider offers, in its order. */
  async list(input: OfferedInput): Promise<DeskAnswer<'connections.offered'>> {
    const asked = await this.#offered(input);
    if (!asked.ok) return asked;
    const { record, reported } = asked.data;
    const own = new OwnNames(record, this.context.records);
    const rows: readonly ProviderSymbol[] = reported.map((one) => ({
      ...one,
      symbol_id: own.idOf(one.name) ?? null,
    }));
    return ok({ json: asBytes(rows) });
  }

  /** Imports the chosen symbols; each name has an outcome of its own. */
  async take(
    input: DeskOps['connections.import']['input'],
  ): Promise<DeskAnswer<'connections.import'>> {
    const { body, caller, kind, id } = input;
    const asked = await this.#offered(input);
    if (!asked.ok) return asked;
    const { record, reported } = asked.data;
    const planned = this.#plan(record, reported, body);
    const items = planned.flatMap(({ item }) => (item ? { kind: 'symbols' as const, item } : []));
    const options = { mode: 'create_only' as const };
    const rows = body.dry_run
      ? await this.imports.look(items, caller, options)
      : await this.imports.write(items, caller, options);
    const outcomes = outcomesOf(planned, rows);
    if (!body.dry_run) {
      const refusal = await this.#translate({ caller, kind, id }, outcomes);
      if (refusal !== undefined) return refusal;
    }
    return ok({ json: asBytes(outcomes) });
  }

  async #offered({
    caller,
    kind,
    id,
  }: OfferedInput): Promise<
    Outcome<{ readonly record: Provider; readonly reported: readonly ReportedSymbol[] }>
  > {
    const { deps, records } = this.context;
    const editor = editorOf(records, { kind, caller });
    if (!editor.ok) return editor;
    if (records.get(kind, String(id)) === undefined) return refuse('not_found');
    if (deps.unreleased()) return refuse('conflict', UNRELEASED);
    const offered = await deps.offeredSymbols(kind, id);
    if (!offered.ok) return offered;
    const held = records.get(kind, String(id));
    return held ? ok({ record: held.record, reported: offered.data }) : refuse('not_found');
  }

  #plan(
    record: Provider,
    reported: readonly ReportedSymbol[],
    { symbols, folder }: DeskOps['connections.import']['input']['body'],
  ): readonly Planned[] {
    const own = new OwnNames(record, this.context.records);
    const taken = new Map<string, string>();
    const folded = new Set(reported.map(({ name }) => maskText(name)));
    const isName = (one: string): boolean => !one.startsWith('!') && !one.includes('*');
    const missing = symbols.filter((one) => isName(one) && !folded.has(maskText(one)));
    const exact = new Set(reported.map(({ name }) => name));
    const chosen = reported.filter(({ name }) => masksTake(symbols, name));
    const planned = chosen.map((one): Planned => {
      const { name } = one;
      const symbol = ownName(one);
      const known = one.exact ? own.idOf(name) : undefined;
      if (known !== undefined) {
        const outcome = { name, symbol: own.nameOf(known), action: 'skipped' as const, error: '' };
        return { outcome };
      }
      const fault = one.exact ? symbolNameFault(symbol) : NOT_EXACT;
      if (fault !== undefined) return failed(name, '', `name: ${fault}`);
      const held = own.named(symbol);
      const rival = held?.name ?? symbol;
      const other = rival !== name && exact.has(rival) ? rival : taken.get(foldedName(symbol));
      if (other !== undefined) return failed(name, symbol, `${other} has this name here`);
      taken.set(foldedName(symbol), name);
      const source = held && own.sourceOf(held.id);
      if (source !== undefined) return failed(name, symbol, `it is translated from ${source}`);
      if (held !== undefined) {
        return { outcome: { name, symbol: held.name, action: 'translated', error: '' } };
      }
      const settings = record.import_symbol_settings ? reportedFields(one) : {};
      const fields = { ...usualFields(one), ...settings, description: one.description };
      const outcome = { name, symbol, action: 'created' as const, error: '' };
      return { outcome, item: { path: `${folder}\\${symbol}`, ...fields } };
    });
    return [
      ...planned,
      ...missing.map((name) => failed(name, '', 'the provider has no such name')),
    ];
  }

  /** Gives symbols their name at the provider, where it is not their own. */
  async #translate(
    { caller, kind, id }: OfferedInput,
    outcomes: readonly SymbolImport[],
  ): Promise<Outcome<never> | undefined> {
    const named = outcomes.filter(
      ({ action, name, symbol }) =>
        (action === 'created' && name !== symbol) || action === 'translated',
    );
    if (named.length === 0) return undefined;
    const { deps, writer } = this.context;
    const change = () =>
      writer.change([SETTINGS_LOCK], whoOf(caller), (tx) => {
        const editor = editorOf(tx, { kind, caller });
        const before = reached(tx, kind, id, caller);
        if (!editor.ok) return editor;
        if (before === undefined) return refuse('not_found');
        const { translates } = before.record as unknown as Provider;
        const rows = named.flatMap(({ name, symbol }) => {
          const symbol_id = tx.find('symbol', 'name', symbol)?.record.id;
          if (symbol_id === undefined) return [];
          const row = translates.find((one) => one.symbol_id === symbol_id) ?? UNMARKED;
          return [{ ...row, symbol_id, source: name }];
        });
        const ids = new Set(rows.map(({ symbol_id }) => symbol_id));
        const others = translates.filter(({ symbol_id }) => !ids.has(symbol_id));
        const fields = { translates: [...others, ...rows] };
        const write = { kind, before, fields, caller: editor.data, cipher: this.#cipher };
        return writeSetting(tx, write);
      });
    const written = await deps.decide(change);
    return written.ok ? undefined : written;
  }
}

/** A translation without markups. */
const UNMARKED = { source_digits: null, ask_markup_pts: 0, bid_markup_pts: 0 };

/** The outcomes of the plan, with the results of the items that it has, in their order. */
const outcomesOf = (
  planned: readonly Planned[],
  rows: readonly TransferItem[],
): readonly SymbolImport[] => {
  let at = 0;
  return planned.map(({ outcome, item }) => {
    if (item === undefined) return outcome;
    const row = rows[at];
    at += 1;
    if (row === undefined || row.action === 'create') return outcome;
    return row.action === 'error'
      ? { ...outcome, action: 'error', error: row.error }
      : { ...outcome, action: 'skipped' };
  });
};
