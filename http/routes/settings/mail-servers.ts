// Mail servers.

import { MAIL_SERVERS, MailTestBody } from '../../../wire/rest/settings/mail-servers.js';
import { route } from '../../rest/route.js';
import { IdPath, NO_RECORD, settingRoutes } from '../../rest/setting-routes.js';

export const mailServers = [
  ...settingRoutes(MAIL_SERVERS, {
    name: 'mail-servers',
    path: 'mail-servers',
    one: 'a mail server',
    many: 'mail servers with their counts of e-mails',
    ops: ['list', 'create', 'read', 'patch', 'remove'],
    texts: {
      order: 'Servers by name.',
      taken: 'the name is taken',
      creates: 'If `is_default` is set, the former default mail server loses the mark.',
      changes: 'Another server, login or security needs the password again; empty = none.',
      deletes: 'E-mails that wait for the deleted server are sent by the default server.',
      invalid: '`server` is not `host:port`',
      id: 1,
      create: {
        name: 'Office',
        server: 'mail.example.com:587',
        login: 'platform',
        password: 'secret',
        sender_email: 'platform@example.com',
        sender_name: 'Demo Brokerage',
        is_default: true,
      },
      patch: { version: 1, server: 'mail.example.com:465', security: 'tls', password: 'secret' },
    },
  }),
  route({
    name: 'mail-servers.test',
    method: 'POST',
    path: '/admin/v1/mail-servers/{id}/test',
    says: 'Sends an e-mail at once through a mail server, also through a disabled mail server.',
    details: 'Waits for the answer of the server. The journal has a line of every try.',
    rights: [MAIL_SERVERS.write],
    params: IdPath,
    body: MailTestBody,
    reply: null,
    errors: {
      not_found: NO_RECORD,
      invalid_input: 'the mail server refused: `message` has the first line of its answer',
    },
    example: { path: { id: 1 }, body: { to: 'admin@example.com' } },
    handle: ({ caller, path: { id }, body: { to } }, context) =>
      context.desk('mail-servers.test', { caller, id, to }),
  }),
];
