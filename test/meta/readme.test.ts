// README and docs name only files, flags and commands that exist, and all that they must.

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { HELP } from '../../http/pages/figures.js';
import { COMMANDS, readCommandLine } from '../../program/flags.js';
import { noPromtool, ruleFaults } from '../support/promtool.js';
import { readTexts } from './sources.js';

/** The most bytes of pages that are read from their beginning to their end. */
const BYTES_MAX = {
  'README.md': 13_312,
  'CHANGELOG.md': 4_096,
  'docs/architecture.md': 12_288,
  'docs/operations.md': 20_480,
  'docs/performance.md': 15_360,
  'docs/tests.md': 7_168,
};
const COMMENTS = /\/\*.*?\*\/|\/\/.*?$/gms;
const operations = readFileSync('docs/operations.md', 'utf8');
const pages = [
  'README.md',
  'actors/README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const texts = pages.map((page) => readFileSync(page, 'utf8')).join('\n');
const named = (pattern: RegExp, text = operations): string[] =>
  [...new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name))].sort();

t.test('Every file and page that README and docs name exists', async (t) => {
  const files = [
    ...named(
      /`((?:wire|engine|storage|actors|http|client|examples|test|bench)\/[\w./-]*)`/g,
      texts,
    ),
    ...named(/\]\((docs\/[\w-]+\.(?:md|webp))\)/g, texts),
  ];
  t.ok(files.length > 20, `${files.length} files are named`);
  t.same(
    files.filter((file) => !existsSync(file)),
    [],
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

t.test('The page of operations lists every flag of the server and no other', async (t) => {
  const help = readCommandLine(['serve', '--help'], {});
  const text = help.kind === 'help' ? help.text : '';
  const [, section = ''] = operations.split('## Configuration');
  const table = section.split('## ')[0]?.split('| flag |')[1];
  t.same(
    named(/(?:`|, )(--[a-z-]+|BROKERD_\w+)`/g, table),
    named(/^ {2}(--\S+|BROKERD_\S+)/gm, text),
  );
});

/** What a constant's definition says, as figures: `{ most: 4, bytes: 16 << 20 }` has two. */
const figuresOf = (definition: string): number[] =>
  Array.from(definition.matchAll(/\b[\d_]+(?: (?:\*|<<) [\d_]+)*/g), ([product]) =>
    product
      .replaceAll('_', '')
      .split(/ (?=[*<])/)
      .reduce((value, factor) => {
        const operand = Number(factor.replace(/^(?:\*|<<) /, ''));
        return factor.startsWith('<<') ? value * 2 ** operand : value * operand;
      }, 1),
  );
const isFigureIn = (row: string, figure: number): boolean =>
  [figure.toLocaleString('en'), `${figure / 1000} s`, `${figure / 1024} KiB`]
    .concat(`${figure / 2 ** 20} MiB`)
    .some((form) => new RegExp(`(?<![\\d,.])${form}(?![\\d,]*\\d| [KM]iB)`).test(row));

t.test('The table of limits has the figures of the code', async (t) => {
  const [, section = ''] = operations.split('## Limits');
  const rows = section.split('\n## ')[0]?.match(/^\| .*`[A-Z_]+` \|$/gm) ?? [];
  t.ok(rows.length > 20, `${rows.length} rows`);
  const code = readTexts()
    .filter(([path]) => /^(?:wire|engine|storage|actors|http)\//.test(path))
    .map(([, text]) => text)
    .join('\n');
  for (const row of rows) {
    const [, limits = '', constants = ''] = /^(.*)\| (.*) \|$/.exec(row) ?? [];
    for (const name of named(/`([A-Z_]+)`/g, constants)) {
      const definitions = Array.from(
        code.matchAll(new RegExp(`const ${name} = (.+?)(?: as const)?;$`, 'gm')),
        ([, definition = '']) => figuresOf(definition),
      );
      t.ok(
        definitions.some((all) => all.every((figure) => isFigureIn(limits, figure))),
        `${name} of ${row}: ${definitions.join(' or ')}`,
      );
    }
  }
  t.same(figuresOf('{ most: 4, bytes: 16 << 20, ms: 2 * 1_000 }'), [4, 16 << 20, 2_000]);
  t.notOk(isFigureIn('| 64 KiB, 1,000 |', 64) || isFigureIn('| 1,000 |', 1));
});

t.test('README or docs name every command', async (t) => {
  for (const name of Object.keys(COMMANDS)) t.match(texts, `\`${name}`);
});

t.test('Every bench has a row and a section in the page of the benches', async (t) => {
  const page = readFileSync('docs/performance.md', 'utf8');
  const [, table = ''] = readFileSync('bench/run.ts', 'utf8').split('const BENCHES');
  const benches = named(/^ {2}'?([\w-]+)'?(?:,|: \w+,)$/gm, table.split('};')[0]);
  t.ok(benches.length > 4, `${benches.length} benches`);
  t.same(named(/^\| `([\w-]+)`/gm, page), benches);
  const titles = named(/^## (.+)$/gm, page).join();
  t.same(named(/`([\w-]+)`/g, titles), benches);
});

t.test('The page of the client names every event and every code of its own', async (t) => {
  const page = readFileSync('docs/client.md', 'utf8');
  const sources = ['socket/frames', 'socket/live-socket', 'socket/trader-socket']
    .concat('socket/staff-socket', 'session/errors')
    .map((name) => readFileSync(`client/${name}.ts`, 'utf8'))
    .join('\n');
  const events = Array.from(sources.matchAll(/interface \w+Events\b.*?\n}/gs), ([text]) => text);
  const names = [
    ...named(/^ {2}readonly (\w+):/gm, events.join('\n')),
    ...named(/'(client\.\w+)'/g, sources),
  ];
  t.ok(names.length > 25, `${names.length} names`);
  t.same(
    names.filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
});

t.test('Every name that the README uses occurs in code, comments left out', async (t) => {
  const code = readTexts()
    .map(([path, text]) => `${path} ${text.replaceAll(COMMENTS, '')}`)
    .join('\n');
  const words = new Set(code.match(/[A-Za-z_$][\w$]*/g));
  const names = named(/`([A-Za-z_]\w*)(?:\(.*?\))?`/g, readFileSync('README.md', 'utf8'));
  t.ok(names.length > 7, names.join());
  t.same(
    names.filter((name) => !words.has(name)),
    [],
  );
  t.notMatch('// `A` /* B */ const c = 1;'.replaceAll(COMMENTS, ''), /[AB]/);
});

t.test('Pages that are read as a whole are short', async (t) => {
  for (const [page, most] of Object.entries(BYTES_MAX)) {
    const { size } = statSync(page);
    t.ok(size <= most, `${page} has ${size} bytes of at most ${most}`);
  }
});

const alerts = /```yaml\n(.*?)```/s.exec(readFileSync('docs/alerts.md', 'utf8'))?.[1] ?? '';

t.test('Alerts are about metrics that there are', async (t) => {
  const names = named(/brokerd_(\w+)/g, alerts);
  t.ok(names.length > 15, `${names.length} metrics have alerts`);
  t.same(
    names.filter((name) => HELP[name] === undefined),
    [],
  );
});

t.test('promtool finds no fault in the alerts', { skip: noPromtool }, async (t) => {
  const file = join(t.testdir(), 'brokerd.rules.yml');
  writeFileSync(file, alerts);
  t.equal(ruleFaults(file), '');
});
