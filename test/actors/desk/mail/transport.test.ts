// One e-mail to one server: what arrives, and what is said when it does not.

import type { SMTPServerOptions } from 'smtp-server';
import t, { type Test } from 'tap';
import { MailTransport } from '../../../../actors/desk/mail/transport.js';
import type { Letter } from '../../../../wire/accounts/mail.js';
import {
  answer,
  certificate,
  type MailHost,
  openMailHost,
  openScripted,
  politely,
  routeTo,
  type Script,
} from './servers.js';

const letter = (given: Partial<Letter> = {}): Letter => ({
  messageId: '<7.1@broker.example>',
  to: 'ann@client.example',
  subject: 'Your code',
  text: 'The code is 123456.',
  at: Date.UTC(2026, 0, 5, 12),
  ...given,
});
const transport = new MailTransport();
/** Knows the certificate of the test's servers. */
const trusting = new MailTransport({ ca: certificate.cert });

/** Opens a server for the length of a test. */
const open = async (t: Test, options?: SMTPServerOptions) => {
  const host = await openMailHost(options);
  t.teardown(() => host.close());
  return host;
};
const script = async (t: Test, lines: Script) => {
  const host = await openScripted(lines);
  t.teardown(() => host.close());
  return host;
};

const only = ({ received }: MailHost) => {
  const [mail] = received;
  if (mail === undefined || received.length > 1) throw new Error('not one e-mail');
  return mail;
};

t.test('An e-mail arrives from the sender of its server, in plain text', async (t) => {
  const host = await open(t);
  const sent = await transport.send(routeTo(host.port), letter());
  t.same(sent, { kind: 'accepted' });
  const { from, to, headers, body, secure } = only(host);
  t.equal(from, 'office@broker.example');
  t.same(to, ['ann@client.example']);
  t.equal(headers.get('from'), 'Example Broker <office@broker.example>');
  t.equal(headers.get('to'), 'ann@client.example');
  t.equal(headers.get('subject'), 'Your code');
  t.equal(headers.get('message-id'), '<7.1@broker.example>');
  t.equal(headers.get('date'), 'Mon, 05 Jan 2026 12:00:00 +0000');
  t.equal(headers.get('auto-submitted'), 'auto-generated');
  t.match(headers.get('content-type'), /^text\/plain/);
  t.equal(body.trim(), 'The code is 123456.');
  t.equal(secure, false, 'none is plain even where the server offers STARTTLS');
});

t.test('An e-mail with an HTML part has both, the text first', async (t) => {
  const host = await open(t);
  await transport.send(routeTo(host.port), letter({ html: '<p>The code is <b>123456</b>.</p>' }));
  const { headers, body } = only(host);
  const [, boundary = ''] =
    /^multipart\/alternative; boundary="(.*)"$/.exec(headers.get('content-type') ?? '') ?? [];
  const [, text = '', html = ''] = body.split(`--${boundary}`);
  t.match(text, /^\r\nContent-Type: text\/plain; charset=utf-8\r\n.*The code is 123456\./s);
  t.match(html, /^\r\nContent-Type: text\/html; charset=utf-8\r\n.*<b>123456<\/b>/s);
});

t.test('Letters of any language arrive as they were written', async (t) => {
  const host = await open(t);
  const route = routeTo(host.port, { sender_name: 'Börse' });
  await transport.send(route, letter({ subject: 'Grüße 你好', text: 'Schöne Grüße\n你好' }));
  const { headers, body } = only(host);
  t.match(headers.get('subject'), /^=\?UTF-8\?/);
  const literal = '=?utf-8?B?SGk=?= literal '.repeat(8);
  await transport.send(route, letter({ subject: literal }));
  const words = host.received[1]?.headers.get('subject')?.matchAll(/=\?UTF-8\?B\?(\S*)\?=/g) ?? [];
  const shown = [...words].map(([, base64 = '']) => Buffer.from(base64, 'base64').toString());
  t.equal(shown.join(''), literal);
  t.match(headers.get('from'), /^=\?UTF-8\?.*\?= <office@broker\.example>$/);
  t.equal(headers.get('content-transfer-encoding'), 'quoted-printable');
  const bytes = body.trim().replace(/=([0-9A-F]{2})/g, (_, hex) => `%${hex}`);
  t.equal(decodeURIComponent(bytes), 'Schöne Grüße\r\n你好');
});

