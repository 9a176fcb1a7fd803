// Report configurations over REST.

import { Type } from '@sinclair/typebox';
import { Int } from '../../base/setting-fields.js';
import { ReportConfigRecord } from '../../settings/reports.js';
import { setting } from '../../settings/setting.js';

/** The highest position in a request; records that are appended may get higher ones. */
const POSITION_MAX = 1_000_000_000;

/** The API form of report configurations. */
export const REPORT_CONFIGS = setting({
  kind: 'report',
  read: ['config.reports'],
  write: 'config.reports',
  record: ReportConfigRecord,
  /** 0 = last */
  taken: { position: Int(0, POSITION_MAX) },
  ignored: {
    id: Type.Integer(),
    version: Type.Integer(),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  times: true,
});
