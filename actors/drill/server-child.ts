// A process with a server without its HTTP layer, which can be given work, asked questions, and
// killed.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { isStaffGroup } from '../../wire/accounts/group-kinds.js';
import { RIGHTS } from '../../wire/accounts/rights.js';
import type { Caller } from '../../wire/desk/caller.js';
import type { FrontSink } from '../client.js';
import { verify } from '../commands/verify.js';
import { Runtime } from '../main/runtime.js';
import type { LogLine } from '../messages.js';
import { endProcess } from '../shared/c-library.js';
import { type RequestAnswer, Requests } from './requests.js';
import type {
  Acknowledged,
  Complaint,
  DrillRequest,
  Recovered,
  ServerCommand,
  ServerWork,
  State,
} from './servers.js';
import { ANY_ROOM } from './test-folder.js';

const UNDER_WAY = 8;
const TRADERS = 2;
const PASSWORD = () => `Aa1-${randomUUID().slice(0, 12)}`;
/** Codes with which a busy server refuses: nothing was done. */
const BUSY = ['trade.too_many_requests', 'trade.timeout'];
const BUSY_PAUSE_MS = 20;
/** Most lost requests that are reported. */
const LOST_REPORTED = 5;
/** Number of comparisons, because the log may advance between reading memory and log. */
const LOOKS = 5;
/** The log message when the shard that holds all accounts fails. */
const FAILED = 'the shard 0 thread failed';
const BACK = 'the shard 0 thread is back';

const STAFF: Caller = {
  session: 'prove',
  login: 0,
  audience: 'staff',
  terminal: 'prove',
  ip: '127.0.0.1',
  read_only: false,
  rights: RIGHTS,
  group_scope: ['*'],
};

let runtime: Runtime;

const complaints: string[] = [];

const complain = (said: string, done: () => void = () => {}): void => {
  complaints.push(`the server said ${said}`);
  process.send?.({ reported: { said } satisfies Complaint }, done);
};

const requests = new Requests(() => runtime.client, complain);

/** A front that uses only the answers. */
const SINK: FrontSink = {
  answer: (token, text) => requests.answer(token, text),
  unanswered: (token) => requests.unanswered(token),
  event: () => {},
  lost: () => {},
  money: () => {},
  waiting: () => {},
  news: () => {},
  positions: () => {},
  moved: () => {},
  messages: () => {},
  quotes: () => {},
  bars: () => {},
  barsCorrected: () => {},
  session: () => {},
  configured: () => {},
  settings: () => {},
  flush: () => {},
};

/** An administrator of the copy, because the desk checks its callers' rights. */
const administrator = async (): Promise<Caller> => {
  const made = await runtime.client.desk('staff.administrator', {});
  if (!made.ok) throw new Error(`no administrator was made: ${made.message}`);
  return { ...STAFF, login: made.data.login };
};

/** The requests that were open when the shard failed. */
let asked: readonly number[] = [];

/**
 * Reacts to the message that a thread was made to fail: open requests are answered when it is back.
 */
const hear = ({ level, record }: LogLine): void => {
  if (process.env.BROKERD_FAILPOINT !== undefined && record.msg === FAILED) {
    asked = requests.open;
    return;
  }
  if (level === 'error') complain(JSON.stringify(record));
  if (record.msg !== BACK) return;
  const open = new Set(requests.open);
  const left = asked.filter((id) => open.has(id));
  if (left.length > 0) complain(`nothing to ${left.length} requests of a shard that failed`);
  process.send?.({ reported: { back: true } satisfies Recovered });
};

const fail = ({ message }: Error): void => complain(message, () => endProcess(1));

const open = async (data: string, keyFile: string): Promise<object> => {
  runtime = await Runtime.open({
    data,
    keyFile,
    version: '',
    firewall: '',
    shards: 1,
    tradeRate: 0,
    prices: { source: { kind: 'none' }, isGiven: true },
    demo: null,
    disk: ANY_ROOM,
    log: hear,
    full: fail,
    fatal: fail,
  });
  runtime.client.attach(SINK);
  await runtime.start();
  runtime.listening();
  return {};
};

const call = async (caller: Caller, { login, op, body }: DrillRequest): Promise<RequestAnswer> => {
  const { text } = await runtime.client.call(caller, login, op, body, randomUUID());
  return JSON.parse(text) as RequestAnswer;
};

const callerOf = (login: number, op: DrillRequest['op']): Caller =>
  op === 'balance' ? STAFF : { ...STAFF, login, audience: 'trader' };

/** Sends payments as calls, and requests of traders over connections. */
const ask = (request: DrillRequest): Promise<RequestAnswer> => {
  const { login, op, body } = request;
  const caller = callerOf(login, op);
  return op === 'trade' ? requests.send(caller, op, body) : call(caller, request);
};

