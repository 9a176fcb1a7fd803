// Sign-up settings over REST: its switches, and the templates of its e-mails.

import { Type } from '@sinclair/typebox';
import { Named } from '../../base/schema.js';
import { section } from '../../fields/words.js';
import { setting } from '../../settings/setting.js';
import { EmailTemplateRecord, SignUpRecord } from '../../settings/sign-up.js';
import { Version } from '../accounts/accounts.js';

const identity = section('Identity');

/** The API form of the switches. */
export const SIGN_UP = setting({
  kind: 'sign_up',
  read: ['config.allocation'],
  write: 'config.allocation',
  record: SignUpRecord,
  server: [],
  times: 'changed',
});

/** The API form of templates. */
export const EMAIL_TEMPLATES = setting({
  kind: 'email_template',
  read: ['config.mail'],
  write: 'config.mail',
  record: EmailTemplateRecord,
  server: ['id', 'name', 'language'],
  times: 'changed',
});

/** The version of the template that was read last. */
export const TemplateReset = Named('TemplateReset', {
  version: identity('Version', 'Version that was read last.', Version(), 'number'),
});

/** A template's id is its name and language. */
export const TemplatePath = Named('TemplatePath', { id: Type.String() });
