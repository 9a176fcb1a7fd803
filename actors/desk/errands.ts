// Errands: what the desk has the other threads do, by way of the main thread.

import { threadDown } from '../front/front-client.js';
import type {
  Distribution,
  FromDesk,
  FromShard,
  HoldAnswer,
  Thrown,
  ToMarket,
  ToShard,
} from '../messages.js';
import type { Thread } from '../thread.js';

/** How long a thread may take to answer. */
const ERRAND_MS = 10_000;

/** Who does them; undefined while a thread is started again. */
export interface Others {
  distribute(change: Distribution): Promise<void>;
  readonly market: Pick<Thread<ToMarket, { readonly type: string }>, 'ask'> | undefined;
  shard(login: number): Pick<Thread<ToShard, FromShard>, 'ask' | 'post'> | undefined;
}

/** A message of the desk that is an errand. */
export type Errand = Extract<FromDesk, { type: 'distribute' | 'hold' | 'release' | 'throw' }>;

/** Does an errand; answers what the desk is to be told where it waits for that. */
export const runErrand = async (errand: Errand, others: Others): Promise<unknown> => {
  switch (errand.type) {
    case 'distribute':
      await others.distribute(errand.change);
      return null;
    case 'hold': {
      const { login } = errand;
      const shard = others.shard(login);
      const held = shard?.ask<HoldAnswer>((id) => ({ type: 'hold', id, login }), ERRAND_MS);
      return (await held) ?? null;
    }
    case 'release':
      others.shard(errand.login)?.post({ type: 'release', login: errand.login });
      return null;
    case 'throw': {
      const { type: _, id: __, ...thrown } = errand;
      const told = others.market?.ask<Thrown>(
        (id) => ({ type: 'throw', id, ...thrown }),
        ERRAND_MS,
      );
      return (await told) ?? threadDown('market');
    }
  }
};
