// A server between which files go: asked over REST by an administrator.

import type { Static } from '@sinclair/typebox';
import type { Test } from 'tap';
import type { Right } from '../../../../wire/accounts/rights.js';
import type { TransferFile, TransferResult } from '../../../../wire/rest/settings/transfer.js';
import {
  type Answer,
  Asking,
  type Fields,
  type HttpHarness,
  httpFor,
  type Terminal,
} from '../../../support/http-harness.js';
import { testsWith } from '../tags.js';
import type { Made } from './kind.js';
import { fileOf, symbolBody } from './setting-bodies.js';

/** An exported file. */
export type File = Static<typeof TransferFile>;

/** What came of the items of a file. */
export type Result = Static<typeof TransferResult>;

/** A file's kinds, what is said beside them, and who sends it. */
type Sent = [kinds: Readonly<Record<string, readonly unknown[]>>, more?: Fields, by?: Terminal];

/** One server. */
export class TransferServer extends Asking {
  private constructor(
    readonly http: HttpHarness,
    readonly staff: Terminal,
  ) {
    super();
  }

  static async open(t: Pick<Test, 'teardown'>): Promise<TransferServer> {
    const http = await httpFor(t);
    return new TransferServer(http, await http.signedIn('staff'));
  }

  /** Somebody else of the staff, with these rights and this scope. */
  hired(rights: readonly Right[], group_scope: readonly string[] = ['*']): Promise<Terminal> {
    return this.http.staff({ rights, group_scope });
  }

  ask(...asked: Parameters<Asking['ask']>): Promise<Answer> {
    return this.staff.ask(...asked);
  }

  /** Creates a setting. */
  create(path: string, body: Fields): Promise<Made> {
    return this.made(path, body);
  }

  /** The setting of a name in a list. */
  async named(path: string, name: string): Promise<Fields | undefined> {
    return (await this.read<Fields[]>(path)).find((one) => one.name === name);
  }

  /** Creates a symbol, which is answered, and another that quotes from it. */
  async quoted(): Promise<Made> {
    const source = await this.create('/symbols', symbolBody('SRC'));
    await this.create('/symbols', symbolBody('DEP', { source_symbol_id: source.id }));
    return source;
  }

  export(
    kinds: Readonly<Record<string, readonly string[] | null>>,
    by = this.staff,
  ): Promise<File> {
    return by.made('/config/transfer/export', { kinds });
  }

  preview(...sent: Sent): Promise<Result> {
    return this.#send('preview', ...sent);
  }

  import(...sent: Sent): Promise<Result> {
    return this.#send('import', ...sent);
  }

  #send(way: string, ...[kinds, more, by = this.staff]: Sent): Promise<Result> {
    return by.made(`/config/transfer/${way}`, { file: fileOf(kinds), ...more });
  }

  /** Events in the log, and the version of the settings: what a write changes. */
  get state(): readonly [events: number, version: number] {
    const { harness } = this.http;
    return [harness.log.length, harness.desk.settings().version];
  }
}

/** Tests with a server, of files and of the lists of before. */
export const transferTest = testsWith('config/transfer', TransferServer.open);
export const olderTest = testsWith('config', TransferServer.open);

/** The actions of a result, in the order of its items. */
export const actions = ({ items }: Result) => items.map((one) => one.action).join(' ');
