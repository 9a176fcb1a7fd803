// The form by which a file is uploaded.

import { Type } from '@sinclair/typebox';
import type { NewFile } from '../../accounts/file.js';
import { Named } from '../../base/schema.js';

/** A form in multipart/form-data; its other fields are ignored. */
export const FileUpload = Named('FileUpload', {
  file: Type.Unsafe<NewFile>({ type: 'string', format: 'binary' }),
});
