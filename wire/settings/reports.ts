// Report configurations: the reports, their folders, and their starting values.

import { type Static, Type } from '@sinclair/typebox';
import { Named, WholeText, Words } from '../base/schema.js';
import { Bool, Int } from '../base/setting-fields.js';
import { REPORT_MODULES } from './report-modules.js';

/** Entries of `params`, and characters of their names and values. */
const PARAMS_MAX = 64;
const NAME_MAX = 64;
const VALUE_MAX = 1024;

/** Folder, sub-folder and report: parts joined by backslashes, none of them empty. */
const PART = '[^\\\\*,!\\p{Cs}]+';

/** A report configuration. The key is its id. */
export const ReportConfigRecord = Named('ReportConfig', {
  id: Int(1),
  name: Type.String({ maxLength: 255, pattern: `^${PART}(\\\\${PART})*$` }),
  module: Words(REPORT_MODULES.map(({ module }) => module)),
  enabled: Bool(true),
  position: Int(1),
  /** `groups`: the groups it is about by default; `company`: the one company it is about. */
  params: Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    maxProperties: PARAMS_MAX,
    // An object cannot have a name `__proto__` after its way through the log.
    propertyNames: {
      minLength: 1,
      maxLength: NAME_MAX,
      pattern: '^(?!__proto__$)\\P{Cs}*$',
    },
    additionalProperties: WholeText(VALUE_MAX),
    default: {},
  }),
});
export type ReportConfigRecord = Static<typeof ReportConfigRecord>;
