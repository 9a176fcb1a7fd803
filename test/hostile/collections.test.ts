// The table of collections: it names each one that the source has, and tests that are there.

import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { FIXED, KEPT } from './collections.js';

const ROOMS = ['http', 'actors', 'storage'];
/** What commands do ends with them. */
const COMMANDS = ['actors/commands/', 'actors/drill/'];

const MODIFIERS = '(?:private |public )?(?:readonly )?';
/** Fields of classes, and what modules hold, that are lists, maps or sets. */
const DECLARED = [
  `^  ${MODIFIERS}(#?\\w+)[?!]?(?:: [^=]*)? = (?:new (?:(?:Parted)?Map|Set)\\b.*|\\[\\];)$`,
  `^  ${MODIFIERS}(#\\w+)[?!]?: [^=(]*(?:\\[\\]|Map<|Set<)[^=(]*(?:;| =.*)$`,
  '^(?:export )?(?:const|let) (\\w+)(?:: [^=]*)? = (?:new (?:Map|Set)(?:<.*>)?\\(\\);|\\[\\];)$',
].map((pattern) => new RegExp(pattern));

const found = ROOMS.flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .map((path) => `${room}/${path}`)
    .filter((path) => path.endsWith('.ts') && !COMMANDS.some((folder) => path.startsWith(folder))),
).flatMap((path) => {
  const lines = readFileSync(path, 'utf8').split('\n');
  const names = lines.flatMap(
    (line) => DECLARED.map((pattern) => pattern.exec(line)?.[1]).find((name) => name) ?? [],
  );
  return [...new Set(names)].map((name) => `${path} ${name}`);
});

t.test('Each list, map and set of a thread is in the table, with what bounds it', async (t) => {
  const grow = KEPT.flatMap(({ file, fields }) => fields.map((field) => `${file} ${field}`));
  const fixed = Object.values(FIXED).flatMap((files) =>
    Object.entries(files).flatMap(([file, fields]) =>
      fields.split(' ').map((field) => `${file} ${field}`),
    ),
  );
  const named = [...grow, ...fixed];
  t.same(found.filter((one) => !named.includes(one)).sort(), [], 'none is left out');
  t.same(named.filter((one) => !found.includes(one)).sort(), [], 'each is there');
  t.equal(new Set(named).size, named.length, 'once');
});

t.test('What grows with what users do is filled by a test that is there', async (t) => {
  for (const { file, fields, shown } of KEPT) {
    const source = readFileSync(`test/${shown.file}.ts`, 'utf8').replace(/\s+/g, ' ');
    t.ok(source.includes(shown.title), `${file} ${fields.join()}: ${shown.file}: ${shown.title}`);
  }
});
