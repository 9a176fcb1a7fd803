// A server between which files go: asked over REST by an administrator.

import type { Test } from 'tap';
import type { Right } from '../../wire/identity.js';
import {
  type Answer,
  type HttpHarness,
  httpFor,
  STAFF_PASSWORD,
  type Terminal,
} from '../support/http-harness.js';

type Fields = Readonly<Record<string, unknown>>;

/** An exported file. */
export interface File {
  readonly format: string;
  readonly version: number;
  readonly key_fields: Readonly<Record<string, string>>;
  readonly kinds: Readonly<Record<string, readonly Fields[]>>;
  readonly denied: readonly string[];
}

/** What came of the items of a file. */
export interface Result {
  readonly items: readonly {
    readonly kind: string;
    readonly key: string;
    readonly action: string;
    readonly changes: readonly string[];
    readonly error: string;
    readonly warnings: readonly string[];
  }[];
  readonly summary: Readonly<Record<string, number>>;
}

const FORMAT = { format: 'app-config', version: 1 };

/** A file of some kinds. */
export const fileOf = (kinds: Readonly<Record<string, readonly unknown[]>>) => ({
  ...FORMAT,
  kinds,
});

/** One server. */
export class TransferServer {
  readonly http: HttpHarness;
  readonly staff: Terminal;

  private constructor(http: HttpHarness, staff: Terminal) {
    this.http = http;
    this.staff = staff;
  }

  static async open(t: Test): Promise<TransferServer> {
    const http = await httpFor(t);
    return new TransferServer(http, await http.signedIn('staff'));
  }

  /** Somebody else of the staff, with these rights and this scope. */
  async hired(rights: readonly Right[], group_scope: readonly string[] = ['*']): Promise<Terminal> {
    const login = await this.http.hire({ rights, group_scope });
    return this.http.signedIn('staff', { login, password: STAFF_PASSWORD });
  }

  ask(method: string, path: string, body?: unknown, by = this.staff): Promise<Answer> {
    return by.ask(method, path, body === undefined ? {} : { body });
  }

  /** The data of an answer that must be good. */
  async data<T>(method: string, path: string, body?: unknown, by = this.staff): Promise<T> {
    const { code, message, data } = await this.ask(method, path, body, by);
    if (code !== 'ok') throw new Error(`${method} ${path}: ${code} ${message}`);
    return data as T;
  }

  /** Creates a setting. */
  create(path: string, body: Fields): Promise<Fields & { id: number; version: number }> {
    return this.data('POST', path, body);
  }

  export(
    kinds: Readonly<Record<string, readonly string[] | null>>,
    by = this.staff,
  ): Promise<File> {
    return this.data('POST', '/config/transfer/export', { kinds }, by);
  }

  preview(
    kinds: Readonly<Record<string, readonly unknown[]>>,
    more: Fields = {},
    by = this.staff,
  ): Promise<Result> {
    return this.data('POST', '/config/transfer/preview', { file: fileOf(kinds), ...more }, by);
  }

  import(
    kinds: Readonly<Record<string, readonly unknown[]>>,
    more: Fields = {},
    by = this.staff,
  ): Promise<Result> {
    return this.data('POST', '/config/transfer/import', { file: fileOf(kinds), ...more }, by);
  }

  /** Events in the log, and the version of the settings: what a write changes. */
  get state(): readonly [events: number, version: number] {
    const { harness } = this.http;
    return [harness.log.length, harness.desk.settings().version];
  }
}

/** A symbol as a create takes it. */
export const symbolBody = (name: string, more: Fields = {}): Fields => ({
  path: `Stocks\\${name}`,
  currency_base: 'USD',
  currency_profit: 'USD',
  currency_margin: 'USD',
  digits: 2,
  contract_size: '1',
  calc_mode: 'exchange_stocks',
  ...more,
});

/** A group as a create takes it. */
export const groupBody = (path: string, more: Fields = {}): Fields => ({
  path,
  currency: 'USD',
  ...more,
});

/** A leverage profile as a create takes it. */
export const profileBody = (name: string, more: Fields = {}): Fields => ({
  name,
  rules: [
    {
      name: 'all',
      mask: '*',
      range_basis: 'volume',
      tiers: [{ range_to: '0', initial: '1', maintenance: '1' }],
    },
  ],
  ...more,
});

/** The actions of a result, in the order of its items. */
export const actions = ({ items }: Result) => items.map((one) => one.action).join(' ');
/** A holiday of December 2026. */
export const holiday = (day: number, more: Fields = {}): Fields => ({
  year: 2026,
  month: 12,
  day,
  description: `day ${day}`,
  ...more,
});
/** Its key in files. */
export const keyOfHoliday = (day: number): string => `2026|12|${day}|day ${day}`;
/** A routing rule that requotes. */
export const rule = (name: string, more: Fields = {}): Fields => ({
  name,
  action: 'requote',
  ...more,
});
