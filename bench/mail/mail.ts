// Bench `mail`: mailboxes of a million accounts, and sends, while orders go on.
//
// `BENCH_ACCOUNTS` changes the size: a message to groups goes to a tenth of the accounts, and each
// has five single copies. `BENCH_ROUNDS` changes how often each page is read. The accounts are
// the accounts of `desk`, without trades; messages are written as events through the log and the
// projection. Messages to groups lie between the single copies, and the newest 20 of them greet by
// name. With 20,000 accounts a run takes a minute or two.
//
// `read_ms` is the time to the answer, and in it `reader_ms` the processor time of the reader's
// thread; `unread` is the smallest page. The recipients have about 1,000 unread messages, of which
// all but five are to groups. `group_send` has times to the answer, with the processor time of the
// desk's thread and of the front's until then; `longest_wait_ms` is the longest wait of another
// caller until half a second after the answer, in sends of their own. `row_bytes_a_recipient` is a
// table of ten of the messages to groups with a row for each recipient. `copy_us` is processor time
// of log and projection for a single copy. `asked` has each figure with its goal.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { seededRandom } from '../../actors/drill/seeded-random.js';
import { openMailHost } from '../../test/actors/desk/mail/servers.js';
import type { RestClient } from '../../test/support/client/rest.js';
import { ADMIN_PASSWORD, ServerProcess } from '../../test/support/server-process.js';
import { makePlatform, type Platform } from '../desk/platform.js';
import { type OpenResult, runOpenLoadBeside } from '../load/job.js';
import { ordersOf, SOCKET_PATH, signInTraders } from '../load/traders.js';
import { withControls } from '../measure/controls.js';
import { Histogram, type Percentiles, rounded } from '../measure/measures.js';
import { ownMemory } from '../measure/memory.js';
import { mainThreadMs, threadMs } from '../measure/processes.js';
import { timedAsk } from '../measure/timed-ask.js';
import { sendLive } from './live-send.js';
import { STAFF, type WrittenMail, writeMail } from './mailboxes.js';

const ACCOUNTS = 1_000_000;
const GROUPS = 40;
const ROUNDS = 10;
/** Recipients whose mailboxes are read. */
const READERS = 24;
const TRADERS = 64;
const ORDERS_PER_SEC = 1_000;
const WARMUP_MS = 3_000;
const QUIET_MS = 15_000;
/** Times of sends to groups, and of the loads beside sends, files and a mailing. */
const SENDS = 12;
const BESIDE_MS = 10_000;
/** A pause after a send, in which the database takes it in. */
const REST_MS = 500;
const LOAD_MS = 600_000;
const FILE_BYTES = 1 << 20;

/** The goal of each figure: its largest value. */
const ASKED = {
  'inbox page p99, ms': 25,
  'thread p99, ms': 25,
  'unread p99, ms': 5,
  'send to groups, ms': 1_000,
  'desk thread for it, ms': 50,
  'longest wait of others for it, ms': 50,
  'bytes a recipient': 4,
  'frame on a socket, ms': 2_000,
  'MiB of log and database for a send': 3,
  'orders p99 beside sends, times': 1.5,
  'orders p99 beside files, times': 1.5,
  'orders p99 beside a mailing, times': 1.5,
} as const;
type Asked = keyof typeof ASKED;

interface Row {
  readonly id: number;
  readonly thread: number;
}
interface Page {
  readonly items: readonly Row[];
  readonly total: number;
  readonly unread: number;
}

/** Reads mailboxes, and measures each kind: to the answer, and the processor time of the reader. */
class Reader {
  readonly #times = new Map<string, readonly [all: Histogram, reader: Histogram]>();

  constructor(readonly pid: number) {}

