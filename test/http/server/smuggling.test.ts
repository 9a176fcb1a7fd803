// Requests that two readers could read differently: none is answered as if it were well, and
// nothing that stands behind one is taken for a request.

import t from 'tap';
import { readHead } from '../../../http/server/head.js';
import { native } from '../../../http/server/native.js';
import { openTlsFront } from '../../support/certificate.js';
import { openFront, type Until } from '../../support/front-harness.js';

const lines = (...parts: readonly string[]): string => `${parts.join('\r\n')}\r\n\r\n`;
const GET = 'GET /healthz HTTP/1.1';
const POST = 'POST /trader/v1/auth/login HTTP/1.1';
const HOST = 'Host: a';
const CHUNKED = 'Transfer-Encoding: chunked';
/** The library lets some of these wait for more: it has read them when it answers another. */
const READ = { passed: true };
/** A request that stands behind: were it answered, it would be told to be alive. */
const BEHIND = lines(GET, HOST);
const chunked = (...chunks: readonly string[]): string =>
  lines(POST, HOST, CHUNKED) + chunks.join('');

/** Heads that a build of the library lets through, and the server refuses in these words. */
const REFUSED: Readonly<Record<string, readonly [head: string, message: string]>> = {
  'two lengths': [
    `${lines(POST, HOST, 'Content-Length: 3', 'Content-Length: 4')}abcd`,
    'content-length: given twice',
  ],
  'an empty length': [
    lines(POST, HOST, 'Content-Length: '),
    'content-length: must be a whole number of at most 15 digits',
  ],
  'two hosts': [lines(GET, HOST, 'Host: b'), 'host: given twice'],
  'an empty host': [lines(GET, 'Host: '), 'host: missing'],
  'an unknown coding': [
    `${lines(POST, HOST, 'Transfer-Encoding: xchunked')}0\r\n\r\n`,
    'transfer-encoding: unknown',
  ],
  'a coding before another': [
    `${lines(POST, HOST, 'Transfer-Encoding: gzip, chunked')}0\r\n\r\n`,
    'transfer-encoding: unknown',
  ],
  'two codings': [
    lines(POST, HOST, CHUNKED, 'Transfer-Encoding: x'),
    'transfer-encoding: given twice',
  ],
  'a path that is too long': [
    lines(`GET /healthz?${'x'.repeat(17_000)} HTTP/1.1`, HOST),
    'head: has more than 16384 bytes',
  ],
  'a head that is too large': [
    lines(GET, HOST, `Cookie: ${'x'.repeat(20_000)}`),
    'head: has more than 16384 bytes',
  ],
};

/** Of these the newer build refuses some itself, with a page of its own, and closes, too. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  '@btc-vision/uwebsockets.js': [
    'two hosts',
    'a path that is too long',
    'a head that is too large',
  ],
};
const PAGE = /^HTTP\/1\.1 (400|431) [\w ]+\r\nConnection: close\r\n\r\n<h1>/;

/**
 * Heads that a build refuses by a cut, by a page, or by waiting for more until its time limit, and
 * that the server refuses where another build lets them through.
 */
const CUT: Readonly<Record<string, string>> = {
  'a length beside a coding': `${lines(POST, HOST, 'Content-Length: 3', CHUNKED)}0\r\n\r\n`,
  'a negative length': `${lines(POST, HOST, 'Content-Length: -1')}a`,
  'a signed length': `${lines(POST, HOST, 'Content-Length: +3')}abc`,
  'a length in hexadecimal': `${lines(POST, HOST, 'Content-Length: 0x3')}abc`,
  'a list of lengths': `${lines(POST, HOST, 'Content-Length: 3, 3')}abc`,
  'a length that is no number': `${lines(POST, HOST, 'Content-Length: abc')}abc`,
  'a huge length': lines(POST, HOST, 'Content-Length: 99999999999999999999'),
  'a chunk that overflows': chunked('fffffffffffffffff\r\n'),
  'a negative chunk': chunked('-1\r\nabc\r\n0\r\n\r\n'),
  'a chunk in another spelling': chunked('0x3\r\nabc\r\n0\r\n\r\n'),
  'a coding behind a control character': lines(POST, HOST, 'Transfer-Encoding: \x0bchunked'),
  'a space before the colon': lines(GET, HOST, 'Transfer-Encoding : chunked'),
  'a folded header': lines(GET, HOST, 'X-A: b', ' c'),
  'a header without a colon': lines(GET, HOST, 'nothing'),
  'a return within a header': lines(GET, HOST, 'X-A: b\rc'),
  'bare line feeds': `${GET}\n${HOST}\n\n`,
  'a NUL in the path': lines('GET /healthz\0 HTTP/1.1', HOST),
  'a NUL in a header': lines(GET, HOST, 'X-A: b\0c'),
  'a space in the path': lines('GET /healthz x HTTP/1.1', HOST),
  'a whole address for a path': lines('GET http://b/healthz HTTP/1.1', HOST),
  'an authority for a path': lines('CONNECT b:80 HTTP/1.1', HOST),
  'the whole server for a path': lines('OPTIONS * HTTP/1.1', HOST),
  'no host': lines(GET),
  'no protocol': lines('GET /healthz', HOST),
  'an older protocol': lines('GET /healthz HTTP/1.0', HOST),
  'another protocol': lines('GET /healthz HTTP/9.9', HOST),
  'a method in small letters': lines('get /healthz HTTP/1.1', HOST),
  'a method that is none': lines('G@T /healthz HTTP/1.1', HOST),
  'no method': lines(' /healthz HTTP/1.1', HOST),
  'a method without end': lines(`${'A'.repeat(500)} /healthz HTTP/1.1`, HOST),
  'an underscore in a name': lines(GET, HOST, 'X_A: b'),
  'a coding with an underscore': `${lines(POST, HOST, 'Transfer_Encoding: chunked')}0\r\n\r\n`,
  'more headers than are read': lines(GET, HOST, ...Array<string>(60).fill('X-A: b')),
  'a length that is too long by far': lines(POST, HOST, 'Content-Length: 999999999999999999'),
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'the start of TLS': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
};

