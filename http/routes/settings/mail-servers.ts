// Mail servers.

import { MAIL_SERVERS, MailTestBody } from '../../../wire/rest/settings/mail-servers.js';
import { route } from '../../rest/route.js';
import { IdPath, settingRoutes } from '../../rest/setting-routes.js';

export const mailServers = [
  ...settingRoutes(MAIL_SERVERS, {
    name: 'mail-servers',
    path: 'mail-servers',
    one: 'a mail server',
    many: 'mail servers with what they have done',
    ops: ['list', 'create', 'read', 'patch', 'remove'],
  }),
  route({
    name: 'mail-servers.test',
    method: 'POST',
    path: '/admin/v1/mail-servers/{id}/test',
    says: 'Sends an e-mail at once through a mail server, a disabled one too.',
    rights: [MAIL_SERVERS.write],
    params: IdPath,
    body: MailTestBody,
    reply: null,
    errors: ['not_found'],
    handle: ({ caller, path: { id }, body: { to } }, context) =>
      context.desk('mail-servers.test', { caller, id, to }),
  }),
];