/** Sends a request; resolves to whether it was done, and reports that to the parent. */
const send = async (
  login: number,
  op: Acknowledged['op'],
  request: Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> => {
  const body = { request_id: randomUUID(), ...request };
  const { success, code, data } = await ask({ login, op, body });
  if (BUSY.includes(code)) await sleep(BUSY_PAUSE_MS);
  if (!success || data === null) return undefined;
  // A result that is asked for again does not repeat what it changed.
  const { changes: _, ...answer } = data;
  process.send?.({ reported: { login, op, body, answer } satisfies Acknowledged });
  return data;
};

/** Opens an account in the first group that allows it. */
const openAccount = async (
  caller: Caller,
): Promise<{ login: number; group: string } | undefined> => {
  const groups = runtime.client.settings().group.map(({ path }) => path);
  for (const group of groups.filter((path) => !isStaffGroup(path))) {
    const passwords = { master_password: PASSWORD(), investor_password: PASSWORD() };
    const body = { group, ...passwords, name: 'prove', email: 'prove@localhost' };
    const opened = await runtime.client.desk('accounts.create', { caller, body });
    if (opened.ok) return { login: opened.data.login, group };
  }
  return undefined;
};

const pay = (login: number, amount: string) =>
  send(login, 'balance', { action: 'balance', amount, comment: 'prove' });

/** A trader's requests for a symbol. */
interface TraderRequests {
  readonly open: Record<string, unknown>;
  /** A limit order far from the price. */
  readonly limit: Record<string, unknown>;
}

/** Publishes prices until a symbol of the group can be traded; undefined = none can. */
const tradedSymbol = async (login: number, group: string): Promise<TraderRequests | undefined> => {
  for (const symbol of runtime.client.group(group)?.all() ?? []) {
    const { name, digits } = symbol;
    const [bid, ask] = [(1).toFixed(digits), (1 + 10 ** -digits).toFixed(digits)];
    const published = await runtime.client.desk('quotes.publish', {
      caller: STAFF,
      ...{ symbol: name, bid, ask },
    });
    if (!published.ok) continue;
    const { volume_min } = symbol.showing(['volume_min']);
    const request = { symbol: name, side: 'buy', volume: String(volume_min ?? '0.01') };
    const open = { kind: 'open', ...request };
    const price = (0.5).toFixed(digits);
    const limit = { kind: 'pending', ...request, order_kind: 'limit', price };
    if (await send(login, 'trade', open)) return { open, limit };
  }
  return undefined;
};

/** Places a one-cancels-other pair, and ends it. */
const tradePair = async (login: number, limit: TraderRequests['limit']): Promise<void> => {
  const { order_id } = (await send(login, 'trade', limit)) ?? {};
  if (order_id === undefined) return;
  await send(login, 'trade', { ...limit, oco_order_id: order_id });
  await send(login, 'trade', { kind: 'pending_cancel', order_id });
};

/** Pays and trades until the process ends. */
const work = async (): Promise<ServerWork> => {
  const staff = await administrator();
  const accounts: { login: number; wishes: TraderRequests | undefined }[] = [];
  for (let n = 0; n < TRADERS; n += 1) {
    const account = await openAccount(staff);
    if (account === undefined) return { accounts: n, traded: false };
    await pay(account.login, '1000000');
    accounts.push({ ...account, wishes: await tradedSymbol(account.login, account.group) });
  }
  const trade = async ({ login, wishes }: (typeof accounts)[number]): Promise<void> => {
    for (;;) {
      await pay(login, '1');
      if (wishes === undefined) continue;
      const { position_id } = (await send(login, 'trade', wishes.open)) ?? {};
      if (position_id !== undefined) await send(login, 'trade', { kind: 'close', position_id });
      await tradePair(login, wishes.limit);
    }
  };
  for (const account of accounts) {
    for (let n = 0; n < UNDER_WAY; n += 1) void trade(account);
  }
  return { accounts: accounts.length, traded: accounts.some(({ wishes }) => wishes !== undefined) };
};

/** Repeats a request while the server is busy. */
const askSurely = async (request: DrillRequest): Promise<RequestAnswer> => {
  const answer = await ask(request);
  if (!BUSY.includes(answer.code)) return answer;
  await sleep(BUSY_PAUSE_MS);
  return askSurely(request);
};

/** Sends acknowledged requests again; returns those with another answer than before. */
const lost = async (acknowledged: readonly Acknowledged[]): Promise<{ lost: string[] }> => {
  const found: string[] = [];
  const queue = acknowledged.values();
  const worker = async (): Promise<void> => {
    for (const request of queue) {
      const { login, op, body, answer } = request;
      const again = await askSurely(request);
      const { repeated, ...same } = again.data ?? {};
      const { repeated: _, ...rest } = answer;
      const isRepeated = again.success && repeated === true;
      if (isRepeated && isDeepStrictEqual(same, rest)) continue;
      found.push(`${op} ${body.request_id} of account ${login} became ${JSON.stringify(again)}`);
    }
  };
  await Promise.all(Array.from({ length: UNDER_WAY }, worker));
  const more = found.length > LOST_REPORTED ? [`and ${found.length - LOST_REPORTED} more`] : [];
  return { lost: [...found.slice(0, LOST_REPORTED), ...more] };
};

/** Compares memory with the log, at the same event. */
const state = async (data: string): Promise<State> => {
  for (let look = 1; ; look += 1) {
    const [log, memory] = [verify(data), await runtime.stateHash()];
    if (!log.ok) throw new Error(log.message);
    if (!memory.ok) throw new Error(memory.message);
    const { seq, state_hash } = memory.data;
    if (log.data.seq !== seq && look < LOOKS) continue;
    const wrong = log.data.violations.map(
      ({ seq: at, login, what }) => `event ${at} of account ${login}: ${what}`,
    );
    if (log.data.state_hash !== state_hash) {
      wrong.push(
        `memory is at ${seq} ${state_hash}, the log at ${log.data.seq} ${log.data.state_hash}`,
      );
    }
    return { seq, state_hash, wrong: [...wrong, ...complaints] };
  }
};

let folder = '';

const obey = async (order: ServerCommand): Promise<object> => {
  if (order.op === 'open') {
    folder = order.data;
    return open(order.data, order.keyFile);
  }
  if (order.op === 'work') return work();
  if (order.op === 'state') return state(folder);
  if (order.op === 'lost') return lost(order.acknowledged);
  return { stopped: await runtime.stop() };
};

// The parent is gone, and nobody else would end this process.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (order: ServerCommand) => {
  obey(order).then(
    (answer) => process.send?.(answer),
    ({ message }: Error) => process.send?.({ failed: message }),
  );
});
