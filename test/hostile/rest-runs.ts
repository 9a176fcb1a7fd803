// Generated requests to every route of a running server: what fits, what is broken or swapped.

import { type TSchema, Type } from '@sinclair/typebox';
import fc from 'fast-check';
import type { Route } from '../../http/rest/route.js';
import { routes } from '../../http/routes/table.js';
import { CODES, type Code, statusOf } from '../../wire/base/codes.js';
import { compile } from '../../wire/base/schema.js';
import type { Answer } from '../support/client/rest.js';
import { mine } from '../support/run.js';
import type { Attack, HostileServer } from './hostile-server.js';
import { broken, fitting, swapped } from './requests.js';

/** How many requests of each kind every route gets. */
export interface Counts {
  readonly fitting: number;
  readonly broken: number;
  readonly swapped: number;
}

/** One request as it is sent. */
interface Request {
  readonly route: Route;
  readonly path: string;
  readonly body: unknown;
  /** Its body does not fit the route's schema. */
  readonly isBroken: boolean;
}

/** These end or renew the session that they are asked in: they get one of their own. */
const ENDS_SESSION = /logout$|refresh$/;
const STATUS_429 = 429;
/** Every route may answer these: a query parameter that it does not know is refused by each. */
const COMMON: readonly Code[] = ['invalid_input'];

const ids = fc.constantFrom('1', '2', '1001', '0', '-1', '1.5', '%00', '...', 'x', '9'.repeat(30));

/** These would shut out the trader who asks the other routes. */
const SHUTS_OUT = /^accounts\.(disable|archive)$/;
const TRADER = '1001';

const queryOf = (route: Route): fc.Arbitrary<string> =>
  fc
    .tuple(
      fitting(route.query.schema),
      fc.constantFrom('', '', '', '', '', '', 'page=0', 'x=1', '%', 'a=1&a=2'),
    )
    .map(([fields, more]) => {
      const texts = Object.entries(fields as object).map(([name, value]) => [name, `${value}`]);
      const own = new URLSearchParams(Object.fromEntries(texts)).toString();
      return [own, more].filter((part) => part !== '').join('&');
    });

const pathOf = (route: Route): fc.Arbitrary<string> => {
  const [start = '', ...rest] = route.path.replace(/^\/\w+\/v1/, '').split(/\{\w+\}/);
  const [name = ''] = Object.keys(
    (route.params?.schema as { properties?: object })?.properties ?? {},
  );
  const isKept = (one: string) => one !== TRADER || !SHUTS_OUT.test(route.name);
  const known = {
    login: SHUTS_OUT.test(route.name) ? '9001' : TRADER,
    id: '2',
    request_id: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  };
  const value = fc.oneof(fc.constant(known[name as keyof typeof known] ?? '1'), ids).filter(isKept);
  const filled = rest.length === 0 ? fc.constant(start) : value.map((one) => start + one + rest[0]);
  return fc.tuple(filled, queryOf(route)).map(([path, query]) => `${path}?${query}`);
};

const isBad = (route: Route) => (body: unknown) => route.body?.refusal(body) !== undefined;

const requestsOf = (route: Route, counts: Counts, seed: number): Request[] => {
  const made = (bodies: fc.Arbitrary<unknown>, numRuns: number): Request[] =>
    fc
      .sample(fc.tuple(pathOf(route), bodies), { numRuns, seed })
      .map(([path, body]) => ({ route, path, body, isBroken: isBad(route)(body) }));
  const schema = route.body?.schema;
  if (schema === undefined) return made(fc.constant(undefined), counts.fitting + counts.broken);
  return [
    ...made(fitting(schema), counts.fitting),
    ...made(broken(schema, isBad(route)), counts.broken),
    ...made(swapped(schema), counts.swapped),
  ];
};

const replyFault = (route: Route, data: unknown): string | undefined => {
  const { reply } = route;
  if (reply === null) return data === null ? undefined : 'data: must be null';
  return compile(Array.isArray(reply) ? Type.Array(reply[0]) : (reply as TSchema))(data);
};

