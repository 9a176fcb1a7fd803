// The law of sorts: what holds for every window that is sorted by what is asked.

import t, { type Test } from 'tap';
import type { Answer } from '../../support/http-harness.js';
import { tagged } from './tags.js';

/** Ways in which rows are sorted. */
const DIRECTIONS = ['asc', 'desc'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Who reads a list. */
export interface Reader {
  ask(method: string, path: string): Promise<Pick<Answer, 'status' | 'code' | 'message' | 'data'>>;
}

/** A window with sorts. */
export interface SortedList {
  /** Below `/admin/v1`. */
  readonly path: string;
  /** What a row is called here. */
  readonly nameOf: (row: never) => unknown;
  /** The query that sorts by a field. */
  readonly sortedBy: (field: string, direction: Direction) => string;
  /** What a row is sorted by, for each field that the contract names. */
  readonly fields: Readonly<Record<string, (row: never) => string | number>>;
  /** Queries that name no sort, each by its first parameter. */
  readonly wrong: readonly string[];
  /** Opens it with a few rows: by every field some differ, by two some are tied. */
  readonly open: (t: Test) => Promise<Reader>;
}

interface Page {
  readonly items: readonly never[];
  readonly after: string | null;
  readonly has_after: boolean;
}

const PAGES_MAX = 100;

const isCode = ({ status, code, message }: Awaited<ReturnType<Reader['ask']>>, by: string) =>
  status === 400 && code === 'invalid_input' && message.startsWith(`${by}: `);

/** What names no sort is refused, and so is a cursor of another one. */
const refusalFaults = async (list: SortedList, reader: Reader): Promise<string[]> => {
  const { path, sortedBy } = list;
  const faults: string[] = [];
  const ask = (query: string) => reader.ask('GET', `/${path}?${query}`);
  for (const query of list.wrong) {
    const [by = ''] = query.split('=', 1);
    if (!isCode(await ask(query), by)) faults.push(`${query} is not refused`);
  }

  const sorts = Object.keys(list.fields).flatMap((field) =>
    DIRECTIONS.map((direction) => sortedBy(field, direction)),
  );
  for (const [at, sort] of sorts.entries()) {
    const { after } = (await ask(`${sort}&limit=1`)).data as Page;
    for (const other of ['', sorts[(at + 1) % sorts.length] as string]) {
      const answer = await ask(`edge=after&cursor=${after}&${other}`);
      if (!isCode(answer, 'cursor')) faults.push(`a cursor of ${sort} holds for "${other}"`);
    }
  }
  return faults;
};

/** What of the law does not hold, in words. */
export const sortFaults = async (list: SortedList, reader: Reader): Promise<string[]> => {
  const { path, nameOf, sortedBy } = list;
  const faults: string[] = [];
  const ask = (query: string) => reader.ask('GET', `/${path}?${query}`);
  const read = async (query: string): Promise<Page> => {
    const { code, message, data } = await ask(query);
    if (code !== 'ok') throw new Error(`${query}: ${code} ${message}`);
    return data as Page;
  };

  /** What a sort shows as a whole, and what page by page. */
  const inOrder = async (sort: string): Promise<readonly never[]> => {
    const { items } = await read(`${sort}&limit=100`);
    const paged: never[] = [];
    let page = await read(`${sort}&limit=2`);
    for (let pages = 1; pages < PAGES_MAX; pages += 1) {
      paged.push(...page.items);
      if (!page.has_after) break;
      page = await read(`${sort}&limit=2&edge=after&cursor=${page.after}`);
    }
    const names = [items, paged].map((rows) => JSON.stringify(rows.map(nameOf)));
    if (names[0] !== names[1]) faults.push(`${sort}: pages show ${names[1]}, not ${names[0]}`);
    return items;
  };

  for (const direction of DIRECTIONS) {
    /** Which of two rows with the same key came first, by the first sort that shows it. */
    const tied = new Map<string, string>();
    let isTiedTwice = false;
    for (const [field, keyOf] of Object.entries(list.fields)) {
      const sort = sortedBy(field, direction);
      const rows = await inOrder(sort);
      if (new Set(rows.map(keyOf)).size < 2) faults.push(`${sort}: no two rows differ`);
      for (const [at, one] of rows.entries()) {
        for (const other of rows.slice(at + 1)) {
          const [first, second] = [keyOf(one), keyOf(other)];
          const [a, b] = [one, other].map((row) => JSON.stringify(nameOf(row)));
          const isSorted = direction === 'asc' ? first <= second : first >= second;
          if (!isSorted) faults.push(`${sort}: ${a} of ${first} before ${b} of ${second}`);
          if (first !== second) continue;
          const pair = [a, b].toSorted().join(' and ');
          isTiedTwice ||= tied.has(pair);
          const before = tied.get(pair) ?? a;
          tied.set(pair, before);
          if (before !== a) faults.push(`${sort}: ${pair} are tied in another order`);
        }
      }
    }
    if (!isTiedTwice) faults.push(`${direction}: no two rows are tied by two fields`);
  }

  return [...faults, ...(await refusalFaults(list, reader))];
};

/** Shows the law of a list with sorts. */
export const sortLaws = (list: SortedList, rules?: string): void => {
  const says = 'rows are sorted as asked, ties always alike, and cursors hold for their sort';
  const title = `${list.path}: ${says}${rules ? ` [GET ${rules}]` : ''}`;
  t.test(tagged(title, list.path), async (t) => {
    t.same(await sortFaults(list, await list.open(t)), []);
  });
};
