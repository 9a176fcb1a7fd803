// A child process that writes an account's trades into the log of a data folder, some each time
// that its parent asks it to.

import { writeSync } from 'node:fs';
import { pathsOf } from '../../../actors/folder/folder.js';
import { frameEvents } from '../../../storage/log/batch.js';
import { Log } from '../../../storage/log/log.js';
import { packEvent } from '../../../wire/codec/pack.js';
import { history } from './data-folder.js';

const AT_A_TIME = 20;

const log = Log.open(pathsOf(process.argv[2] as string).log);
const later = history(20_000).slice(log.head().seq);
process.stdin.on('data', () => {
  for (const event of later.splice(0, AT_A_TIME)) log.append(1, frameEvents([packEvent(event)]));
  writeSync(1, 'written');
});
