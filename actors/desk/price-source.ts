// The local price source: the datafeed record that the start flags ask for.

import { must } from '../../wire/codes.js';
import type { HeldParam } from '../../wire/connections.js';
import type { Draft } from './draft.js';
import { isLocal, LOCAL_SERVER } from './kinds/connections.js';

/** Where prices come from, as the flags say. */
export type PriceSource =
  | { readonly kind: 'none' }
  | { readonly kind: 'demo'; readonly seed: string }
  | {
      readonly kind: 'replay';
      readonly file: string;
      readonly speed: string;
      readonly loop: boolean;
    };

const NAMES = { demo: 'Demo market', replay: 'Replay' } as const;

const paramsOf = (source: PriceSource): readonly HeldParam[] => {
  if (source.kind === 'demo')
    return source.seed === '' ? [] : [{ key: 'seed', value: source.seed }];
  if (source.kind === 'none') return [];
  return [
    { key: 'file', value: source.file },
    { key: 'speed', value: source.speed },
    { key: 'loop', value: String(source.loop) },
  ];
};

/** Parameters with some in the place of those of the same key. */
const withParams = (held: readonly HeldParam[], given: readonly HeldParam[]): HeldParam[] => {
  const merged = new Map([...held, ...given].map((one) => [one.key, one]));
  return [...merged.values()];
};

/** The name, or one like it that no other datafeed has. */
const freeName = (draft: Draft, name: string): string => {
  let free = name;
  for (let n = 2; draft.find('datafeed', 'name', free) !== undefined; n += 1) free = `${name} ${n}`;
  return free;
};

/**
 * Turns the wanted local source on, making its record when there is none, and the other ones off.
 * Equal records are left alone: a start with the same flags changes nothing.
 */
export const drawSource = (draft: Draft, source: PriceSource): void => {
  const local = [...draft.all('datafeed')].filter(({ record }) => isLocal(record.module));
  for (const { key, record } of local) {
    const wanted = record.module === source.kind;
    const params = wanted ? withParams(record.params, paramsOf(source)) : record.params;
    must(draft.patch('datafeed', key, { enabled: wanted, params }));
  }
  if (source.kind === 'none' || local.some(({ record }) => record.module === source.kind)) return;
  must(
    draft.create('datafeed', {
      name: freeName(draft, NAMES[source.kind]),
      module: source.kind,
      server: LOCAL_SERVER,
      params: [...paramsOf(source)],
    }),
  );
};
