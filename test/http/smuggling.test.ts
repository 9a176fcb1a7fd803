// Requests that two readers could read differently: none is answered as if it were well.

import t from 'tap';
import { openDoor } from './door.js';

const lines = (...parts: readonly string[]): string => `${parts.join('\r\n')}\r\n\r\n`;
const GET = 'GET /healthz HTTP/1.1';
const POST = 'POST /trader/v1/auth/login HTTP/1.1';
const HOST = 'Host: a';
/** The library lets some of these wait for more, until its own time limit. */
const BRIEFLY = { patienceMs: 500 };
const CHUNKED = 'Transfer-Encoding: chunked';

t.test('What the door itself can tell is refused with 400 and the connection closed', async (t) => {
  const door = await openDoor();
  t.teardown(() => door.close());
  const heads: Readonly<Record<string, string>> = {
    'two lengths': `${lines(POST, HOST, 'Content-Length: 3', 'Content-Length: 4')}abcd`,
    'two hosts': lines(GET, HOST, 'Host: b'),
    'an unknown coding': `${lines(POST, HOST, 'Transfer-Encoding: xchunked')}0\r\n\r\n`,
    'two codings': lines(POST, HOST, CHUNKED, 'Transfer-Encoding: x'),
    'a head that is too large': lines(GET, HOST, `Cookie: ${'x'.repeat(20_000)}`),
  };
  for (const [what, head] of Object.entries(heads)) {
    const { text, closed } = await door.raw(head, { closed: true });
    t.match(text, /^HTTP\/1\.1 400 /, what);
    t.match(text, /"code":"invalid_input"/, what);
    t.match(text, /nosniff/, what);
    t.ok(closed, `${what}: closed`);
  }
});

t.test('What the library tells is never answered with 200', async (t) => {
  const door = await openDoor();
  t.teardown(() => door.close());
  const heads: Readonly<Record<string, string>> = {
    'a length beside a coding': `${lines(POST, HOST, 'Content-Length: 3', CHUNKED)}0\r\n\r\n`,
    'a negative length': `${lines(POST, HOST, 'Content-Length: -1')}a`,
    'a signed length': `${lines(POST, HOST, 'Content-Length: +3')}abc`,
    'a length that is no number': `${lines(POST, HOST, 'Content-Length: abc')}abc`,
    'a huge length': lines(POST, HOST, 'Content-Length: 99999999999999999999'),
    'a chunk that overflows': `${lines(POST, HOST, CHUNKED)}fffffffffffffffff\r\n`,
    'a space before the colon': lines(GET, HOST, 'Transfer-Encoding : chunked'),
    'a folded header': lines(GET, HOST, 'X-A: b', ' c'),
    'bare line feeds': `${GET}\n${HOST}\n\n`,
    'a NUL in the path': lines('GET /healthz\0 HTTP/1.1', HOST),
    'no host': lines(GET),
    'another protocol': lines('GET /healthz HTTP/9.9', HOST),
  };
  const answers = await Promise.all(
    Object.entries(heads).map(
      async ([what, head]) => [what, await door.raw(head, BRIEFLY)] as const,
    ),
  );
  for (const [what, { text }] of answers) t.notMatch(text, /^HTTP\/1\.1 2/, what);
  t.equal((await fetch(`http://127.0.0.1:${door.port}/healthz`)).status, 200);
});

t.test('Requests that stand behind one another are answered each', async (t) => {
  const door = await openDoor();
  t.teardown(() => door.close());
  const { text } = await door.raw(lines(GET, HOST).repeat(3), { answers: 3 });
  t.equal(text.match(/HTTP\/1\.1 200 OK/g)?.length, 3);
});

t.test('Forty headers are read; hundreds do not harm the server', async (t) => {
  const door = await openDoor();
  t.teardown(() => door.close());
  const many = (count: number) =>
    lines(GET, HOST, ...Array.from({ length: count }, (_, at) => `X-${at}: v`));
  t.match((await door.raw(many(40))).text, /^HTTP\/1\.1 200 /);
  t.notMatch((await door.raw(many(500), BRIEFLY)).text, /^HTTP\/1\.1 2/);
  t.equal((await fetch(`http://127.0.0.1:${door.port}/healthz`)).status, 200);
});
