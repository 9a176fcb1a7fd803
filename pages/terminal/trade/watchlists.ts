// The trader's lists of symbols, and the acts on them.

import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { unwrap } from '../../../client/index.js';
import { attempt, type Refusal } from '../../live/refusal.js';
import type { TraderLive } from '../../live/trader.js';

/** A list of symbols; the id 0 is the server's own, which is not saved. */
interface Watchlist {
  readonly id: number;
  readonly name: string;
  readonly symbols: readonly string[];
}

/** The lists. Acts answer a refusal, or null. */
export interface Watchlists {
  readonly all: ReadonlySignal<readonly Watchlist[]>;
  readonly current: ReadonlySignal<Watchlist | undefined>;
  readonly select: (id: number) => void;
  readonly create: (name: string, symbols: readonly string[]) => Promise<Refusal | null>;
  readonly rename: (name: string) => Promise<Refusal | null>;
  /** Changes the symbols of the current list; one that is not saved becomes a saved one. */
  readonly put: (symbols: readonly string[], nameIfNew: string) => Promise<Refusal | null>;
  readonly remove: () => Promise<Refusal | null>;
}

const CURRENT = 'watch.list';

const makeWatchlists = ({ rest, preferences }: TraderLive): Watchlists => {
  const all = signal<readonly Watchlist[]>([]);
  const chosen = preferences.of(CURRENT, 0);
  const current = computed(() => all.value.find(({ id }) => id === chosen.value) ?? all.value[0]);
  const select = (id: number): void => preferences.set(CURRENT, id);
  const read = async (): Promise<Refusal | null> => {
    const answer = await attempt(unwrap(rest.GET('/trader/v1/watchlists')));
    if (!answer.ok) return answer.refusal;
    all.value = answer.value;
    return null;
  };
  const changed = async <T>(
    call: Promise<T>,
    then?: (made: T) => void,
  ): Promise<Refusal | null> => {
    const answer = await attempt(call);
    if (!answer.ok) return answer.refusal;
    const refusal = await read();
    then?.(answer.value);
    return refusal;
  };
  const create = (name: string, symbols: readonly string[]): Promise<Refusal | null> =>
    changed(
      unwrap(rest.POST('/trader/v1/watchlists', { body: { name, symbols: [...symbols] } })),
      ({ id }) => select(id),
    );
  const patch = (
    id: number,
    body: { readonly name?: string; readonly symbols?: string[] },
  ): Promise<Refusal | null> =>
    changed(unwrap(rest.PATCH('/trader/v1/watchlists/{id}', { params: { path: { id } }, body })));
  void read();
  return {
    all,
    current,
    select,
    create,
    rename: async (name) => {
      const list = current.peek();
      return list === undefined ? null : patch(list.id, { name });
    },
    put: async (symbols, nameIfNew) => {
      const list = current.peek();
      if (list === undefined || list.id === 0) return create(nameIfNew, symbols);
      // Shown at once: an order that is moved by a key held down must not jump back.
      all.value = all.peek().map((one) => (one.id === list.id ? { ...one, symbols } : one));
      return patch(list.id, { symbols: [...symbols] });
    },
    remove: async () => {
      const list = current.peek();
      if (list === undefined || list.id === 0) return null;
      return changed(
        unwrap(rest.DELETE('/trader/v1/watchlists/{id}', { params: { path: { id: list.id } } })),
      );
    },
  };
};

const made = new WeakMap<TraderLive, Watchlists>();

/** The lists of a sign-in. */
export const watchlistsOf = (live: TraderLive): Watchlists => {
  const known = made.get(live) ?? makeWatchlists(live);
  made.set(live, known);
  return known;
};
