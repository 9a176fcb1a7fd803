// The local price source: the datafeed record that the start flags require.

import { isDeepStrictEqual } from 'node:util';
import { unwrap } from '../../../wire/base/codes.js';
import type { HeldParam, PriceSource } from '../../../wire/settings/connections.js';
import type { Transaction } from '../store/transaction.js';
import { isLocal, LOCAL_SERVER, lastPriority } from '../types/connections/connections.js';

const NAMES = { demo: 'Demo market', replay: 'Replay' } as const;

/** The parameters that the flags set, by module; undefined = no such parameter. */
const paramsOf = (source: PriceSource): Readonly<Record<string, string | undefined>> => {
  if (source.kind === 'demo') return { seed: source.seed === '' ? undefined : source.seed };
  if (source.kind === 'none') return {};
  return { file: source.file, speed: source.speed, loop: String(source.loop) };
};

/** Parameters with the values of the start flags. */
const withFlags = (held: readonly HeldParam[], source: PriceSource): HeldParam[] => {
  const given = paramsOf(source);
  const others = held.filter(({ key }) => !Object.hasOwn(given, key));
  const set = Object.entries(given).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value }],
  );
  return [...others, ...set];
};

/** The name, or a similar one that no other datafeed has. */
const freeName = (tx: Transaction, name: string): string => {
  let free = name;
  for (let n = 2; tx.find('datafeed', 'name', free) !== undefined; n += 1) free = `${name} ${n}`;
  return free;
};

/** Enables the required local source, created if missing, and disables the other local ones. */
const turnTo = (tx: Transaction, source: PriceSource): void => {
  const local = [...tx.all('datafeed')].filter(({ record }) => isLocal(record.module));
  for (const { key, record } of local) {
    const wanted = record.module === source.kind;
    const params = wanted ? withFlags(record.params, source) : record.params;
    unwrap(tx.patch('datafeed', key, { enabled: wanted, params }));
  }
  if (source.kind === 'none' || local.some(({ record }) => record.module === source.kind)) return;
  const fields = {
    name: freeName(tx, NAMES[source.kind]),
    module: source.kind,
    server: LOCAL_SERVER,
    params: withFlags([], source),
  };
  unwrap(tx.create('datafeed', { ...fields, priority: lastPriority(tx, 'datafeed') }));
};

/**
 * Applies the start flags if they require another local source than the flags of the last start.
 * With the same flags nothing changes, so that changes by staff are kept.
 */
export const writePriceSource = (tx: Transaction, source: PriceSource): void => {
  const before = tx.get('price_source', 'flags')?.record;
  if (isDeepStrictEqual(before?.asked, source)) return;
  turnTo(tx, source);
  unwrap(tx.put('price_source', { ...before, asked: source }));
};
