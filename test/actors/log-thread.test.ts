// The log thread: what is put into a ring is committed, numbered, told, and can be read back.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { EventReader } from '../../actors/log/event-reader.js';
import { LogHost } from '../../actors/log/log-host.js';
import { LogReader } from '../../actors/log/log-reader.js';
import { type LogAccess, READER } from '../../actors/messages.js';
import { Cells } from '../../actors/shared/cells.js';
import { NOTICE_RING_BYTES, type Notice, readNotice } from '../../actors/shared/hops.js';
import { pulseMemory } from '../../actors/shared/pulse.js';
import { Bell, RingReader, RingWriter, ringMemory } from '../../actors/shared/ring.js';
import { eventsOf } from '../../storage/batch.js';
import type { AccountEvent } from '../../wire/events.js';
import { packEvent } from '../../wire/pack.js';
import { buildAccountEvent } from '../support/build.js';

const startLog = async (t: { teardown(end: () => Promise<unknown>): void }) => {
  const data = mkdtempSync(join(tmpdir(), 'brokerd-log-'));
  const cells = Cells.create(2);
  const notices = ringMemory(NOTICE_RING_BYTES);
  const frontBell = Bell.create();
  const failures: Error[] = [];
  const host = new LogHost(
    {
      options: { data },
      cells: cells.shared,
      notices,
      frontBell: frontBell.shared,
      mainPulse: pulseMemory(),
    },
    { message: () => {}, log: () => {}, failed: (error) => failures.push(error) },
  );
  await host.ready;
  t.teardown(() => host.stop());
  const told: Notice[] = [];
  const reader = new RingReader(notices);
  const until = (enough: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const serving = frontBell.serve(
        () => {
          reader.take((buffer, at) => told.push(readNotice(buffer, at)) > 0, 1000);
          reader.free();
          if (!enough()) return false;
          serving.stop();
          resolve();
          return false;
        },
        () => reader.pending(),
      );
    });
  return { host, cells, told, until, failures };
};

const write = (access: LogAccess, texts: readonly string[]): void => {
  const ring = new RingWriter(access.ring, new Bell(access.bell));
  for (const text of texts) ring.write(Buffer.from(text));
  ring.flush();
};

const readAll = async (host: LogHost, after: number): Promise<string[]> => {
  const access = await host.attach(READER);
  const reader = new LogReader(access);
  const texts: string[] = [];
  for await (const batch of reader.tail(after, access.head)) {
    for (const { seq, bytes } of eventsOf(batch, after)) {
      texts.push(`${seq} ${bytes.toString()}`);
    }
  }
  reader.close();
  return texts;
};

t.test(
  'events of all sources get consecutive numbers and are read back in that order',
  async (t) => {
    const { host, cells, told, until } = await startLog(t);
    const one = await host.attach(0);
    const two = await host.attach(1);
    write(one, ['a1', 'a2']);
    write(two, ['b1']);
    await until(() => cells.committed(0) === 2 && cells.committed(1) === 1);
    const last = told.filter(({ source }) => source === 0).at(-1);
    t.equal(last?.count, 2);
    t.equal(last?.seq, cells.committedSeq(0));
    const read = await readAll(host, 0);
    t.equal(read.length, 3);
    t.same(
      read.map((line) => Number(line.split(' ')[0])),
      [1, 2, 3],
    );
    t.same(await readAll(host, 2), read.slice(2), 'reading goes on after any event');
  },
);

t.test('what a dead generation has written is committed before the next is attached', async (t) => {
  const { host, cells } = await startLog(t);
  const first = await host.attach(0);
  write(first, ['last words']);
  const second = await host.attach(0);
  t.equal(second.generation, first.generation + 1);
  t.equal(second.head, 1, 'the new generation is told of them');
  t.equal(cells.committed(0), 0, 'and counts its own');
  t.same(await readAll(host, 0), ['1 last words']);
});

t.test('the log commits what is left and its thread ends by itself', async (t) => {
  const { host, cells, failures } = await startLog(t);
  write(await host.attach(0), ['before the end']);
  t.equal(await host.stop(), true);
  t.equal(cells.committed(0), 1);
  t.same(failures, []);
});

t.test('a reader that waits is answered when there is something to read', async (t) => {
  const { host } = await startLog(t);
  const writer = await host.attach(0);
  const reader = new LogReader(await host.attach(READER));
  const pulled = reader.pull(0, true);
  write(writer, ['at last']);
  const { batches, head } = await pulled;
  t.equal(head, 1);
  t.equal(batches[0]?.count, 1);
  reader.close();
});

t.test('a source that asks to be told hears of its commits alone', async (t) => {
  const { host, cells, until } = await startLog(t);
  const desk = await host.attach(1, true);
  const other = await host.attach(0);
  const heard: string[] = [];
  let listen = (): void => {};
  const both = new Promise<void>((resolve) => {
    listen = () => {
      if (cells.committed(1) === 1 && heard.length > 0) resolve();
    };
  });
  const reader = new LogReader(desk, (count, seq) => {
    heard.push(`${count} ${seq}`);
    listen();
  });
  write(other, ['x']);
  await until(() => cells.committed(0) === 1);
  write(desk, ['d']);
  await both;
  t.same(heard, ['1 2']);
  reader.close();
});

t.test('single events are read back by their number, also many at a time', async (t) => {
  const { host, cells, until } = await startLog(t);
  const access = await host.attach(0);
  const ring = new RingWriter(access.ring, new Bell(access.bell));
  for (let n = 1; n <= 50; n += 1) ring.write(packEvent(buildAccountEvent({ account_seq: n })));
  ring.flush();
  await until(() => cells.committed(0) === 50);
  const events = new EventReader(host);
  const seqs = [50, 1, 33, 2];
  const read = (await Promise.all(seqs.map((seq) => events.read(seq)))) as AccountEvent[];
  t.same(
    read.map(({ account_seq }) => account_seq),
    seqs,
  );
  await t.rejects(events.read(51), /does not hold event 51/);
  t.equal(((await events.read(7)) as AccountEvent).account_seq, 7, 'it reads on after that');
  await events.close();
  await new EventReader(host).close();
});
