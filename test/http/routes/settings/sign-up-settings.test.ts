// Settings of sign-up and templates of its e-mails over REST.

import type { Test } from 'tap';
import { SIGN_UP_KEY } from '../../../../actors/desk/types/sign-up.js';
import type { EmailTemplateRecord } from '../../../../wire/settings/sign-up.js';
import { type Answer, type Fields, httpFor } from '../../../support/http-harness.js';
import { refused } from '../accounts/staff-desk.js';
import { testsWith } from '../tags.js';

const open = async (t: Test) => {
  const http = await httpFor(t);
  const admin = await http.signedIn('staff');
  const change = (path: string) => (body: Fields) => admin.patch(path, body);
  return {
    http,
    admin,
    settings: change('/sign-up/settings'),
    template: (id: string, body: Fields) => change(`/email-templates/${id}`)(body),
  };
};
const test = testsWith('', open);
const CODE = 'code.en';

test`the groups of sign-up are those of their kind, and the usual language is one of all`(
  async (t, { http, settings }) => {
    const wrong: readonly (readonly [Fields, RegExp])[] = [
      [{ demo_group: 'demo\\none' }, /^demo_group: no such group/],
      [{ demo_group: 'real\\standard' }, /^demo_group: must be a demo group/],
      [{ real_group: 'demo\\standard' }, /^real_group: must be a trading group/],
      [{ real_group: 'managers\\dealers' }, /^real_group: must be a trading group/],
      [{ languages: ['de'] }, /^default_language: must be one of languages/],
      [{ languages: [] }, /^languages: /],
      [{ test_networks: ['10.0.0.0/33'] }, /^test_networks: 10.0.0.0\/33 is no prefix/],
    ];
    for (const [fields, says] of wrong) {
      refused(t, await settings({ version: 2, ...fields }), 'invalid_input', says);
    }
    refused(t, await settings({ version: 1, demo: false }), 'conflict', /^version: /);
    t.match((await settings({ version: 2, demo: false })).data, { version: 3, demo: false });
    t.match(http.lines(), [{ kind: 'config', text: 'sign-up settings changed: demo' }]);
    const held = http.harness.restarted().desk.records.get('sign_up', SIGN_UP_KEY);
    t.match(held?.record, { demo: false, real: true });
  },
);

test`templates are there in both languages, and changed by version`(
  async (t, { http, admin, template }) => {
    const all = await admin.read<(EmailTemplateRecord & { version: number })[]>('/email-templates');
    t.same(
      all.map(({ id }) => id),
      ['approved', 'code', 'opened', 'received', 'rejected'].flatMap((name) => [
        `${name}.de`,
        `${name}.en`,
      ]),
    );
    t.ok(all.every(({ version, html }) => version === 1 && html.startsWith('<p>')));
    t.match(await admin.read(`/email-templates/${CODE}`), { name: 'code' });
    refused(t, await template('code.fr', { version: 1, subject: 'x' }), 'not_found');
    refused(t, await template(CODE, { version: 2, subject: 'x' }), 'conflict', /^version: /);
    refused(t, await template(CODE, { version: 1, language: 'de' }), 'invalid_input');
    t.match((await template(CODE, { version: 1, subject: 'Code' })).data, { version: 2 });
    t.match(http.lines(), [{ text: 'e-mail template code.en changed: subject' }]);
  },
);

test`a template is refused by what is wrong with its placeholders`(async (t, { template }) => {
  const wrong: readonly (readonly [Fields, RegExp])[] = [
    [{ text: 'Hello' }, /^text: must have \{\{code\}\}/],
    [{ html: '<p>Hello</p>' }, /^html: must have \{\{code\}\}/],
    [
      { subject: '{{password}}' },
      /^subject: has \{\{password\}\}; known are code, minutes, company/,
    ],
    [{ subject: '{{ code }} is your code' }, /^subject: has \{\{code\}\}, which only the text may/],
    [{ text: '{{code}} {{ codes }}' }, /^text: has \{\{codes\}\}/],
    [{ text: '{{code}} {{co{{codes}}de}}' }, /^text: has \{\{codes\}\}/],
    [{ text: '{{code' }, /^text: must have \{\{code\}\}/],
    [{ text: '{{code}}'.repeat(51) }, /^text: has 51 placeholders, of at most 50/],
    [{ html: '<a href="https://x.example/{{code}}">{{code}}</a>' }, /^html: .*not in an attribute/],
    [{ subject: 'a\r\nBcc: x@y.example' }, /^subject: /],
    [{ text: '' }, /^text: /],
    [{ html: 'x'.repeat(32_769) }, /^html: /],
  ];
  for (const [fields, says] of wrong) {
    refused(t, await template(CODE, { version: 1, ...fields }), 'invalid_input', says);
  }
  for (const id of ['opened.en', 'approved.de']) {
    const subject = 'Your {{investor_password}}';
    const answer = await template(id, { version: 1, subject });
    refused(t, answer, 'invalid_input', /^subject: has \{\{investor_password\}\}, which only/);
  }
});

