// Lists over REST: pages of rows by a query, and cursors that go on.

import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { Clock } from '../../client/index.js';
import { attempt, type Refusal } from './refusal.js';

/** A page as the API answers it; each list has some of these members. */
export interface ListPage<Row> {
  readonly items: readonly Row[];
  readonly total?: number | null;
  /** Cursors: to go on forward and backward; null = there is nothing. */
  readonly after?: string | null;
  readonly before?: string | null;
  readonly consistency?: string;
  readonly retry_after_ms?: number;
}

/** The state of a list. */
export type ListStatus =
  /** Nothing was asked for. */
  | 'idle'
  /** The first rows of a query are being read; old rows stay until they come. */
  | 'loading'
  /** The server has not written the newest events into the list yet: old rows stay. */
  | 'pending'
  | 'ready'
  /** `refusal` says why; old rows stay. */
  | 'failed';

/** A list. `Query` is what the address of the view says: filters, sort, page. */
export interface List<Row, Query, Page extends ListPage<Row> = ListPage<Row>> {
  readonly rows: ReadonlySignal<readonly Row[]>;
  /** The newest page with its other members: total, cursors, sums. */
  readonly page: ReadonlySignal<Page | null>;
  readonly status: ReadonlySignal<ListStatus>;
  readonly refusal: ReadonlySignal<Refusal | null>;
  readonly query: ReadonlySignal<Query | null>;
  /** Shows the rows of a query; an answer to an earlier query is dropped. */
  readonly load: (query: Query) => Promise<void>;
  /**
   * Reads the same query again; `seq` of the answer to an act makes the list wait for that act.
   */
  readonly reload: (seq?: string | null) => Promise<void>;
  /** Adds the rows that a further query reads, such as the same one behind a cursor. */
  readonly more: (query: Query) => Promise<void>;
  /** Shows a changed row at once; `null` removes it. */
  readonly patch: (change: (row: Row) => Row | null) => void;
}

/** Members of a query that every list takes. */
export interface Fence {
  readonly min_projection_seq?: string;
}

/** The pause in ms before a pending list is read again, where it names none. */
const PAUSE_MS = 1_000;

/** Rows that have not changed stay the same objects, so that they are not drawn again. */
const sameObjects = <Row>(
  before: readonly Row[],
  items: readonly Row[],
  keyOf: (row: Row) => string | number,
): readonly Row[] => {
  const held = new Map(before.map((row) => [keyOf(row), row]));
  return items.map((row) => {
    const known = held.get(keyOf(row));
    return known !== undefined && JSON.stringify(known) === JSON.stringify(row) ? known : row;
  });
};

/**
 * Makes a list. `read` reads a page; a fence is among the members of its query. `keyOf` names a
 * row, by which unchanged rows are found.
 */
export const makeList = <Row, Query extends object, Page extends ListPage<Row>>(
  read: (query: Query & Fence) => Promise<Page>,
  keyOf: (row: Row) => string | number,
  clock: Pick<Clock, 'after'>,
): List<Row, Query, Page> => {
  const rows = signal<readonly Row[]>([]);
  const page = signal<Page | null>(null);
  const status = signal<ListStatus>('idle');
  const refusal = signal<Refusal | null>(null);
  const query = signal<Query | null>(null);
  /** The newest read: answers to earlier ones are dropped. */
  let newest = 0;

  const readCurrent = async (asked: Query & Fence, isAdded: boolean): Promise<void> => {
    newest += 1;
    const own = newest;
    status.value = 'loading';
    for (;;) {
      const answer = await attempt(read(asked));
      if (own !== newest) return;
      if (!answer.ok) {
        batch(() => {
          refusal.value = answer.refusal;
          status.value = 'failed';
        });
        return;
      }
      const { value } = answer;
      if (value.consistency !== 'projection_pending') {
        batch(() => {
          const items = sameObjects(rows.peek(), value.items, keyOf);
          rows.value = isAdded ? [...rows.peek(), ...items] : items;
          page.value = value;
          refusal.value = null;
          status.value = 'ready';
        });
        return;
      }
      status.value = 'pending';
      const { retry_after_ms = PAUSE_MS } = value;
      await new Promise<void>((resolve) => void clock.after(retry_after_ms, resolve));
      if (own !== newest) return;
    }
  };
  return {
    rows,
    page,
    status,
    refusal,
    query,
    load: (asked) => {
      query.value = asked;
      return readCurrent(asked, false);
    },
    reload: async (seq) => {
      const asked = query.peek();
      if (asked === null) return;
      await readCurrent(seq == null ? asked : { ...asked, min_projection_seq: seq }, false);
    },
    more: (asked) => readCurrent(asked, true),
    patch: (change) => {
      rows.value = rows.peek().flatMap((row) => change(row) ?? []);
    },
  };
};
