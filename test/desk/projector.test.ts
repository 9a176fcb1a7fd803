// The projector: slices, their order, the checkpoint, and its stop.

import { join } from 'node:path';
import t from 'tap';
import { Projector } from '../../actors/desk/projector.js';
import { type Batch, lastSeq } from '../../storage/batch.js';
import { Projection } from '../../storage/projection.js';
import { openProjection } from '../../storage/schema.js';
import { recordOf } from '../../storage/snapshot.js';
import { accountChange, buildBatch, buildDeskEvent } from '../build.js';

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

const after = (seq: number): readonly Batch[] => batches.filter((batch) => lastSeq(batch) > seq);

t.test('the log is projected in slices, and other work runs between them', async (t) => {
  const db = openProjection(join(t.testdir(), 'brokerd.db'));
  t.teardown(() => db.close());
  const checkpoints: number[] = [];
  let pauses = 0;
  let clock = 0;
  const projector = new Projector({
    pull: async (seq) => after(seq),
    projection: new Projection(db),
    onCheckpoint: (seq) => checkpoints.push(seq),
    pause: async () => {
      pauses += 1;
    },
    elapsed: () => {
      clock += 100;
      return clock;
    },
  });
  await projector.run();
  t.equal(projector.checkpoint(), EVENTS);
  t.equal(checkpoints.at(-1), EVENTS);
  t.same(
    checkpoints,
    [...checkpoints].sort((a, b) => a - b),
  );
  t.equal(pauses, checkpoints.length);
  t.equal(pauses, Math.ceil(EVENTS / SLICE), 'slices that take long stay at their smallest');
  t.equal(recordOf(db, 'account', String(EVENTS))?.seq, EVENTS);
});

t.test('quick slices grow', async (t) => {
  const slices: number[] = [];
  let checkpoint = 0;
  const projector = new Projector({
    pull: async (seq) => after(seq),
    projection: {
      checkpoint: () => checkpoint,
      project: (_, limit) => {
        slices.push(limit);
        checkpoint = Math.min(EVENTS, checkpoint + limit);
        return checkpoint;
      },
    },
    onCheckpoint: () => {},
    pause: async () => {},
    elapsed: () => 0,
  });
  await projector.run();
  t.same(slices, [256, 512, 1024, 2048, 4096]);
});

t.test('a stop ends it after the slice at hand; a new one goes on from there', async (t) => {
  const db = openProjection(join(t.testdir(), 'brokerd.db'));
  t.teardown(() => db.close());
  const deps = {
    pull: async (seq: number) => after(seq),
    projection: new Projection(db),
    onCheckpoint: () => {},
    elapsed: () => 0,
  };
  const first: Projector = new Projector({ ...deps, pause: async () => first.stop() });
  await first.run();
  t.equal(first.checkpoint(), SLICE);
  const second = new Projector({ ...deps, pause: async () => {} });
  await second.run();
  t.equal(second.checkpoint(), EVENTS);
});

t.test('what the database throws ends the run', async (t) => {
  const projector = new Projector({
    pull: async () => batches,
    projection: {
      checkpoint: () => 0,
      project: () => {
        throw new Error('disk full');
      },
    },
    onCheckpoint: () => {},
    pause: async () => {},
    elapsed: () => 0,
  });
  await t.rejects(projector.run(), /disk full/);
});
