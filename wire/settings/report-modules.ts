// Report modules: the modules that a report configuration may name, and the parameters of each.

import { type Static, Type } from '@sinclair/typebox';
import { Named, Words } from '../base/schema.js';

/** A parameter that a configuration may set for its module. */
const ReportParam = Named('ReportParam', {
  name: Type.String(),
  /** The purpose, in a sentence. */
  description: Type.String(),
});

/** A report module as the API lists it. */
export const ReportModule = Named('ReportModule', {
  module: Type.String(),
  title: Type.String(),
  /** The parameters that are asked for when a report is requested. */
  inputs: Type.Array(Words(['groups', 'company', 'login', 'from', 'to'] as const)),
  /** The parameters of its configurations, besides common ones. */
  params: Type.Array(ReportParam),
  /** Does it need the end of a day? */
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

/** Every module. A new one is an entry here. */
export const REPORT_MODULES: readonly ReportModule[] = [
  {
    module: 'daily',
    title: 'Daily report',
    inputs: ['groups', 'company', 'login', 'from', 'to'],
    params: [GROUPS, COMPANY],
    daily: true,
  },
  {
    module: 'exposure',
    title: 'Exposure',
    inputs: ['groups', 'company'],
    params: [GROUPS, COMPANY],
    daily: false,
  },
];