t.test('What is written into an e-mail adds no header and no recipient', async (t) => {
  const host = await open(t);
  const evil = 'x\r\nBcc: eve@evil.example\r\n\r\nother text';
  const sent = await transport.send(
    routeTo(host.port, { sender_name: evil }),
    letter({ subject: evil, messageId: `<${evil}>` }),
  );
  t.same(sent, { kind: 'accepted' });
  const { to, headers, head } = only(host);
  t.same(to, ['ann@client.example']);
  t.equal(headers.get('bcc'), undefined);
  t.notMatch(head, /^bcc/im);
});

for (const to of ['a@b.example>\r\nRCPT TO:<eve@evil.example', 'a@b.example, eve@evil.example']) {
  t.test(`No other recipient comes of ${JSON.stringify(to)}`, async (t) => {
    const host = await open(t);
    const sent = await transport.send(routeTo(host.port), letter({ to }));
    t.match(sent, { kind: 'failed', error: /not one bare address/, final: true });
    t.same(host.received, []);
  });
}

t.test('A line with a dot ends no text', async (t) => {
  const host = await open(t);
  const text = 'one\n.\nMAIL FROM:<eve@evil.example>\r\n.\r\ntwo\r.\rthree';
  await transport.send(routeTo(host.port), letter({ text }));
  const lines = only(host).body.trim().split('\r\n');
  t.same(lines, ['one', '.', 'MAIL FROM:<eve@evil.example>', '.', 'two', '.', 'three']);
});

t.test('A text that names a file or an address is sent as it is', async (t) => {
  const host = await open(t);
  await transport.send(routeTo(host.port), letter({ text: 'file:///etc/passwd' }));
  t.equal(only(host).body.trim(), 'file:///etc/passwd');
});

t.test('A login and its password are given to the server', async (t) => {
  const host = await open(t, {
    authOptional: false,
    onAuth: ({ username, password }, _session, callback) =>
      username === 'office' && password === 'pässword'
        ? callback(null, { user: username })
        : callback(answer(535, '5.7.8 Authentication failed')),
  });
  const given = { login: 'office', password: 'pässword' };
  t.same(await transport.send(routeTo(host.port, given), letter()), { kind: 'accepted' });
  t.equal(only(host).user, 'office');
  const wrong = routeTo(host.port, { ...given, password: 'wrong' });
  const error = '535 5.7.8 Authentication failed';
  t.same(await transport.send(wrong, letter()), { kind: 'failed', error, final: false });
  const without = await transport.send(routeTo(host.port), letter());
  t.match(without, { kind: 'failed', error: /^530 /, final: false });
});

t.test('A server that knows no sign-in is not used without it', async (t) => {
  const host = await open(t, { disabledCommands: ['AUTH'] });
  const route = routeTo(host.port, { login: 'office', password: 'secret' });
  t.match(await transport.send(route, letter()), { kind: 'failed', error: /^50\d / });
  t.equal(host.received.length, 0);
});

t.test('The password is in no error, even where the server repeats it', async (t) => {
  const token = (text: string) => Buffer.from(text).toString('base64');
  const lines = politely({ EHLO: '250 AUTH PLAIN' });
  const host = await script(t, (line, socket) =>
    line.startsWith('AUTH')
      ? `500 unknown: ${line} ${token('hunter2')} hunter2`
      : lines(line, socket),
  );
  const route = routeTo(host.port, { login: 'office', password: 'hunter2' });
  const sent = await transport.send(route, letter());
  const error = '500 unknown: AUTH PLAIN *** *** ***';
  t.same(sent, { kind: 'failed', error, final: false });
});