  async read<T>(kind: string, client: RestClient, query: string): Promise<T> {
    const before = threadMs(this.pid, 'reader');
    const { data, ms } = await timedAsk<T>(client, 'GET', `/mail?${query}`);
    const times = this.#times.get(kind) ?? [new Histogram(), new Histogram()];
    this.#times.set(kind, times);
    times[0].add(ms);
    times[1].add(threadMs(this.pid, 'reader') - before);
    return data;
  }

  report(): ReadTimes {
    const all = [...this.#times].map(([kind, [times, reader]]) => {
      const { p50, p99 } = reader.percentiles();
      return [kind, { ...times.percentiles(), reader_ms: { p50, p99 } }] as const;
    });
    return Object.fromEntries(all);
  }
}

/** The times of each kind. */
type ReadTimes = Readonly<
  Record<string, Percentiles & { readonly reader_ms: Pick<Percentiles, 'p50' | 'p99'> }>
>;

/** The readers: staff with a large mailbox, and recipients of every message to groups. */
interface Users {
  readonly staff: RestClient;
  readonly traders: readonly RestClient[];
}

const signIn = async (
  server: ServerProcess,
  { password }: Platform,
  { recipients: { logins } }: WrittenMail,
): Promise<Users> => {
  const staff = server.client('staff');
  await staff.signIn(STAFF, ADMIN_PASSWORD);
  const traders: RestClient[] = [];
  // Of each fifty accounts one is disabled.
  for (const login of logins.filter((one) => one % 50 !== 1).slice(0, READERS)) {
    const trader = server.client('trader');
    await trader.signIn(login, password);
    traders.push(trader);
  }
  return { staff, traders };
};

const readMailboxes = async (
  { staff, traders }: Users,
  written: WrittenMail,
  rounds: number,
  pid: number,
): Promise<ReadTimes> => {
  const reader = new Reader(pid);
  const random = seededRandom(7);
  const folders = { inbox: 0, sent: 0 };
  for (const folder of ['inbox', 'sent'] as const) {
    const { data } = await timedAsk<Page>(staff, 'GET', `/mail?folder=${folder}`);
    folders[folder] = data.total;
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const trader of traders) {
      const { total } = await reader.read<Page>('unread', trader, 'limit=1');
      const last = Math.ceil(total / 50);
      await reader.read('inbox, first page', trader, 'page=1');
      await reader.read('inbox, last page', trader, `page=${last}`);
      const page = 1 + random(last);
      const { items } = await reader.read<Page>('inbox, any page', trader, `page=${page}`);
      const { thread = 0 } = items[random(items.length)] ?? {};
      await reader.read('thread', trader, `thread=${thread}`);
      await reader.read('unread of staff', staff, 'limit=1');
      const of = { inbox: Math.ceil(folders.inbox / 50), sent: Math.ceil(folders.sent / 50) };
      await reader.read('inbox of staff, first page', staff, 'page=1');
      await reader.read('inbox of staff, any page', staff, `page=${1 + random(of.inbox)}`);
      await reader.read('inbox of staff, last page', staff, `page=${of.inbox}`);
      await reader.read(
        'sent by staff, any page',
        staff,
        `folder=sent&page=${1 + random(of.sent)}`,
      );
    }
    const long = written.longThreads[round % written.longThreads.length];
    await reader.read('thread of 200', staff, `thread=${long}`);
  }
  return reader.report();
};

/** Asks for what takes no time until it is stopped; the longest wait is a stall of the front. */
const waits = (server: ServerProcess): (() => Promise<number>) => {
  let longest = 0;
  let isOver = false;
  const run = async (): Promise<void> => {
    while (!isOver) {
      const started = performance.now();
      await (await fetch(server.url('/healthz'))).text();
      longest = Math.max(longest, performance.now() - started);
    }
  };
  const running = run();
  return async () => {
    isOver = true;
    await running;
    return longest;
  };
};

const SUBJECTS = { plain: 'News', named: 'News for {{name}}' } as const;

