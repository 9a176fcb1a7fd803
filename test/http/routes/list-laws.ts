// Laws of lists: what holds for every one in pages or in a window, shown for one with its tags.
// That of lists with sorts is in sort-laws.ts.

import t, { type Test } from 'tap';
import { dataOf, type Terminal } from '../../support/http-harness.js';
import { tagged } from './tags.js';

/** Places of rows in a list, from 0 on. */
type Places = readonly number[];

/** What both kinds of lists tell about themselves. */
interface Listed {
  /** Below `/admin/v1`. */
  readonly path: string;
  /** What a row is called here. */
  readonly nameOf: (row: never) => unknown;
  /** Queries that it refuses, each by its first parameter. */
  readonly wrong: readonly string[];
}

/** A list in pages that is open, with a few rows that its filters and scopes tell apart. */
export interface OpenPages {
  readonly reader: Terminal;
  /** What its rows are called, in its order. */
  readonly names: readonly unknown[];
  /** Queries, and which rows fit. */
  readonly filters: Readonly<Record<string, Places>>;
  /** Readers with a narrower scope, and which rows they see. */
  readonly narrower: readonly (readonly [Terminal, Places])[];
  /** A query that leaves out what the tests' readers do. */
  readonly base?: string;
  /** Makes so many rows more. */
  more(count: number): Promise<unknown>;
}

/** A list in pages. */
export interface PagedList extends Listed {
  readonly open: (t: Test) => Promise<OpenPages>;
}

/** Numbers of the rules that the laws of pages show. */
export interface PageTags {
  readonly scope?: string;
  readonly filters?: string;
  readonly pages?: string;
}

/** Is each query refused by the name of its first parameter? */
const refuses = async (
  t: Test,
  path: string,
  reader: Terminal,
  queries: readonly string[],
): Promise<void> => {
  for (const query of queries) {
    const message = new RegExp(`^${query.split('=', 1)}: `);
    t.match(await reader.get(`/${path}?${query}`), { code: 'invalid_input', message }, query);
  }
};

/** Shows the laws of a list in pages. */
export const pageLaws = (list: PagedList, tags: PageTags = {}): void => {
  const { path, nameOf } = list;
  type Read = (query?: string, by?: Terminal) => Promise<{ names: unknown[]; total: number }>;
  const law = (
    says: string,
    rules: string | undefined,
    run: (t: Test, read: Read, one: OpenPages) => Promise<void>,
  ) =>
    t.test(tagged(`${path}: ${says}${rules ? ` [GET ${rules}]` : ''}`, path), async (t) => {
      const one = await list.open(t);
      const read: Read = async (query = '', by = one.reader) => {
        const asked = [one.base ?? '', query].filter((part) => part !== '').join('&');
        const answer = await by.get(`/${path}?${asked}`);
        const { items, ...page } = dataOf<{ items: never[]; total: number }>(answer);
        return { ...page, names: items.map(nameOf) };
      };
      await run(t, read, one);
    });

  law('rows are in order, and of the scope alone', tags.scope, async (t, read, one) => {
    for (const [reader, places] of [[one.reader, one.names.keys()], ...one.narrower] as const) {
      const { names, total } = await read('', reader);
      const seen = [...places].map((place) => one.names[place]);
      t.same(names, seen);
      t.equal(total, names.length);
    }
  });

  law('filters leave what fits', tags.filters, async (t, read, { names, filters }) => {
    for (const [query, places] of Object.entries(filters)) {
      const fit = places.map((place) => names[place]);
      t.same((await read(query)).names, fit, query);
    }
  });

  law('a page has 100 rows, or up to 1000; total counts all', tags.pages, async (t, read, one) => {
    await one.more(103 - one.names.length);
    const { names } = await read('limit=1000');
    t.equal(new Set(names).size, 103);
    for (const [query, begin, end, page] of [
      ['', 0, 100, 1],
      ['page=2', 100, 103, 2],
      ['limit=10&page=10', 90, 100, 10],
    ] as const) {
      const answer = await read(query);
      t.match(answer, { page, total: 103 }, query);
      t.same(answer.names, names.slice(begin, end), query);
    }
    const wrong = ['limit=1001', 'limit=0', 'page=0', 'page=1&page=2', 'surprise=1'];
    await refuses(t, path, one.reader, [...wrong, ...list.wrong]);
  });
};

