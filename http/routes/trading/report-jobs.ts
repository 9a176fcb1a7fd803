// Report jobs: reports that are made in the background, read by pages and taken away as files.

import { done, refuse } from '../../../wire/base/codes.js';
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
import { BODY_VALUES_MAX } from '../../server/limits.js';

const PATH = '/admin/v1/reports/jobs' as const;
const RIGHTS = ['reports', 'config.reports'] as const;
const JobPath = Named('ReportJobPath', { id: Id() });

const acting = <A extends Exclude<ReportJobAct, 'delete'>>(act: A, says: string) =>
  route({
    name: `reports.jobs.${act}`,
    method: 'POST',
    path: `${PATH}/{id}/${act}` as RoutePath,
    says,
    anyRights: RIGHTS,
    params: JobPath,
    reply: ReportJob,
    errors: ['not_found', 'conflict', 'auth.too_many_attempts'],
    handle: async ({ caller, path: { id } }, context) => {
      const acted = await context.desk('reports.jobs.act', { caller, id, act });
      if (!acted.ok) return acted;
      return acted.data === null ? refuse('not_found') : done(acted.data);
    },
  });

export const reportJobs = [
  route({
    name: 'reports.jobs.create',
    method: 'POST',
    path: PATH,
    says: 'Requests a report, which is made in the background.',
    anyRights: RIGHTS,
    body: ReportJobCreate,
    bodyValuesMax: BODY_VALUES_MAX.list,
    reply: ReportJob,
    errors: ['not_found', 'conflict', 'auth.too_many_attempts'],
    handle: ({ caller, body }, context) => context.desk('reports.jobs.create', { caller, body }),
  }),
  route({
    name: 'reports.jobs.list',
    method: 'GET',
    path: PATH,
    says: 'Pages through report jobs, the newest first.',
    anyRights: RIGHTS,
    query: ReportJobsParams,
    reply: ReportJobPage,
    handle: ({ caller, query }, context) => context.desk('reports.jobs.list', { caller, ...query }),
  }),
  route({
    name: 'reports.jobs.read',
    method: 'GET',
    path: `${PATH}/{id}`,
    says: 'Reads a report job, and a page of the rows of its tables once it is done.',
    anyRights: RIGHTS,
    params: JobPath,
    query: ReportRowsParams,
    reply: WholeReportJob,
    errors: ['not_found', 'conflict'],
    handle: async ({ caller, path: { id }, query }, context) => {
      const found = await context.desk('reports.jobs.read', { caller, id, exports: false });
      if (!found.ok) return found;
      if (found.data.state !== 'done') return done({ ...found.data, sections: [] });
      const read = await context.query(caller, 'reports.sections', { job: id, ...query });
      if (!read.ok) return read;
      const sections = [...(read.data?.sections ?? [])];
      return sections.length === 0
        ? refuse('not_found', `section: the report has no section ${query.section ?? 1}`)
        : done({ ...found.data, sections });
    },
  }),
  acting('cancel', 'Cancels a report job that waits or runs.'),
  acting('retry', 'Queues a report job again that has failed, was cancelled or has expired.'),
  route({
    name: 'reports.jobs.delete',
    method: 'DELETE',
    path: `${PATH}/{id}`,
    says: 'Deletes a report job that has ended, with its rows.',
    anyRights: RIGHTS,
    params: JobPath,
    reply: null,
    errors: ['not_found', 'conflict'],
    handle: async ({ caller, path: { id } }, context) => {
      const acted = await context.desk('reports.jobs.act', { caller, id, act: 'delete' });
      return acted.ok ? done(null) : acted;
    },
  }),
  route({
    name: 'reports.jobs.download',
    method: 'GET',
    path: `${PATH}/{id}/download`,
    says: 'Answers a table of a report as a CSV file, at any size.',
    anyRights: RIGHTS,
    params: JobPath,
    query: ReportFileParams,
    reply: CsvText,
    errors: ['not_found', 'conflict', 'auth.too_many_attempts'],
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
