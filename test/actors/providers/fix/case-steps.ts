// Reads the acceptance cases, and runs their steps against a peer under test.

import { CASES } from './acceptance-cases.js';
import { FURTHER } from './further-cases.js';

const SOH = '\u0001';
const SECOND_MS = 1000;

/** One side of a connection with the session under test. */
export interface CasePeer {
  send(bytes: Buffer): void;
  /** The next message; undefined when the connection was closed instead. */
  next(): Promise<string | undefined>;
  close(): void;
}

/** A time as FIX writes it, in whole seconds. */
const timeText = (ms: number): string =>
  new Date(ms).toISOString().replaceAll('-', '').replace('T', '-').slice(0, 17);

const withTimes = (fields: readonly string[], now: number): string[] =>
  fields.map((field) =>
    field.replace(/=@([+-]\d+)?$/, (_, shift = 0) => `=${timeText(now + shift * SECOND_MS)}`),
  );

/** The acceptance cases and our further ones. */
export const ALL_CASES: Readonly<Record<string, string>> = { ...CASES, ...FURTHER };

const numbersOf = (first: unknown, last: unknown): number[] =>
  Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => Number(first) + at);

/** The steps of a case without abbreviations. */
export const stepsOf = (name: string): string[] =>
  (ALL_CASES[name] ?? '')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const step = line.trim();
      const [word, one, two, text] = step.split(' ');
      if (word === 'logon') return ['connect', `> A 1 98=0 108=${one}`, `< A 1 98=0 108=${one}`];
      if (word === 'logout') return [`> 5 ${one}`, `< 5 ${two}`, 'end'];
      if (word === 'ping') return [`> 1 ${one} 112=${text}`, `< 0 ${two} 112=${text}`];
      if (word === 'echo') return [step.replace('echo', '>'), step.replace('echo', '<')];
      if (word === 'beats') return numbersOf(one, two).map((seq) => `> 0 ${seq}`);
      return [step];
    });

/**
 * The steps with the roles changed: we log on first, and the peer answers with what it began with.
 */
export const mirrored = (steps: readonly string[]): string[] => {
  const turned: string[] = [];
  let isAnswered = true;
  for (const step of steps) {
    const isOurLogon = step.startsWith('< A 1 ');
    if (isOurLogon && isAnswered && !turned.at(-1)?.includes('141=Y')) {
      isAnswered = false;
      continue;
    }
    turned.push(step);
    if (step !== 'connect') continue;
    isAnswered = true;
    turned.push(`< A 1 98=0 108=${heartbeatOf(steps)}`);
  }
  return turned;
};

/** The heartbeat interval that the steps log on with, in seconds. */
export const heartbeatOf = (steps: readonly string[]): number =>
  Number(steps.map((step) => /108=(\d+)/.exec(step)?.[1]).find((one) => one) ?? 30);

/** A message of a peer with its length and checksum, unless the fields say them. */
const framed = (fields: readonly string[]): Buffer => {
  const text = `${fields.join(SOH)}${SOH}`;
  if (!text.startsWith('8=') || fields.some((field) => field.startsWith('9='))) {
    return Buffer.from(text, 'latin1');
  }
  const [begin = '', ...rest] = fields;
  const last = rest.at(-1)?.startsWith('10=') ? rest.pop() : undefined;
  const body = `${rest.join(SOH)}${SOH}`;
  const start = Buffer.from(`${begin}${SOH}9=${body.length}${SOH}${body}`, 'latin1');
  const sum = start.reduce((total, byte) => total + byte, 0) % 256;
  const end = last ?? `10=${String(sum).padStart(3, '0')}`;
  return Buffer.concat([start, Buffer.from(`${end}${SOH}`, 'latin1')]);
};

const incoming = (words: readonly string[]): string[] => {
  const [type, seq, ...rest] = words;
  const header = ['8=FIX.4.4', `35=${type}`, `34=${seq}`, '49=TW', '52=@', '56=ISLD'];
  const own = (field: string): boolean =>
    header.some((one) => one.startsWith(`${field.split('=')[0]}=`));
  const body = rest.filter((field) => !field.startsWith('!') && !own(field));
  const changed = header.flatMap((field) => {
    const [tag] = field.split('=');
    if (rest.includes(`!${tag}`)) return [];
    return [rest.find((one) => one.startsWith(`${tag}=`)) ?? field];
  });
  return [...changed, ...body];
};

/** A message of the peer from its type, number and other fields. */
export const peerMessage = (step: string, now: number): Buffer =>
  framed(withTimes(incoming(step.split(' ')), now));

const isTime = /^(52|60|122)=\d{8}-\d\d:\d\d:\d\d(\.\d{3})?$/;
const LEFT_OUT: readonly string[] = ['8', '9', '10', '58'];

const expected = ([type, seq, ...rest]: readonly string[]): string =>
  [`35=${type}`, `34=${seq}`, '49=ISLD', '52=@', '56=TW', ...rest].sort().join(' ');

/** The fields of a message of ours without its framing and text, sorted; times as `@`. */
export const received = (message: string): string =>
  message
    .split(SOH)
    .slice(0, -1)
    .filter((field) => !LEFT_OUT.includes(field.split('=')[0] ?? ''))
    .map((field) => (isTime.test(field) ? `${field.split('=')[0]}=@` : field))
    .sort()
    .join(' ');

/** Runs the steps; throws where something else comes. */
export const runSteps = async (
  steps: readonly string[],
  open: () => Promise<CasePeer>,
  now: () => number,
): Promise<void> => {
  const peers = new Map<string, CasePeer>();
  try {
    for (const step of steps) {
      const [, on = '', word = '', rest = ''] = /^(\d?)([a-z<>]+) ?(.*)$/.exec(step) ?? [];
      if (word === 'connect') {
        peers.set(on, await open());
        continue;
      }
      const peer = peers.get(on);
      if (peer === undefined) throw new Error(`${step}: not connected`);
      if (word === 'disconnect') peer.close();
      else if (word === '>') peer.send(peerMessage(rest, now()));
      else if (word === '>>') peer.send(framed(withTimes(rest.split(' '), now())));
      else await expectStep(step, word, rest, peer);
    }
  } finally {
    for (const peer of peers.values()) peer.close();
  }
};

const expectStep = async (step: string, word: string, rest: string, peer: CasePeer) => {
  const message = await peer.next();
  const got = message === undefined ? 'end' : received(message);
  const wanted = word === 'end' ? 'end' : expected(rest.split(' '));
  if (got !== wanted) throw new Error(`${step}: expected ${wanted}, got ${got}`);
};
