// Records quotes into a CSV file, across breaks of the connection.
//
//   node dist/examples/quote-recorder.js --symbols EURUSD,XAUUSD --out quotes.csv [--rows 1000]

import { createWriteStream, existsSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { csvLine, type QuoteTick, signInTrader } from 'brokerd/client';
import { commandLine, stopAsked } from './command-line.js';

const USAGE = 'quote-recorder.js [--symbols EURUSD,XAUUSD] [--out quotes.csv] [--rows N]';

const { values, account } = commandLine(USAGE, {
  symbols: { type: 'string', default: 'EURUSD' },
  out: { type: 'string', default: 'quotes.csv' },
  rows: { type: 'string', default: '0' },
});
const most = Number(values.rows) || Number.POSITIVE_INFINITY;

const client = await signInTrader(account);
const isNew = !existsSync(values.out);
const file = createWriteStream(values.out, { flags: 'a' });
if (isNew) file.write(csvLine(['time', 'symbol', 'bid', 'ask']));

let rows = 0;
let enough: () => void = () => undefined;
const full = new Promise<void>((resolve) => {
  enough = resolve;
});
const last = new Map<string, string>();

/** After a break the newest quotes come again: quotes that are in the file already are left out. */
const record = (ticks: readonly QuoteTick[]): void => {
  for (const [symbol, bid, ask, timeMs] of ticks) {
    const line = csvLine([new Date(timeMs).toISOString(), symbol, bid, ask]);
    if (rows >= most || last.get(symbol) === line) continue;
    last.set(symbol, line);
    file.write(line);
    rows += 1;
    if (rows === most) enough();
  }
};

const socket = await client.connect();
socket.on('quotes', record);
socket.on('disconnected', ({ reason, retry_ms }) =>
  console.error(`disconnected (${reason}), again in ${retry_ms} ms`),
);
record(await socket.quotes(values.symbols.split(',')));
console.error(`recording ${values.symbols} into ${values.out}`);

const ended = socket.once('ended').then(({ message }) => message);
const why = await Promise.race([full, stopAsked(), ended]);
if (why !== undefined) console.error(why);
await client.signOut().catch((error) => console.error(error.message));
file.end();
await finished(file);
console.log(`${rows} quotes`);
