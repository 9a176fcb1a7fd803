// A child process that writes an account's trades into the log of a data folder, some each moment.

import { writeSync } from 'node:fs';
import { pathsOf } from '../../actors/tools/folder.js';
import { frameEvents } from '../../storage/batch.js';
import { Log } from '../../storage/log.js';
import { packEvent } from '../../wire/pack.js';
import { history } from './data-folder.js';

const MOMENT_MS = 2;

const log = Log.open(pathsOf(process.argv[2] as string).log);
const later = history(20_000).slice(log.head().seq);
const write = (): void => {
  const event = later.shift();
  if (event === undefined) return;
  log.append(1, frameEvents([packEvent(event)]));
  setTimeout(write, MOMENT_MS);
};
write();
writeSync(1, 'writing');
