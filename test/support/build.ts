// Builders of records and events for tests: empty rows with the fields that a test sets.

import { BATCH_HEAD, type Batch, frameEvents } from '../../storage/log/batch.js';
import { emptyRow, type FieldTable, type Row } from '../../wire/base/field-table.js';
import { packEvent } from '../../wire/codec/pack.js';
import type { AccountEvent, DeskEvent, Event, RecordChange } from '../../wire/trading/events.js';
import { DEAL, LEDGER, MONEY, ORDER, POSITION, TRADE_RESULT } from '../../wire/trading/records.js';

/** A time to count from: 2026-03-02 09:00 UTC, a Monday. */
export const MONDAY = Date.UTC(2026, 2, 2, 9);

/** Builds rows of a table: empty ones with what most tests say, and what this one does. */
const builder =
  <T extends FieldTable>(table: T, usual: Partial<Row<T>>) =>
  (of: Partial<Row<T>> = {}): Row<T> => ({ ...emptyRow(table), ...usual, ...of });

const LEDGER_ROW = { login: 1001, currency_digits: 2 } as const;
/** EURUSD, with its contract of 100,000 units ×10^8. */
const ROW = {
  ...LEDGER_ROW,
  id: 1,
  symbol: 'EURUSD',
  digits: 5,
  contract_size: 100_000e8,
} as const;

export const buildOrder = builder(ORDER, { ...ROW, created_at: MONDAY });
export const buildDeal = builder(DEAL, { ...ROW, profit_digits: 2, created_at: MONDAY });
export const buildPosition = builder(POSITION, { ...ROW, opened_at: MONDAY, updated_at: MONDAY });
export const buildLedger = builder(LEDGER, LEDGER_ROW);
export const buildMoney = builder(MONEY, { leverage: 100, calculated_at: MONDAY });
export const buildResult = builder(TRADE_RESULT, { code: 'ok', digits: 5, done_at: MONDAY });

/** An account's event; its ledger and money belong to the same login. */
export const buildAccountEvent = (of: Partial<AccountEvent> = {}): AccountEvent => {
  const login = of.login ?? 1001;
  const accountSeq = of.account_seq ?? 1;
  return {
    type: 'account',
    kind: 'deal',
    login,
    group: 'demo\\standard',
    account_seq: accountSeq,
    time: MONDAY,
    cause: { kind: 'open', source: 'client', dealer: 0, request_id: '' },
    ledger: buildLedger({ login, account_seq: accountSeq }),
    money: buildMoney(),
    orders: [],
    deals: [],
    positions: [],
    remembered: null,
    explain: null,
    derived: [],
    queued: [],
    daily: null,
    corrections: [],
    journal: [],
    ...of,
  };
};

export const buildDeskEvent = (of: Partial<DeskEvent> = {}): DeskEvent => ({
  type: 'desk',
  time: MONDAY,
  by: 1,
  ip: '127.0.0.1',
  config_version: 1,
  changes: [],
  journal: [],
  ...of,
});

/** The change that puts an account record of this login; its profile is empty. */
export const accountChange = (
  login: number,
  of: Readonly<Record<string, unknown>> = {},
): RecordChange => ({
  kind: 'account',
  key: String(login),
  version: 1,
  record: {
    login,
    version: 1,
    group: 'demo\\standard',
    leverage_own: 0,
    enabled: true,
    trading_enabled: true,
    ...of,
  },
});

/** Events packed into one batch that begins at `first`. */
export const buildBatch = (first: number, events: readonly Event[]): Batch =>
  packedBatch(first, events.map(packEvent));

/** A batch of packed events that is in no log. */
export const packedBatch = (first: number, packed: readonly Buffer[]): Batch => ({
  first,
  count: packed.length,
  head: Buffer.alloc(BATCH_HEAD),
  events: frameEvents(packed),
});
