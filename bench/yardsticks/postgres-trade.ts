// A trade in SQL: its tables, and the trade as a transaction of statements and as a function call.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** The tables of a simple broker: money in cents, volumes and prices as whole numbers. */
const TABLES = `
CREATE TABLE accounts (
  login bigint PRIMARY KEY, "group" text NOT NULL, balance bigint NOT NULL, credit bigint NOT NULL,
  margin bigint NOT NULL, enabled boolean NOT NULL, updated_at timestamptz NOT NULL);
CREATE TABLE orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, login bigint NOT NULL, symbol text NOT NULL,
  kind text NOT NULL, side text NOT NULL, state text NOT NULL, volume bigint NOT NULL,
  price bigint NOT NULL, request_id uuid NOT NULL UNIQUE, created_at timestamptz NOT NULL);
CREATE INDEX orders_of_login ON orders (login, id);
CREATE TABLE deals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, order_id bigint NOT NULL,
  login bigint NOT NULL, symbol text NOT NULL, action text NOT NULL, volume bigint NOT NULL,
  price bigint NOT NULL, profit bigint NOT NULL, commission bigint NOT NULL,
  created_at timestamptz NOT NULL);
CREATE INDEX deals_of_login ON deals (login, id);
CREATE TABLE positions (
  login bigint NOT NULL, symbol text NOT NULL, volume bigint NOT NULL, price_open bigint NOT NULL,
  updated_at timestamptz NOT NULL, PRIMARY KEY (login, symbol));`;

const SELECT_ACCOUNT = 'SELECT balance, credit, margin FROM accounts WHERE login = $1 FOR UPDATE';
const INSERT_ORDER = `
INSERT INTO orders (login, symbol, kind, side, state, volume, price, request_id, created_at)
VALUES ($1, $2, 'market', $3, 'filled', $4, $5, $6, now()) RETURNING id`;
const INSERT_DEAL = `
INSERT INTO deals
  (order_id, login, symbol, action, volume, price, profit, commission, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, 0, now()) RETURNING id`;
/** A bought volume is positive, a sold one negative. */
const UPSERT_POSITION = `
INSERT INTO positions (login, symbol, volume, price_open, updated_at)
VALUES ($1, $2, $3, $4, now())
ON CONFLICT (login, symbol) DO UPDATE SET
  volume = positions.volume + excluded.volume, price_open = excluded.price_open,
  updated_at = excluded.updated_at`;
const UPDATE_ACCOUNT = `
UPDATE accounts SET balance = balance + $2, margin = $3, updated_at = now() WHERE login = $1`;

const FUNCTION = `
CREATE FUNCTION trade(the_login bigint, the_symbol text, the_side text, the_volume bigint,
  the_price bigint, the_profit bigint, the_margin bigint, the_request uuid,
  OUT order_id bigint, OUT deal_id bigint) AS $$
DECLARE account record;
BEGIN
  SELECT balance, credit, margin INTO account FROM accounts
  WHERE login = the_login FOR UPDATE;
  IF account.balance + account.credit < the_margin THEN RAISE 'no money'; END IF;
  INSERT INTO orders (login, symbol, kind, side, state, volume, price, request_id, created_at)
  VALUES (the_login, the_symbol, 'market', the_side, 'filled', the_volume, the_price, the_request,
    now()) RETURNING id INTO order_id;
  INSERT INTO deals
    (order_id, login, symbol, action, volume, price, profit, commission, created_at)
  VALUES (order_id, the_login, the_symbol, the_side, the_volume, the_price, the_profit, 0, now())
  RETURNING id INTO deal_id;
  INSERT INTO positions (login, symbol, volume, price_open, updated_at)
  VALUES (the_login, the_symbol,
    CASE the_side WHEN 'buy' THEN the_volume ELSE -the_volume END, the_price, now())
  ON CONFLICT (login, symbol) DO UPDATE SET
    volume = positions.volume + excluded.volume, price_open = excluded.price_open,
    updated_at = excluded.updated_at;
  UPDATE accounts SET balance = balance + the_profit, margin = the_margin, updated_at = now()
  WHERE login = the_login;
END $$ LANGUAGE plpgsql`;
const CALL = 'SELECT order_id, deal_id FROM trade($1, $2, $3, $4, $5, $6, $7, $8)';

const SYMBOL = 'EURUSD';
const VOLUME = 1_000;
const PRICES = { buy: 110_002, sell: 110_000 } as const;
/** In cents: margin of a position, and the result of a buy with its sell. */
const MARGIN = 1_100;
const PROFIT = -2;

/** Creates the tables, and accounts with the logins 1 to `count`. */
export const prepare = async (client: pg.Client, count: number): Promise<void> => {
  await client.query(TABLES);
  await client.query(FUNCTION);
  await client.query(
    `INSERT INTO accounts SELECT login, 'demo\\netting', 10000000000, 0, 0, true, now()
     FROM generate_series(1, $1) AS login`,
    [count],
  );
};

/** The two ways of trading. */
export const WAYS = ['transaction', 'function'] as const;
export type Way = (typeof WAYS)[number];

/** An account that buys and sells in turn over a connection of its own. */
export class SqlTrader {
  readonly #client: pg.Client;
  readonly #login: number;
  readonly #way: Way;
  #trades = 0;

  constructor(client: pg.Client, login: number, way: Way) {
    this.#client = client;
    this.#login = login;
    this.#way = way;
  }

  async trade(): Promise<void> {
    const side = this.#trades % 2 === 0 ? 'buy' : 'sell';
    this.#trades += 1;
    const money = side === 'buy' ? { profit: 0, margin: MARGIN } : { profit: PROFIT, margin: 0 };
    if (this.#way === 'transaction') await this.#transaction(side, money);
    else await this.#call(side, money);
  }

  async #transaction(side: 'buy' | 'sell', { profit, margin }: { profit: number; margin: number }) {
    const login = this.#login;
    const price = PRICES[side];
    await this.#run('begin', 'BEGIN', []);
    const [account] = await this.#run('account', SELECT_ACCOUNT, [login]);
    if (Number(account?.balance) + Number(account?.credit) < margin) throw new Error('no money');
    const order = [login, SYMBOL, side, VOLUME, price, randomUUID()];
    const [{ id = 0 } = {}] = await this.#run('order', INSERT_ORDER, order);
    await this.#run('deal', INSERT_DEAL, [id, login, SYMBOL, side, VOLUME, price, profit]);
    const signed = side === 'buy' ? VOLUME : -VOLUME;
    await this.#run('position', UPSERT_POSITION, [login, SYMBOL, signed, price]);
    await this.#run('update', UPDATE_ACCOUNT, [login, profit, margin]);
    await this.#run('commit', 'COMMIT', []);
  }

  async #call(side: 'buy' | 'sell', { profit, margin }: { profit: number; margin: number }) {
    const more = [VOLUME, PRICES[side], profit, margin, randomUUID()];
    await this.#run('call', CALL, [this.#login, SYMBOL, side, ...more]);
  }

  /** Runs a statement, which is prepared under this name at its first use. */
  async #run(name: string, text: string, values: readonly (string | number)[]) {
    const { rows } = await this.#client.query({ name, text, values: [...values] });
    return rows as Partial<Record<string, string>>[];
  }
}
