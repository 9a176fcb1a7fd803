// The introduction of the description: the rules of all operations, and the ways to sign in.

import type { Audience } from '../../wire/accounts/identity.js';
import { SERVER_MARK } from '../../wire/base/uuid.js';
import type { Cookies } from '../session/cookies.js';
import type { JsonObject } from './components.js';

/** The facts that a reader of the page needs before the first call, as Markdown. */
export const INTRODUCTION = `
A brokerage trading platform: staff under \`/admin/v1\`, traders under \`/trader/v1\`, and
[live sockets](/docs/socket).

**Signing in.** \`POST /trader/v1/auth/login\` with the terminal \`desktop\` answers an
\`access_token\`, which is sent as \`Authorization: Bearer\`. Staff, at
\`POST /admin/v1/auth/login\`, and traders with the terminal \`web\` get cookies and a
\`csrf_token\`, which each change sends as \`X-CSRF-Token\`. The button Authorize on
this page takes the access token or the csrf token; the browser sends cookies by itself.

**Answers** have one envelope: \`success\`, \`code\`, \`message\`, \`data\`, \`request_id\`. Each
operation lists its codes with their causes. \`invalid_input\` lists the faults by field in
\`data.faults\`; a refused trade has its figures in \`data\`. Any operation, and the upgrade of
a socket, can be refused with 429: \`Retry-After\` and \`RateLimit-Reset\` are the seconds to wait,
\`RateLimit-Remaining\` is 0, and \`RateLimit-Limit\` is the rate of the account if this rate
was exceeded.

**Values.** Amounts, prices and volumes are decimals as text, times are in UTC. Each field has a
title, a section and a unit (\`x-section\`, \`x-unit\`); \`x-reference\` has the kind of the
record that the field names, and the naming field (\`mask\`: all records that fit); \`x-format\`
is the form of a text that may also be empty; secrets are \`writeOnly\`.

**Changes** of a record send the \`version\` that was read; a stale \`version\` is refused with
\`conflict\`. Trades and
payments have a \`request_id\` that the client makes, a UUID of any version: sent again, they take
effect once. UUIDs of version 8 that begin with \`${SERVER_MARK}\` are for requests of the server
itself.
`.trim();

const AUDIENCES: readonly (readonly [Audience, string])[] = [
  ['staff', '/admin/v1/auth'],
  ['trader', '/trader/v1/auth'],
];

const cookieScheme = (name: string, description: string): JsonObject => ({
  type: 'apiKey',
  in: 'cookie',
  name,
  description,
});

/** The ways in which a caller is known: tokens, cookies, and the proof that a change is meant. */
export const securitySchemes = (cookies: Cookies): JsonObject => ({
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The `access_token` of a sign-in with the terminal `desktop`, `android`, `ios` or `api`.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'The `csrf_token` of a sign-in in a browser, which each change sends.',
  },
  ...Object.fromEntries(
    AUDIENCES.flatMap(([audience, path]) => {
      const { access, refresh } = cookies.names(audience);
      return [
        [`${audience}Access`, cookieScheme(access, `Access token, set by \`POST ${path}/login\`.`)],
        [
          `${audience}Refresh`,
          cookieScheme(refresh, `Refresh token, for \`POST ${path}/refresh\`.`),
        ],
      ];
    }),
  ),
});
