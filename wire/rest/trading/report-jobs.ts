// Report jobs: reports that are made in the background, their states, and their tables.

import { type Static, Type } from '@sinclair/typebox';
import type { Viewer } from '../../accounts/scope.js';
import { MASK_LENGTH_MAX } from '../../base/mask.js';
import {
  Day,
  Id,
  Named,
  OrNull,
  refersTo,
  Time,
  TimeOrNull,
  WholeText,
  Words,
} from '../../base/schema.js';
import { section, wordedAs } from '../../fields/words.js';
import { pageParams } from '../lists/page-params.js';

const report = section('Report');
const inputs = section('Inputs');
const progress = section('Progress');
const result = section('Result');
const column = section('Column');
const sectionField = section('Section');
const tables = section('Tables');
const filters = section('Filters');
const rows = section('Rows');

const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'] as const;
type JobState = (typeof JOB_STATES)[number];

/** The steps of a job: the states in which each may happen, and the state after it. */
export const JOB_STEPS = {
  start: { from: ['queued'], to: 'running' },
  finish: { from: ['running'], to: 'done' },
  fail: { from: ['queued', 'running'], to: 'failed' },
  /** Its thread has ended: it is tried again. */
  lose: { from: ['running'], to: 'queued' },
  cancel: { from: ['queued', 'running'], to: 'cancelled' },
  retry: { from: ['failed', 'cancelled', 'expired'], to: 'queued' },
  /** Its rows were removed. */
  expire: { from: ['done'], to: 'expired' },
} as const satisfies Readonly<
  Record<string, { readonly from: readonly JobState[]; readonly to: JobState }>
>;
export type JobStep = keyof typeof JOB_STEPS;

/** The acts of staff on a job. */
export type ReportJobAct = 'cancel' | 'retry' | 'delete';

/** Limits of jobs. */
export const JOB_LIMITS = {
  /** Jobs that wait or run: of all staff, and of one login. */
  queued: 100,
  queuedOfLogin: 10,
  /** Finished jobs that are kept of a login; the oldest ones go first. */
  keptOfLogin: 500,
  /** Tries of a job whose thread has ended. */
  tries: 3,
  /** Days of a period. */
  days: 3_660,
  /** Rows and bytes of one job. */
  rows: 5_000_000,
  bytes: 1 << 30,
  /** Rows of sums of one job, which are in memory until its end. */
  groups: 100_000,
  /** Time of one run, in ms. */
  runMs: 1_800_000,
  /** Results are kept for so many days, and so many bytes of them in all. */
  keptDays: 30,
  keptBytes: 2 * 2 ** 30,
} as const;

/** Rows of a section in one answer. */
const SECTION_ROWS_MAX = 1_000;
const LOGINS_MAX = 1_000;
const GROUPS_MAX = 64;
const SECTION_MAX = 1_000_000_000;

/** `csv`: the requester wants to take the rows away as a file. */
const Format = () => Words(['table', 'csv']);

/** A request for a report. */
export const ReportJobCreate = Named('ReportJobCreate', {
  config_id: report(
    'Configuration',
    'Id of the configuration of the report.',
    refersTo('report', 'id', Id()),
  ),
  /** The first and the last day of the period; both are required where the report has a period. */
  from: Type.Optional(Day()),
  to: Type.Optional(Day()),
  groups: inputs(
    'Groups',
    'Masks of group paths; empty list = all groups, omitted = the groups of the ' +
      'configuration.',
    Type.Optional(
      Type.Array(refersTo('group', 'mask', WholeText(MASK_LENGTH_MAX, 1)), {
        maxItems: GROUPS_MAX,
      }),
    ),
  ),
  company: inputs(
    'Company',
    'Company of the groups, in any letter case; empty = any.',
    Type.Optional(WholeText(MASK_LENGTH_MAX)),
  ),
  login: Type.Optional(Id()),
  logins: inputs(
    'Logins',
    'Accounts in the report; empty list = all.',
    Type.Optional(Type.Array(refersTo('account', 'login', Id()), { maxItems: LOGINS_MAX })),
    'id',
  ),
  format: report(
    'Format',
    '`csv`: the requester wants to take the rows away as a file.',
    Type.Optional({ ...Format(), default: 'table' }),
  ),
});
export type ReportJobCreate = Static<typeof ReportJobCreate>;

