// Report configurations over REST.

import { type Static, Type } from '@sinclair/typebox';
import { Named, OrNull, Time, Words } from '../../base/schema.js';
import { Int } from '../../base/setting-fields.js';
import { section } from '../../fields/words.js';
import { REPORT_INPUTS } from '../../settings/report-modules.js';
import { ReportConfigRecord } from '../../settings/reports.js';
import { setting } from '../../settings/setting.js';

const identity = section('Identity');
const access = section('Access');
const parameters = section('Parameters');

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

/** A report that the caller may request: its configuration, and how far the caller may go. */
export const AvailableReport = Named('AvailableReport', {
  ...ReportConfigRecord.properties,
  position: identity(
    'Position',
    'Place in the list.',
    ReportConfigRecord.properties.position,
    'number',
  ),
  version: Type.Integer(),
  created_at: Time(),
  updated_at: Time(),
  can_export: access(
    'Export',
    'May the caller download the rows of the report as a file?',
    Type.Boolean(),
  ),
  daily: identity('Daily', 'Does the report show lines of ended trading days?', Type.Boolean()),
  description: identity('Description', 'Content of the report.', Type.String()),
  inputs: parameters('Inputs', 'Inputs of the caller.', Type.Array(Words(REPORT_INPUTS))),
  oldest_from: access(
    'Oldest day',
    'First day that the caller may request; null = any.',
    OrNull(Type.String()),
  ),
});
export type AvailableReport = Static<typeof AvailableReport>;
