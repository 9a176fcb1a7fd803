// The projector: slices, transactions, their order, the checkpoint, and its stop.

import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t, { type Test } from 'tap';
import {
  Projector,
  type ProjectorDeps,
  REST_MS,
  TRANSACTION_EVENTS,
} from '../../../../actors/desk/projection/projector.js';
import { readCheckpoint } from '../../../../storage/database/checkpoint.js';
import { openReader } from '../../../../storage/database/database.js';
import { openProjection } from '../../../../storage/database/schema.js';
import { type Batch, lastSeq } from '../../../../storage/log/batch.js';
import { Projection } from '../../../../storage/projection/projection.js';
import { accountChange, buildBatch, buildDeskEvent } from '../../../support/build.js';
import { recordOf } from '../../../support/stored-rows.js';

const EVENTS = 4000;
/** What a slice begins with, and does not go below. */
const SLICE = 256;

/** Batches of 100 events, each opening the account of its seq. */
const batches: readonly Batch[] = Array.from({ length: EVENTS / 100 }, (_, n) => 1 + 100 * n).map(
  (first) =>
    buildBatch(
      first,
      Array.from({ length: 100 }, (_, index) =>
        buildDeskEvent({ changes: [accountChange(first + index)] }),
      ),
    ),
);

/** What the log answers: batches after a seq, `limit` of them at most; none once it is drained. */
const after = (seq: number, limit = batches.length) => ({
  batches: batches.filter((batch) => lastSeq(batch) > seq).slice(0, limit),
  head: EVENTS,
});

/** A projector that is given what it needs, of which nothing takes time. */
const projectorOf = (of: Partial<ProjectorDeps> & Pick<ProjectorDeps, 'projection'>): Projector =>
  new Projector({
    pull: async (seq) => after(seq),
    onCheckpoint: () => {},
    settle: async () => {},
    pause: async () => {},
    rest: async () => {},
    hurry: () => {},
    elapsed: () => 0,
    ...of,
  });

/** A projector's run from its start to its end. */
const run = async (of: Parameters<typeof projectorOf>[0]): Promise<Projector> => {
  const projector = projectorOf(of);
  await projector.run();
  return projector;
};

/** A database for the length of a test. */
const openDatabase = (t: Test) => {
  const path = join(t.testdir(), 'brokerd.db');
  const db = openProjection(path);
  t.teardown(() => db.close());
  return { path, db };
};

/** A projection that counts; of what it is given it takes all that it may, or so many events. */
const counting = (events?: number) => {
  const slices: number[] = [];
  const transactions: number[] = [];
  let [taken, committed] = [0, 0];
  const projection: ProjectorDeps['projection'] = {
    checkpoint: () => committed,
    take: (_, limit) => {
      slices.push(limit);
      taken = events === undefined ? Math.min(EVENTS, taken + limit) : taken + events;
      return taken;
    },
    commit: () => {
      transactions.push(taken - committed);
      committed = taken;
      return committed;
    },
    idle: () => 0,
  };
  return { projection, slices, transactions };
};

t.test('the log is projected in slices, and other work runs between them', async (t) => {
  const { path, db } = openDatabase(t);
  const other = openReader(path);
  t.teardown(() => other.close());
  const seen: number[] = [];
  let clock = 0;
  const projector = await run({
    projection: new Projection(db),
    pause: async () => {
      seen.push(readCheckpoint(other).seq);
    },
    elapsed: () => {
      clock += 100;
      return clock;
    },
  });
  t.equal(projector.checkpoint(), EVENTS);
  t.equal(seen.length, Math.ceil(EVENTS / SLICE), 'slices that take long stay at their smallest');
  t.same(new Set(seen), new Set([0]), 'others see nothing of it before it is whole');
  t.equal(readCheckpoint(other).seq, EVENTS);
  t.equal(recordOf(other, 'account', String(EVENTS))?.seq, EVENTS);
});

t.test('a projection that is far behind has normal priority until it has come near', async (t) => {
  const hurried: [behind: boolean, seq: number][] = [];
  const { projection } = counting(10_000);
  let taken = 0;
  await run({
    pull: async (seq) => {
      taken = seq;
      return seq < 120_000 ? { ...after(0, 1), head: 70_000 } : { batches: [], head: seq };
    },
    projection,
    hurry: (isBehind) => hurried.push([isBehind, taken]),
  });
  t.same(hurried, [
    [true, 0],
    [false, 60_000],
  ]);
});

