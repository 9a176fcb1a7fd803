// Messages of market data: written, parsed, and taken in by the market, in processor time of one
// core. Beside it jspurefix parses the same messages by a bench of its own.
//
// Increments have one entry each, and ten are in a read of the socket. `parse_us` finds and indexes
// a message, `read_us` also reads its symbol and price, `market_us` is the whole way in the
// market's thread: session, book, pricer, bars and price board. jspurefix is installed into a
// temporary folder; its figures are wall time: `view` indexes, `object` reads all fields.
// `left_out` says why its figures are missing.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceSink } from '../../actors/market/feeds/feed.js';
import { MarketData } from '../../actors/market/feeds/market-data.js';
import { FixSession } from '../../actors/providers/fix/session.js';
import { MemoryStore } from '../../actors/providers/fix/session-store.js';
import { USUAL } from '../../actors/providers/fix/session-types.js';
import { feedOf, marketOf, settingsOf, symbolOf } from '../../test/actors/market/fixtures.js';
import { ok } from '../../wire/base/codes.js';
import { FixMessage } from '../../wire/codec/fix/fix-message.js';
import { FixWriter } from '../../wire/codec/fix/fix-writer.js';
import { Framer } from '../../wire/codec/fix/framer.js';
import { median, rounded } from '../measure/measures.js';
import { perSecond } from '../measure/processor.js';

const SYMBOLS = 500;
const MESSAGES = 10_000;
/** Messages that come with one read of the socket. */
const CHUNK = 10;
const ROUNDS = 5;
const ROUND_MS = 400;
const NOW = Date.UTC(2026, 10, 18, 12);
/** How long jspurefix may take to be installed, and to run; otherwise it is left out. */
const INSTALL_MS = 60_000;
const RUN_MS = 60_000;

const names = Array.from({ length: SYMBOLS }, (_, at) => `SYM${at + 100}`);

const header = (writer: FixWriter, type: string, seq: number): FixWriter =>
  writer.begin(type).text(49, 'LP').text(56, 'BROKER').int(34, seq).time(52, NOW);

/** An increment of a bid: what a provider sends most. */
const increment = (writer: FixWriter, n: number): Buffer =>
  header(writer, 'X', n + 2)
    .text(262, `MD${(n % SYMBOLS) + 1}`)
    .int(268, 1)
    .text(279, '1')
    .text(269, '0')
    .text(278, 'b1')
    .text(55, names[n % SYMBOLS] as string)
    .scaled(270, 110_000 + (Math.floor(n / SYMBOLS) % 100), 5)
    .int(271, 1_000_000)
    .end();

const messages = (): Buffer[] => {
  const writer = new FixWriter();
  return Array.from({ length: MESSAGES }, (_, n) => Buffer.from(increment(writer, n)));
};

const chunksOf = (list: readonly Buffer[]): Buffer[] =>
  Array.from({ length: list.length / CHUNK }, (_, at) =>
    Buffer.concat(list.slice(at * CHUNK, (at + 1) * CHUNK)),
  );

/** Processor time of a message in µs; a piece of work has so many. */
const microseconds = (work: (piece: number) => void, each: number): number => {
  const rounds = Array.from({ length: ROUNDS }, () => perSecond(ROUND_MS, 100, work));
  return rounded(1e6 / (median(rounds) * each), 3);
};

