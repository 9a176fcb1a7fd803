// The child process that copies a data folder for a running server.

import { writeSync } from 'node:fs';
import { copyFolder } from './backup.js';

const [data = '', to = '', keyFile = ''] = process.argv.slice(2);

writeSync(1, JSON.stringify(await copyFolder(data, to, keyFile)));
