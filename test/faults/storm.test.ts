// A storm of connections that break off.

import t from 'tap';
import { storm } from './storm-runs.js';

t.test('A storm of broken connections ends no order and leaks nothing', (t) => storm(t, 1));
