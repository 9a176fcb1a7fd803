// Lists that lag behind: they are read again when the server says, and not for ever.

import t from 'tap';
import { readCurrent } from '../../../client/session/rest.js';
import { rest } from '../../support/client/scripted-server.js';
import { HandClock } from '../../support/hand-clock.js';

const EMPTY = { items: [], total: 0 };
const PENDING = { ...EMPTY, consistency: 'projection_pending', retry_after_ms: 400 };

t.test('A list that is pending is read again after the time that it names', async (t) => {
  const clock = new HandClock();
  const { retry_after_ms, ...unnamed } = PENDING;
  const pages = [PENDING, unnamed, { items: [1], total: 1, consistency: 'current' }];
  let reads = 0;
  const reading = readCurrent(
    async () => {
      reads += 1;
      return pages[reads - 1] ?? EMPTY;
    },
    { clock },
  );
  for (const [wait, count] of [
    [retry_after_ms, 1],
    [1000, 2],
  ] as const) {
    await rest();
    clock.advance(wait - 1);
    await rest();
    t.equal(reads, count);
    clock.advance(1);
  }
  t.match(await reading, { items: [1] });
  t.equal(reads, 3);
  t.equal(await readCurrent(async () => EMPTY), EMPTY, 'a list without a fence is current');
});

t.test('A list that stays pending fails, and what a read throws is thrown at once', async (t) => {
  const clock = new HandClock();
  let count = 0;
  const read = async () => {
    count += 1;
    return PENDING;
  };
  const reading = readCurrent(read, { clock, reads: 3 });
  const failed = t.rejects(reading, { code: 'client.pending', data: PENDING });
  await clock.through(failed, 'the refusal');
  t.equal(count, 3);
  const refused = async () => {
    throw new Error('refused');
  };
  await t.rejects(readCurrent(refused, { clock }), { message: 'refused' });
});
