// Datafeeds and gateways in tests: their families, and what services do by them: an engine, and a
// market with providers whose prices a test tells.

import type { SourceSink } from '../../../../actors/market/feeds/feed.js';
import type { Instrument } from '../../../../actors/market/feeds/instruments.js';
import { ok } from '../../../../wire/base/codes.js';
import { marketOf } from '../../../actors/market/fixtures.js';
import { heldParams, type Params } from '../../../support/connections.js';
import { codeOf } from '../../../support/engine-harness.js';
import { dataOf, type HttpHarness } from '../../../support/http-harness.js';
import type { Family, Kind, Made } from './kind.js';
import { engineOf } from './setting-families.js';

/** Parameters with which a FIX session may be enabled. */
export const FIX: Params = { SenderCompID: 'BROKER', TargetCompID: 'LP' };

/** Parameters as a client sends them. */
export const params = (given: Params = {}) => heldParams({ ...FIX, ...given });

/** Who is named among some that were made. */
const named = (made: readonly Made[], id: number | undefined): string =>
  ['the first', 'the second'][made.findIndex((one) => one.id === id)] ?? 'none';

/** One connection of a datafeed. */
interface Provider {
  readonly sink: SourceSink;
  instruments: readonly Instrument[];
  isOpen: boolean;
}

/** A market: its connections by datafeed in the order they were made, and its quotes. */
export const marketIn = (http: HttpHarness) => {
  const connections = new Map<number, Provider[]>();
  const { harness } = http;
  const made = marketOf(harness.copied, {
    modules: {
      fix44: (record, instruments, sink) => {
        const provider: Provider = { sink, instruments, isOpen: true };
        connections.set(record.id, [...(connections.get(record.id) ?? []), provider]);
        sink.online();
        return ok({
          change: (gone, added) => {
            const kept = provider.instruments.filter((one) => !gone.includes(one));
            provider.instruments = [...kept, ...added];
          },
          close: () => {
            provider.isOpen = false;
          },
        });
      },
    },
  });
  const before = harness.onSent;
  harness.onSent = (change) => {
    before?.(change);
    if (change.settings !== undefined) made.market.apply(harness.copied);
  };
  made.market.start();
  const newest = (id: number): Provider => {
    const one = connections.get(id)?.at(-1);
    if (one === undefined) throw new Error(`datafeed ${id} was never connected`);
    return one;
  };
  return {
    ...made,
    newest,
    connects: (id: number): number => connections.get(id)?.length ?? 0,
    /** The names under which a datafeed asks for prices. */
    names: (id: number): string[] => newest(id).instruments.map(({ source }) => source),
    /** A quote of a symbol by its provider's name, in points; answers what is published of it. */
    quote: (id: number, source: string, bid: number, ask: number) => {
      const { instruments, sink } = newest(id);
      const instrument = instruments.find((one) => one.source === source);
      if (instrument === undefined) throw new Error(`datafeed ${id} does not quote ${source}`);
      const before = made.ticks.length;
      sink.tick(instrument, bid * 1000, ask * 1000, made.env.now());
      sink.flush();
      return made.ticks
        .slice(before)
        .map((tick) => [tick.symbol_id, tick.bid / 1000, tick.ask / 1000]);
    },
  };
};

/** Whose prices of EURUSD the market takes when each datafeed says one, twice. */
const priced = async (kind: Kind) => {
  const { connects, names, newest, quote } = marketIn(kind.http);
  return (made: readonly Made[]): string => {
    const asking = made.filter(
      ({ id }) => connects(id) > 0 && newest(id).isOpen && names(id).includes('EURUSD'),
    );
    const heard = [...asking, ...asking].map(({ id }, at) =>
      quote(id, 'EURUSD', 110_000 + at, 110_010 + at).length > 0 ? id : 0,
    );
    return named(
      made,
      heard.slice(asking.length).find((id) => id > 0),
    );
  };
};

/** Which gateway an order goes to that a rule sends to whichever comes first. */
const routed = async (kind: Kind) => {
  const engine = engineOf(kind.http);
  return (made: readonly Made[]): string => {
    const current = engine();
    current.configure(({ routing: [rule] }) => ({
      routing: rule === undefined ? [] : [{ ...rule, action: 'gateway', dealers: [] }],
    }));
    for (const { id } of made) current.connected.add(id);
    const code = codeOf(
      current.trade({ kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' }),
    );
    return code === 'ok' ? named(made, [...current.state.queue.values()].at(-1)?.gateway_id) : code;
  };
};

/** The family of datafeeds, and that of gateways. */
export const FEEDS: Family = {
  path: 'datafeeds',
  body: (n) => ({ name: `Feed ${n}`, module: 'fix44', server: 'lp:9876', params: params() }),
  change: { reconnect_sec: 7, login: 'quotes' },
  readOnly: ['id', 'has_password', 'has_gateway_password', 'created_at', 'updated_at'],
  broken: [{ reconnect_sec: 601 }, 'reconnect_sec'],
  brokenByStored: [{ enabled: false, params: [] }, { enabled: true }, 'SenderCompID'],
  required: ['module', 'name', 'server'],
  service: {
    open: priced,
    create: {},
    change: { quotes_enabled: false },
    does: ['none', 'the first', 'none'],
    ordered: ['the first', 'the second'],
  },
};
export const GATEWAYS: Family = {
  path: 'gateways',
  body: (n) => ({ name: `Gateway ${n}`, server: 'lp:9877', params: params() }),
  change: { reconnect_sec: 7, login: 'orders' },
  readOnly: FEEDS.readOnly,
  broken: [{ series_pause_sec: 86_401 }, 'series_pause_sec'],
  brokenByStored: [{ enabled: false, params: [] }, { enabled: true }, 'SenderCompID'],
  required: ['name', 'server'],
  service: {
    open: routed,
    create: {},
    change: { enabled: false },
    does: ['trade.no_connection', 'the first', 'trade.no_connection'],
    ordered: ['the first', 'the second'],
  },
};

/** A parameter as it is shown. */
export interface Shown {
  readonly key: string;
  readonly value: string;
  readonly sealed: boolean;
}

/** The values of a shown record's parameters by name. */
export const valuesOf = (data: unknown): Record<string, string> =>
  Object.fromEntries((data as { params: Shown[] }).params.map(({ key, value }) => [key, value]));

/** Changes one, whatever its version is by now. */
export const change = async (kind: Kind, id: number, fields: object): Promise<Made> => {
  const { version } = await kind.read<{ version: number }>(`/${id}`);
  return dataOf(await kind.patch(`/${id}`, { version, ...fields }));
};
