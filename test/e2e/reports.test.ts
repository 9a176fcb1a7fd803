// Report jobs over the ends of the server and of their thread: each is made again, with the same
// rows, or has failed after three tries.

import { join } from 'node:path';
import t from 'tap';
import { dateText } from '../../wire/base/time.js';
import type { RestClient } from '../support/client/rest.js';
import { now } from '../support/clock.js';
import { until, within } from '../support/guard.js';
import { ServerProcess } from '../support/server-process.js';

interface Job {
  readonly id: number;
  readonly state: string;
  readonly attempts: number;
  readonly rows: number;
  readonly error: string;
  readonly sha256: string;
}

const DAY_MS = 86_400_000;
const data = join(t.testdir(), 'data');
const period = { from: dateText(now() - DAY_MS), to: dateText(now() + DAY_MS) };

const start = async (env: Readonly<Record<string, string>> = {}) => {
  const server = await ServerProcess.start({ data, env });
  t.teardown(() => server.kill());
  return { server, staff: await server.staff() };
};
const post = async <T>(staff: RestClient, path: string, body: object): Promise<T> => {
  const { success, message, data: made } = await staff.post<T>(path, body);
  if (!success) throw new Error(message);
  return made as T;
};
const ended = (staff: RestClient, id: number): Promise<Job> =>
  until('the end of the job', async () => {
    const { data: job } = await staff.get<Job>(`/reports/jobs/${id}`);
    return job !== null && !['queued', 'running'].includes(job.state) ? job : undefined;
  });

t.test('A job that a kill interrupts is made again, with the same rows', async (t) => {
  let { server, staff } = await start();
  const config = { name: 'Payments', module: 'balance_operations' };
  const { id: config_id } = await post<Job>(staff, '/reports/configs', config);
  const asked = { config_id, ...period };
  const first = await ended(staff, (await post<Job>(staff, '/reports/jobs', asked)).id);
  t.match(first, { state: 'done', attempts: 1 });
  t.ok(first.rows > 0);
  await server.stop();
  for (const place of ['report.run', 'report.made']) {
    ({ server, staff } = await start({ BROKERD_KILLPOINT: `${place}:1` }));
    const { id } = await post<Job>(staff, '/reports/jobs', asked);
    t.equal((await within(server.ended, 'the kill')).signal, 'SIGKILL', place);
    ({ server, staff } = await start());
    t.match(await ended(staff, id), { state: 'done', attempts: 2, sha256: first.sha256 }, place);
    await server.stop();
  }
});

t.test('A job whose thread ends each time fails; the server and other jobs go on', async (t) => {
  const { server, staff } = await start({ BROKERD_FAILPOINT: 'report.run:1:exit' });
  const { id } = await post<Job>(staff, '/reports/jobs', { config_id: 1, ...period });
  const error = 'it was interrupted 3 times';
  t.match(await ended(staff, id), { state: 'failed', attempts: 3, error });
  t.match((await staff.get<Job>('/reports/jobs/1')).data, { state: 'done' });
  await server.stop();
});
