// A child process that holds the lock of a data folder until it is killed, or its parent is gone.

import { writeSync } from 'node:fs';
import { lockFolder } from '../../../storage/database/database.js';

const lock = lockFolder(process.argv[2] as string);
writeSync(1, lock.ok ? 'held' : lock.message);
process.stdin.resume();
