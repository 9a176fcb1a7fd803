// Records a new history: random lives of some accounts, chosen so as to tell of one theme.
//
//   node dist/test/histories/record.js NAME --theme netting --seed 7 --operations 2500
//     --hours N   so many hours pass after every hundred operations

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { EVERY_ORACLE } from '../support/lives/oracles.js';
import { ShardLife } from '../support/lives/shard-life.js';
import { Tape } from '../support/lives/tape.js';
import { bytesOf, fileNames, fileOf, foldOf, LIST, readList } from './history.js';

/** Groups that a theme is about; all of them where none is named. */
const THEMES: Readonly<Record<string, readonly string[]>> = {
  everything: [],
  hedging: ['real\\std', 'real\\eur', 'real\\fifo', 'real\\oneway'],
  netting: ['real\\net', 'real\\jpy'],
  rollovers: ['real\\turnover', 'real\\blocked'],
  dealing: ['real\\desk', 'real\\slow'],
  gateways: ['real\\stp'],
  stopouts: ['real\\comp', 'real\\partial'],
};

const OPERATIONS_A_PART = 100;
const HOUR_MS = 3_600_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    theme: { type: 'string', default: 'everything' },
    seed: { type: 'string', default: '1' },
    operations: { type: 'string', default: '2500' },
    hours: { type: 'string', default: '0' },
  },
});
const [name] = positionals;
const groups = THEMES[values.theme];
if (name === undefined || groups === undefined) throw new Error('a name and a known theme, please');
if (fileNames().includes(name)) throw new Error(`${name} was recorded once: it is kept as it is`);

const tape = new Tape();
const seed = Number(values.seed);
const operations = Number(values.operations);
const hours = Number(values.hours);
const life = new ShardLife({ seed, oracles: EVERY_ORACLE, tape, groups });
while (life.operation < operations) {
  life.run(OPERATIONS_A_PART);
  life.wait(hours * HOUR_MS);
}
life.check();
const events = tape.events;
const made = { name, seed, operations, hours, ...foldOf(events) };
writeFileSync(fileOf(name), bytesOf(events));
writeFileSync(LIST, `${JSON.stringify([...readList(), made], null, 2)}\n`);
