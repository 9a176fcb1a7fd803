// Report modules that a report configuration can use, and the parameters of each.

import { type Static, Type } from '@sinclair/typebox';
import { Named, Words } from '../base/schema.js';

/** What a user may enter when requesting a report. */
export const REPORT_INPUTS = ['groups', 'company', 'login', 'from', 'to'] as const;

/** A parameter that a configuration can set for its module. */
const ReportParam = Named('ReportParam', {
  name: Type.String(),
  /** The purpose, in a sentence. */
  description: Type.String(),
});

/** A report module as the API lists it. */
export const ReportModule = Named('ReportModule', {
  module: Type.String(),
  title: Type.String(),
  /** What its reports show, in a sentence. */
  description: Type.String(),
  /** The values that a user enters when requesting a report. */
  inputs: Type.Array(Words(REPORT_INPUTS)),
  /** The parameters of the module's configurations, besides the common ones. */
  params: Type.Array(ReportParam),
  /** Does it need the daily rows of the end of day? */
  daily: Type.Boolean(),
});
export type ReportModule = Static<typeof ReportModule>;

const GROUPS = {
  name: 'groups',
  description: 'Groups that the report is about unless others are asked for, as a mask.',
};
const COMPANY = {
  name: 'company',
  description: 'Company that the report is about, whatever is asked for.',
};

/** All modules. A new one is an entry here. */
export const REPORT_MODULES: readonly ReportModule[] = [
  {
    module: 'daily',
    title: 'Daily report',
    description: 'The line of each account for each trading day, as of its end.',
    inputs: ['groups', 'company', 'login', 'from', 'to'],
    params: [GROUPS, COMPANY],
    daily: true,
  },
  {
    module: 'exposure',
    title: 'Exposure',
    description: 'The open volume of each symbol, bought and sold, and its positions.',
    inputs: ['groups', 'company'],
    params: [GROUPS, COMPANY],
    daily: false,
  },
];
