// Retention of reports: which results expire, and which finished jobs make room for new ones.

import { DAY_MS } from '../../../engine/calendar/clock.js';
import { JOB_LIMITS, type ReportJobRecord } from '../../../wire/rest/trading/report-jobs.js';

/** The jobs whose results are too old, or too many together, the oldest first. */
export const dueToExpire = (
  jobs: readonly ReportJobRecord[],
  now: number,
): readonly ReportJobRecord[] => {
  const ready = jobs.filter(({ state }) => state === 'done');
  ready.sort((a, b) => Date.parse(a.finished_at ?? '') - Date.parse(b.finished_at ?? ''));
  let bytes = ready.reduce((sum, job) => sum + job.bytes, 0);
  const oldest = now - JOB_LIMITS.keptDays * DAY_MS;
  return ready.filter((job) => {
    const isDue = Date.parse(job.finished_at ?? '') < oldest || bytes > JOB_LIMITS.keptBytes;
    if (isDue) bytes -= job.bytes;
    return isDue;
  });
};

/** The oldest of a login's finished jobs, which are removed when the login requests a new job. */
export const dueToGo = (finished: readonly ReportJobRecord[]): readonly ReportJobRecord[] =>
  [...finished].sort((a, b) => b.id - a.id).slice(JOB_LIMITS.keptOfLogin - 1);
