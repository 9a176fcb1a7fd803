// Random lives with floating leverage: engine and model agree after every step.

import t from 'tap';
import { liveMany } from './model-lives.js';

t.test('5,000 random accounts with profiles fare the same by both', async (t) => {
  liveMany(t, 5_000, 104729, { profiles: true });
});
