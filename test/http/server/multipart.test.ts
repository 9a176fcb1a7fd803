// Uploads: the one file of a form is read, and forms that are wrong, cut or endless are refused.

import { Readable } from 'node:stream';
import t from 'tap';
import { openApi } from '../../../http/reference/openapi.js';
import { Dispatcher } from '../../../http/rest/dispatch.js';
import { type HandlerContext, route } from '../../../http/rest/route.js';
import type { Body, Incoming } from '../../../http/server/exchange.js';
import { readUpload, UPLOAD_BYTES_MAX } from '../../../http/server/multipart.js';
import { AccountShares } from '../../../http/session/account-share.js';
import { Cookies } from '../../../http/session/cookies.js';
import type { NewFile } from '../../../wire/accounts/file.js';
import { FILE_BYTES_MAX, filesFault, mediaTypeOf } from '../../../wire/accounts/file-rules.js';
import { type Code, type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import { FileUpload } from '../../../wire/rest/accounts/file-upload.js';
import { codeOf, dataOf } from '../../support/desk-harness.js';

const BOUNDARY = '----form7f3a';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A part: lines of its head, and its content. */
const part = (head: string, content: string | Buffer = 'x', boundary = BOUNDARY): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ]);

const fileHead = (name: string, field = 'file'): string =>
  `Content-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: text/plain`;

const form = (...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);

const upload = (name: string, content: string | Buffer = 'x'): Buffer =>
  form(part(fileHead(name), content));

const messageOf = (outcome: Outcome<unknown>): string => (outcome.ok ? 'ok' : outcome.message);

const read = (body: Buffer, type = TYPE): Promise<Outcome<NewFile>> => readUpload(type, body);

t.test(
  'the file of the field `file` is read byte for byte, other fields are ignored',
  async (t) => {
    const content = Buffer.from(Array.from({ length: 70_000 }, (_, n) => n & 255));
    const body = form(
      part('Content-Disposition: form-data; name="comment"', 'hello '.repeat(9_000)),
      part(fileHead('other.txt', 'thumbnail'), Buffer.alloc(70_000)),
      part('Content-Disposition: form-data; name="file"', 'a text'),
      part(fileHead('Kontoauszug März 😀.pdf'), content),
      part('Content-Disposition: form-data; name="x"', ''),
    );
    t.same(dataOf(await read(body)), { name: 'Kontoauszug März 😀.pdf', bytes: content });
    const quoted = `Multipart/Form-Data; charset=utf-8; boundary="${BOUNDARY}"`;
    t.same(dataOf(await read(body, quoted)).bytes, content);
    t.same(dataOf(await read(upload('a.txt', ''))).bytes, Buffer.alloc(0));
    const epilogue = Buffer.concat([
      Buffer.from('before\r\n'),
      upload('a.txt'),
      Buffer.from('after'),
    ]);
    t.equal(dataOf(await read(epilogue)).name, 'a.txt');
  },
);

t.test('a name is stripped of its path', async (t) => {
  const names = {
    '../../etc/passwd.txt': 'passwd.txt',
    '..\\..\\boot.log': 'boot.log',
    'C:\\Users\\ann\\a.pdf': 'a.pdf',
    '/a.txt': 'a.txt',
    '..\\/x/..\\a.txt': 'a.txt',
    '%2e%2e%2fa.txt': '%2e%2e%2fa.txt',
  };
  for (const [given, name] of Object.entries(names)) {
    t.equal(dataOf(await read(upload(given))).name, name, given);
  }
  const encoded = "Content-Disposition: form-data; name=file; filename*=UTF-8''..%2f%e2%82%ac.txt";
  t.equal(dataOf(await read(form(part(encoded)))).name, '€.txt');
  for (const given of ['', '..', '.', 'a/', 'a\\..']) {
    t.equal(messageOf(await read(upload(given))), 'file: must have a file name', given);
  }
});

t.test('a form has exactly one file in the field `file`', async (t) => {
  const nothing = 'file: required';
  t.equal(messageOf(await read(form())), nothing);
  t.equal(messageOf(await read(form(part(fileHead('a.txt', 'files'))))), nothing);
  t.equal(messageOf(await read(form(part('X-Other: 1')))), nothing);
  const text = part('Content-Disposition: form-data; name="file"');
  t.equal(messageOf(await read(form(text))), 'file: must have a file name');
  const two = form(part(fileHead('a.txt')), part(fileHead('b.txt')));
  t.equal(messageOf(await read(two)), 'file: must be given once');
});

