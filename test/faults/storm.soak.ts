// Ten storms of connections that break off.

import t from 'tap';
import { storm } from './storm-runs.js';

t.test('Nor do ten storms', (t) => storm(t, 10));
