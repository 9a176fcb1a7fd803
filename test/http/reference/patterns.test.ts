// What generators of every language need of the API description: patterns that they compile, and
// that take every text that the server takes, and names that are identifiers of their own.

import { Type } from '@sinclair/typebox';
import t from 'tap';
import { Components } from '../../../http/reference/components.js';
import { BareAddress } from '../../../wire/accounts/mail.js';
import {
  compile,
  Email,
  LongText,
  PlainText,
  TrimmedText,
  WholeText,
} from '../../../wire/base/schema.js';
import { Path, SymbolPath, Url } from '../../../wire/base/setting-fields.js';
import { SymbolName } from '../../../wire/settings/symbols.js';
import { test } from '../routes/tags.js';
import { described, specialPatterns } from './document.js';

t.test('Every pattern of the description compiles in other languages', async (t) => {
  t.same(specialPatterns(await described()), []);
  const strict = Type.Object({ name: SymbolName(), line: WholeText(9), text: LongText(9) });
  t.equal(specialPatterns(strict).length, 3, 'those of the server do not');
});

/** The names of the schemas that a part of a document refers to. */
const refsIn = (part: unknown): readonly string[] => {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === '$ref' && typeof value === 'string' ? [value] : refsIn(value),
  );
};

/** Names that another one equals as an identifier, whatever its letter case, or that are none. */
const unfit = (names: readonly string[]): readonly string[] => {
  const seen = new Set<string>();
  return names.filter((name) => {
    const identifier = name.replace(/[._-]/g, '').toLowerCase();
    const isFit = /^[a-z][a-z\d]*$/.test(identifier) && !seen.has(identifier);
    seen.add(identifier);
    return !isFit;
  });
};

test`Names are identifiers, each once in each document; references lead to schemas`(async (t) => {
  t.same(unfit(['a.b', 'aB', '1', 'ok']), ['aB', '1'], 'what does not fit is found');
  for (const audience of [undefined, 'trader', 'staff'] as const) {
    const document = await described(audience);
    const { schemas } = document.components;
    const operations = Object.values(document.paths).flatMap((one) => Object.values(one));
    t.ok(operations.length > 30, `${audience}: ${operations.length} operations`);
    t.same(unfit(Object.keys(schemas)), []);
    t.same(unfit(operations.map(({ operationId }) => operationId)), []);
    const lost = refsIn(document)
      .filter((ref) => ref.startsWith('#/components/schemas/'))
      .filter((ref) => !Object.hasOwn(schemas, ref.slice('#/components/schemas/'.length)));
    t.same(lost, []);
  }
});

t.test('A published pattern takes every text that the server takes', async (t) => {
  const texts = [
    ...[
      '',
      'a',
      'EURUSD',
      'BRK/A',
      'a b',
      ' a ',
      'Größe',
      '株式',
      '😀 a',
      '𝔄',
      'a\tb',
      'a\nb',
      'é',
    ],
    ...[
      'a@b.example',
      'ü@b.example',
      'https://a.example/x',
      'Forex\\EURUSD',
      'New\\BRK/A',
      'x\u200dy',
    ],
    ...['a\u200bb', 'a\u0000b', '\u202ea', 'a\ud800', '!a', 'a*b', 'a"b', 'a,b', '\u{e0041}'],
  ];
  const schemas = [
    ...[Email(), LongText(99), PlainText(99), TrimmedText(99), WholeText(99), Path(), SymbolPath()],
    ...[Url(), BareAddress(), SymbolName()],
  ];
  let refused = 0;
  for (const schema of schemas) {
    const { pattern = '' } = schema as { pattern?: string };
    const fault = compile(schema);
    const plain = new RegExp(String(new Components().shown(schema).pattern));
    for (const text of texts) {
      if (fault(text) === undefined) t.match(text, plain, `${pattern} ${JSON.stringify(text)}`);
      else if (!plain.test(text)) refused += 1;
    }
  }
  t.ok(refused > 50, 'and it refuses most of the others');
});
