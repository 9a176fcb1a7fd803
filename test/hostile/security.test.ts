// The list of what must be safe: every item names tests that are there.

import { readFileSync } from 'node:fs';
import t from 'tap';

/** An item of the list, by the number that it has in the project's plan, and what shows it. */
interface Item {
  readonly item: number;
  readonly says: string;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

/** Routes that these are about are still to come: one-time codes, attachments, exports. */
const TO_COME = [7, 8, 9, 36, 37];
/** There are no recovery codes. */
const NOT_HERE = [10];
const ITEMS = 39;

const list = JSON.parse(readFileSync('test/hostile/security.json', 'utf8')) as Item[];

t.test('Every item that has routes is shown by tests that exist', async (t) => {
  for (const { item, says, tests } of list) {
    t.ok(tests.length > 0, `${item}: ${says}`);
    for (const { file, title } of tests) {
      const source = readFileSync(`test/${file}.ts`, 'utf8').replace(/['`]\s*\+\s*['`]/g, '');
      t.ok(source.includes(title), `${file}: ${title}`);
    }
  }
  const known = [...list.map(({ item }) => item), ...TO_COME, ...NOT_HERE].sort((a, b) => a - b);
  t.same(
    known,
    Array.from({ length: ITEMS }, (_, n) => n + 1),
  );
});