/** A market that takes its quotes of a session, whose bytes the bench says. */
const marketBySession = () => {
  const symbols = names.map((name, at) => symbolOf(at + 1, name, { currency_base: 'EUR' }));
  let sink: SourceSink | undefined;
  let data: MarketData | undefined;
  const { market } = marketOf(settingsOf(symbols, [feedOf(1, { module: 'fix44' })]), {
    out: {
      tick: () => undefined,
      flush: () => true,
      bar: () => undefined,
      corrected: () => undefined,
      news: () => undefined,
    },
    modules: {
      fix44: (_record, instruments, given) => {
        sink = given;
        const port = { now: () => NOW, shown: (text: string) => text, send: () => undefined };
        data = new MarketData({ sink: given, ...port });
        data.change([], instruments);
        return ok({ change: () => undefined, close: () => undefined });
      },
    },
  });
  market.start();
  sink?.online();
  data?.start();
  const settings = { ...USUAL, role: 'initiator', sender: 'BROKER', target: 'LP' } as const;
  const secrets = { senderSub: '', targetSub: '', username: '', password: '' };
  const session = new FixSession(
    { ...settings, ...secrets, resetOnLogon: true },
    new MemoryStore(),
    {
      send: () => undefined,
      close: (reason) => {
        throw new Error(reason);
      },
      loggedOn: () => undefined,
      deliver: (message) => void data?.take(message),
      note: () => undefined,
    },
    { now: () => NOW, elapsed: () => 0 },
  );
  const writer = new FixWriter();
  const logon = Buffer.from(header(writer, 'A', 1).int(98, 0).int(108, 0).flag(141, true).end());
  for (const [at, name] of names.entries()) {
    const both = header(writer, 'W', 1)
      .text(262, `MD${at + 1}`)
      .text(55, name)
      .int(268, 2);
    both.text(269, '0').text(270, '1.09').text(269, '1').text(270, '1.2');
    const message = new FixMessage();
    const bytes = both.end();
    message.index(bytes, 0, bytes.length);
    data?.take(message);
  }
  const read = (bytes: Buffer): void => {
    session.push(bytes);
    while (session.step() > 0);
  };
  const restart = (): void => {
    session.closed();
    session.open();
    read(logon);
  };
  return { market, read, restart, flush: () => sink?.flush() };
};

/** jspurefix on the same messages, by its own bench; or why not. */
const jspurefix = (list: readonly Buffer[]): object => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerd-jspurefix-'));
  try {
    const log = join(folder, 'fix.txt');
    const text = Buffer.concat(list.slice(0, 1000)).toString('latin1');
    writeFileSync(log, text.replaceAll('\u0001', '|'));
    writeFileSync(join(folder, 'package.json'), '{}');
    const quiet = { cwd: folder, encoding: 'utf8', stdio: 'pipe' } as const;
    const install = ['install', '--no-audit', '--no-fund', 'jspurefix'];
    execFileSync('npm', install, { ...quiet, timeout: INSTALL_MS });
    const bench = join('node_modules', 'jspurefix', 'dist', 'jsfix-bench.js');
    const counts = ['--rounds=5', '--msgs=2000', '--warmup=2000'];
    const args = ['--expose-gc', bench, `--fix=${log}`, '--dict=qf44', '--json', ...counts];
    const said = execFileSync(process.execPath, args, { ...quiet, timeout: RUN_MS });
    // A line about the file comes before the figures.
    const answer = JSON.parse(said.slice(said.indexOf('{'))) as {
      results: { name: string; timing: { median: number } }[];
    };
    const each = answer.results.map(({ name, timing }) => [name, rounded(timing.median / 1000, 3)]);
    return Object.fromEntries(each);
  } catch (error) {
    return { left_out: (error as Error).message.slice(0, 300) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Costs of a message in µs of processor time. */
export const codec = (): Record<string, unknown> => {
  const list = messages();
  const chunks = chunksOf(list);
  const writer = new FixWriter();
  const message = new FixMessage();
  const framer = new Framer();
  let prices = 0;
  const encode_us = microseconds((n) => increment(writer, n), 1);
  const parse = (reads: boolean) => (piece: number) => {
    framer.push(chunks[piece % chunks.length] as Buffer);
    while (framer.next(message) === 'message') {
      const entries = reads ? message.group(268) : undefined;
      while (entries?.next()) {
        const { from, to } = entries;
        prices += message.scaled(270, 5, 'round', from, to) ?? 0;
        prices += message.text(55, from, to).length;
      }
    }
  };
  const parse_us = microseconds(parse(false), CHUNK);
  const read_us = microseconds(parse(true), CHUNK);
  const { market, read, restart, flush } = marketBySession();
  const market_us = microseconds((piece) => {
    const at = piece % chunks.length;
    if (at === 0) restart();
    read(chunks[at] as Buffer);
    flush();
  }, CHUNK);
  const { quotes } = market.status();
  market.stop();
  if (prices === 0 || quotes < MESSAGES) throw new Error('nothing was read');
  const bytes = rounded(list.reduce((sum, { length }) => sum + length, 0) / list.length, 0);
  return { bytes, encode_us, parse_us, read_us, market_us, jspurefix_us: jspurefix(list) };
};
