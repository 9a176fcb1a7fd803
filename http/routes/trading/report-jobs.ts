// Report jobs: reports that are made in the background, read by pages and taken away as files.

import { ok, refuse } from '../../../wire/base/codes.js';
import { Id, Named } from '../../../wire/base/schema.js';
import {
  ReportFileParams,
  ReportJob,
  type ReportJobAct,
  ReportJobCreate,
  ReportJobPage,
  ReportJobsParams,
  ReportRowsParams,
  WholeReportJob,
} from '../../../wire/rest/trading/report-jobs.js';
import { CsvText } from '../../rest/export.js';
import { type RoutePath, route } from '../../rest/route.js';
import { BODY_VALUES_MAX } from '../../server/body-limits.js';

const NO_JOB = 'no such job for the caller';
const OF_JOBS = {
  not_found: NO_JOB,
  'auth.too_many_attempts': 'too many jobs of the login, or of all, wait',
} as const;

const PATH = '/admin/v1/reports/jobs' as const;
const RIGHTS = ['reports', 'config.reports'] as const;
const JobPath = Named('ReportJobPath', { id: Id() });

const acting = <A extends Exclude<ReportJobAct, 'delete'>>(
  act: A,
  says: string,
  details: string,
  conflict: string,
) =>
  route({
    name: `reports.jobs.${act}`,
    method: 'POST',
    path: `${PATH}/{id}/${act}` as RoutePath,
    says,
    details,
    anyRights: RIGHTS,
    params: JobPath,
    reply: ReportJob,
    errors: { ...OF_JOBS, conflict },
    example: { path: { id: 1 } },
    handle: async ({ caller, path: { id } }, context) => {
      const acted = await context.desk('reports.jobs.act', { caller, id, act });
      if (!acted.ok) return acted;
      return acted.data === null ? refuse('not_found') : ok(acted.data);
    },
  });

export const reportJobs = [
  route({
    name: 'reports.jobs.create',
    method: 'POST',
    path: PATH,
    says: 'Requests a report, which is made in the background.',
    details:
      '`/admin/v1/reports` lists the reports that the caller may request, with their ' +
      'inputs. The job waits for its turn; the event `report_job` reports the progress to ' +
      'the sockets of the login. The report is about the accounts that the requester sees ' +
      'when the job runs.',
    anyRights: RIGHTS,
    body: ReportJobCreate,
    bodyValuesMax: BODY_VALUES_MAX.list,
    reply: ReportJob,
    errors: {
      ...OF_JOBS,
      not_found: 'no such report is open to the caller, or no such account',
      conflict: 'the job was changed by another request meanwhile',
    },
    example: {
      body: { config_id: 1, from: '2026-01-01', to: '2026-01-31', groups: ['demo\\*'] },
    },
    handle: ({ caller, body }, context) => context.desk('reports.jobs.create', { caller, body }),
  }),
  route({
    name: 'reports.jobs.list',
    method: 'GET',
    path: PATH,
    says: 'Pages through report jobs, the newest first.',
    details: 'Own jobs; holders of `config.reports` see the jobs of everyone.',
    anyRights: RIGHTS,
    query: ReportJobsParams,
    reply: ReportJobPage,
    example: { query: { limit: 20 } },
    handle: ({ caller, query }, context) => context.desk('reports.jobs.list', { caller, ...query }),
  }),
  route({
    name: 'reports.jobs.read',
    method: 'GET',
    path: `${PATH}/{id}`,
    says: 'Answers a report job, and a page of the rows of its tables once the job is done.',
    details:
      'Callers read their own jobs; holders of `config.reports` read all jobs. A page has ' +
      'at most a thousand rows. A caller who no longer sees all accounts of the job gets ' +
      '`not_found`.',
    anyRights: RIGHTS,
    params: JobPath,
    query: ReportRowsParams,
    reply: WholeReportJob,
    errors: {
      not_found: 'no such job for the caller, or the job has no such section',
      conflict: 'the job was changed by another request meanwhile',
    },
    example: { path: { id: 1 }, query: { section: 1, page: 2 } },
    handle: async ({ caller, path: { id }, query }, context) => {
      const found = await context.desk('reports.jobs.read', { caller, id, exports: false });
      if (!found.ok) return found;
      if (found.data.state !== 'done') return ok({ ...found.data, sections: [] });
      const read = await context.query(caller, 'reports.sections', { job: id, ...query });
      if (!read.ok) return read;
      const sections = [...(read.data?.sections ?? [])];
      return sections.length === 0
        ? refuse('not_found', `section: the report has no section ${query.section ?? 1}`)
        : ok({ ...found.data, sections });
    },
  }),
  acting(
    'cancel',
    'Cancels a report job that waits or runs.',
    'A job that runs ends soon, and has no rows.',
    'the job has ended',
  ),
  acting(
    'retry',
    'Queues a report job again that has failed, was cancelled or has expired.',
    'The request of the job is checked again like a new request.',
    'the job waits, runs, or is done',
  ),
  route({
    name: 'reports.jobs.delete',
    method: 'DELETE',
    path: `${PATH}/{id}`,
    says: 'Deletes an ended report job and its rows.',
    details: 'Its rows are gone at once.',
    anyRights: RIGHTS,
    params: JobPath,
    reply: null,
    errors: { not_found: NO_JOB, conflict: 'the job waits or runs' },
    example: { path: { id: 1 } },
    handle: async ({ caller, path: { id } }, context) => {
      const acted = await context.desk('reports.jobs.act', { caller, id, act: 'delete' });
      return acted.ok ? ok(null) : acted;
    },
  }),
  route({
    name: 'reports.jobs.download',
    method: 'GET',
    path: `${PATH}/{id}/download`,
    says: 'Answers a table of a report as a CSV file, at any size.',
    details:
      'The file is CSV by RFC 4180, in UTF-8 with a byte order mark, without totals. The ' +
      'download needs the right `reports.export` and a report line that allows downloads, ' +
      'or `config.reports`.',
    anyRights: RIGHTS,
    params: JobPath,
    query: ReportFileParams,
    reply: CsvText,
    errors: {
      not_found: NO_JOB,
      conflict: 'the job is not done',
      'auth.too_many_attempts': 'too many downloads run',
    },
    example: { path: { id: 1 } },
    handle: async ({ caller, path: { id }, query: { section } }, context) => {
      const found = await context.desk('reports.jobs.read', { caller, id, exports: true });
      if (!found.ok) return found;
      const { state, module } = found.data;
      if (state !== 'done') return refuse('conflict', `The job is ${state}.`);
      const file = await context.reportFiles.open(caller.login, id, section);
      if (!file.ok) return file as typeof file & { code: 'not_found' };
      const name = `report-${id}-${module}${section === 1 ? '' : `-${section}`}.csv`;
      return { file: file.data, type: 'text/csv; charset=utf-8', name };
    },
  }),
];
