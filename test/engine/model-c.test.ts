// Random lives without floating leverage: engine and model agree after every step.

import t from 'tap';
import { liveMany } from './model-lives.js';

t.test('5,000 random accounts fare the same by the engine and by the model', async (t) => {
  liveMany(t, 5_000, 15485863, { profiles: false });
});
