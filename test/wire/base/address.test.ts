// What patterns admit: addresses by prefixes, names by masks, and that no mask takes many steps.

import t from 'tap';
import {
  addressAllowed,
  addressKey,
  isAddressPrefix,
  prefixBeyond,
} from '../../../wire/base/address.js';
import { maskFits, maskListFits } from '../../../wire/base/mask.js';

t.test('a prefix admits the addresses that begin with it and no others', async (t) => {
  const cases = [
    ['10.0.0.0/8', '10.255.1.2', '11.0.0.1'],
    ['192.168.4.0/22', '192.168.7.255', '192.168.8.0'],
    ['203.0.113.9', '203.0.113.9', '203.0.113.90'],
    ['10.1.', '10.1.200.3', '10.10.0.1'],
    ['10.1', '10.1.200.3', '10.10.0.1'],
    ['2001:db8::/32', '2001:db8:ffff::1', '2001:db9::1'],
    ['2001:db8:', '2001:db8:1:2:3:4:5:6', '2001:db80::1'],
    ['::1', '0:0:0:0:0:0:0:1', '::2'],
    ['192.0.2.0/24', '::ffff:192.0.2.7', '::ffff:192.0.3.7'],
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.8'],
  ] as const;
  for (const [prefix, inside, outside] of cases) {
    t.ok(isAddressPrefix(prefix), prefix);
    t.equal(addressAllowed(inside, [prefix]), true, `${prefix} admits ${inside}`);
    t.equal(addressAllowed(outside, [prefix]), false, `${prefix} keeps out ${outside}`);
  }
  t.equal(addressAllowed('198.51.100.1', ['10.0.0.0/8', '198.51.100.0/24']), true, 'any of them');
});

t.test('an empty list admits any address; a prefix of the other family none', async (t) => {
  t.equal(addressAllowed('anything', []), true);
  t.equal(addressAllowed('10.0.0.1', ['::/0']), false);
  t.equal(addressAllowed('2001:db8::1', ['0.0.0.0/0']), false);
  t.equal(addressAllowed('no address', ['0.0.0.0/0']), false);
});

t.test('what is no prefix is told apart and admits nobody', async (t) => {
  const wrong = ['', '256.1.1.1', '10.0.0.0/33', '10.0.0.0/', '1.2.3.4.5', '01.2.3.4', '10.*'];
  for (const text of [...wrong, '2001:::1', '::1/129', 'g::', '1:2:3:4:5:6:7:8:9', '1/2/3']) {
    t.equal(isAddressPrefix(text), false, text);
    t.equal(addressAllowed('10.0.0.1', [text]), false);
  }
});

t.test('limits count an IPv4 address alone and an IPv6 network of 64 bits together', async (t) => {
  t.equal(addressKey('203.0.113.9'), '203.0.113.9');
  t.equal(addressKey('::ffff:203.0.113.9'), '203.0.113.9');
  t.equal(addressKey('0000:0000:0000:0000:0000:ffff:cb00:7109'), '203.0.113.9');
  t.equal(addressKey('2001:db8:1:2::5'), addressKey('2001:DB8:1:2:ffff:1:1:1'));
  t.not(addressKey('2001:db8:1:2::5'), addressKey('2001:db8:1:3::5'));
  t.equal(addressKey('unknown'), 'unknown');
});

t.test('a prefix is within a list when one of the list admits all of it', async (t) => {
  const list = ['10.0.0.0/8', '192.168.1.', '2001:db8::/32'];
  for (const prefix of ['10.1.', '10.0.0.0/8', '192.168.1.7', '2001:db8:1::/48']) {
    t.equal(prefixBeyond([prefix], list), undefined, prefix);
    t.equal(prefixBeyond(['10.1.2.3', prefix], list), undefined, prefix);
  }
  for (const prefix of ['0.0.0.0/0', '10.0.0.0/7', '11.1.', '192.168.', '::/0', 'nothing']) {
    t.equal(prefixBeyond(['10.1.2.3', prefix], list), prefix);
  }
  t.equal(prefixBeyond(['::/0', '0.0.0.0/0'], []), undefined, 'an empty list admits any');
  t.equal(prefixBeyond(['::ffff:10.1.2.3'], list), undefined, 'IPv4 written as IPv6');
});

t.test('A star stands for any run of characters, in either letter case', async (t) => {
  for (const mask of ['*', 'demo\\*', '*standard', 'd*o\\s*d', 'DEMO\\STANDARD', '**']) {
    t.ok(maskFits(mask, 'demo\\standard'), mask);
  }
  for (const mask of ['', 'demo', '*demo', 'demo\\*x', 'd.mo\\standard', '.*']) {
    t.notOk(maskFits(mask, 'demo\\standard'), mask);
  }
  t.ok(maskListFits('real\\*, demo\\*', 'demo\\standard'));
  t.notOk(maskListFits('demo\\*, !*standard', 'demo\\standard'));
});

/** A text that counts how often one of its characters is looked at. */
const counting = (text: string) => {
  let looks = 0;
  const seen = new Proxy(Object(text) as object, {
    get: (_, name) => {
      if (/^\d+$/.test(String(name))) looks += 1;
      return text[name as keyof string];
    },
  });
  const small = { replaceAll: () => seen };
  const composed = { toLowerCase: () => small };
  return { text: { normalize: () => composed } as unknown as string, looks: () => looks };
};

t.test('A mask that almost fits in many ways is told at once', async (t) => {
  const length = 128;
  for (const mask of [`${'*a'.repeat(8)}b`, `${'a*'.repeat(60)}b`, `${'*'.repeat(127)}b`]) {
    const { text, looks } = counting('a'.repeat(length));
    t.notOk(maskFits(mask, text));
    t.ok(looks() > 0 && looks() <= mask.length * length, `${mask}: ${looks()} looks`);
  }
});
