// Changes of e-mail templates: the HTML that staff write is cleaned before it is stored.

import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { loginShare } from '../../shared/fair-queue.js';
import type { Configuration } from '../settings/configuration.js';
import { editorOf } from '../settings/setting-write.js';
import type { DeskContext } from '../state/desk-context.js';

/** Changes a template. Cleaning takes time, so it runs in the thread of the hasher. */
export const changeTemplate = async (
  { deps, records }: DeskContext,
  configuration: Configuration,
  input: DeskOps['email-templates.change']['input'],
): Promise<DeskAnswer<'email-templates.change'>> => {
  const { caller, fields } = input;
  const edit = { ...input, kind: 'email_template', whole: false } as const;
  const editor = editorOf(records, edit);
  if (!editor.ok) return editor;
  if (typeof fields.html !== 'string') return configuration.patch(edit);
  const cleaned = await deps.hasher.clean(fields.html, loginShare(caller));
  if (!cleaned.ok) return cleaned;
  return configuration.patch({ ...edit, fields: { ...fields, html: cleaned.data } });
};