t.test('With starttls nothing is sent to a server that does not offer it', async (t) => {
  const host = await open(t, { disabledCommands: ['STARTTLS'] });
  const route = routeTo(host.port, { host: 'localhost', security: 'starttls' });
  t.match(await trusting.send(route, letter()), { kind: 'failed', error: /^5\d\d / });
  t.equal(host.received.length, 0);
});

t.test('With starttls no password goes to a server that does not offer it', async (t) => {
  const heard: string[] = [];
  const lines = politely({ EHLO: '250 AUTH PLAIN LOGIN', STARTTLS: '502 what' });
  const host = await script(t, (line, socket) => {
    heard.push(line);
    return lines(line, socket);
  });
  const route = routeTo(host.port, { security: 'starttls', login: 'office', password: 'secret' });
  const sent = await trusting.send(route, letter());
  t.same(sent, { kind: 'failed', error: '502 what', final: false });
  t.notMatch(heard.join(), /AUTH|MAIL/);
});

for (const security of ['starttls', 'tls'] as const) {
  t.test(`With ${security} the connection is secure`, async (t) => {
    const host = await open(t, { secure: security === 'tls' });
    const route = routeTo(host.port, { host: 'localhost', security });
    t.same(await trusting.send(route, letter()), { kind: 'accepted' });
    t.equal(only(host).secure, true);
  });

  t.test(`A certificate that nobody vouches for is refused with ${security}`, async (t) => {
    const host = await open(t, { secure: security === 'tls' });
    const route = routeTo(host.port, { host: 'localhost', security });
    const sent = await transport.send(route, letter());
    t.match(sent, { kind: 'failed', error: /self-signed certificate/, final: false });
    t.equal(host.received.length, 0);
  });

  t.test(`A certificate of another host is refused with ${security}`, async (t) => {
    const host = await open(t, { secure: security === 'tls' });
    const sent = await trusting.send(routeTo(host.port, { security }), letter());
    t.match(sent, { kind: 'failed', error: /does not match certificate/, final: false });
    t.equal(host.received.length, 0);
  });
}

t.test('A certificate is checked whatever the environment says', async (t) => {
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  t.teardown(() => {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
  });
  const host = await open(t, { secure: true });
  const route = routeTo(host.port, { host: 'localhost', security: 'tls' });
  t.match(await transport.send(route, letter()), { kind: 'failed' });
});

t.test('A refusal is told by the first line of the server', async (t) => {
  const cases: [string, Script, string, boolean][] = [
    ['of the sender', politely({ MAIL: '550 5.1.0 who are you' }), '550 5.1.0', false],
    ['of the recipient', politely({ RCPT: '550 5.1.1 no such user' }), '550 5.1.1', true],
    ['of the recipient, for now', politely({ RCPT: '450 4.2.0 later' }), '450 4.2.0', false],
    ['before the text', politely({ DATA: '451 4.3.0 disk full' }), '451 4.3.0', false],
    ['after the text', politely({ '.': '554 5.6.0 spam' }), '554 5.6.0', true],
  ];
  for (const [when, lines, error, final] of cases) {
    const host = await script(t, lines);
    const sent = await transport.send(routeTo(host.port), letter());
    t.match(sent, { kind: 'failed', error: new RegExp(`^${error} `), final }, when);
  }
});

t.test('A program that does not speak SMTP is told by nothing that it sent', async (t) => {
  const cases: [string, Script, string][] = [
    [
      'its own words',
      politely({ GREETING: 'SSH-2.0-Secret_9.2' }),
      'the server does not speak SMTP',
    ],
    ['a likely refusal', politely({ GREETING: '554 5.7.1 secret' }), '554 5.7.1'],
    ['an error of another protocol', politely({ EHLO: '500 secret', HELO: '500 secret' }), '500'],
    [
      'words behind a greeting',
      politely({ EHLO: '-ERR secret', HELO: '-ERR secret' }),
      'the server does not speak SMTP',
    ],
  ];
  for (const [what, lines, error] of cases) {
    const host = await script(t, lines);
    const sent = await transport.send(routeTo(host.port), letter());
    t.same(sent, { kind: 'failed', error, final: false }, what);
  }
});

