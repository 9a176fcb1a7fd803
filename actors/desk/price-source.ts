// The local price source: the datafeed record that the start flags ask for.

import type { DatafeedRecord } from '../../wire/connections.js';
import type { Draft } from './draft.js';

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

const LOCAL = 'local';

const paramsOf = (source: PriceSource): DatafeedRecord['params'] => {
  if (source.kind === 'demo') return source.seed === '' ? {} : { seed: source.seed };
  if (source.kind === 'none') return {};
  return { file: source.file, speed: source.speed, loop: String(source.loop) };
};

/**
 * Turns the wanted local source on, making its record when there is none, and the other ones off.
 * Equal records are left alone: a start with the same flags changes nothing.
 */
export const drawSource = (draft: Draft, source: PriceSource): void => {
  const local = [...draft.all('datafeed')].filter(({ record }) => record.server === LOCAL);
  for (const { key, record } of local) {
    const wanted = record.module === source.kind;
    const params = { ...record.params, ...(wanted && paramsOf(source)) };
    draft.patch('datafeed', key, { enabled: wanted, params });
  }
  if (source.kind === 'none' || local.some(({ record }) => record.module === source.kind)) return;
  const ids = Array.from(draft.all('datafeed'), ({ record }) => record.id);
  draft.create('datafeed', {
    id: Math.max(0, ...ids) + 1,
    name: source.kind === 'demo' ? 'Demo market' : 'Replay',
    module: source.kind,
    params: paramsOf(source),
  });
};