const sendToGroups = async (server: ServerProcess, { staff }: Users, to_group: string) => {
  const pid = server.process.pid ?? 0;
  const kinds: Record<string, object> = {};
  for (const [kind, subject] of Object.entries(SUBJECTS)) {
    const times = new Histogram();
    const desk = new Histogram();
    const front = new Histogram();
    const waited = new Histogram();
    const body = { subject, body: 'Markets are closed on Friday.', to_group };
    for (let n = 0; n < SENDS; n += 1) {
      const before = threadMs(pid, 'desk');
      const frontBefore = mainThreadMs(pid);
      const { ms } = await timedAsk(staff, 'POST', '/mail', body);
      times.add(ms);
      desk.add(threadMs(pid, 'desk') - before);
      front.add(mainThreadMs(pid) - frontBefore);
      await passed(REST_MS);
    }
    // The waiting callers take time of the front, too.
    for (let n = 0; n < SENDS; n += 1) {
      const stop = waits(server);
      await timedAsk(staff, 'POST', '/mail', body);
      await passed(REST_MS);
      waited.add(await stop());
    }
    kinds[kind] = {
      ms: times.percentiles(),
      desk_ms: desk.percentiles(),
      front_ms: front.percentiles(),
      longest_wait_ms: waited.percentiles(),
    };
  }
  return kinds as Record<
    keyof typeof SUBJECTS,
    Readonly<Record<'ms' | 'desk_ms' | 'front_ms' | 'longest_wait_ms', Percentiles>>
  >;
};

/** Repeats something for a while; returns how often it was done. */
const repeat = async (ms: number, act: () => Promise<unknown>): Promise<number> => {
  let done = 0;
  for (const end = performance.now() + ms; performance.now() < end; done += 1) await act();
  return done;
};

const besideOrders = async (
  server: ServerProcess,
  headers: readonly string[],
  { staff }: Users,
  { recipients, writers }: WrittenMail,
  firstLogin: number,
) => {
  const loop = {
    port: server.port,
    path: SOCKET_PATH,
    headers,
    frames: ordersOf('EURUSD'),
    perSecond: ORDERS_PER_SEC,
    warmupMs: WARMUP_MS,
    measureMs: LOAD_MS,
  };
  const quiet = await runOpenLoadBeside(loop, () => passed(QUIET_MS));
  const rows = (load: OpenResult, done: number) => ({
    order_ms: load.ms,
    refused: load.refused,
    unanswered: load.unanswered,
    done,
    ratio: rounded(load.ms.p99 / quiet.load.ms.p99, 2),
  });
  const beside = async (act: () => Promise<number>) => {
    const { load, done } = await runOpenLoadBeside(loop, act);
    return rows(load, done);
  };
  const text = { subject: 'News for {{name}}', body: 'Markets are closed on Friday.' };
  const sends = await beside(() =>
    repeat(BESIDE_MS, () =>
      timedAsk(staff, 'POST', '/mail', { ...text, to_group: recipients.mask }),
    ),
  );
  let sent = 0;
  const files = await beside(() =>
    repeat(BESIDE_MS, () => {
      sent += 1;
      const content = Buffer.alloc(FILE_BYTES, `content of file ${sent}, `).toString('base64');
      const attachments = [{ name: `file-${sent}.txt`, content }];
      const to_logins = [firstLogin + 10 * (sent % writers)];
      return timedAsk(staff, 'POST', '/mail', { ...text, to_logins, attachments });
    }),
  );
  const host = await openMailHost();
  const post = { name: 'Post', server: `127.0.0.1:${host.port}`, security: 'none' };
  await timedAsk(staff, 'POST', '/mail-servers', {
    ...{ ...post, sender_email: 'desk@broker.example', is_default: true },
  });
  const mailing = await beside(async () => {
    await timedAsk(staff, 'POST', '/mail', { ...text, to_group: recipients.mask, email: true });
    await passed(BESIDE_MS);
    return host.received.length;
  });
  await server.stop();
  await host.close();
  return { orders_per_sec: ORDERS_PER_SEC, quiet_order_ms: quiet.load.ms, sends, files, mailing };
};