test`HTML is cleaned when it is stored, and may be empty`(async (t, { http, template }) => {
  const html = '<p onclick="x()">{{code}}<script>y()</script></p>';
  const shown = (answer: Answer) => (answer.data as Fields).html;
  t.equal(shown(await template(CODE, { version: 1, html })), '<p>{{code}}</p>');
  t.match(http.harness.hasher.shares.at(-1), { owner: 'login 1' });
  http.harness.hasher.full = true;
  t.match(await template(CODE, { version: 2, html }), { code: 'auth.too_many_attempts' });
  t.match((await template(CODE, { version: 2, subject: 'Code' })).code, 'ok', 'no HTML, no work');
  http.harness.hasher.full = false;
  t.equal(shown(await template(CODE, { version: 3, html: '' })), '');
});

test`HTML of which nothing is left that shows is refused`(async (t, { template }) => {
  const blank = ['<script>x()</script>', '<p></p>', '<style>p{}</style>&nbsp;', '<p><br /></p>'];
  for (const html of blank) {
    const answer = await template('received.en', { version: 1, html });
    refused(t, answer, 'invalid_input', /^html: no visible text/);
    t.match(answer.data, { faults: [{ field: 'html' }] });
  }
  const picture = '<img src="https://broker.example/a.png" />';
  t.match((await template('received.en', { version: 1, html: picture })).data, { html: picture });
  t.match((await template('received.en', { version: 2, html: ' ' })).data, { html: '' });
});

test`a template gets its built-in texts back, and nothing is written where it has them`(
  async (t, { http, admin, template }) => {
    const reset = (id: string, version: number) =>
      admin.post(`/email-templates/${id}/reset`, { version });
    const { subject, text, html } = await admin.read<Fields>(`/email-templates/${CODE}`);
    t.match((await reset(CODE, 1)).data, { version: 1, subject }, 'it has them');
    await template(CODE, { version: 1, subject: 'Code', text: '{{code}}', html: '' });
    refused(t, await reset(CODE, 1), 'conflict', /^version: /);
    refused(t, await reset('code.fr', 1), 'not_found');
    t.match((await reset(CODE, 2)).data, { version: 3, subject, text, html });
    t.match(http.lines(), [{ text: 'e-mail template code.en changed: subject, text, html' }]);
  },
);

test`the text and HTML of a template have no control characters`(async (t, { template }) => {
  for (const field of ['text', 'html']) {
    const answer = await template('received.en', { version: 1, [field]: 'a\u0000b {{name}}' });
    refused(t, answer, 'invalid_input', new RegExp(`^${field}: must not have control characters`));
  }
  const lines = 'Hello\r\n\t{{name}}';
  t.match((await template('received.en', { version: 1, text: lines })).data, { text: lines });
});
test`an e-mail with no HTML has the text alone`(async (t, { http, template }) => {
  const { harness } = http;
  await template(CODE, { version: 1, html: '', text: '{{code}} {{minutes}} {{company}}!' });
  const mail = {
    name: 'x',
    server: 'mail.example:25',
    sender_email: 'a@b.example',
    is_default: true,
  };
  await harness.create('mail_server', mail);
  const asked = { host: '', email: 'a@b.example', language: '', ip: '192.0.2.1' } as const;
  await harness.desk.handle('sign_up.code', asked);
  harness.desk.mailQueue.start();
  while (harness.posted.length === 0) await new Promise(setImmediate);
  t.match(harness.posted, [{ html: '', text: /^\d{6} 15 !$/ }]);
});