t.test('without a boundary of 1 to 70 characters there is no form', async (t) => {
  const why = /^content-type: must be multipart\/form-data with a boundary of 1 to 70 characters$/;
  const types = [
    '',
    'multipart/form-data',
    'multipart/form-data;',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    `multipart/form-data; boundary=${'b'.repeat(71)}`,
    `multipart/mixed; boundary=${BOUNDARY}`,
    'application/json',
    `application/x-www-form-urlencoded; boundary=${BOUNDARY}`,
  ];
  for (const type of types) {
    const outcome = await read(upload('a.txt'), type);
    t.match(messageOf(outcome), why, type);
    t.equal(codeOf(outcome), 'invalid_input');
  }
  t.match(messageOf(await read(upload('a.txt'), `${TYPE}x`)), /^body: the body ends before/);
  const long = 'b'.repeat(70);
  const body = Buffer.concat([part(fileHead('a.txt'), 'x', long), Buffer.from(`--${long}--`)]);
  t.equal(dataOf(await read(body, `multipart/form-data; boundary=${long}`)).name, 'a.txt');
});

t.test('a form that is cut anywhere is refused', async (t) => {
  const whole = form(
    part('Content-Disposition: form-data; name="comment"', 'hello'),
    part(fileHead('a.txt'), 'content'),
  );
  const last = whole.lastIndexOf('--\r\n') + 2;
  for (let length = 0; length < last; length += 1) {
    const outcome = await read(whole.subarray(0, length));
    if (outcome.ok || !/^body: the body ends before the last boundary/.test(outcome.message)) {
      t.fail(`cut to ${length} bytes: ${messageOf(outcome)}`);
    }
  }
  dataOf(await read(whole.subarray(0, last)));
});

t.test('a form of ten thousand parts is given up at the 21st', async (t) => {
  const why = 'body: must have at most 20 parts';
  const field = part('Content-Disposition: form-data; name="x"', '');
  const bodies = {
    fields: form(...Array<Buffer>(10_000).fill(field), part(fileHead('a.txt'))),
    files: form(...Array<Buffer>(10_000).fill(part(fileHead('a.txt', 'x')))),
    empty: form(...Array<Buffer>(70_000).fill(Buffer.from(`--${BOUNDARY}\r\n\r\n\r\n`))),
  };
  // Each part is a stream that is pushed to its end, also one that is skipped.
  const pushes = t.capture(Readable.prototype, 'push', Readable.prototype.push);
  for (const [name, body] of Object.entries(bodies)) {
    t.equal(messageOf(await read(body)), why, name);
    const count = pushes().length;
    t.ok(count <= 100, `${name}: ${count} pushes`);
  }
  const most = form(...Array<Buffer>(19).fill(field), part(fileHead('a.txt')));
  t.equal(dataOf(await read(most)).name, 'a.txt');
});

t.test('heads of any length, and boundaries that almost match, are read as others', async (t) => {
  const long = 'a'.repeat(70);
  const near = (fill: string): Buffer =>
    Buffer.concat([
      part(fileHead('a.txt'), Buffer.alloc(FILE_BYTES_MAX, fill), long),
      Buffer.from(`--${long}--`),
    ]);
  const type = `multipart/form-data; boundary=${long}`;
  const cases: readonly (readonly [body: Buffer, type: string, why: string])[] = [
    [near('a'), type, 'ok'],
    [near(`\r\n--${'a'.repeat(69)}`), type, 'ok'],
    [near('\r\n--'), type, 'ok'],
    [form(part(`${'X: 1\r\n'.repeat(150_000)}${fileHead('a.txt')}`)), TYPE, 'file: required'],
    [
      form(part(`Content-Disposition: form-data${'; filename="x"'.repeat(70_000)}`)),
      TYPE,
      'file: required',
    ],
    [form(part(fileHead('a'.repeat(FILE_BYTES_MAX)))), TYPE, 'ok'],
    [
      Buffer.concat([Buffer.alloc(FILE_BYTES_MAX, '-'), Buffer.from('\r\n'), upload('a.txt')]),
      TYPE,
      'ok',
    ],
    [
      Buffer.alloc(UPLOAD_BYTES_MAX),
      TYPE,
      'body: the body ends before the last boundary of the form',
    ],
  ];
  for (const [at, [body, of, why]] of cases.entries()) {
    t.equal(messageOf(await read(body, of)), why, `${at}`);
  }
});

t.test('random damage to a form is refused, or still a file, and never hangs', async (t) => {
  const whole = form(
    part('Content-Disposition: form-data; name="comment"', 'hello'),
    part(fileHead('a.txt'), 'content\r\n--not the boundary'),
  );
  let chance = 7;
  const random = (below: number): number => {
    chance = (chance * 48_271) % 2_147_483_647;
    return chance % below;
  };
  const outcomes = new Set<string>();
  for (let round = 0; round < 2_000; round += 1) {
    const body = Buffer.from(whole);
    for (let times = 1 + random(4); times > 0; times -= 1) {
      const [from, to] = [random(body.length), random(body.length)];
      if (random(2) === 0) body.copy(body, to, from, from + random(40));
      else body[to] = random(256);
    }
    outcomes.add(messageOf(await read(body)).slice(0, 20));
  }
  t.ok(outcomes.size >= 3, [...outcomes].join('; '));
});

