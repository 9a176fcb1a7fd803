// Runs all benches, or the named ones. Each prints its JSON lines, mostly one, and appends them to
// the history.
//
//   npm run bench               every bench
//   npm run bench -- orders     only that one

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { auth } from './auth.js';
import { config } from './config.js';
import { desk } from './desk/desk.js';
import { reports } from './desk/reports.js';
import { engine } from './engine.js';
import { flood } from './fairness/flood.js';
import { guessing } from './fairness/guessing.js';
import { hostile } from './fairness/hostile.js';
import { overload } from './fairness/overload.js';
import { fix } from './fix/fix.js';
import { growth } from './growth.js';
import { latency } from './latency.js';
import { log } from './log.js';
import { mail } from './mail/mail.js';
import { margin } from './margin.js';
import { circumstances } from './measure/measures.js';
import { endChildrenAtExit } from './measure/processes.js';
import { orders } from './orders.js';
import { pages } from './pages/pages.js';
import { postgres } from './postgres.js';
import { projection } from './projection.js';
import { recovery } from './recovery.js';
import { slowDisk } from './slow-disk.js';
import { sockets } from './sockets.js';
import { ticks } from './ticks.js';
import { triggers } from './triggers.js';

type Result = Record<string, unknown>;
type Bench = () => Promise<Result | Result[]>;

const BENCHES: Readonly<Record<string, Bench>> = {
  engine,
  triggers,
  margin,
  log,
  orders,
  overload,
  'slow-disk': slowDisk,
  hostile,
  flood,
  postgres,
  latency,
  ticks,
  fix,
  sockets,
  auth,
  guessing,
  config,
  projection,
  recovery,
  growth,
  desk,
  mail,
  reports,
  pages,
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(BENCHES);
const unknown = names.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  throw new Error(`no bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);
}
endChildrenAtExit();
// Servers in tests wait longer; measured servers must not.
process.env.BROKERD_PATIENCE = '1';
for (const name of names) {
  const results = await BENCHES[name]?.();
  for (const result of [results ?? []].flat()) {
    const line = JSON.stringify({ bench: name, ...circumstances(), ...result });
    process.stdout.write(`${line}\n`);
    appendFileSync(join('bench', 'results.jsonl'), `${line}\n`);
  }
}
