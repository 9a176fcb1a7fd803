// Says which tests of the list of what must be safe did not hold in the run whose TAP lies here:
// `node dist/test/hostile/held.js`, after `npm test`.

import { notHeld, readList } from './security.js';

const tests = readList().flatMap(({ item, tests }) => tests.map((test) => ({ item, ...test })));
const wrong = tests.flatMap((test) => {
  const why = notHeld(test);
  return why === undefined ? [] : [`item ${test.item}: ${test.file}: ${test.title}: ${why}`];
});
const counts = `${tests.length - wrong.length} passed, ${wrong.length} failed`;
process.stdout.write([...wrong, counts].map((line) => `${line}\n`).join(''));
process.exitCode = wrong.length > 0 ? 1 : 0;
