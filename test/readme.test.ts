// The README tells the truth about files, flags and commands.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { COMMANDS, readCommandLine } from '../http/flags.js';

const readme = readFileSync('README.md', 'utf8');
const named = (pattern: RegExp, text = readme): string[] =>
  [...new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name))].sort();

t.test('Every file that the README names exists', async (t) => {
  const files = named(/`((?:wire|engine|storage|actors|http|test|bench)\/[\w./-]*)`/g);
  t.ok(files.length > 20, `${files.length} files are named`);
  t.same(
    files.filter((file) => !existsSync(file)),
    [],
  );
});

t.test('The map of the engine names each of its files once', async (t) => {
  const map = readFileSync('engine/README.md', 'utf8').split('\n## ')[1] ?? '';
  const files = Array.from(map.matchAll(/^ {2}- `([\w-]+\.ts)`/gm), ([, name = '']) => name);
  t.same(
    files.sort(),
    readdirSync('engine')
      .filter((name) => name.endsWith('.ts'))
      .sort(),
  );
});

t.test('Every queue between threads has a bound, and a test that shows it', async (t) => {
  const page = readFileSync('actors/README.md', 'utf8');
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2);
  t.ok(rows.length > 15, `${rows.length} queues`);
  for (const row of rows) {
    const [, file = '', title = ''] = /`(test\/[\w/.-]+)` "([^"]+)" \|$/.exec(row) ?? [];
    t.ok(existsSync(file) && readFileSync(file, 'utf8').includes(title), row);
  }
});

t.test('The README lists every flag of the server and no other', async (t) => {
  const help = readCommandLine(['serve', '--help'], {});
  const text = help.kind === 'help' ? help.text : '';
  const [, section = ''] = readme.split('## Configuration');
  const table = section.split('## ')[0]?.split('| flag |')[1];
  t.same(
    named(/(?:`|, )(--[a-z-]+|BROKERD_\w+)`/g, table),
    named(/^ {2}(--\S+|BROKERD_\S+)/gm, text),
  );
});

t.test('The README names every command', async (t) => {
  for (const name of Object.keys(COMMANDS)) t.match(readme, `\`${name}`);
});

t.test('Every bench has a row and a section in the page of the benches', async (t) => {
  const page = readFileSync('bench/README.md', 'utf8');
  const [, table = ''] = readFileSync('bench/run.ts', 'utf8').split('const BENCHES');
  const benches = named(/^ {2}'?([\w-]+)'?(?:,|: \w+,)$/gm, table.split('};')[0]);
  t.ok(benches.length > 4, `${benches.length} benches`);
  t.same(named(/^\| `([\w-]+)`/gm, page), benches);
  const titles = named(/^## (.+)$/gm, page).join();
  t.same(named(/`([\w-]+)`/g, titles), benches);
});
