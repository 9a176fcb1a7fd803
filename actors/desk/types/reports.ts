// Report configurations, and the jobs that make reports.

import { ok } from '../../../wire/base/codes.js';
import type { Stamped } from '../../../wire/base/object.js';
import { REPORT_CONFIGS } from '../../../wire/rest/settings/report-configs.js';
import type { ReportJobRecord } from '../../../wire/rest/trading/report-jobs.js';
import { ReportConfigRecord } from '../../../wire/settings/reports.js';

import {
  checkedBy,
  IN_MEMORY,
  type RecordReader,
  type RecordType,
  SETTING,
} from '../store/record-type.js';

type ReportConfig = Stamped<ReportConfigRecord>;

/** The position at the end of the list; an existing configuration that is last keeps its own. */
const lastPlace = (reader: RecordReader, before: ReportConfig | undefined): number => {
  const last = reader.lastPosition('report');
  return before?.position === last ? last : last + 1;
};

/** The record type of report configurations. */
export const REPORT: RecordType<ReportConfig> = {
  ...SETTING,
  ...checkedBy(ReportConfigRecord),
  noun: 'report configuration',
  label: (record) => record.name,
  key: (record) => String(record.id),
  unique: { name: (record) => record.name },
  settingType: {
    setting: REPORT_CONFIGS,
    transfer: { name: 'reports', keys: ['name'] },
    arranged: { by: 'position', raises: true },
    order: (a, b) => a.position - b.position || (a.name < b.name ? -1 : 1),
    enter: (fields, before, { tx }) => {
      const position = fields.position ?? (before === undefined ? 0 : undefined);
      if (position !== 0) return ok(fields);
      return ok({ ...fields, position: lastPlace(tx, before) });
    },
  },
};

/** The record type of report jobs, whose number is limited by login. */
export const REPORT_JOB: RecordType<ReportJobRecord> = {
  ...IN_MEMORY,
  idsTo: Number.MAX_SAFE_INTEGER,
  key: (record) => String(record.id),
  messages: ({ requested_by, id, state, rows, attempts, error }) => [
    {
      event: 'report_job',
      to: [requested_by],
      data: JSON.stringify({ id, state, rows, attempts, error }),
    },
  ],
};
