// Words of report jobs and their tables.

import type { SchemaWords, Sections } from './field-words.js';

const asked = {
  groups: ['Groups', 'Masks of group paths; none = all, left out = those of the configuration.'],
  company: ['Company', 'Company of the groups, in any letter case; empty = any.'],
  logins: ['Logins', 'Accounts that it is about; none = all.', 'id'],
} as const;

const format = ['Format', '`csv`: the requester wants to take the rows away as a file.'] as const;

const job: Sections = {
  Report: {
    config_id: ['Configuration', 'Id of the configuration that was asked for.', 'id'],
    module: ['Module', 'What makes the report.'],
    format,
    params: ['Parameters', 'What the job was asked for.'],
    requested_by: ['Requested by', 'Login of the staff user who asked for it.', 'id'],
  },
  Progress: {
    state: ['State', 'Where the job is; rows are there while it is `done`.'],
    attempts: ['Attempts', 'How often it was begun.', 'count'],
    rows: ['Rows', 'Rows of all sections so far.', 'count'],
    finished_at: ['Finished', 'When it ended; null = it has not.', 'time'],
  },
  Result: {
    bytes: ['Bytes', 'Size of its files.', 'bytes'],
    sha256: ['SHA-256', 'Digest of the content of its files; empty = it has none.'],
  },
};

const section: Sections = {
  Section: {
    title: ['Title', 'Name of the table.'],
    columns: ['Columns', 'Columns in the order of the values of a row.'],
    row_count: ['Rows', 'Number of rows on all pages.', 'count'],
    totals: ['Totals', 'Sums over all pages by currency; `currency` is empty where it has none.'],
    seq_from: ['First event', 'Seq of the newest event when its first row was read.'],
    seq_to: ['Last event', 'Seq of the newest event when its last row was read.'],
    rows: ['Rows', 'Rows of the page, each a list of values.', 'number'],
  },
};

/** Words of report jobs by schema. */
export const REPORT_JOB_WORDS: SchemaWords = {
  ReportJobCreate: {
    Report: {
      config_id: ['Configuration', 'Id of the configuration of the report.', 'id'],
      format,
    },
    Inputs: asked,
  },
  ReportJobParams: {
    Inputs: {
      config: ['Configuration', 'Parameters of the configuration, as they were.'],
      ...asked,
      in_reach: ['In reach', 'Is it cut to the accounts that the requester saw when it ran?'],
      server: ['Server', 'Always `trade`.'],
    },
  },
  ReportJob: job,
  WholeReportJob: {
    ...job,
    Tables: { sections: ['Sections', 'Its tables; none while the job is not done.'] },
  },
  ReportColumn: {
    Column: { type: ['Type', 'What the values are; money, prices and volumes are decimals.'] },
  },
  ReportSection: section,
  ReportJobsParams: { Filters: { all: ['All', 'Jobs of everyone? For `config.reports`.'] } },
  ReportRowsParams: {
    Rows: { section: ['Section', 'Number of the section, from 1 on; nothing = each.', 'number'] },
  },
  ReportFileParams: {
    Rows: { section: ['Section', 'Number of the section, from 1 on.', 'number'] },
  },
};