t.test('An error is one line of bounded length', async (t) => {
  const long = `550-5.1.1 ${'x'.repeat(1000)}\u0007\r\n550 second line`;
  const host = await script(t, politely({ RCPT: long }));
  const sent = await transport.send(routeTo(host.port), letter());
  if (sent.kind !== 'failed') return t.fail('not refused');
  t.match(sent.error, /^550-5\.1\.1 x+$/);
  t.equal(sent.error.length, 300);
});

t.test('A server that is not there is told', async (t) => {
  const host = await openScripted(() => undefined);
  await host.close();
  const sent = await transport.send(routeTo(host.port), letter());
  t.match(sent, { kind: 'failed', error: /ECONNREFUSED/, final: false });
});

t.test('A server that ends the connection is told in words', async (t) => {
  const ended = /^the server ended the connection( \((EPIPE|ECONNRESET)\))?$/;
  const lines = politely({});
  for (const at of ['', 'MAIL FROM:<office@broker.example>', 'DATA', 'The code is 123456.']) {
    const host = await script(t, (line, socket) => {
      if (line !== at) return lines(line, socket);
      if (line === 'DATA') socket.write('354 go on\r\n');
      socket.destroy();
      return undefined;
    });
    const text = `The code is 123456.\n${'x'.repeat(60_000)}`;
    const sent = await transport.send(routeTo(host.port), letter({ text }));
    t.match(sent, { kind: 'failed', error: ended, final: false }, at);
  }
});

t.test('A server with which TLS cannot be set up is told in words', async (t) => {
  const starttls = politely({ EHLO: '250 STARTTLS', STARTTLS: '220 go on' });
  const endless = await script(t, (line, socket) => {
    if (line !== 'STARTTLS') return starttls(line, socket);
    socket.write('220 go on\r\n', () => socket.destroy());
    return undefined;
  });
  const garbled = await script(t, (line, socket) => {
    if (line === 'STARTTLS') socket.once('data', () => socket.write('rubbish rubbish\r\n'));
    return starttls(line, socket);
  });
  const plain = await script(t, politely({}));
  const cases = [
    [garbled, 'starttls', /^TLS could not be set up: wrong version number$/],
    [plain, 'tls', /^TLS could not be set up: wrong version number$/],
    [endless, 'starttls', /^TLS could not be set up: the server ended the connection$/],
  ] as const;
  for (const [host, security, error] of cases) {
    const sent = await transport.send(routeTo(host.port, { security }), letter());
    t.match(sent, { kind: 'failed', error, final: false });
  }
});

t.test('A server that is slow to greet, to answer or to end is given up', async (t) => {
  const hasty = (given: object) =>
    new MailTransport({
      patience: { connecting: 60_000, silence: 60_000, whole: 60_000, ...given },
    });
  const silent = await script(t, () => undefined);
  const greeting = hasty({ connecting: 50 }).send(routeTo(silent.port), letter());
  t.match(await greeting, { kind: 'failed', error: /^gave up waiting for/, final: false });

  const lines = politely({});
  const deaf = await script(t, (line, socket) => (line === '' ? lines(line, socket) : undefined));
  const unanswered = await hasty({ silence: 50 }).send(routeTo(deaf.port), letter());
  const error = 'gave up waiting for an answer of the server';
  t.same(unanswered, { kind: 'failed', error, final: false });

  const dripping = await script(t, (_line, socket) => {
    const drip = (): void => {
      if (!socket.destroyed) socket.write('2', () => setImmediate(drip));
    };
    drip();
    return undefined;
  });
  const dripped = hasty({}).send(routeTo(dripping.port), letter(), 100);
  t.match(await dripped, { kind: 'failed', error: 'the server took longer than 0 s' });
});

t.test('A try that is broken off says so', async (t) => {
  const host = await script(t, () => undefined);
  const one = new MailTransport();
  const sending = one.send(routeTo(host.port), letter());
  await host.connected;
  one.close();
  t.same(await sending, { kind: 'aborted' });
  t.same(await one.send(routeTo(host.port), letter()), { kind: 'aborted' }, 'nor does a later one');
});
