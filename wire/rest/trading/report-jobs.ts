// Report jobs: reports that are made in the background, their states, and their tables.

import { type Static, Type } from '@sinclair/typebox';
import type { Viewer } from '../../accounts/view.js';
import { MASK_LENGTH_MAX } from '../../base/mask.js';
import { Day, Id, Named, Time, TimeOrNull, WholeText, Words } from '../../base/schema.js';

/** The states of a job. */
const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'] as const;
type JobState = (typeof JOB_STATES)[number];

/** What can happen to a job: the states in which it may, and the state after it. */
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

/** What staff do with a job. */
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
const LISTED_MAX = 200;
const LISTED_DEFAULT = 50;
const PAGE_MAX = 1_000_000_000;

/** `csv`: the requester wants to take the rows away as a file. */
const Format = () => Words(['table', 'csv']);

/** A request for a report. */
export const ReportJobCreate = Named('ReportJobCreate', {
  config_id: Id(),
  /** The first and the last day of the period; both are required where the report has a period. */
  from: Type.Optional(Day()),
  to: Type.Optional(Day()),
  /** Masks of group paths; left out = the groups of the configuration, else all. */
  groups: Type.Optional(Type.Array(WholeText(MASK_LENGTH_MAX, 1), { maxItems: GROUPS_MAX })),
  /** The company of the groups. */
  company: Type.Optional(WholeText(MASK_LENGTH_MAX)),
  login: Type.Optional(Id()),
  logins: Type.Optional(Type.Array(Id(), { maxItems: LOGINS_MAX })),
  format: Type.Optional({ ...Format(), default: 'table' }),
});
export type ReportJobCreate = Static<typeof ReportJobCreate>;

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/** What a job is asked for. */
export const ReportJobParams = Named('ReportJobParams', {
  /** The parameters of the configuration that the module knows, as they were. */
  config: Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    additionalProperties: { type: 'string' },
  }),
  from: orNull(Type.String()),
  to: orNull(Type.String()),
  groups: Type.Array(Type.String()),
  company: Type.String(),
  /** Is it cut to the accounts that the requester reached when it ran? */
  in_reach: Type.Boolean(),
  login: orNull(Type.Integer()),
  logins: Type.Array(Type.Integer()),
  /** Always `trade`. */
  server: Type.String(),
});
export type ReportJobParams = Static<typeof ReportJobParams>;

/** A job as lists show it. */
export const ReportJob = Named('ReportJob', {
  id: Type.Integer(),
  config_id: Type.Integer(),
  module: Type.String(),
  /** The name of the configuration when the job was requested. */
  name: Type.String(),
  format: Format(),
  params: ReportJobParams,
  requested_by: Type.Integer(),
  state: Words(JOB_STATES),
  /** How often it was begun. */
  attempts: Type.Integer(),
  /** Rows of all sections, so far. */
  rows: Type.Integer(),
  /** Why it has failed; empty = it has not. */
  error: Type.String(),
  /** The size of its files in bytes, and the SHA-256 of their content. */
  bytes: Type.Integer(),
  sha256: Type.String(),
  created_at: Time(),
  finished_at: TimeOrNull(),
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
  type: Words(COLUMN_TYPES),
  /** Decimals of the column; null = by currency or symbol, or it has none. */
  digits: orNull(Type.Integer()),
});
export type ReportColumn = Static<typeof ReportColumn>;

/** A table of a report without its rows. */
export const SectionHead = Named('SectionHead', {
  title: Type.String(),
  columns: Type.Array(ReportColumn),
  row_count: Type.Integer(),
  /** The sums of columns over all rows, by currency; `currency` is empty where there is none. */
  totals: Type.Array(
    Type.Unsafe<Readonly<Record<string, string>>>({
      type: 'object',
      additionalProperties: { type: 'string' },
    }),
  ),
  /** Seqs of the events at which its first and its last row were read. */
  seq_from: Type.String(),
  seq_to: Type.String(),
});
export type SectionHead = Static<typeof SectionHead>;

/** A table of a report: a page of its rows, each a list of values in the order of the columns. */
export const ReportSection = Named('ReportSection', {
  ...SectionHead.properties,
  page: Type.Integer(),
  rows: Type.Array(
    Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
  ),
});
export type ReportSection = Static<typeof ReportSection>;

/** A job with its tables, of which a job that is not done has none. */
export const WholeReportJob = Named('WholeReportJob', {
  ...ReportJob.properties,
  sections: Type.Array(ReportSection),
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
  /** Those of everyone? For holders of `config.reports`. */
  all: Type.Boolean({ default: false }),
  page: Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: LISTED_MAX, default: LISTED_DEFAULT }),
});

/** Which rows of a job are read: a page of one section, from 1 on, or of each. */
export const ReportRowsParams = Named('ReportRowsParams', {
  section: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX })),
  page: Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: SECTION_ROWS_MAX, default: SECTION_ROWS_MAX }),
});
export type ReportRowsParams = Static<typeof ReportRowsParams>;

/** The section that is downloaded. */
export const ReportFileParams = Named('ReportFileParams', {
  section: Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: 1 }),
});

/** The data of the event `report_job`. */
export const ReportJobProgress = Named('ReportJobProgress', {
  id: Type.Integer({ description: 'Id of the job.' }),
  state: { ...Words(JOB_STATES), description: 'Where the job is.' },
  rows: Type.Integer({ description: 'Rows of all sections so far.' }),
  attempts: Type.Integer({ description: 'How often it was begun.' }),
  error: Type.String({ description: 'Why it has failed; empty = it has not.' }),
});

/** A job as the desk stores it. */
export interface ReportJobRecord extends ReportJob {
  /** The period in ms and in days of the server clock; null = the module has none. */
  readonly period: ReportPeriod | null;
  /** What the requester saw when it ran; null = it has not run. */
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

/** What a run has made, or why it has failed by a fault of its own. */
export type MadeReport =
  | { readonly rows: number; readonly bytes: number; readonly sha256: string }
  | { readonly error: string };
