// Bench `config`: previews and imports 20,000 symbols beside orders, and lists them.
//
// The file has some 220 bytes a symbol, 4 MB; fields that it leaves out have their defaults. Times
// run from the request to the last byte of the answer. One load process measures orders from an
// import's start to its end. `hop_ms` is that of the last round: of the orders alone, and of those
// beside the import. A run that is repeated for its controls finds the symbols there: its preview
// and imports say `update`. The list is asked for five times; its figure is the median. The first
// list after many changes writes the JSON of the changed records, some 600 ms of the desk's
// processor time for all 20,000.

import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { RestClient } from '../test/support/client/rest.js';
import { ADMIN_PASSWORD } from '../test/support/server-process.js';
import { BusyMarket, type BusyMarketRun } from './load/busy-market.js';
import { type OpenResult, runOpenLoad, runOpenLoadBeside } from './load/job.js';
import { ordersOf, SOCKET_PATH } from './load/traders.js';
import { controlled } from './measure/controls.js';
import { median, rounded } from './measure/measures.js';
import { hopTimes, readHops } from './measure/order-hops.js';
import { MEASURE_MS, QUIET_SCENE, WARMUP_MS } from './measure/pairs.js';

const SYMBOLS = 20_000;
const ORDERS_PER_SEC = 1_000;
const ROUNDS = 3;
const LISTS = 5;
/** Time limit of an import. */
const IMPORT_MS_MAX = 600_000;

/** A file of symbols; each round has another spread. */
const fileOf = (round: number): string => {
  const symbols = Array.from({ length: SYMBOLS }, (_, n) => {
    const name = `S${String(n).padStart(5, '0')}`;
    return {
      path: `Stocks\\${name}`,
      name,
      description: `Share number ${n}`,
      currency_base: 'USD',
      currency_profit: 'USD',
      currency_margin: 'USD',
      digits: 2,
      contract_size: '1',
      calc_mode: 'exchange_stocks',
      spread: 2 + round,
    };
  });
  const file = { format: 'app-config', version: 1, kinds: { symbols } };
  return JSON.stringify({ file });
};

interface Asked<T> {
  readonly data: T;
  readonly ms: number;
  readonly bytes: number;
}

/**
 * The administrator's requests, timed to the last byte of the answer. The streams of `fetch` take
 * longer for 40 MB than the server, so this client reads the bytes directly.
 */
class Staff {
  readonly #client: RestClient;
  readonly #agent = new Agent({ keepAlive: true });

  private constructor(client: RestClient) {
    this.#client = client;
  }

  static async signedIn(url: string): Promise<Staff> {
    const client = new RestClient(url, 'staff');
    await client.signIn(1, ADMIN_PASSWORD);
    return new Staff(client);
  }

  async ask<T>(method: string, path: string, body?: string): Promise<Asked<T>> {
    const headers = new Headers(this.#client.socketHeaders());
    headers.set('x-csrf-token', this.#client.csrfToken);
    headers.set('content-type', 'application/json');
    const url = `${this.#client.url}/admin/v1${path}`;
    const started = performance.now();
    const sent = request(url, { method, agent: this.#agent, headers: Object.fromEntries(headers) });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    const ms = performance.now() - started;
    const bytes = Buffer.concat(chunks);
    const { success, code, message, data } = JSON.parse(bytes.toString());
    if (!success) throw new Error(`${method} ${path}: ${code} ${message}`);
    return { data, ms, bytes: bytes.length };
  }

  close(): void {
    this.#agent.destroy();
  }
}

interface Result {
  readonly summary: Readonly<Record<string, number>>;
}

const act = async ({ server, symbols, headers }: BusyMarketRun) => {
  const staff = await Staff.signedIn(server.url(''));
  const frames = symbols.flatMap(ordersOf);
  const load = { port: server.port, path: SOCKET_PATH, headers, frames, perSecond: ORDERS_PER_SEC };
  const loop = (measureMs: number) => ({ ...load, warmupMs: WARMUP_MS, measureMs });
  await runOpenLoad(loop(MEASURE_MS));
  const preview = await staff.ask<Result>('POST', '/config/transfer/preview', fileOf(0));
  const alone: OpenResult[] = [];
  const beside: OpenResult[] = [];
  const imports: Asked<Result>[] = [];
  const hops: Record<string, ReturnType<typeof hopTimes>> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = await readHops(server);
    alone.push(await runOpenLoad(loop(MEASURE_MS)));
    const file = fileOf(round);
    const between = await readHops(server);
    hops.alone = hopTimes(begun, between);
    const orders = await runOpenLoadBeside(loop(IMPORT_MS_MAX), () =>
      staff.ask<Result>('POST', '/config/transfer/import', file),
    );
    beside.push(orders.load);
    imports.push(orders.done);
    hops.beside = hopTimes(between, await readHops(server));
  }
  const lists: Asked<unknown>[] = [];
  for (let n = 0; n < LISTS; n += 1) lists.push(await staff.ask('GET', '/symbols'));
  staff.close();
  const p99 = (results: readonly OpenResult[]) => median(results.map(({ ms }) => ms.p99));
  const lost = [...alone, ...beside].reduce((sum, one) => sum + one.refused + one.unanswered, 0);
  return {
    symbols: SYMBOLS,
    file_mb: rounded(fileOf(0).length / 1e6, 1),
    preview_sec: rounded(preview.ms / 1000, 2),
    preview: preview.data.summary,
    import_sec: imports.map(({ ms }) => rounded(ms / 1000, 2)),
    imports: imports.map(({ data }) => data.summary),
    order_p99_ms: { alone: p99(alone), beside: p99(beside) },
    ratio: rounded(p99(beside) / p99(alone), 2),
    hop_ms: hops,
    lost,
    list_ms: rounded(median(lists.map(({ ms }) => ms)), 0),
    list_mb: rounded((lists[0]?.bytes ?? 0) / 1e6, 1),
  };
};

/** Runs the bench; returns its result line. */
export const config = async (): Promise<Record<string, unknown>> => {
  const stage = await BusyMarket.build(QUIET_SCENE);
  try {
    const { result, ...machine } = await controlled(() => stage.play(act));
    return { ...result, ...machine };
  } finally {
    stage.clear();
  }
};
