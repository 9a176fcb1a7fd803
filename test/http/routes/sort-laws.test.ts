// The law of sorts finds what is wrong with a list; every served list with sorts is shown by it.

import { readFileSync } from 'node:fs';
import t from 'tap';
import { routes } from '../../../http/routes/table.js';
import { each } from '../../support/http-harness.js';
import { type Direction, type Reader, type SortedList, sortFaults, sortLaws } from './sort-laws.js';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly group: string;
}

const ROWS: readonly Row[] = [
  { id: 1, name: 'c', group: 'a' },
  { id: 2, name: 'a', group: 'b' },
  { id: 3, name: 'b', group: 'b' },
  { id: 4, name: 'a', group: 'b' },
  { id: 5, name: 'c', group: 'b' },
];

/** How a list may be wrong. */
type Wrong = 'unsorted' | 'one direction' | 'loose ties' | 'free cursors' | 'any sort' | 'skips';

const FIELDS = ['name', 'group'] as const;
const BY = /^(-?)(name|group)$/;
const compared = (a: string, b: string): number => Number(a > b) - Number(a < b);

const sorted = (sort: string, wrong: Wrong | undefined): readonly Row[] => {
  const [, minus = '', field = 'name'] = BY.exec(sort) ?? [];
  const key = field as (typeof FIELDS)[number];
  if (wrong === 'unsorted' && key === 'group') return ROWS;
  const sign = minus === '' || wrong === 'one direction' ? 1 : -1;
  const tie = wrong === 'loose ties' && key === 'group' ? -1 : 1;
  return ROWS.toSorted((a, b) => sign * compared(a[key], b[key]) || tie * (a.id - b.id));
};

/** A list in memory; a cursor is the sort and the place after the page's last row. */
const readerOf = (wrong?: Wrong): Reader => ({
  ask: async (_method, path) => {
    const query = new URL(path, 'http://list').searchParams;
    const refused = (by: string) => {
      const message = `${by}: malformed`;
      return { status: 400, code: 'invalid_input', message, data: null };
    };
    const sort = query.get('sort') ?? '';
    if (sort !== '' && !BY.test(sort) && wrong !== 'any sort') return refused('sort');
    const [of, place = '0'] = (query.get('cursor') ?? `${sort}!0`).split('!');
    if (of !== sort && wrong !== 'free cursors') return refused('cursor');
    const from = Number(place) + (wrong === 'skips' && place !== '0' ? 1 : 0);
    const rows = sorted(sort, wrong);
    const items = rows.slice(from, from + Number(query.get('limit') ?? 100));
    const after = `${sort}!${from + items.length}`;
    const data = { items, after, has_after: from + items.length < rows.length };
    return { status: 200, code: 'ok', message: '', data };
  },
});

const LIST: SortedList = {
  path: 'rows',
  nameOf: ({ id }: Row) => id,
  sortedBy: (field: string, direction: Direction) =>
    `sort=${direction === 'asc' ? '' : '-'}${field}`,
  fields: { name: ({ name }: Row) => name, group: ({ group }: Row) => group },
  wrong: ['sort=id', 'sort=-', 'sort=name,group'],
  open: async () => readerOf(),
};

sortLaws(LIST);

const FOUND: Readonly<Record<Wrong, RegExp>> = {
  unsorted: /^sort=-group: 1 of a before 2 of b$/,
  'one direction': /^sort=-name: \d of a before \d of b$/,
  'loose ties': /are tied in another order$/,
  'free cursors': /^a cursor of sort=name holds for ""$/,
  'any sort': /^sort=id is not refused$/,
  skips: /^sort=name: pages show \[.*\], not \[.*\]$/,
};

for (const [wrong, found] of Object.entries(FOUND) as [Wrong, RegExp][]) {
  t.test(`The law of sorts finds a list that is wrong: ${wrong}`, async (t) => {
    const faults = await sortFaults(LIST, readerOf(wrong));
    t.ok(
      faults.some((fault) => found.test(fault)),
      faults.join('; '),
    );
  });
}

/** Lists that `sortLaws` shows; the contract tells of sorts where a right hangs on them. */
const SHOWN: readonly string[] = ['/admin/v1/accounts/window'];

t.test('Every list that is served and has sorts is shown by the law of sorts', async (t) => {
  const contract = JSON.parse(readFileSync('test/routes.json', 'utf8')) as readonly {
    readonly path: string;
    readonly query: Readonly<Record<string, unknown>>;
    readonly rights: { readonly conditional?: readonly { readonly when: string }[] };
  }[];
  const served = new Set(routes.map(({ path }) => path));
  const isSorted = contract.filter(
    ({ query, rights }) =>
      'limit' in query && rights.conditional?.some(({ when }) => /\bsorted\b/.test(when)),
  );
  t.same(each(isSorted, 'path'), ['/admin/v1/accounts/window']);
  t.same(
    isSorted.map(({ path }) => path).filter((path) => served.has(path)),
    SHOWN,
  );
});
