// Damaged streams into a session: it neither fails nor stops, and the next peer is served.

import t from 'tap';
import { seededRandom } from '../../../../actors/drill/seeded-random.js';
import { countOf, shareOf } from '../../../support/run.js';
import { damagedStream, messagePool } from '../../../wire/codec/fix/random-messages.js';
import { peerMessage } from './case-steps.js';
import { SessionHarness } from './session-harness.js';

t.test('A session gets over any damaged stream', async (t) => {
  const random = seededRandom(11);
  const sessions = [false, true].map(
    (strict) => new SessionHarness({ strict, resetOnLogon: true }),
  );
  const streams = shareOf(countOf({ test: 3_000, deep: 1_000_000, soak: 8_000_000 }));
  const [first] = sessions as [SessionHarness];
  // The first is the Logon's number.
  const pool = messagePool(2, 60, first.clock.now()).slice(1);
  const logon = peerMessage('A 1 98=0 108=30', first.clock.now());
  let unserved = 0;
  let answers = 0;
  let delivered = 0;
  for (let stream = 0; stream < streams; stream += 1) {
    const one = sessions[stream % 2] as SessionHarness;
    // Numbers begin again so often a second.
    one.clock.elapsed = () => 1000 * stream;
    one.open().send(logon);
    if (!one.session.isOn) unserved += 1;
    const { chunks } = damagedStream(random, pool, random(4) === 0 ? 'any' : 'first');
    for (const chunk of chunks) one.send(chunk);
    answers = Math.max(answers, one.sent.length);
    delivered += one.delivered.length;
    one.close();
    for (const list of [one.sent, one.delivered, one.tickets, one.notes]) list.length = 0;
  }
  t.equal(unserved, 0, `${streams} streams`);
  t.ok(answers < 20, 'it answers no more than it gets');
  t.ok(delivered > streams / 4, 'messages that are whole are delivered');
});
