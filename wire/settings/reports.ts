// Report configurations: the reports, their folders, and their initial values.

import { type Static, Type } from '@sinclair/typebox';
import { Named, UNSEEN, WholeText, Words, wantedBy } from '../base/schema.js';
import { Bool, edgelessPart, Int } from '../base/setting-fields.js';
import { section } from '../fields/words.js';
import { REPORT_MODULES } from './report-modules.js';

const identity = section('Identity');
const parameters = section('Parameters');

/** Most entries of `params`, and the longest names and values in characters. */
const PARAMS_MAX = 64;
const NAME_MAX = 64;
const VALUE_MAX = 1024;

/** Folder, sub-folder and report name, separated by backslashes, none empty. */
const PART = edgelessPart(`\\\\*,!${UNSEEN}`);
const PATH = wantedBy(
  `^${PART}(\\\\${PART})*$`,
  'must be names with backslashes between, without spaces at their ends and without * , and !',
);

/** A report configuration. The key is its id. */
export const ReportConfigRecord = Named('ReportConfig', {
  id: Int(1),
  name: identity(
    'Name',
    'Folder, sub-folder and report, joined by backslashes.',
    Type.String({ maxLength: 255, pattern: PATH }),
  ),
  module: identity(
    'Module',
    'Module that makes the report.',
    Words(REPORT_MODULES.map(({ module }) => module)),
  ),
  enabled: Bool(true),
  position: identity('Position', 'Place in the list, from 1 on; 0 = last.', Int(1), 'number'),
  /** `groups`: the default groups of the report; `company`: its only company. */
  params: parameters(
    'Parameters',
    'Values of the module by name.',
    Type.Unsafe<Readonly<Record<string, string>>>({
      type: 'object',
      maxProperties: PARAMS_MAX,
      // A name `__proto__` would be lost when the object is read back from the log.
      propertyNames: {
        minLength: 1,
        maxLength: NAME_MAX,
        pattern: wantedBy(
          '^(?!__proto__$)\\P{Cs}*$',
          'must not be __proto__, and must not have half characters',
        ),
      },
      additionalProperties: WholeText(VALUE_MAX),
      default: {},
    }),
  ),
});
export type ReportConfigRecord = Static<typeof ReportConfigRecord>;