/** What is wrong with an answer; nothing when it is as its route says. */
const answerFault = ({ route, isBroken }: Request, answer: Answer<unknown>): string | undefined => {
  const { success, code, status, data, request_id, message } = answer;
  if (!CODES.includes(code as Code)) return `the code ${code}`;
  if (status >= 500) return `the status ${status} with ${code}`;
  if (answer.headers.get('x-request-id') !== request_id) return 'another request id in its head';
  if (success) {
    if (isBroken) return 'success, though its body does not fit';
    return status === 200 ? replyFault(route, data) : `the status ${status} of a success`;
  }
  if (typeof message !== 'string' || message === '') return 'no message';
  if (status === STATUS_429 && answer.headers.get('retry-after') === null) return 'no Retry-After';
  if (status !== statusOf(code as Code)) return `the status ${status} with ${code}`;
  const isKnown = [...route.errors, ...COMMON].includes(code as Code) || status === STATUS_429;
  return isKnown ? undefined : `the code ${code}, which it does not declare`;
};

/** Sends requests and keeps count. */
class Asker {
  asked = 0;
  refused = 0;

  constructor(private readonly server: HostileServer) {}

  /** Sends a request and notes what is wrong with its answer; was it refused? */
  async send(request: Request): Promise<boolean> {
    const { route, path, body } = request;
    const isPassing = ENDS_SESSION.test(route.name);
    const own = this.server[route.audience];
    const client = isPassing ? await this.server.passing(route.audience) : own;
    const [answer] = await Promise.all([
      client.request<unknown>(route.method, path, body),
      this.server.othersAreServed(),
    ]);
    if (isPassing) await client.request('POST', '/auth/logout');
    const fault = answerFault(request, answer);
    if (fault !== undefined) this.server.faults.push(`${show(request)} was answered ${fault}`);
    this.asked += 1;
    if (!answer.success) this.refused += 1;
    else if (route.path.includes('/leverage-switches')) await this.server.switchesHaveRun();
    return !answer.success;
  }

  /** Sends requests one by one; those that are refused must leave the state as it is. */
  async sendEach(requests: readonly Request[]): Promise<void> {
    let before = await this.server.hash();
    for (const request of requests) {
      const isRefused = await this.send(request);
      const after = await this.server.hash();
      if (isRefused && after !== before) this.server.faults.push(`${show(request)} changed state`);
      before = after;
    }
  }

  /** Sends requests that are all refused; only where the state changes they are sent one by one. */
  async sendAll(requests: readonly Request[]): Promise<void> {
    const before = await this.server.hash();
    let refused = 0;
    for (const request of requests) refused += Number(await this.send(request));
    if (refused === requests.length && (await this.server.hash()) === before) return;
    await this.sendEach(requests);
  }
}

const show = ({ route, path, body }: Request): string =>
  `${route.method} ${path} ${JSON.stringify(body)?.slice(0, 600) ?? ''}`;

/** Wrong passwords, codes and forms count; refreshes and ends of sessions change them. */
const CHANGES_WHEN_REFUSED = /login$|logout$|refresh$|^register$|^auth\.\w+\.(password|otp\.)/;
/** They need a password hashed each time. */
const everyEighth = <T>(all: readonly T[]): T[] => all.filter((_, at) => at % 8 === 0);

/** Asks every route as often as the counts say, and asserts what must hold of every answer. */
export const askEveryRoute: Attack<Counts> = async (t, server, counts, seed) => {
  const asker = new Asker(server);
  for (const route of mine(routes)) {
    const requests = requestsOf(route, counts, seed);
    if (CHANGES_WHEN_REFUSED.test(route.name)) {
      for (const request of everyEighth(requests)) await asker.send(request);
      continue;
    }
    await asker.sendEach(requests.filter(({ isBroken }) => !isBroken));
    await asker.sendAll(requests.filter(({ isBroken }) => isBroken));
  }
  const { asked, refused } = asker;
  t.ok(refused < asked * 0.9, 'enough of them do something');
  server.assertBorne(t, `${asked} requests, ${refused} of them refused`);
};