/** The parameters of a job. */
export const ReportJobParams = Named(
  'ReportJobParams',
  wordedAs(ReportJobCreate.properties, {
    config: inputs(
      'Configuration',
      'Parameters of the configuration, as they were.',
      Type.Unsafe<Readonly<Record<string, string>>>({
        type: 'object',
        additionalProperties: { type: 'string' },
      }),
    ),
    from: OrNull(Type.String()),
    to: OrNull(Type.String()),
    groups: Type.Array(Type.String()),
    company: Type.String(),
    in_reach: inputs(
      'In reach',
      'Is the report limited to the accounts that the requester could see when the report ran?',
      Type.Boolean(),
    ),
    login: OrNull(Type.Integer()),
    logins: Type.Array(Type.Integer()),
    server: inputs('Server', 'Always `trade`.', Type.String()),
  }),
);
export type ReportJobParams = Static<typeof ReportJobParams>;

/** A job as lists show it. */
export const ReportJob = Named('ReportJob', {
  id: Type.Integer(),
  config_id: report('Configuration', 'Id of the configuration that was asked for.', Type.Integer()),
  module: report('Module', 'Module that makes the report.', Type.String()),
  /** The name of the configuration when the job was requested. */
  name: Type.String(),
  format: report('Format', '`csv`: the requester wants to take the rows away as a file.', Format()),
  params: report('Parameters', 'Parameters of the job.', ReportJobParams),
  requested_by: report(
    'Requested by',
    'Login of the staff user who requested the job.',
    Type.Integer(),
    'id',
  ),
  state: progress(
    'State',
    'State of the job; only a job in the state `done` has rows.',
    Words(JOB_STATES),
  ),
  attempts: progress(
    'Attempts',
    'Number of times that the job was begun.',
    Type.Integer(),
    'count',
  ),
  rows: progress('Rows', 'Rows of all sections so far.', Type.Integer(), 'count'),
  /** Why it has failed; empty = it has not. */
  error: Type.String(),
  bytes: result('Bytes', 'Size of the files of the job.', Type.Integer(), 'bytes'),
  sha256: result(
    'SHA-256',
    "Digest of the content of the job's files; empty = no files.",
    Type.String(),
  ),
  created_at: Time(),
  finished_at: progress(
    'Finished',
    'Time at which the job ended; null = the job has not ended.',
    TimeOrNull(),
  ),
});
export type ReportJob = Static<typeof ReportJob>;

const COLUMN_TYPES = [
  'integer',
  'text',
  'boolean',
  'money',
  'price',
  'volume',
  'percent',
  'rate',
  'time',
] as const;

/** A column of a section. */
export const ReportColumn = Named('ReportColumn', {
  name: Type.String(),
  type: column(
    'Type',
    'Type of the values; money, prices and volumes are decimals.',
    Words(COLUMN_TYPES),
  ),
  /** Decimals of the column; null = by currency or symbol, or it has none. */
  digits: OrNull(Type.Integer()),
});
export type ReportColumn = Static<typeof ReportColumn>;

/** A table of a report without its rows. */
export const SectionHead = Named('SectionHead', {
  title: sectionField('Title', 'Name of the table.', Type.String()),
  columns: sectionField(
    'Columns',
    'Columns in the order of the values of a row.',
    Type.Array(ReportColumn),
  ),
  row_count: sectionField('Rows', 'Number of rows on all pages.', Type.Integer(), 'count'),
  totals: sectionField(
    'Totals',
    'Sums over all pages by currency; `currency` is empty for sums without a currency.',
    Type.Array(
      Type.Unsafe<Readonly<Record<string, string>>>({
        type: 'object',
        additionalProperties: { type: 'string' },
      }),
    ),
  ),
  seq_from: sectionField(
    'First event',
    'Seq of the newest event when the first row was read.',
    Type.String(),
  ),
  seq_to: sectionField(
    'Last event',
    'Seq of the newest event when the last row was read.',
    Type.String(),
  ),
});
export type SectionHead = Static<typeof SectionHead>;

