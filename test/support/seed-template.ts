// The template of a seed: the events of one account that really traded.

import { join } from 'node:path';
import { LOG_FOLDER } from '../../storage/database/database.js';
import { type Batch, eventsOf } from '../../storage/log/batch.js';
import { Log } from '../../storage/log/log.js';
import { unpackEvent } from '../../wire/codec/unpack.js';
import type { AccountEvent, DeskEvent, RecordChange } from '../../wire/trading/events.js';
import { ServerProcess } from './server-process.js';

const READ_BYTES = 4 * 1024 * 1024;

/** The account that is copied: the events that opened it and those of its trades. */
export interface Template {
  readonly password: string;
  readonly opened: DeskEvent;
  /** Its trader signed in. */
  readonly signedIn: DeskEvent;
  /** A deposit and two positions opened. */
  readonly begin: readonly AccountEvent[];
  /** A third position opened and closed without profit or loss. */
  readonly cycle: readonly AccountEvent[];
  /** The record of EURUSD. */
  readonly symbol: RecordChange;
  readonly configVersion: number;
}

/** Who trades, and the symbols of the three positions. */
export interface Trade {
  readonly group: string;
  readonly symbols: readonly [string, string, string];
}

const tradeOnce = async (
  data: string,
  { group, symbols }: Trade,
): Promise<{ login: number; password: string }> => {
  const server = await ServerProcess.start({ data });
  for (const symbol of new Set(symbols)) await server.quote(symbol, '1.10000', '1.10000');
  const trader = await server.openAccount({ group, deposit: '1000000' });
  const open = (symbol: string) =>
    trader.trade({ kind: 'open', symbol, side: 'buy', volume: '0.01' });
  const [first, second, third] = symbols;
  await open(first);
  await open(second);
  const { position_id } = (await open(third)).data;
  await trader.trade({ kind: 'close', position_id });
  await server.stop();
  return { login: trader.login, password: trader.password };
};

/** The batches of a log after an event. */
export function* batchesOf(log: Log, after: number): Generator<Batch> {
  for (let seq = after; seq < log.head().seq; ) {
    for (const batch of log.read(seq, READ_BYTES)) {
      yield batch;
      seq = batch.first + batch.count - 1;
    }
  }
}

/** The event with only those of its changes, and without what it told staff; if it has any. */
const reduced = (
  event: DeskEvent,
  has: (change: RecordChange) => boolean,
): DeskEvent | undefined => {
  const changes = event.changes.filter(has);
  return changes.length === 0 ? undefined : { ...event, changes, journal: [] };
};

const readTemplate = (log: Log, login: number, password: string): Template => {
  const events: AccountEvent[] = [];
  let opened: DeskEvent | undefined;
  let signedIn: DeskEvent | undefined;
  let symbol: RecordChange | undefined;
  let configVersion = 0;
  for (const batch of batchesOf(log, 0)) {
    for (const { bytes } of eventsOf(batch)) {
      const event = unpackEvent(bytes);
      if (event.type === 'account') {
        if (event.login === login) events.push(event);
        continue;
      }
      if (event.type === 'idle') continue;
      configVersion = event.config_version;
      opened ??= reduced(event, ({ kind, key }) => kind === 'account' && key === String(login));
      signedIn ??= reduced(
        event,
        ({ kind, record }) => kind === 'session' && record?.login === login,
      );
      symbol ??= event.changes.find(
        ({ kind, record }) => kind === 'symbol' && record?.name === 'EURUSD',
      );
    }
  }
  if (!opened || !signedIn || !symbol || events.length !== 5) {
    throw new Error('the trades cannot be copied');
  }
  const [begin, cycle] = [events.slice(0, 3), events.slice(3)];
  return { password, opened, signedIn, begin, cycle, symbol, configVersion };
};

/** Makes the demo platform in an empty data folder, trades once, and reads what came of it. */
export const makeTemplate = async (data: string, trade: Trade): Promise<Template> => {
  const { login, password } = await tradeOnce(data, trade);
  const log = Log.open(join(data, LOG_FOLDER));
  try {
    return readTemplate(log, login, password);
  } finally {
    log.close();
  }
};
