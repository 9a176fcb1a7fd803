// The child process that copies a data folder for a running server.

import { writeSync } from 'node:fs';
import { refuse } from '../../wire/base/codes.js';
import { BACKGROUND, schedule } from '../shared/scheduling.js';
import { copyFolder } from './backup.js';

schedule(BACKGROUND);
const [data = '', to = '', keyFile = ''] = process.argv.slice(2);

const copied = await copyFolder(data, to, keyFile).catch((error: Error) =>
  refuse('internal', `the copy could not be made: ${error.message}`),
);
writeSync(1, JSON.stringify(copied));
