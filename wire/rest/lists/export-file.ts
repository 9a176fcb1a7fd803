// The form of an exported file.

import { type Static, Type } from '@sinclair/typebox';
import { section } from '../../fields/words.js';

const page = section('Page');

/** Parameters of every export, besides its filters. */
export const EXPORT_FILE = {
  bom: page(
    'Mark',
    'Does the file begin with the mark by which spreadsheets know UTF-8?',
    Type.Optional(Type.Boolean({ default: true })),
  ),
};
const ExportFile = Type.Object(EXPORT_FILE);
export type ExportFile = Static<typeof ExportFile>;
