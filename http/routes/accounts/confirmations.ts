// Confirmations: a code that staff see before an irreversible action.

import { Confirmation, ConfirmationBody } from '../../../wire/rest/accounts/confirmations.js';
import { route } from '../../rest/route.js';

export const confirmations = [
  route({
    name: 'confirmations.issue',
    method: 'POST',
    path: '/admin/v1/confirmations',
    says: 'Gives a code to be shown and typed, for one request of this session within 2 minutes.',
    body: ConfirmationBody,
    secrets: true,
    reply: Confirmation,
    handle: async ({ caller, body }, context) =>
      context.desk('confirmations.issue', { caller, ...body }),
  }),
];
