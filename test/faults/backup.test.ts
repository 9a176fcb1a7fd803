// A backup of a server at work.

import t from 'tap';
import { copyAtWork } from './backup-runs.js';

t.test('A server at work is copied as it was at one event, and starts from the copy', copyAtWork);
