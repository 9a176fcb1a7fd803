// The form by which a file is uploaded.

import { Type } from '@sinclair/typebox';
import type { NewFile } from '../../accounts/file.js';
import { Named } from '../../base/schema.js';
import { section } from '../../fields/words.js';

const file = section('File');

/** A form in multipart/form-data; its other fields are ignored. */
export const FileUpload = Named('FileUpload', {
  file: file(
    'File',
    'The file, with its name in the form.',
    Type.Unsafe<NewFile>({ type: 'string', format: 'binary' }),
  ),
});
