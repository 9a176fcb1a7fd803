// Lists of symbols: what is read of an entry, which pages belong together, and how long a list is.

import t from 'tap';
import { OFFERED_MAX, ProviderLists } from '../../../../actors/providers/fix/provider-lists.js';
import { SYMBOL_LIST } from '../../../../actors/providers/fix/security-list.js';
import { FixMessage } from '../../../../wire/codec/fix/fix-message.js';
import { FixWriter } from '../../../../wire/codec/fix/fix-writer.js';
import { peerText } from '../../../../wire/codec/fix/peer-text.js';
import { writeFields } from '../../../support/feed-provider.js';

/** Lists of a session that is on; their timers never ring. */
const timers = { setTimer: () => 0, clearTimer: () => undefined };
const shown = (text: string, most?: number) => peerText(text, '', most);
const lists = new ProviderLists(SYMBOL_LIST, () => 1, timers, shown);
let asked = 0;

/** Asks for a list whose pages are told without the id of the request. */
const listOf = (...pages: readonly string[]) => {
  const list = lists.ask();
  asked += 1;
  for (const page of pages) {
    const writer = new FixWriter().begin('y');
    writeFields(writer, `49=LP|56=BROKER|34=2|320=SL${asked}|${page}`.split('|'));
    const bytes = Buffer.from(writer.end());
    const message = new FixMessage();
    message.index(bytes, 0, bytes.length);
    lists.take(message);
  }
  return list;
};

t.test('Decimals and digits are read exactly, and what is none is left out', async (t) => {
  const entries: Readonly<Record<string, string>> = {
    A: '969=0.00001|231=100000',
    B: '969=0.250|231=1.50',
    C: '969=1|231=0007',
    D: '969=x|231=-5',
    E: '969=0.00000000001|231=1e5',
    F: '969=10',
  };
  const fields = Object.entries(entries).map(([name, more]) => `55=${name}|${more}`);
  const list = await listOf(`560=0|146=6|${fields.join('|')}`);
  const read = list.ok && list.data.map((one) => [one.name, one.digits, one.contract_size]);
  t.same(read, [
    ['A', 5, '100000'],
    ['B', 2, '1.5'],
    ['C', 0, '7'],
    ['D', null, null],
    ['E', null, null],
    ['F', 0, null],
  ]);
});

t.test('Names are kept as they are, and told where they cannot be shown so', async (t) => {
  const names = ['XOM', 'XOM ', ' XOM', 'XOM\u200b', 'x'.repeat(65), `${'x'.repeat(64)}y`, 'A=+'];
  const list = await listOf(`560=0|146=7|${names.map((name) => `55=${name}`).join('|')}`);
  const read = list.ok && list.data.map(({ name, exact }) => [name, exact]);
  t.same(read, [
    ['XOM', true],
    ['XOM', false],
    ['XOM', false],
    ['XOM', false],
    ['x'.repeat(64), false],
    ['x'.repeat(64), false],
    ['A=+', true],
  ]);
});

t.test('A list ends with its last page, or with as many symbols as it says', async (t) => {
  const names = async (...pages: string[]) => {
    const list = await listOf(...pages);
    return list.ok && list.data.map(({ name }) => name).join(' ');
  };
  t.equal(await names('146=1|55=A'), 'A', 'one page that says nothing');
  t.equal(await names('893=N|146=1|55=A', '893=Y|146=2|55=B|55=A'), 'A B', 'each once');
  t.equal(await names('393=2|146=1|55=A', '393=2|146=1|55=B'), 'A B');
  t.equal(await names('560=0|893=Y'), '');
});

t.test('A list of too many symbols is refused', async (t) => {
  const page = (from: number): string => {
    const names = Array.from({ length: 1000 }, (_, at) => `55=S${from + at}`);
    return `893=N|146=1000|${names.join('|')}`;
  };
  const pages = Array.from({ length: OFFERED_MAX / 1000 + 1 }, (_, at) => page(at * 1000));
  t.match(await listOf(...pages), { ok: false, code: 'conflict', message: /20000 symbols/ });
  t.match(await listOf('146=1|55=A'), { ok: true, data: [{ name: 'A' }] }, 'the next one comes');
});
