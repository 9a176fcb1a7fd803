// The form of an exported file.

import { type Static, Type } from '@sinclair/typebox';

/** Parameters of every export, besides its filters. */
export const EXPORT_FILE = {
  /** Does the file begin with the byte order mark of UTF-8? By default yes. */
  bom: Type.Optional(Type.Boolean({ default: true })),
};
const ExportFile = Type.Object(EXPORT_FILE);
export type ExportFile = Static<typeof ExportFile>;
