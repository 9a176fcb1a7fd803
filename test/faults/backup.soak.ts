// Backups of servers at work, five of them.

import t from 'tap';
import { copyAtWork } from './backup-runs.js';

const BACKUPS = 5;

for (let n = 1; n <= BACKUPS; n += 1) {
  t.test(`Backup ${n} of a server at work is its state at one event`, copyAtWork);
}
