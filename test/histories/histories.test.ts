// What was recorded once must replay to the state it came to then, for ever.

import t from 'tap';
import { eventsOf, fileNames, foldOf, readList } from './history.js';

for (const { name, events, state_hash } of readList()) {
  t.test(`The recorded history "${name}" comes to the same state as then`, async (t) => {
    t.same(foldOf(eventsOf(name)), { events, state_hash });
  });
}

t.test('Every recorded history is in the list', async (t) => {
  const listed = readList().map(({ name }) => name);
  t.same(fileNames().sort(), listed.sort());
});