/** A route that takes a file and one that gives it back, without a session. */
const serving = () => {
  const kept: NewFile[] = [];
  const path = '/admin/v1/test/file';
  const routes = [
    route({
      name: 'test.upload',
      method: 'POST',
      path,
      says: 'Keeps a file.',
      details: '',
      session: 'none',
      isMultipart: true,
      body: FileUpload,
      reply: null,
      handle: async ({ body }) => {
        const fault = filesFault([body.file], [], 'file', () => 'file');
        if (fault !== undefined) return refuse('invalid_input', fault);
        kept.push(body.file);
        return ok(null);
      },
    }),
    route({
      name: 'test.download',
      method: 'GET',
      path,
      says: 'Gives the file back.',
      details: '',
      session: 'none',
      reply: null,
      handle: async () => {
        const { name, bytes } = kept.at(-1) as NewFile;
        return { file: [bytes], name, type: mediaTypeOf(name), isForeign: true };
      },
    }),
  ];
  const dispatcher = new Dispatcher({
    routes,
    pageOf: () => undefined,
    context: {} as HandlerContext<Code>,
    shares: new AccountShares(0),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    count: () => {},
  });
  const ask = (
    method: string,
    body: Body = Buffer.alloc(0),
    more: readonly [string, string][] = [],
  ) => {
    const headers = new Map([['content-type', TYPE], ...more]);
    const address = '127.0.0.1';
    const request: Incoming = { method, path, query: '', peer: address, address, headers };
    const expected = dispatcher.expect(request);
    return { expected, answer: Promise.resolve(expected.answer(body)) };
  };
  const post = async (body: Body, ...more: [string, string][]): Promise<string> => {
    const { message, code } = JSON.parse((await ask('POST', body, more).answer).body.toString());
    return code === 'ok' ? code : message;
  };
  return { routes, kept, ask, post };
};

t.test('a route takes a form in place of JSON, and checks name and content', async (t) => {
  const { kept, ask, post } = serving();
  const pdf = Buffer.from('%PDF-1.7 …');
  t.equal(await post(upload('..\\May.pdf', pdf)), 'ok');
  t.same(kept, [{ name: 'May.pdf', bytes: pdf }]);
  t.equal(ask('POST').expected.bodyBytesMax, UPLOAD_BYTES_MAX);
  const refused: readonly (readonly [sent: Promise<string>, why: RegExp])[] = [
    [post('too_large'), /^body: longer than 1114112 bytes/],
    [post(Buffer.from('{}'), ['content-type', 'application/json']), /^content-type: must be multi/],
    [post(upload('a.txt'), ['content-encoding', 'gzip']), /^content-encoding: none is accepted/],
    [post(Buffer.alloc(0)), /^body: the body ends before the last boundary/],
    [
      post(upload('May.pdf', 'PK\x03\x04')),
      /^file\.content: is no \.pdf file: it begins with 50 4b/,
    ],
    [post(upload('a.svg', '<svg/>')), /^file\.name: must end in one of/],
    [post(upload('CON.txt')), /^file\.name: must not be the name of a device/],
    [post(upload('a\0.txt')), /^file\.name: must not have line breaks, controls/],
    [post(upload(`${'a'.repeat(300)}.txt`)), /^file\.name: must have at most 128 characters/],
    [post(upload('a.txt', '')), /^file\.content: must have 1 to 1048576 bytes, and has 0/],
    [post(upload('a.txt', Buffer.alloc(FILE_BYTES_MAX + 1, 'x'))), /and has 1048577/],
  ];
  for (const [sent, why] of refused) t.match(await sent, why);
  t.equal(kept.length, 1);
});

t.test('the description of the API says that a route takes a form with a file', async (t) => {
  const { routes } = serving();
  const { paths } = await openApi({ routes, tags: {}, cookies: new Cookies(false), version: '1' });
  const post = (paths as Record<string, { post: unknown }>)['/admin/v1/test/file']?.post;
  t.match(post, {
    requestBody: { required: true, content: { 'multipart/form-data': { schema: {} } } },
  });
});

t.test('a file of a user is downloaded under its name, and runs nothing', async (t) => {
  const { ask, post } = serving();
  const download = async (name: string) => {
    t.equal(await post(upload(name)), 'ok');
    const { headers = [], body } = await ask('GET').answer;
    t.same(body, [Buffer.from('x')]);
    return Object.fromEntries(headers);
  };
  t.match(await download('May 2026.txt'), {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Disposition': 'attachment; filename="May 2026.txt"',
    'Content-Security-Policy': "sandbox; default-src 'none'",
  });
  const names = {
    'März 😀.csv': `"M_rz _.csv"; filename*=UTF-8''M%C3%A4rz%20%F0%9F%98%80.csv`,
    '50%2e (a*b).log': `"50_2e (a_b).log"; filename*=UTF-8''50%252e%20%28a%2Ab%29.log`,
  };
  for (const [name, value] of Object.entries(names)) {
    t.equal((await download(name))['Content-Disposition'], `attachment; filename=${value}`);
  }
});
