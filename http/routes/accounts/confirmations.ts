// Confirmations: a code that staff see before an irreversible action.

import { Confirmation, ConfirmationBody } from '../../../wire/rest/accounts/confirmations.js';
import { route } from '../../rest/route.js';

export const confirmations = [
  route({
    name: 'confirmations.issue',
    method: 'POST',
    path: '/admin/v1/confirmations',
    says:
      'Makes a code that the terminal shows and the user types, for one request of this ' +
      'session within 2 minutes.',
    details:
      'The token and the code are valid once, for one request of this session with the ' +
      'same action, path parameters and body. Another request needs another confirmation.',
    body: ConfirmationBody,
    secrets: true,
    reply: Confirmation,
    example: {
      body: {
        action: 'quotes.publish',
        digest: '541aa3660b56a201fca5d135a21b6905b73f5c79ce4896f403b770d1c526e2a7',
      },
    },
    handle: async ({ caller, body }, context) =>
      context.desk('confirmations.issue', { caller, ...body }),
  }),
];
