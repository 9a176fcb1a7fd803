// Messages of a gateway that are kept: pages, days, their end, and what is left out.

import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import {
  readTransactions,
  Transactions,
} from '../../../../actors/providers/gateways/transactions.js';

const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 0, 5, 12);

const fix = (text: string): Buffer => Buffer.from(`8=FIX.4.4|${text}|`.replaceAll('|', '\x01'));

/** Kept messages with a clock that stands until it is set. */
const open = (folder: string, days: number, most?: number, now = NOON) => {
  const clock = { now };
  const lines: string[] = [];
  const env = {
    now: () => clock.now,
    setTimer: () => 0,
    clearTimer: () => undefined,
    log: (_level: string, { msg }: { msg: string }) => void lines.push(msg),
  };
  return { clock, lines, kept: new Transactions(folder, days, 'ab|Secret-3', env, most) };
};

const read = (folder: string, before = '', limit = 100) =>
  readTransactions(folder, { before, limit });

t.test('The newest come first, in pages over days', async (t) => {
  const folder = t.testdir();
  const { clock, kept } = open(folder, 7);
  for (let n = 1; n <= 5; n += 1) {
    clock.now = NOON + (n > 3 ? DAY_MS : 0) + n;
    kept.add(n % 2 === 0 ? 'in' : 'out', fix(`35=D|11=${n}`));
    kept.write();
  }
  const all = read(folder);
  t.match(
    all.map(({ at, direction, message }) => [at.slice(0, 10), direction, message.at(-2)]),
    [
      ['2026-01-06', 'out', '5'],
      ['2026-01-06', 'in', '4'],
      ['2026-01-05', 'out', '3'],
      ['2026-01-05', 'in', '2'],
      ['2026-01-05', 'out', '1'],
    ],
  );
  let before = '';
  const paged = [];
  for (let page = read(folder, before, 2); page.length > 0; page = read(folder, before, 2)) {
    paged.push(...page);
    before = page.at(-1)?.id ?? '';
  }
  t.same(paged, all);
});

t.test('Heartbeats and passwords are left out', async (t) => {
  const folder = t.testdir();
  const { kept } = open(folder, 1);
  for (const type of ['0', '1', '2', '4']) kept.add('in', fix(`35=${type}|34=2`));
  kept.add('out', fix('35=A|553=me|554=Secret-1|925=Secret-2|108=30'));
  kept.add('in', Buffer.from('8=FIX.4.4\x0135=5\x0158=wrong: ab|Secret-3\x01'));
  kept.write();
  t.same(
    read(folder).map(({ message }) => message),
    ['8=FIX.4.4|35=5|58=wrong: ***|', '8=FIX.4.4|35=A|553=me|554=*|925=*|108=30|'],
  );
});

t.test('Texts in UTF-8 and in Latin-1 are read as they were written', async (t) => {
  const folder = t.testdir();
  const { kept } = open(folder, 7);
  for (const encoding of ['utf8', 'latin1'] as const) {
    kept.add('in', Buffer.from(fix('35=8|58=costs £5').toString(), encoding));
  }
  kept.write();
  t.match(
    read(folder).map(({ message }) => message),
    [/\|58=costs £5\|/, /\|58=costs £5\|/],
  );
});

t.test('Days that are over are dropped; without days nothing is kept', async (t) => {
  const folder = t.testdir();
  const { clock, kept } = open(folder, 2);
  for (let day = 0; day < 5; day += 1) {
    clock.now = NOON + day * DAY_MS;
    kept.add('in', fix('35=8|11=1'));
    kept.write();
  }
  t.same(readdirSync(folder).sort(), ['2026-01-08.log', '2026-01-09.log']);
  const off = open(folder, 0, undefined, clock.now);
  off.kept.add('in', fix('35=8|11=1'));
  off.kept.write();
  t.same(readdirSync(folder), [], 'what was kept before goes as well');
});

t.test('A day has an end, which the log tells once', async (t) => {
  const folder = t.testdir();
  const { clock, lines, kept } = open(folder, 7, 200);
  for (let n = 0; n < 10; n += 1) {
    kept.add('in', fix(`35=8|11=${n}`));
    kept.write();
  }
  const [first] = read(folder);
  t.ok(read(folder).length < 10);
  t.equal(lines.length, 1);
  clock.now += DAY_MS;
  kept.add('in', fix('35=8|11=next'));
  kept.write();
  t.not(read(folder)[0]?.message, first?.message, 'the next day begins again');
});

t.test('A place within a line, and a line that was cut off, are passed over', async (t) => {
  const folder = t.testdir();
  const { kept } = open(folder, 7);
  for (let n = 1; n <= 3; n += 1) kept.add('in', fix(`35=8|11=${n}`));
  kept.write();
  appendFileSync(join(folder, '2026-01-05.log'), '[1,"in","cut o');
  t.same(
    read(folder).map(({ message }) => message.at(-2)),
    ['3', '2', '1'],
  );
  t.ok(read(folder, '2026-01-05:70').length <= 2);
});

t.test('Where nothing can be written trading goes on, and the log tells once', async (t) => {
  const { lines, kept } = open(join(t.testdir({ taken: '' }), 'taken', 'below'), 7);
  for (let n = 0; n < 3; n += 1) {
    kept.add('in', fix('35=8|11=1'));
    kept.write();
  }
  t.match(lines, [/cannot be written/]);
  t.equal(lines.length, 1);
});

t.test('Long messages hide none before them, on any page', async (t) => {
  const folder = t.testdir();
  const { clock, kept } = open(folder, 7);
  const add = (n: number, text: string): void => {
    kept.add('in', fix(`35=8|11=${n}|58=${text}`));
    kept.write();
  };
  add(0, 'yesterday');
  clock.now += DAY_MS;
  for (let n = 1; n <= 400; n += 1)
    add(n, n === 200 ? '\u0002'.repeat(900_000) : 'x'.repeat(3_000));
  const ids: number[] = [];
  let page = read(folder, '', 500);
  t.ok(page.length > 200, 'a page is more than what is read at a time');
  while (page.length > 0) {
    ids.push(...page.map(({ message }) => Number(/\|11=(\d+)/.exec(message)?.[1])));
    page = read(folder, page.at(-1)?.id, 500);
  }
  t.same(
    ids,
    Array.from({ length: 401 }, (_, n) => 400 - n),
  );
});
