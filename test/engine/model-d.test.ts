// Random lives, part d: engine and model agree after every step.

import t from 'tap';
import { liveMany } from './model-lives.js';

t.test('Random accounts fare the same by the engine and by the model', async (t) => {
  liveMany(t, 2_500, 1299709, { profiles: true });
});
