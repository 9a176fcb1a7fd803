// To whose name there is something: dealers of requests, and authors of journal lines.

import { join } from 'node:path';
import t from 'tap';
import { actedIn } from '../../storage/acted.js';
import { Projection } from '../../storage/projection.js';
import { openProjection } from '../../storage/schema.js';
import { buildAccountEvent, buildBatch, buildDeskEvent } from '../support/build.js';

const cause = (dealer: number) =>
  ({ kind: 'dealer_open', source: 'dealer', dealer, request_id: '' }) as const;
const line = (kind: 'auth' | 'config', login = 0) => ({ kind, login, text: 'it was done' });

t.test('who dealt or changed something is known; coming and going is none', async (t) => {
  const db = openProjection(join(t.testdir(), 'brokerd.db'));
  t.teardown(() => db.close());
  const projection = new Projection(db);
  const acted = actedIn(db);
  projection.project([
    buildBatch(1, [
      buildAccountEvent({}),
      buildAccountEvent({ account_seq: 2, cause: cause(7) }),
      buildDeskEvent({ by: 8, journal: [line('auth', 8)] }),
      buildDeskEvent({ by: 9, journal: [line('auth', 9), line('config', 10)] }),
      buildDeskEvent({ by: 11 }),
    ]),
  ]);
  t.same([0, 7, 8, 9, 10, 11, 1001].filter(acted), [7, 9]);
  projection.project([buildBatch(6, [buildDeskEvent({ by: 8, journal: [line('config')] })])]);
  t.same([7, 8, 9].filter(acted), [7, 8, 9]);
});

t.test('what was undone is noted when it comes again', async (t) => {
  const db = openProjection(join(t.testdir(), 'brokerd.db'));
  t.teardown(() => db.close());
  const projection = new Projection(db);
  const batch = buildBatch(1, [buildDeskEvent({ by: 8, journal: [line('config')] })]);
  projection.take([batch]);
  t.throws(() => projection.take([buildBatch(9, [buildDeskEvent()])]), 'a gap');
  t.notOk(actedIn(db)(8));
  projection.project([batch]);
  t.ok(actedIn(db)(8));
});