/** A list whose rows are asked for as of what the projection has seen. */
export interface FencedList {
  /** Asks it with a query. */
  readonly ask: (query: string) => Promise<{ status: number; message: string; data: unknown }>;
  /** What the reader of the database was asked last. */
  readonly asked: () => { readonly min_projection_seq?: string } | undefined;
  /** Has the reader answer so. */
  readonly answer: (page: object) => void;
}

/** Shows that a list passes a fence on, refuses one that is none, and says that it is not there. */
export const fenceLaws = (name: string, open: (t: Test) => Promise<FencedList>): void => {
  t.test(`${name}: a fence is a whole number of 64 bits, and is waited for`, async (t) => {
    const { ask, asked, answer } = await open(t);
    for (const wrong of ['007', '-1', '1.5', '', 'x', '9223372036854775808', '9'.repeat(19)]) {
      const refused = { status: 400, message: /^min_projection_seq: / };
      t.match(await ask(`min_projection_seq=${wrong}`), refused, wrong);
    }
    const pending = { items: [], page: 1, total: 0, projection_seq: '6' };
    const late = { ...pending, consistency: 'projection_pending', retry_after_ms: 1000 };
    answer(late);
    t.match(await ask('min_projection_seq=7'), { status: 200, data: late });
    t.equal(asked()?.min_projection_seq, '7');
    const current = { ...pending, projection_seq: '7', consistency: 'current' };
    answer(current);
    t.match((await ask('')).data, current);
    t.equal(asked()?.min_projection_seq, undefined);
  });
};

/** A page of a window. */
interface Window {
  readonly items: readonly never[];
  readonly after: string | null;
  readonly before: string | null;
  readonly anchor_found: boolean;
  readonly query_id: string;
  readonly total: number;
}

/** A window that is open over eleven rows. */
export interface OpenWindow {
  readonly reader: Terminal;
  readonly names: readonly unknown[];
  /** Takes the row at a place away. */
  remove(place: number): Promise<void>;
  /** Adds a row at the end; answers what it is called. */
  add(): Promise<unknown>;
  /** Others for whom a cursor of the reader does not hold. */
  readonly others: readonly (readonly [string, Terminal])[];
  /** What voids the reader's cursors. */
  readonly voids: readonly (readonly [string, () => Promise<void>])[];
}

/** A list that is gone through by cursors. */
export interface WindowList extends Listed {
  /** What a row is named by as an anchor. */
  readonly anchorOf: (row: never) => string;
  readonly open: (t: Test) => Promise<OpenWindow>;
}

/** Numbers of the rules that the laws of windows show. */
export interface WindowTags {
  readonly order?: string;
  readonly live?: string;
  readonly cursor?: string;
  readonly anchor?: string;
  readonly gone?: string;
  readonly wrong?: string;
  readonly tied?: string;
}

