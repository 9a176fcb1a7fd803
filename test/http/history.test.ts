// History for traders: how far back their group lets them see.

import t from 'tap';
import { done } from '../../wire/codes.js';
import { NO_SETTINGS } from '../../wire/config.js';
import type { HistoryQuery } from '../../wire/queries.js';
import { now } from '../support/clock.js';
import { group } from '../support/engine-harness.js';
import { bearerOf, openFront, signedTrader } from '../support/front-harness.js';

const DAY_MS = 86_400_000;

t.test('Traders see as many days of history as their group shows', async (t) => {
  const asked: HistoryQuery[] = [];
  const time = now();
  let history_days = 30;
  const front = await openFront({
    now: () => time,
    settings: () => ({ ...NO_SETTINGS, group: [group({ path: 'Demo\\Standard', history_days })] }),
    query: async (_name, input) => {
      asked.push(input as HistoryQuery);
      return done({
        items: [],
        page: 1,
        total: 0,
        projection_seq: '0',
        consistency: 'current',
      } as never);
    },
  });
  t.teardown(() => front.close());
  const trader = front.admit(signedTrader());
  const since = async (kind: string, from = ''): Promise<number> => {
    const path = `/trader/v1/history/${kind}${from === '' ? '' : `?from=${from}`}`;
    t.equal((await front.ask('GET', path, { headers: bearerOf(trader) })).status, 200);
    return asked.at(-1)?.from ?? 0;
  };
  const start = time - 30 * DAY_MS;
  for (const kind of ['orders', 'deals', 'positions']) {
    t.equal(await since(kind), start, kind);
    t.equal(await since(kind, '2020-01-01T00:00:00Z'), start, kind);
  }
  const yesterday = new Date(time - DAY_MS).toISOString();
  t.equal(await since('deals', yesterday), Date.parse(yesterday));
  history_days = 0;
  t.equal(await since('deals'), 0, '0 shows all');
});
