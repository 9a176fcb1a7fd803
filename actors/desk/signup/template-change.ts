// Changes of e-mail templates: the HTML that staff write is cleaned before it is stored.

import { refuse } from '../../../wire/base/codes.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { loginShare } from '../../shared/fair-queue.js';
import type { Configuration } from '../settings/configuration.js';
import { editorOf } from '../settings/setting-write.js';
import type { DeskContext } from '../state/desk-context.js';
import { builtInTexts } from '../types/email-templates.js';

/** Does HTML show a text or a picture? */
const showsAnything = (html: string): boolean =>
  html.includes('<img ') || html.replace(/<[^>]*>|&nbsp;/g, '').trim() !== '';

const NOTHING_LEFT = refuse(
  'invalid_input',
  'html: no visible text is left without the forbidden parts; leave html empty to send ' +
    'the text alone',
);

/** Changes a template. Cleaning takes time, so it runs in the thread of the hasher. */
export const changeTemplate = async (
  { deps, records }: DeskContext,
  configuration: Configuration,
  input: DeskOps['email-templates.change']['input'],
): Promise<DeskAnswer<'email-templates.change'>> => {
  const { caller, fields, ...edited } = input;
  const edit = { ...edited, caller, kind: 'email_template', whole: false } as const;
  const editor = editorOf(records, edit);
  if (!editor.ok) return editor;
  if (fields === null) return configuration.patch({ ...edit, fields: builtInTexts(input.id) });
  if (typeof fields.html !== 'string') return configuration.patch({ ...edit, fields });
  const cleaned = await deps.hasher.clean(fields.html, loginShare(caller));
  if (!cleaned.ok) return cleaned;
  const html = showsAnything(cleaned.data) ? cleaned.data : '';
  if (html === '' && fields.html.trim() !== '') return NOTHING_LEFT;
  return configuration.patch({ ...edit, fields: { ...fields, html } });
};
