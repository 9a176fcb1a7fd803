// The symbols that are offered to the account, or to groups in scope: a light list for all views,
// whole terms on demand.

import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type SymbolRow, type TraderClient, unwrap } from '../../client/index.js';
import type { Connection } from './connection.js';
import type { LiveParts } from './parts.js';
import { attempt, type Refusal } from './refusal.js';

/** The fields that watch, ticket and tables need. */
const LIGHT = [
  'id',
  'name',
  'path',
  'description',
  'category',
  'currency_base',
  'currency_profit',
  'digits',
  'contract_size',
  'tick_size',
  'volume_min',
  'volume_max',
  'volume_step',
  'execution_mode',
  'order_flags',
  'fill_flags',
  'expiration_flags',
  'stops_level',
  'freeze_level',
  'trade_access',
  'request_timeout_sec',
] as const satisfies readonly (keyof SymbolRow)[];

/** A symbol as watch, ticket and tables need it. */
export type LightSymbol = Required<Pick<SymbolRow, (typeof LIGHT)[number]>>;
/** A symbol with all its terms. */
export type SymbolTerms = Required<SymbolRow>;

/** The list of an audience: of the account's group, or of the groups in a staff user's scope. */
type SymbolsPath = '/trader/v1/symbols' | '/admin/v1/quotes/symbols';

/** A socket that tells of changes. */
interface ChangeSocket {
  on(name: 'config_changed', listener: (change: { readonly kind: string }) => void): () => void;
  on(name: 'connected', listener: (made: { readonly resumed: boolean }) => void): () => void;
}

/** Symbols as all views need them. */
export interface SymbolList {
  /** In the order of the server; empty until they are read. */
  readonly list: ReadonlySignal<readonly LightSymbol[]>;
  readonly byName: ReadonlySignal<ReadonlyMap<string, LightSymbol>>;
  /** Why they could not be read; null = they were, or are being read. */
  readonly refusal: ReadonlySignal<Refusal | null>;
  readonly reload: () => Promise<void>;
}

/** No symbols, where the user may not see them. */
export const NO_SYMBOLS: SymbolList = {
  list: signal([]),
  byName: signal(new Map()),
  refusal: signal(null),
  reload: async () => undefined,
};

/** The symbols of an account. */
export interface Symbols extends SymbolList {
  /** All terms of a symbol; undefined = it is not offered. */
  readonly terms: (name: string) => Promise<SymbolTerms | undefined>;
}

/** Kinds of settings whose change changes what is offered. */
const OFFER: readonly string[] = ['symbol', 'group', 'leverage_profile', 'account', 'platform'];
/** Changes come in bursts: the list is read this long after the first, in ms. */
const GATHER_MS = 500;

/** Reads a list of symbols; an unchanged one is not sent again. */
const makeReader = <Row>(
  { rest }: Pick<TraderClient, 'rest'>,
  path: SymbolsPath,
  fields: string | undefined,
) => {
  let tag = '';
  let held: readonly Row[] = [];
  return async (): Promise<readonly Row[]> => {
    const headers = tag === '' ? {} : { 'if-none-match': tag };
    const query = fields === undefined ? {} : { fields };
    const of = path as '/trader/v1/symbols';
    const call = await rest.GET(of, { params: { query }, headers });
    const { response } = call;
    if (response.status === 304) return held;
    held = (await unwrap(Promise.resolve(call))) as unknown as readonly Row[];
    tag = response.headers.get('etag') ?? '';
    return held;
  };
};

/** Makes the symbols of an audience, and reads the light list. */
export const makeSymbols = (
  client: Pick<TraderClient, 'rest'>,
  path: SymbolsPath,
  connection: Pick<Connection<ChangeSocket>, 'use'>,
  { clock }: Pick<LiveParts, 'clock'>,
): Symbols => {
  const list = signal<readonly LightSymbol[]>([]);
  const refusal = signal<Refusal | null>(null);
  const readLight = makeReader<LightSymbol>(client, path, LIGHT.join(','));
  const readWhole = makeReader<SymbolTerms>(client, path, undefined);
  const reload = async (): Promise<void> => {
    const read = await attempt(readLight());
    refusal.value = read.ok ? null : read.refusal;
    if (read.ok) list.value = read.value;
  };
  let isAsked = false;
  connection.use((socket) => {
    socket.on('config_changed', ({ kind }) => {
      if (isAsked || !OFFER.includes(kind)) return;
      isAsked = true;
      clock.after(GATHER_MS, () => {
        isAsked = false;
        reload();
      });
    });
    // A change during a break may have been missed.
    socket.on('connected', ({ resumed }) => {
      if (!resumed) reload();
    });
  });
  reload();
  return {
    list,
    byName: computed(() => new Map(list.value.map((row) => [row.name, row]))),
    refusal,
    terms: async (name) => (await readWhole()).find((row) => row.name === name),
    reload,
  };
};
