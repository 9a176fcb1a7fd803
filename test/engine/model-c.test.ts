// Random lives, part c: engine and model agree after every step.

import t from 'tap';
import { liveMany } from './model-lives.js';

t.test('Random accounts fare the same by the engine and by the model', async (t) => {
  liveMany(t, 2_500, 104729, { profiles: true });
});