t.test('the disk has a transaction before the next one is taken', async (t) => {
  const steps: string[] = [];
  const { projection } = counting();
  await run({
    pull: async (seq) => after(seq, 4),
    projection: {
      ...projection,
      take: (batches, limit) => {
        steps.push('take');
        return projection.take(batches, limit);
      },
      commit: () => {
        steps.push('commit');
        return projection.commit();
      },
    },
    settle: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      steps.push('settled');
    },
  });
  const text = steps.join(' ').replace(/(take )+/g, 'take ');
  t.match(text, /^(take commit settled ?)+$/);
  const settle = async () => {
    throw new Error('the disk is gone');
  };
  const failing = run({ ...counting(), settle });
  await t.rejects(failing, { message: 'the disk is gone' });
});

t.test('quick slices grow', async (t) => {
  const { projection, slices } = counting();
  await run({ projection });
  t.same(slices, [256, 512, 1024, 2048, 4096]);
});

t.test('a transaction with many idle accounts ends, however few events it has', async (t) => {
  const { projection, transactions } = counting();
  let taken = 0;
  const take: typeof projection.take = (...all) => {
    taken += 1;
    return projection.take(...all);
  };
  // The second slice ends the days of many.
  const idle = () => (taken === 2 ? TRANSACTION_EVENTS : 0);
  await run({ projection: { ...projection, take, idle } });
  t.same(transactions, [256 + 512, EVENTS - 256 - 512]);
});

t.test('what many pulls bring is one transaction, then others have the processor', async (t) => {
  const { projection, transactions } = counting();
  const rests: number[] = [];
  const checkpoints: number[] = [];
  await run({
    pull: async (seq) => after(seq, 5),
    projection,
    onCheckpoint: (seq) => checkpoints.push(seq),
    rest: async (ms) => {
      rests.push(ms);
    },
  });
  t.same(transactions, [EVENTS]);
  t.same(checkpoints, [EVENTS]);
  t.same(rests, [REST_MS.most]);
});

/** A log that answers one batch a pull, of which the last seq is told, and then ends. */
const pullsOf = (heads: number[]): ProjectorDeps['pull'] => {
  return async () => {
    const head = heads.shift();
    return head === undefined ? { batches: [], head: 0 } : { batches: [last], head };
  };
};
const last = { ...(batches[0] as Batch), first: 1, count: 1 };

t.test('a long backlog is committed part by part, without a rest', async (t) => {
  const { projection, transactions } = counting(TRANSACTION_EVENTS / 4);
  await run({
    pull: pullsOf(Array.from({ length: 7 }, () => 80_000)),
    projection,
    rest: async () => {
      t.fail('it is behind');
    },
  });
  t.same(transactions, [TRANSACTION_EVENTS, (TRANSACTION_EVENTS / 4) * 3]);
});

t.test('a backlog of which an event is waited for is committed in smaller parts', async (t) => {
  const { projection, transactions } = counting(TRANSACTION_EVENTS / 4);
  const projector = projectorOf({
    pull: pullsOf(Array.from({ length: 6 }, () => 80_000)),
    projection,
  });
  projector.hasten(TRANSACTION_EVENTS / 4);
  await projector.run();
  t.same(transactions, [TRANSACTION_EVENTS / 2, TRANSACTION_EVENTS]);
});

t.test('single events are seen at once, and those that follow soon together', async (t) => {
  const { event, least } = REST_MS;
  for (const [events, expected] of [
    [1, [least, least, least]],
    [least, [least * event, least * event, 2 * least * event]],
  ] as const) {
    const { projection, transactions } = counting(events);
    const rests: number[] = [];
    await run({
      pull: pullsOf([1, 2, 4, 4].map((n) => n * events)),
      projection,
      rest: async (of) => {
        rests.push(of);
      },
    });
    t.same(transactions, [events, events, 2 * events]);
    t.same(rests, expected);
  }
});