const measure = async (data: string, platform: Platform, written: WrittenMail) => {
  const rounds = Number(process.env.BENCH_ROUNDS ?? ROUNDS);
  const server = await ServerProcess.start({ data, args: ['--trade-rate', '0'] });
  try {
    const headers = await signInTraders(server, TRADERS);
    const users = await signIn(server, platform, written);
    const live_send = await sendLive(server, data, users.staff, platform, written);
    const read_ms = await readMailboxes(users, written, rounds, server.process.pid ?? 0);
    const group_send = await sendToGroups(server, users, written.recipients.mask);
    const own_memory_mib = Math.round(ownMemory(server) / 1024);
    const beside = await besideOrders(server, headers, users, written, platform.firstLogin);
    return { live_send, read_ms, group_send, beside, own_memory_mib };
  } finally {
    await server.stop();
  }
};

const worst = (
  read: Readonly<Record<string, Percentiles>>,
  begin: (kind: string) => boolean,
): number =>
  Math.max(...Object.entries(read).flatMap(([kind, { p99 }]) => (begin(kind) ? [p99] : [])));

/** Each asked figure: found, asked, and whether it is reached. */
const judged = (
  { live_send, read_ms, group_send, beside }: Awaited<ReturnType<typeof measure>>,
  { bytes_a_recipient }: WrittenMail,
) => {
  const sends = Object.values(group_send);
  const most = (what: 'ms' | 'desk_ms' | 'longest_wait_ms') =>
    Math.max(...sends.map((one) => one[what].max));
  const found: Readonly<Record<Asked, number>> = {
    'inbox page p99, ms': worst(read_ms, (kind) => kind.includes('page')),
    'thread p99, ms': worst(read_ms, (kind) => kind.startsWith('thread')),
    'unread p99, ms': worst(read_ms, (kind) => kind.startsWith('unread')),
    'send to groups, ms': most('ms'),
    'desk thread for it, ms': most('desk_ms'),
    'longest wait of others for it, ms': most('longest_wait_ms'),
    'bytes a recipient': rounded(bytes_a_recipient, 2),
    'frame on a socket, ms': live_send.frame_ms.max,
    'MiB of log and database for a send': live_send.grown_mib,
    'orders p99 beside sends, times': beside.sends.ratio,
    'orders p99 beside files, times': beside.files.ratio,
    'orders p99 beside a mailing, times': beside.mailing.ratio,
  };
  return Object.fromEntries(
    Object.entries(ASKED).map(([what, asked]) => {
      const value = found[what as Asked];
      return [what, { found: value, asked, reached: value <= asked }] as const;
    }),
  );
};

/** Runs the bench; returns its result line. */
export const mail = async (): Promise<Record<string, unknown>> => {
  const accounts = Number(process.env.BENCH_ACCOUNTS ?? ACCOUNTS);
  const folder = mkdtempSync(join(tmpdir(), 'brokerd-mail-'));
  const data = join(folder, 'data');
  try {
    const notes: WrittenMail[] = [];
    const platform = await makePlatform(data, accounts, GROUPS, {
      hasTrades: false,
      more: (filling, about) => notes.push(writeMail(filling, about, join(folder, 'rows.db'))),
    });
    const [written] = notes;
    if (written === undefined) throw new Error('no mail was written');
    const { result, ...machine } = await withControls(() => measure(data, platform, written));
    const { recipients, group_mails, single_copies } = written;
    return {
      accounts,
      group_mails,
      recipients: recipients.logins.length,
      single_copies,
      database_mib: Math.round(platform.databaseBytes / 2 ** 20),
      fill_sec: rounded(platform.fillSec, 1),
      copy_us: rounded(written.copy_us, 1),
      row_bytes_a_recipient: rounded(written.row_bytes_a_recipient, 1),
      ...result,
      asked: judged(result, written),
      ...machine,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
