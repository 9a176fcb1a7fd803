// The size of passwords that are sent: too long ones are refused before anything is done for them.

import t from 'tap';
import { routes } from '../../../../http/routes/table.js';
import { httpFor } from '../../../support/http-harness.js';
import { GROUP } from '../audiences.js';
import { test } from '../tags.js';

const http = await httpFor(t);

/** What is asked with a password that is looked at, in each of the fields where one is. */
const ASKED: readonly (readonly [path: string, fields: readonly string[], more?: object])[] = [
  ['/admin/v1/auth/login', ['password'], { login: 1 }],
  ['/trader/v1/auth/login', ['password'], { login: 1001 }],
  ['/admin/v1/auth/change-password', ['current_password', 'new_password']],
  ['/trader/v1/auth/change-password', ['current_password', 'new_password']],
  ['/trader/v1/auth/api-password', ['current_password', 'api_password']],
  [
    '/admin/v1/accounts',
    ['master_password', 'investor_password', 'phone_password'],
    { group: GROUP.trader },
  ],
  ['/admin/v1/accounts/{login}/password', ['password'], { kind: 'master' }],
  ['/admin/v1/accounts/{login}/password/check', ['password'], { kind: 'master' }],
  ['/admin/v1/staff/{login}/password', ['password']],
  [
    '/trader/v1/register',
    ['password'],
    { type: 'demo', name: 'Ann Example', email: 'ann@client.example' },
  ],
];

/** Passwords of other servers, which ours sends and does not look at. */
const SENT = /^(mail-servers|datafeeds|gateways)\./;

test`A password of more than 256 bytes is refused before it is hashed, wherever one is sent`(
  async (t) => {
    const found = routes
      .filter(({ name }) => !SENT.test(name))
      .flatMap(({ path, body }) => {
        const fields = Object.keys(body?.schema.properties ?? {});
        const named = fields.filter((field) => field.endsWith('password'));
        return named.map((field) => `${path} ${field}`);
      });
    const asked = ASKED.flatMap(([path, fields]) => fields.map((field) => `${path} ${field}`));
    t.same(asked.sort(), found.sort(), 'these are all');
    const { harness } = http;
    const admin = await http.signedIn('staff');
    const trader = await http.signedIn('trader', { terminal: 'web' });
    const before = [harness.log.length, harness.hasher.tried.length];
    for (const [path, fields, more] of ASKED) {
      const terminal = path.startsWith('/admin') ? admin : trader;
      const below = path.replace(/^.(admin|trader).v1/, '').replace('{login}', '1001');
      for (const field of fields) {
        const fitting = Object.fromEntries(fields.map((one) => [one, 'N3w-passw']));
        const body = { ...more, ...fitting, [field]: 'é'.repeat(129) };
        const answer = await terminal.post(below, body);
        t.match(answer, { code: 'invalid_input' }, path);
        t.match(answer.message, `${field}: must be at most 256 bytes long`);
      }
    }
    t.same([harness.log.length, harness.hasher.tried.length], before);
  },
);
