// The description of the live sockets: valid by the official parser, whole, and true.

import { readFileSync } from 'node:fs';
import { Parser } from '@asyncapi/parser';
import t from 'tap';
import { CLOSE } from '../../../http/socket/connection/close.js';
import { FRONT_OPS } from '../../../http/socket/operations.js';
import { eventFrame } from '../../../wire/codec/event-frames.js';
import { unpackEvent } from '../../../wire/codec/unpack.js';
import { NUMBERED_EVENTS, SOCKET_EVENTS } from '../../../wire/socket/events.js';
import { ACCOUNT_FRAMES } from '../../../wire/socket/operations.js';
import { eventsOf, fileNames } from '../../histories/history.js';
import { DescribedFrames } from '../../support/described-frames.js';
import { openFront } from '../../support/front-harness.js';
import { test } from '../routes/tags.js';
import { specialPatterns } from './document.js';

type Node = Readonly<Record<string, unknown>>;

interface Message {
  readonly payload: Node;
  readonly examples?: readonly { readonly payload: { readonly id: number } }[];
}

interface Description {
  readonly info: { readonly version: string };
  readonly channels: Readonly<
    Record<string, { readonly address: string; readonly messages: Node }>
  >;
  readonly operations: Readonly<
    Record<string, { readonly action: string; readonly messages: readonly { $ref: string }[] }>
  >;
  readonly components: {
    readonly messages: Readonly<Record<string, Message>>;
    readonly schemas: Readonly<Record<string, Node>>;
  };
  readonly 'x-close-codes': readonly { readonly code: number; readonly says: string }[];
  readonly 'x-limits': readonly { readonly name: string; readonly value: number }[];
}

const AUDIENCES = ['trader', 'staff'] as const;

const front = await openFront({}, { tradeRate: 7 });
t.teardown(() => front.close());
const served = await fetch(`http://127.0.0.1:${front.port}/asyncapi.json`);
const text = await served.text();
const description = JSON.parse(text) as Description;
const { components, channels, operations } = description;

/** Faults that the official parser finds: errors and warnings. */
const faultsOf = async (document: string): Promise<string[]> => {
  const { diagnostics } = await new Parser().parse(document);
  const grave = diagnostics.filter(({ severity }) => severity <= 1);
  return grave.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

t.test('The official parser finds no fault in the description of the sockets', async (t) => {
  t.match(served.headers.get('content-type'), /^application\/json/);
  t.same(await faultsOf(text), []);
  t.same(specialPatterns(description), [], 'every pattern compiles in other languages');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  t.equal(description.info.version, version, 'the version is that of the package');
  const lame = { asyncapi: '3.0.0', info: { title: 'x' }, channels: {} };
  t.not((await faultsOf(JSON.stringify(lame))).length, 0, 'and it does find faults');
});

test`Every operation, channel, event and close code is described for its audience`(async (t) => {
  const names = (audience: string, action: string): string[] =>
    Object.entries(operations)
      .filter(([key, one]) => key.split('.')[0] === audience && one.action === action)
      .flatMap(([, { messages }]) => messages.map(({ $ref }) => $ref.split('/').at(-1) ?? ''));
  const followed = { trader: ['quotes', 'bars', 'positions'], staff: [] as string[] };
  followed.staff = [
    ...['quotes', 'accounts', 'deals', 'orders', 'positions', 'config', 'dealing'],
    ...['exposure', 'monitor', 'bars'],
  ];
  for (const audience of AUDIENCES) {
    const asked = ['subscribe', 'unsubscribe'].flatMap((op) =>
      followed[audience].map((channel) => `${op}.${channel}`),
    );
    const front = [...FRONT_OPS[audience].keys()].filter((op) => !op.endsWith('subscribe'));
    const own = audience === 'trader' ? Object.keys(ACCOUNT_FRAMES) : [];
    const all = [...front, ...own, ...asked].map((op) => `${audience}.${op}.request`);
    t.same(names(audience, 'receive').sort(), all.sort());
    const described = Object.entries(SOCKET_EVENTS)
      .filter(([, form]) => audience in form)
      .map(([name]) => `${audience}.event.${name}`);
    const sent = new Set(names(audience, 'send'));
    t.same([...sent].sort(), [...described, `${audience}.refusal`].sort());
    const addresses = Object.keys(channels).filter((key) => key.split('.')[0] === audience);
    t.same(
      addresses.sort(),
      [audience, ...followed[audience].map((name) => `${audience}.${name}`)].sort(),
    );
  }
  const codes = description['x-close-codes'];
  for (const { code, says } of Object.values(CLOSE)) {
    t.equal(codes.find((one) => one.code === code)?.says, says, `${code}`);
    t.match(says, /^[A-Z].*\.$/s);
  }
  t.equal(new Set(codes.map(({ code }) => code)).size, codes.length, 'each code means one thing');
  t.match(codes.find(({ code }) => code === 1008)?.says, /requests_per_sec/);
  const rate = description['x-limits'].find(({ name }) => name === 'requests_per_sec');
  t.equal(rate?.value, 14, 'twice the rate of trade requests');
  const trades = description['x-limits'].find(({ name }) => name === 'trades_per_sec');
  t.equal(trades?.value, 7);
  t.ok(description['x-limits'].every(({ value }) => Number.isSafeInteger(value) && value > 0));
});

/** Every schema within a value. */
const schemasIn = (value: unknown): Node[] => {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(schemasIn);
  return 'properties' in value && 'type' in value ? [value as Node, ...inner] : inner;
};

t.test('No object of the description may have an unknown field', async (t) => {
  const payloads = Object.values(components.messages).map(({ payload }) => payload);
  const open = [...payloads, components.schemas]
    .flatMap(schemasIn)
    .filter(({ additionalProperties }) => additionalProperties !== false);
  t.same(open, []);
});

t.test('Every field of the description says what it is', async (t) => {
  const payloads = Object.values(components.messages).map(({ payload }) => payload);
  const bare = [...payloads, components.schemas].flatMap(schemasIn).flatMap(({ properties }) =>
    Object.entries(properties as Record<string, Node>)
      .filter(([, { description }]) => !description)
      .map(([name]) => name),
  );
  t.same(bare, []);
});

t.test('Each operation has an example, which is valid', async (t) => {
  for (const [key, { examples = [] }] of Object.entries(components.messages)) {
    if (!key.endsWith('.request')) continue;
    t.not(examples.length, 0, key);
    const [audience] = key.split('.') as ['trader' | 'staff'];
    const frames = new DescribedFrames(audience);
    for (const { payload } of examples) t.equal(frames.requestFault(payload), undefined, key);
  }
});

t.test('Every event of the recorded histories is as it is described', async (t) => {
  const seen = new Set<string>();
  const faults: string[] = [];
  const readers = AUDIENCES.map((audience) => new DescribedFrames(audience));
  for (const name of fileNames()) {
    for (const bytes of eventsOf(name)) {
      const event = unpackEvent(bytes);
      if (event.type !== 'account' || event.kind === 'setting') continue;
      const frame = JSON.parse(Buffer.from(eventFrame(bytes, 7)).toString()) as object;
      seen.add(event.kind);
      faults.push(...readers.flatMap((reader) => reader.came(frame) ?? []));
    }
  }
  t.same(faults.slice(0, 5), []);
  // Histories were recorded before margin calls told their end; its frame is that of `margin_call`.
  seen.add('margin_call_ended');
  t.same([...seen].sort(), Object.keys(NUMBERED_EVENTS).sort(), 'and every kind is among them');
});