/** Chunks that the library reads as they are not meant: their request may be answered. */
const LOOSE: Readonly<Record<string, string>> = {
  'a chunk without its end': chunked('3\r\nabcXX0\r\n\r\n'),
  'chunks with bare line feeds': chunked('3\nabc\n0\n\n'),
  'a chunk without a length': chunked('\r\nabc\r\n0\r\n\r\n'),
  'a last chunk without its end': chunked('3\r\nabc\r\n0\r\nXX'),
  'a trailer': chunked('3\r\nabc\r\n0\r\nX: y\r\n\r\n'),
  'an extension of a chunk': chunked('3;a=b\r\nabc\r\n0\r\n\r\n'),
};

const ALIVE = /"alive":true/;

/** The fault of a head with these headers beside its host, or with another first line. */
const faultOf = (
  headers: readonly (readonly [name: string, value: string])[],
  line: { readonly method?: string; readonly path?: string } = {},
  host = 'a',
): string =>
  readHead({ method: 'GET', path: '/', query: '', ...line }, (visit) => {
    for (const [name, value] of [['host', host] as const, ...headers]) visit(name, value);
  }).fault;

t.test('What one build of the library lets through is a fault with each', async (t) => {
  t.equal(faultOf([]), '');
  t.equal(faultOf([], { method: 'VERSION-CONTROL' }), '');
  for (const method of ['get', 'G@T', '', '-', 'A'.repeat(33)]) {
    const wanted = 'method: must be at most 32 capital letters and hyphens';
    t.equal(faultOf([], { method }), wanted, method);
  }
  t.equal(faultOf([], {}, ''), 'host: missing');
  for (const name of ['transfer_encoding', 'x.a']) {
    const wanted = 'head: names of headers have only letters, digits and hyphens';
    t.equal(faultOf([[name, 'b']]), wanted, name);
  }
  const many = (count: number) => faultOf(Array(count).fill(['x-a', 'b']));
  t.same([many(47), many(48)], ['', 'head: has more than 48 headers']);
  const bytes = 'GET /? HTTP/1.1\r\nhost: a\r\nx: \r\n\r\n'.length;
  const long = (size: number) => faultOf([['x', 'y'.repeat(size - bytes)]]);
  t.same([long(16_384), long(16_385)], ['', 'head: has more than 16384 bytes']);
});

for (const tls of [false, true]) {
  t.test(tls ? 'Over TLS' : 'Without TLS', async (t) => {
    const front = tls ? (await openTlsFront()).front : await openFront();
    t.teardown(() => front.close());
    const raw = (text: string, until: Until = {}) => front.raw(text, { ...until, tls });

    await t.test(
      'what the server itself can tell is refused and the connection closed',
      async (t) => {
        for (const [what, [head, message]] of Object.entries(REFUSED)) {
          const { text, closed } = await raw(head, { closed: true });
          t.ok(closed, `${what}: closed`);
          if (PAGES[native().name]?.includes(what)) {
            t.match(text, PAGE, what);
            continue;
          }
          t.match(text, /^HTTP\/1\.1 400 /, what);
          t.match(text, `"code":"invalid_input","message":"${message}"`, what);
          t.match(text, /nosniff/, what);
        }
      },
    );

    await t.test('what the library can tell is never answered with success', async (t) => {
      const cases = Object.entries(CUT);
      const answers = await Promise.all(cases.map(([, head]) => raw(head, READ)));
      for (const [at, [what]] of cases.entries()) {
        t.notMatch(answers[at]?.text, /^HTTP\/1\.1 2/, what);
      }
    });

    await t.test('nothing that stands behind is answered', async (t) => {
      const cases = Object.entries({ ...REFUSED, ...CUT, ...LOOSE });
      const answers = await Promise.all(
        cases.map(([, head]) => raw([head].flat()[0] + BEHIND, READ)),
      );
      for (const [at, [what]] of cases.entries()) t.notMatch(answers[at]?.text, ALIVE, what);
      t.match((await raw(BEHIND)).text, ALIVE, 'which alone is answered');
    });

    await t.test('a body in chunks is read, and ends its connection', async (t) => {
      const sent = chunked('2\r\n{}\r\n0\r\n\r\n');
      const { text, closed } = await raw(sent, { closed: true });
      t.match(text, /"message":"content-type: must be application\/json"/);
      t.ok(closed);
    });

    await t.test('requests that stand behind one another are answered each', async (t) => {
      const { text } = await raw(BEHIND.repeat(3), { answers: 3 });
      t.equal(text.match(/HTTP\/1\.1 200 OK/g)?.length, 3);
    });

    await t.test('forty headers are read; hundreds do not harm the server', async (t) => {
      const many = (count: number) =>
        lines(GET, HOST, ...Array.from({ length: count }, (_, at) => `X-${at}: v`));
      t.match((await raw(many(40))).text, /^HTTP\/1\.1 200 /);
      t.notMatch((await raw(many(500), READ)).text, /^HTTP\/1\.1 2/);
      t.match((await raw(BEHIND)).text, ALIVE);
    });
  });
}
