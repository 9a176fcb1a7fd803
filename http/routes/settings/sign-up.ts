// Settings of sign-up, and the templates of its e-mails.

import type { Fields } from '../../../wire/base/object.js';
import {
  EMAIL_TEMPLATES,
  SIGN_UP,
  TemplatePath,
  TemplateReset,
} from '../../../wire/rest/settings/sign-up.js';
import { route } from '../../rest/route.js';
import { settingRoutes, singleRoutes, typed } from '../../rest/setting-routes.js';

export const signUpSettings = [
  ...singleRoutes(
    SIGN_UP,
    { name: 'sign-up.settings', path: 'sign-up/settings', one: 'the settings of sign-up' },
    ['read', 'patch'],
  ),
  ...settingRoutes(EMAIL_TEMPLATES, {
    name: 'email-templates',
    path: 'email-templates',
    one: 'a template of e-mails',
    many: 'the templates of e-mails',
    params: TemplatePath,
    ops: ['list', 'read'],
  }),
  route({
    name: 'email-templates.change',
    method: 'PATCH',
    path: '/admin/v1/email-templates/{id}',
    says: 'Changes fields of a template; its HTML is cleaned.',
    rights: [EMAIL_TEMPLATES.write],
    params: TemplatePath,
    body: EMAIL_TEMPLATES.patch.schema,
    bodyBytesMax: 256 << 10,
    reply: EMAIL_TEMPLATES.shown,
    errors: ['not_found', 'conflict'],
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
    rights: [EMAIL_TEMPLATES.write],
    params: TemplatePath,
    body: TemplateReset,
    reply: EMAIL_TEMPLATES.shown,
    errors: ['not_found', 'conflict'],
    handle: async ({ caller, path: { id }, body: { version } }, context) =>
      typed(await context.desk('email-templates.change', { caller, id, version, fields: null })),
  }),
];