t.test('a stop ends it after the slice at hand; a new one goes on from there', async (t) => {
  const { db } = openDatabase(t);
  const projection = new Projection(db);
  const first: Projector = projectorOf({ projection, pause: async () => first.stop() });
  await first.run();
  t.equal(first.checkpoint(), SLICE);
  t.equal(readCheckpoint(db).seq, SLICE);
  t.equal((await run({ projection })).checkpoint(), EVENTS);
});

t.test('a stop ends a rest, a wait for more, and a wait for a log that is silent', async (t) => {
  /** It stops while nothing comes any more. */
  const stops = (events?: number) => () => {
    setImmediate(() => projector.stop(events));
    return new Promise<never>(() => {});
  };
  let projector: Projector = projectorOf({ ...counting(), rest: stops() });
  await projector.run();
  t.equal(projector.checkpoint(), EVENTS);
  const silent = stops(EVENTS);
  const pull = async (seq: number) => (seq < EVENTS ? after(seq) : silent());
  projector = projectorOf({ ...counting(), pull });
  await projector.run();
  t.equal(projector.checkpoint(), EVENTS);
  projector = projectorOf({ ...counting(), pull: silent });
  await projector.run();
  t.equal(projector.checkpoint(), 0);
});

t.test('a projector that is to stop after an event does not rest before', async (t) => {
  const projector: Projector = projectorOf({
    ...counting(EVENTS),
    pull: pullsOf([EVENTS, EVENTS * 2]),
    onCheckpoint: () => projector.stop(EVENTS * 2),
    rest: (ms) => {
      if (ms <= REST_MS.most) t.fail('it rests');
      return new Promise(() => {});
    },
  });
  await projector.run();
  t.equal(projector.checkpoint(), EVENTS * 2);
});

t.test('it does not rest while a list waits for an event, and a rest ends for one', async (t) => {
  let heads = [EVENTS, EVENTS * 2];
  const rests: number[] = [];
  const projector: Projector = projectorOf({
    ...counting(EVENTS),
    pull: pullsOf(heads),
    rest: () => {
      rests.push(projector.checkpoint());
      setImmediate(() => projector.hasten(EVENTS * 2));
      return new Promise(() => {});
    },
  });
  await projector.run();
  t.same(rests, [EVENTS, EVENTS * 2], 'who is shown the event waits no more');
  heads = [EVENTS];
  const hastened = projectorOf({
    ...counting(EVENTS),
    pull: pullsOf(heads),
    rest: async () => {
      t.fail('somebody waits for more');
    },
  });
  hastened.hasten(EVENTS + 1);
  await hastened.run();
});

t.test('a stop lets it catch up with what is in the log, and waits for no more', async (t) => {
  const { db } = openDatabase(t);
  const projector: Projector = projectorOf({
    projection: new Projection(db),
    pull: async (seq) => (seq === EVENTS ? new Promise(() => {}) : after(seq, 1)),
    pause: async () => projector.stop(EVENTS),
    rest: () => new Promise(() => {}),
  });
  await projector.run();
  t.equal(readCheckpoint(db).seq, EVENTS);
});

t.test('a stop does not wait for a database that cannot catch up in time', async (t) => {
  const projector = projectorOf({
    ...counting(1),
    pull: pullsOf(Array.from({ length: 20 }, () => EVENTS)),
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  });
  const running = projector.run();
  projector.stop(EVENTS);
  await running;
  t.ok(projector.checkpoint() < 20, String(projector.checkpoint()));
});

t.test('what is projected is not kept', async (t) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const seen: WeakRef<Batch>[] = [];
  const projector = await run({
    ...counting(1),
    pull: async () => {
      if (seen.length === 100) return { batches: [], head: 0 };
      const batch = { ...last };
      seen.push(new WeakRef(batch));
      return { batches: [batch], head: seen.length };
    },
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  });
  t.equal(projector.checkpoint(), 100);
  collect();
  const kept = seen.filter((ref) => ref.deref() !== undefined).length;
  t.ok(kept < 10, `${kept} of 100 batches are still there`);
});

t.test('what the database throws ends the run', async (t) => {
  const projection = {
    checkpoint: () => 0,
    take: () => {
      throw new Error('disk full');
    },
    commit: () => 0,
    idle: () => 0,
  };
  await t.rejects(run({ projection }), /disk full/);
});
