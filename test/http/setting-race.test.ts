// Two writers of one record: one of them wins each time, and versions have no gap.

import t from 'tap';
import { ADMIN_PASSWORD, openHttp } from '../support/http-harness.js';

const RACES = 1000;

t.test('of two changes of one version one wins, a thousand times', async (t) => {
  const http = await openHttp();
  t.teardown(() => http.close());
  const first = await http.signedIn('staff');
  const second = await http.signedIn('staff', { password: ADMIN_PASSWORD });
  const body = { month: 1, day: 1, description: 'start' };
  const created = await first.ask('POST', '/holidays', { body });
  const { id } = created.data as { id: number };
  const told = http.harness.told.length;
  const outcomes = new Map<string, number>();
  for (let version = 1; version <= RACES; version += 1) {
    const change = (by: string) => ({ body: { version, description: `${by} ${version}` } });
    const answers = await Promise.all([
      first.ask('PATCH', `/holidays/${id}`, change('first')),
      second.ask('PATCH', `/holidays/${id}`, change('second')),
    ]);
    const codes = answers.map(({ code, status }) => `${status} ${code}`);
    const line = [...codes].sort().join(', ');
    outcomes.set(line, (outcomes.get(line) ?? 0) + 1);
    const winner = codes[0] === '200 ok' ? 'first' : 'second';
    const { data } = await first.ask('GET', `/holidays/${id}`);
    const shown = data as { version: number; description: string };
    if (shown.version !== version + 1 || shown.description !== `${winner} ${version}`) {
      t.fail(`after race ${version}: ${JSON.stringify(shown)}`);
    }
  }
  t.same([...outcomes], [['200 ok, 409 conflict', RACES]]);
  const versions = http.harness.told
    .slice(told)
    .flatMap(({ changes }) => changes.map((change) => change.version));
  t.same(
    versions,
    Array.from({ length: RACES }, (_, at) => at + 2),
    'every version was told, once and in order',
  );
});
