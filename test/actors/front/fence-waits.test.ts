// Fences: what a session was told is waited for, by it alone, for a while, and by few at a time.

import t from 'tap';
import { Fences } from '../../../actors/front/fence-waits.js';
import { Suffix, seqAtEnd, writeSuffix } from '../../../actors/shared/ring-records.js';

/** A log of ten events, of which the database shows five. */
const open = () => {
  const state = { newest: 5, log: 10, awaited: [] as number[] };
  const fences = new Fences(
    { newest: () => state.newest, await: (seq) => state.awaited.push(seq) },
    () => state.log,
    { list: 250, surely: 50 },
  );
  return { state, fences };
};

t.test('A list is fenced by what its session was told, or by a later event', async (t) => {
  const { state, fences } = open();
  state.log = 5;
  fences.open('a', 0);
  fences.open('b', 0);
  fences.markShown('a', 4);
  fences.markShown('a', 3);
  const fenceOf = async (session: string, own?: string) =>
    (await fences.ahead({ session, ...(own !== undefined && { min_projection_seq: own }) }))
      ?.min_projection_seq;
  t.equal(await fenceOf('a'), '4');
  t.equal(await fenceOf('a', '2'), '4');
  t.equal(await fenceOf('a', '5'), '5');
  t.equal(await fenceOf('b'), undefined, 'who was told nothing has none');
  t.equal(await fenceOf('b', '0'), '0');
  fences.open('a', 9);
  t.equal(await fenceOf('a'), '4', 'a change of the session does not open it again');
  fences.end('a');
  fences.markShown('a', 5);
  t.equal(await fenceOf('a'), undefined, 'what is told to nobody is not kept');
});

t.test('A list waits until the database shows the event, and no longer than it may', async (t) => {
  const { state, fences } = open();
  state.log = 7;
  fences.open('a', 7);
  let isRead = false;
  const read = fences.ahead({ session: 'a' }).then(() => {
    isRead = true;
  });
  t.same(state.awaited, [7]);
  fences.projected(6);
  await null;
  t.equal(isRead, false);
  fences.projected(7);
  await read;
  state.newest = 7;
  await fences.ahead({ session: 'a' });
  await fences.ahead({ session: 'a', min_projection_seq: '9223372036854775807' });
  t.same(state.awaited, [7], 'what is shown, or in no log, is not waited for');
});

t.test('A list waits a short time for what others were answered, and is read then', async (t) => {
  const { state, fences } = open();
  fences.open('a', 0);
  const read = fences.ahead({ session: 'a' });
  t.same(state.awaited, [10], 'the newest event');
  t.same(await read, { session: 'a' }, 'the list has no fence: it is read as the database stands');
  await fences.ahead({ session: 'a', waits_for: 'nothing' });
  t.same(await fences.ahead({ limit: 1 }), { limit: 1 });
  t.equal(state.awaited.length, 1, 'later parts, and queries without a session, do not wait');
});

t.test('What must contain the newest event waits longer, and is refused at last', async (t) => {
  const { state, fences } = open();
  const asked = { session: 'a', waits_for: 'surely' } as const;
  const read = fences.ahead(asked);
  fences.projected(9);
  fences.projected(10);
  t.equal(await read, asked);
  state.log = 11;
  t.equal(await fences.ahead(asked), undefined, 'it takes too long');
  const lists = Array.from({ length: 256 }, () => fences.ahead({ session: 'b' }));
  const waiting = Array.from({ length: 256 }, () => fences.ahead(asked));
  t.equal(await fences.ahead(asked), undefined, 'few wait at a time');
  fences.projected(11);
  t.ok(
    (await Promise.all(waiting)).every((one) => one === asked),
    'lists take no place of them',
  );
  await Promise.all(lists);
});

t.test('Few lists wait at a time; one more is answered at once', async (t) => {
  const { state, fences } = open();
  fences.open('a', 10);
  const waiting = Array.from({ length: 256 }, () => fences.ahead({ session: 'a' }));
  await fences.ahead({ session: 'a' });
  t.equal(state.awaited.length, 256);
  fences.projected(10);
  await Promise.all(waiting);
  const late = fences.ahead({ session: 'a' });
  t.equal(state.awaited.length, 257, 'there is room again');
  t.match(await late, { min_projection_seq: '10' }, 'it is answered though the event never comes');
});

t.test('The seq of an answer is read from its end', (t) => {
  const text = (head: string, suffix: number, seq: number): Uint8Array => {
    const buffer = Buffer.alloc(256);
    return buffer.subarray(0, writeSuffix(buffer, buffer.write(head), suffix, seq));
  };
  for (const seq of [1, 10, 4_294_967_296, Number.MAX_SAFE_INTEGER]) {
    t.equal(seqAtEnd(text('{"data":{"a":1', Suffix.data, seq)), seq);
  }
  t.equal(seqAtEnd(text('{"data":{"a":1', Suffix.data, 0)), 0);
  for (const none of ['', '"}}', '12"}}', '{"data":[]}', '{"message":",\\"seq\\":\\"12"}}']) {
    t.equal(seqAtEnd(Buffer.from(none)), 0, none);
  }
  t.end();
});
