// Client addresses: what a proxy says counts only when the proxy is trusted.

import t from 'tap';
import { clientAddress, isLoopback } from '../../http/address.js';
import { AddressGauge } from '../../http/limits.js';
import { refuse } from '../../wire/codes.js';
import { openFront } from '../support/front-harness.js';

const forwarded = (value: string) => new Map([['x-forwarded-for', value]]);

t.test('An untrusted peer cannot say who it is', async (t) => {
  const direct = clientAddress([]);
  t.equal(direct('198.51.100.1', forwarded('1.1.1.1')), '198.51.100.1');
  const behind = clientAddress(['10.0.0.0/8']);
  t.equal(behind('198.51.100.1', forwarded('1.1.1.1')), '198.51.100.1');
});

t.test('Behind trusted proxies the right-most untrusted hop is the client', async (t) => {
  const behind = clientAddress(['10.0.0.0/8', '2001:db8::/32']);
  t.equal(behind('10.0.0.1', forwarded('1.1.1.1, 203.0.113.9')), '203.0.113.9');
  t.equal(behind('10.0.0.1', forwarded('203.0.113.9, 10.0.0.7')), '203.0.113.9');
  t.equal(behind('2001:db8::1', forwarded('203.0.113.9:4711')), '203.0.113.9');
  t.equal(behind('10.0.0.1', forwarded('[2a00::5]:80')), '2a00::5');
  t.equal(behind('10.0.0.1', forwarded('unknown, 10.0.0.9')), '10.0.0.9');
  t.equal(behind('10.0.0.1', new Map()), '10.0.0.1');
});

t.test('Loopback is this machine alone', async (t) => {
  for (const own of ['127.0.0.1', '127.9.9.9', '::1', 'localhost']) t.ok(isLoopback(own), own);
  for (const other of ['0.0.0.0', '::', '10.0.0.1', 'example.org'])
    t.notOk(isLoopback(other), other);
});

t.test('One customer’s IPv6 addresses count as one', async (t) => {
  const gauge = new AddressGauge(2);
  t.ok(gauge.acquire('2a00:1:2:3::1'));
  t.ok(gauge.acquire('2a00:1:2:3::2'));
  t.notOk(gauge.acquire('2a00:1:2:3:4::3'));
  t.ok(gauge.acquire('2a00:1:2:4::1'));
  gauge.release('2a00:1:2:3::9');
  t.ok(gauge.acquire('2a00:1:2:3::3'));
});

t.test(
  'Several forwarded headers are one list, of which the last untrusted hop counts',
  async (t) => {
    const told: string[] = [];
    const desk = {
      'auth.login': ({ ip }: { ip: string }) => {
        told.push(ip);
        return refuse('auth.invalid_credentials');
      },
    };
    const behind = await openFront({ desk }, { trustedProxies: ['127.0.0.1', '10.0.0.1'] });
    const direct = await openFront({ desk });
    t.teardown(() => Promise.all([behind.close(), direct.close()]));
    const body = '{"login":1,"password":"x"}';
    const signIn = [
      'POST /admin/v1/auth/login HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'X-Forwarded-For: 1.1.1.1, 198.51.100.7',
      'X-Forwarded-For: 203.0.113.9',
      'X-Forwarded-For: 10.0.0.1',
      '',
      body,
    ].join('\r\n');
    await behind.raw(signIn);
    await direct.raw(signIn);
    t.same(told, ['203.0.113.9', '127.0.0.1']);
  },
);
