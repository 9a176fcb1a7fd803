// The explainer: a deal that was just made is waited for until the database holds it.

import t from 'tap';
import { Explainer, type ExplainerDeps } from '../../actors/explain/explainer.js';
import { done, refuse } from '../../wire/codes.js';
import { buildAccountEvent } from '../support/build.js';
import { bought } from '../support/explained.js';

const event = buildAccountEvent({ deals: [bought()] });

const made = (of: Partial<ExplainerDeps>): Explainer =>
  new Explainer({
    events: async () => done({ seqs: [4], projection_seq: 9 }),
    log: { read: async () => event, close: async () => {} },
    seq: () => 9,
    ...of,
  });

t.test('A deal that was told is explained though the database is a little behind', async (t) => {
  let projected = 6;
  const explainer = made({
    events: async () => {
      projected += 1;
      return done({ seqs: projected === 9 ? [9] : [], projection_seq: projected });
    },
  });
  t.match(await explainer.explain(12), { ok: true, data: { seq: '9' } });
});

t.test('A deal that nobody was told of is not waited for', async (t) => {
  let asked = 0;
  const explainer = made({
    events: async () => {
      asked += 1;
      return done({ seqs: [], projection_seq: 9 });
    },
  });
  t.match(await explainer.explain(13), { ok: false, code: 'not_found', message: /no deal 13/ });
  t.equal(asked, 1);
});

t.test('A database that stays behind is given up on', async (t) => {
  const explainer = made({ events: async () => done({ seqs: [], projection_seq: 1 }) });
  t.match(await explainer.explain(13), { ok: false, code: 'not_found' });
});

t.test('Readers that are too busy refuse', async (t) => {
  const explainer = made({ events: async () => refuse('trade.too_many_requests') });
  t.match(await explainer.explain(12), { ok: false, code: 'trade.too_many_requests' });
});
