// Spoilt frames and requests by the thousand: no failure, no standstill.

import t from 'tap';
import { spoil } from './mutation-runs.js';

t.test('Spoilt frames, bodies and heads are answered in words or end their connection', (t) =>
  spoil(t, { payloads: 17_000, frames: 500, bodies: 2_000, requests: 500 }, 1),
);