/** Shows the laws of a window. */
export const windowLaws = (list: WindowList, tags: WindowTags): void => {
  const { path, nameOf, anchorOf } = list;
  type Read = (query?: string, by?: Terminal) => Promise<Window & { names: unknown[] }>;
  const law = (
    says: string,
    rules: string | undefined,
    run: (t: Test, read: Read, one: OpenWindow) => Promise<void>,
  ) =>
    t.test(tagged(`${path}: ${says}${rules ? ` [GET ${rules}]` : ''}`, path), async (t) => {
      const one = await list.open(t);
      const read: Read = async (query = '', by = one.reader) => {
        const page = await by.read<Window>(`/${path}?${query}`);
        return { ...page, names: page.items.map(nameOf) };
      };
      await run(t, read, one);
    });
  const after = ({ after: cursor }: Window, limit = 4) =>
    `edge=after&cursor=${cursor}&limit=${limit}`;
  const before = ({ before: cursor }: Window, limit = 4) =>
    `edge=before&cursor=${cursor}&limit=${limit}`;

  law('pages go forth and back in order', tags.order, async (t, read, { names }) => {
    const first = await read('limit=4');
    t.same(first.names, names.slice(0, 4));
    t.match(first, { has_before: false, has_after: true, total: 11, anchor_found: false });
    const second = await read(after(first));
    t.same(second.names, names.slice(4, 8));
    t.match(second, { has_before: true, has_after: true, query_id: first.query_id });
    const third = await read(after(second));
    t.same(third.names, names.slice(8));
    t.match(third, { has_before: true, has_after: false });
    t.same((await read(before(third))).names, names.slice(4, 8));
    t.same((await read(before(second, 100))).names, names.slice(0, 4));
    const none = await read(after(third));
    t.match(none, { after: null, before: null, has_after: false, has_before: true });
    t.same(none.names, []);
    t.same((await read()).names, names, 'a hundred where no limit is given');
  });

  law('a page is of the rows that there are then', tags.live, async (t, read, one) => {
    const first = await read('limit=4');
    await one.remove(5);
    const late = [await one.add(), await one.add()];
    const rest = await read(after(first, 100));
    t.same(rest.names, [one.names[4], ...one.names.slice(6), ...late]);
    t.equal(rest.total, 12, 'one less and two more than 11');
  });

  law('pages after and before need a cursor', tags.cursor, async (t, read, { reader }) => {
    for (const edge of ['after', 'before']) {
      const answer = await reader.get(`/${path}?edge=${edge}`);
      t.match(answer, { code: 'invalid_input', message: /^cursor: required/ });
    }
    const [row] = (await read()).items;
    t.match(await read(`edge=around&anchor_id=${anchorOf(row as never)}`), { total: 11 });
  });

  law('a page around a row needs it named, others may not', tags.anchor, async (t, read, one) => {
    const whole = await read();
    const anchor = (at: number) => `anchor_id=${anchorOf(whole.items[at] as never)}`;
    const wrong = ['edge=around', `edge=first&${anchor(1)}`];
    for (const query of [
      ...wrong,
      `${after(whole)}&${anchor(1)}`,
      `${before(whole)}&${anchor(1)}`,
    ]) {
      const answer = await one.reader.get(`/${path}?${query}`);
      t.match(answer, { code: 'invalid_input', message: /^anchor_id: / }, query);
    }
    const around = async (at: number) => {
      const page = await read(`edge=around&limit=5&${anchor(at)}`);
      t.equal(page.anchor_found, true);
      return page.names;
    };
    t.same(await around(5), one.names.slice(3, 8), 'in the middle');
    t.same(await around(1), one.names.slice(0, 5), 'at the beginning');
    t.same(await around(10), one.names.slice(6), 'at the end');
  });

  law(
    'where a row is gone the cursor counts, or the first page',
    tags.gone,
    async (t, read, one) => {
      const page = await read('limit=8');
      const query = `edge=around&limit=3&anchor_id=${anchorOf(page.items[6] as never)}`;
      await one.remove(6);
      const [first, near] = [await read(query), await read(`${query}&cursor=${page.after}`)];
      t.same([first.anchor_found, near.anchor_found], [false, false]);
      t.same(first.names, one.names.slice(0, 3));
      t.same(near.names, [one.names[5], one.names[7], one.names[8]]);
    },
  );

  law('what is malformed or contradicts is refused', tags.wrong, async (t, read, { reader }) => {
    const { after: cursor } = await read();
    const queries = [
      ...['limit=1&limit=1', 'limit=0', 'limit=101', 'limit=', 'limit=ten', 'edge=', 'edge=last'],
      ...[`cursor=${'a'.repeat(129)}&edge=after`, 'cursor=&edge=after', `cursor=${cursor}`],
      ...[`anchor_id=${'a'.repeat(65)}&edge=around`, 'anchor_id=&edge=around'],
      ...[`cursor=${cursor}&edge=first`, 'cursor=1.2.3&edge=after', `cursor=1${cursor}&edge=after`],
    ];
    await refuses(t, path, reader, [...queries, ...list.wrong]);
  });

  law('a cursor holds for its session, rights and scope', tags.tied, async (t, read, one) => {
    const holds = async (page: Window, by: Terminal) =>
      (await by.get(`/${path}?${after(page)}`)).code;
    let page = await read('limit=2');
    t.equal(await holds(page, one.reader), 'ok');
    for (const [of, other] of one.others) t.equal(await holds(page, other), 'invalid_input', of);
    for (const [of, change] of one.voids) {
      await change();
      t.equal(await holds(page, one.reader), 'invalid_input', of);
      const fresh = await read('limit=2');
      t.not(fresh.query_id, page.query_id);
      page = fresh;
    }
  });
};