/** A table of a report: a page of its rows, each a list of values in the order of the columns. */
export const ReportSection = Named('ReportSection', {
  ...SectionHead.properties,
  page: Type.Integer(),
  rows: sectionField(
    'Rows',
    'Rows of the page, each a list of values.',
    Type.Array(Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]))),
    'number',
  ),
});
export type ReportSection = Static<typeof ReportSection>;

/** A job with its tables, of which a job that is not done has none. */
export const WholeReportJob = Named('WholeReportJob', {
  ...ReportJob.properties,
  sections: tables(
    'Sections',
    'Its tables; none while the job is not done.',
    Type.Array(ReportSection),
  ),
});

/** A page of jobs. */
export const ReportJobPage = Named('ReportJobPage', {
  items: Type.Array(ReportJob),
  page: Type.Integer(),
  total: Type.Integer(),
});
export type ReportJobPage = Static<typeof ReportJobPage>;

/** Which jobs are listed. */
export const ReportJobsParams = Named('ReportJobsParams', {
  all: filters(
    'All',
    'Are jobs of everyone listed? For `config.reports`.',
    Type.Boolean({ default: false }),
  ),
  ...pageParams(200, 50),
});

/** Which rows of a job are read: a page of one section, from 1 on, or of each. */
export const ReportRowsParams = Named('ReportRowsParams', {
  section: rows(
    'Section',
    'Number of the section, from 1 on; omitted = every section.',
    Type.Optional(Type.Integer({ minimum: 1, maximum: SECTION_MAX })),
    'number',
  ),
  ...pageParams(SECTION_ROWS_MAX, SECTION_ROWS_MAX),
});
export type ReportRowsParams = Static<typeof ReportRowsParams>;

/** The section that is downloaded. */
export const ReportFileParams = Named('ReportFileParams', {
  section: rows(
    'Section',
    'Number of the section, from 1 on.',
    Type.Integer({ minimum: 1, maximum: SECTION_MAX, default: 1 }),
    'number',
  ),
});

/** The data of the event `report_job`. */
export const ReportJobProgress = Named('ReportJobProgress', {
  id: Type.Integer({ description: 'Id of the job.' }),
  state: { ...Words(JOB_STATES), description: 'State of the job.' },
  rows: Type.Integer({ description: 'Rows of all sections so far.' }),
  attempts: Type.Integer({ description: 'Number of times that the job was begun.' }),
  error: Type.String({ description: 'Reason of the failure; empty = no failure.' }),
});

/** A job as the desk stores it. */
export interface ReportJobRecord extends ReportJob {
  /** The period in ms and in days of the server clock; null = the module has none. */
  readonly period: ReportPeriod | null;
  /** The requester's view when the job ran; null = it has not run. */
  readonly viewer: Viewer | null;
}

/** A period: ms since 1970, `to` exclusive, and days since 1970, both inclusive. */
export interface ReportPeriod {
  readonly from: number;
  readonly to: number;
  readonly first_day: number;
  readonly last_day: number;
}

/** A run of a job. */
export interface ReportTask {
  readonly id: number;
  readonly module: string;
  readonly title: string;
  readonly viewer: Viewer;
  readonly period: ReportPeriod;
  /** A list of masks; empty = all groups. */
  readonly groups: string;
  /** Empty = any. */
  readonly company: string;
  /** Empty = all. */
  readonly logins: readonly number[];
}

/** The report that a run has made, or the reason why the run failed by a fault of its own. */
export type MadeReport =
  | { readonly rows: number; readonly bytes: number; readonly sha256: string }
  | { readonly error: string };
