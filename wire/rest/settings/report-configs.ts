// Report configurations over REST.

import { type Static, Type } from '@sinclair/typebox';
import { Named, Time, Words } from '../../base/schema.js';
import { Int } from '../../base/setting-fields.js';
import { REPORT_INPUTS } from '../../settings/report-modules.js';
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

/** A report that the caller may request: its configuration, and how far the caller may go. */
export const AvailableReport = Named('AvailableReport', {
  ...ReportConfigRecord.properties,
  version: Type.Integer(),
  created_at: Time(),
  updated_at: Time(),
  /** May the caller take its rows away as a file? */
  can_export: Type.Boolean(),
  /** Does it show daily lines? */
  daily: Type.Boolean(),
  /** What it shows, in a sentence. */
  description: Type.String(),
  /** What the caller may enter; the configuration fixes the others. */
  inputs: Type.Array(Words(REPORT_INPUTS)),
  /** The first day that the caller may request, on the server clock; null = no day is too old. */
  oldest_from: Type.Union([Type.String(), Type.Null()]),
});
export type AvailableReport = Static<typeof AvailableReport>;
