// Settings of sign-up, and the templates of its e-mails.

import type { Fields } from '../../../wire/base/object.js';
import {
  EMAIL_TEMPLATES,
  SIGN_UP,
  TemplatePath,
  TemplateReset,
} from '../../../wire/rest/settings/sign-up.js';
import { route } from '../../rest/route.js';
import {
  NO_RECORD,
  STALE,
  settingRoutes,
  settingTexts,
  singleRoutes,
  typed,
} from '../../rest/setting-routes.js';

/** The texts about templates in the descriptions. */
const TEMPLATE_TEXTS = {
  order: 'Templates by id, which consists of the name of the e-mail and the language.',
  taken: '',
  id: 'code.en',
  changes:
    '`{{…}}` is replaced by a value, escaped in the HTML part. Elements, attributes and ' +
    'styles that are not allowed are removed.',
  invalid: 'a placeholder is unknown, missing or in an attribute',
  patch: { version: 1, html: '<p>Your code is <b>{{code}}</b>.</p>' },
};

export const signUpSettings = [
  ...singleRoutes(
    SIGN_UP,
    {
      name: 'sign-up.settings',
      path: 'sign-up/settings',
      one: 'the settings of sign-up',
      reads: 'A new platform is closed, but for the demo platform.',
      changes: 'A field that is not sent stays. The change applies to sign-up forms opened later.',
      invalid: 'a field is malformed, a group is unknown, or demo and real groups are mixed up',
      example: { version: 2, confirm_demo: true },
    },
    ['read', 'patch'],
  ),
  ...settingRoutes(EMAIL_TEMPLATES, {
    name: 'email-templates',
    path: 'email-templates',
    one: 'a template of e-mails',
    many: 'the templates of e-mails',
    params: TemplatePath,
    ops: ['list', 'read'],
    texts: TEMPLATE_TEXTS,
  }),
  route({
    ...settingTexts(TEMPLATE_TEXTS).change,
    name: 'email-templates.change',
    method: 'PATCH',
    path: '/admin/v1/email-templates/{id}',
    says: 'Changes fields of a template; the server cleans the HTML.',
    rights: [EMAIL_TEMPLATES.write],
    params: TemplatePath,
    body: EMAIL_TEMPLATES.patch.schema,
    bodyBytesMax: 256 << 10,
    reply: EMAIL_TEMPLATES.shown,
    handle: async ({ caller, path: { id }, body }, context) => {
      const { version, ...fields } = body as Fields & { version: number };
      return typed(await context.desk('email-templates.change', { caller, id, version, fields }));
    },
  }),
  route({
    name: 'email-templates.reset',
    method: 'POST',
    path: '/admin/v1/email-templates/{id}/reset',
    says: 'Changes a template back to its built-in texts.',
    details: 'A template that already has its built-in texts stays unchanged.',
    rights: [EMAIL_TEMPLATES.write],
    params: TemplatePath,
    body: TemplateReset,
    reply: EMAIL_TEMPLATES.shown,
    errors: { not_found: NO_RECORD, conflict: STALE },
    example: { path: { id: 'code.en' }, body: { version: 2 } },
    handle: async ({ caller, path: { id }, body: { version } }, context) =>
      typed(await context.desk('email-templates.change', { caller, id, version, fields: null })),
  }),
];
