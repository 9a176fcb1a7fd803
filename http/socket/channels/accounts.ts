// The staff channel `accounts`: live money of accounts selected by masks or logins, as changed
// rows.

import { Type } from '@sinclair/typebox';
import type { ActorsClient, Followed, MovedAccount } from '../../../actors/client.js';
import type { SessionCopy } from '../../../wire/accounts/identity.js';
import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import { inScope, maskListFits } from '../../../wire/base/mask.js';
import { remembered } from '../../../wire/base/remembered.js';
import { Strict } from '../../../wire/base/schema.js';
import { GroupFilter } from '../../../wire/base/setting-fields.js';
import { OutFrame } from '../../../wire/codec/out-frames.js';
import { LiveMoneyShape } from '../../../wire/rest/trading/shapes.js';
import { plainEvent } from '../../../wire/socket/events.js';
import { callerOf } from '../../session/identify.js';
import { SOCKET_LIMITS } from '../connection/clock.js';
import type { Connection } from '../connection/connection.js';
import { LiveValues, type Pacer } from '../connection/live-values.js';
import { framesOf, type SnapshotRead, type Snapshots } from '../connection/snapshots.js';
import { AccountVisibility, samePowers } from './account-visibility.js';
import {
  type Channel,
  type ChannelForm,
  channel,
  maskMayShow,
  mayFollow,
  tooManyRows,
} from './channel.js';
import type { StaffEvents } from './events.js';

export const ACCOUNTS = {
  name: 'accounts',
  says:
    'Money of accounts at current prices: of the groups of a mask, or of logins. Give `group` or ' +
    '`logins`, not both. All accounts of a mask come in events `snapshot` before the answer; ' +
    'then only changed rows are sent, each at most once a second. A new account comes as a row. ' +
    'The event `resubscribe` ends the subscription of a mask or of logins.',
  who: ['staff'],
  rights: ['accounts.view'],
  filter: Strict({
    group: Type.Optional(GroupFilter()),
    logins: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
        minItems: 1,
        maxItems: SOCKET_LIMITS.logins,
        uniqueItems: true,
        description: 'Logins, each within reach.',
      }),
    ),
  }),
  snapshot: Type.Array(LiveMoneyShape, {
    description:
      'For logins their present money; the snapshot of a mask has come in events `snapshot`.',
  }),
  events: ['account_money', 'snapshot', 'resubscribe'],
  codes: [
    'forbidden',
    'not_found',
    'conflict',
    'trade.timeout',
    'trade.too_many_requests',
    'internal',
  ],
  example: { group: 'demo\\*' },
} as const satisfies ChannelForm;

/** An account's newest money as JSON, and its group. */
interface MoneyRow {
  readonly group: string;
  readonly text: string;
}

/** Most repetitions of a snapshot because accounts changed meanwhile. */
const SNAPSHOT_TRIES = 10;
/** Accounts that are asked at a time for a snapshot. */
const ASKED_AT_ONCE = 32;

/** The money of a mask as it is sent, by login. */
interface MoneyRead extends SnapshotRead {
  readonly sent: ReadonlyMap<number, string>;
}

/** The rows that one staff connection follows. */
class RowFeed extends LiveValues {
  readonly masks = new Set<string>();
  readonly logins = new Set<number>();
  #passes = this.#passing();

  /** The session under which the logins were checked. */
  session: SessionCopy;

  constructor(
    readonly sight: AccountVisibility,
    readonly rows: ReadonlyMap<number, MoneyRow>,
  ) {
    super(SOCKET_LIMITS.rowMs);
    this.session = sight.connection.session;
    this.followers.add(sight.connection);
  }

  get connection(): Connection {
    return this.sight.connection;
  }

  /** Is the account followed, and visible to this staff user? */
  wants(login: number, group: string): boolean {
    if (!mayFollow(this.connection, ACCOUNTS.rights) || !this.sight.sees(login, group))
      return false;
    return this.logins.has(login) || this.#passes(group);
  }

  /** Called when the masks, or the rights of the session, have changed. */
  forget(): void {
    this.#passes = this.#passing();
  }

  /** Says of a group whether a mask shows its accounts. */
  #passing() {
    return remembered(
      (group: string) => inScope([...this.masks], group) && maskMayShow(this.connection, group),
    );
  }

  frames(logins: ReadonlySet<number>): readonly OutFrame[] {
    const texts: string[] = [];
    for (const login of logins) {
      const row = this.rows.get(login);
      if (row !== undefined && this.wants(login, row.group)) texts.push(row.text);
    }
    const frames: OutFrame[] = [];
    for (let at = 0; at < texts.length; at += SOCKET_LIMITS.rows) {
      const rows = texts.slice(at, at + SOCKET_LIMITS.rows).join(',');
      frames.push(new OutFrame(plainEvent('account_money', `{"rows":[${rows}]}`)));
    }
    return frames;
  }
}

/** The staff connections that follow the money of accounts. */
export class StaffAccounts {
  readonly channel: Channel;
  readonly #feeds = new Map<Connection, RowFeed>();
  /**
   * The last money of each account that is followed, because the runtime repeats unchanged values
   * only of accounts that are followed again.
   */
  readonly #rows = new Map<number, MoneyRow>();
  #isFollowed = (_login: number, _group: string): boolean => false;
  /** Counts calls of `moved`. */
  #moves = 0;

  /** `watch` gets the accounts whose money is needed, besides accounts with sockets. */
  constructor(
    private readonly client: ActorsClient,
    private readonly pacer: Pacer,
    private readonly snapshots: Snapshots,
    /** Events of connections, which wait while a snapshot is read. */
    private readonly events: Pick<StaffEvents, 'show'>,
    private readonly watch: (followed: Pick<Followed, 'masks' | 'logins'>) => void,
  ) {
    this.channel = channel({
      ...ACCOUNTS,
      subscribe: (connection, { group, logins }, answer) => {
        if ((group === undefined) === (logins === undefined)) {
          return answer(refuse('invalid_input', 'group: needed, or logins instead'));
        }
        if (logins === undefined) return this.#followMask(connection, group || '*', answer);
        this.#followLogins(connection, logins).then(answer, () => answer(refuse('internal')));
      },
      unsubscribe: (connection, { group, logins }) => {
        const feed = this.#feeds.get(connection);
        if (feed === undefined) return;
        const all = group === undefined && logins === undefined;
        for (const login of logins ?? []) feed.logins.delete(login);
        if (all) this.#leave(connection);
        if (group !== undefined) feed.masks.delete(group || '*');
        this.#shrunk(feed);
      },
      leave: (connection) => {
        if (this.#leave(connection)) this.#watch();
      },
      refresh: (connection) => this.#refresh(connection),
    });
  }

  /** Changed live money. */
  money(login: number, group: string, text: string): void {
    if (!this.#rows.has(login) && !this.#isFollowed(login, group)) return;
    this.#rows.set(login, { group, text });
    for (const feed of this.#feeds.values()) {
      if (feed.wants(login, group)) this.pacer.touch(feed, login);
    }
  }

  /**
   * Moved accounts: ends the masks that show other accounts now, and the subscriptions of moved
   * logins. Null: any account may have been moved.
   */
  moved(accounts: readonly MovedAccount[] | null): void {
    this.#moves += 1;
    for (const { login, to } of accounts ?? []) {
      const row = this.#rows.get(login);
      if (to === null) this.#rows.delete(login);
      else if (row !== undefined) this.#rows.set(login, { ...row, group: to.group });
    }
    const moved = accounts && new Set(accounts.map(({ login }) => login));
    for (const feed of this.#feeds.values()) {
      const { sight, masks, logins } = feed;
      const isOver = (mask: string): boolean =>
        accounts?.some((one) => sight.isMaskChangedBy(mask, one)) ?? true;
      const isMoved = (login: number): boolean => moved?.has(login) ?? true;
      this.#end(feed, [...masks].filter(isOver), [...logins].filter(isMoved));
    }
  }

  /** Handles a change of a viewer's rights or scope. */
  #refresh(connection: Connection): void {
    const feed = this.#feeds.get(connection);
    if (feed === undefined || samePowers(feed.session, connection.session)) return;
    feed.session = connection.session;
    this.#end(feed, [...feed.masks], [...feed.logins]);
  }

  /** Ends subscriptions: the client subscribes again. */
  #end(feed: RowFeed, masks: string[], logins: number[]): void {
    const { connection } = feed;
    for (const group of masks) {
      feed.masks.delete(group);
      connection.sendEvent('resubscribe', { channel: 'accounts', group });
    }
    for (const login of logins) feed.logins.delete(login);
    if (logins.length > 0) connection.sendEvent('resubscribe', { channel: 'accounts', logins });
    if (masks.length + logins.length > 0) this.#shrunk(feed);
  }

  #feedOf(connection: Connection): RowFeed {
    const known = this.#feeds.get(connection);
    if (known !== undefined) return known;
    const feed = new RowFeed(new AccountVisibility(connection, this.client), this.#rows);
    this.#feeds.set(connection, feed);
    return feed;
  }

  /** Follows a mask, and sends all its accounts: live money where it is known, else stored. */
  #followMask(
    connection: Connection,
    mask: string,
    answer: Parameters<Channel['subscribe']>[2],
  ): void {
    const feed = this.#feedOf(connection);
    const isNew = !feed.masks.has(mask);
    if (isNew && feed.masks.size >= SOCKET_LIMITS.masks) {
      return answer(refuse('invalid_input', `group: at most ${SOCKET_LIMITS.masks} masks`));
    }
    feed.masks.add(mask);
    feed.forget();
    if (isNew) this.#watch();
    this.events.show(
      connection,
      () => !feed.masks.has(mask),
      () => this.#readMask(feed, mask),
      (read) => {
        if (!read.ok) {
          feed.masks.delete(mask);
          this.#shrunk(feed);
          return answer(read);
        }
        // A row that changed meanwhile may have been sent before its part.
        for (const [login, text] of read.data.sent) {
          if ((this.#rows.get(login)?.text ?? text) !== text) this.pacer.touch(feed, login);
        }
        answer(ok('[]'), '', read.data.seq);
      },
    );
  }

  async #readMask(feed: RowFeed, mask: string): Promise<Outcome<MoneyRead>> {
    const most = SOCKET_LIMITS.snapshotRows;
    const found = await this.snapshots.read(feed.connection, (by, fence) =>
      this.client.query(by, 'accounts.money', { ...fence, viewer: by, group: mask, most }),
    );
    if (!found.ok) return found;
    const { rows, total, projection_seq } = found.data;
    if (total > most) return tooManyRows('accounts', total, '/admin/v1/accounts');
    const sent = new Map<number, string>();
    for (const [login, group, stored] of rows) {
      const live = this.#rows.get(login);
      if (feed.wants(login, live?.group ?? group)) sent.set(login, live?.text ?? stored);
    }
    // Accounts that came after the rows were read.
    const fits = remembered((group: string) => maskListFits(mask, group));
    for (const [login, { group, text }] of this.#rows) {
      if (!sent.has(login) && fits(group) && feed.wants(login, group)) sent.set(login, text);
    }
    const seq = Number(projection_seq);
    const head = `"channel":"accounts","group":${JSON.stringify(mask)}`;
    return ok({ frames: framesOf(head, [...sent.values()], seq), seq, sent });
  }

  /** Masks or logins of a feed have ended. */
  #shrunk(feed: RowFeed): void {
    feed.forget();
    if (feed.masks.size + feed.logins.size === 0) this.#leave(feed.connection);
    this.#watch();
  }

  /** Follows logins, all within reach; the snapshot has their present money. */
  async #followLogins(connection: Connection, logins: readonly number[]): Promise<Outcome<string>> {
    const before = this.#feeds.get(connection)?.logins.size ?? 0;
    if (before + logins.length > SOCKET_LIMITS.logins) {
      return refuse('invalid_input', `logins: at most ${SOCKET_LIMITS.logins} in all`);
    }
    for (let tries = SNAPSHOT_TRIES; tries > 0; tries -= 1) {
      const { session } = connection;
      const moves = this.#moves;
      const asked = await this.#snapshot(connection, logins);
      if (!asked.ok || !connection.isOpen) return asked;
      // Accounts that are out of reach by now must not be shown again.
      if (moves !== this.#moves || !samePowers(session, connection.session)) continue;
      const feed = this.#feedOf(connection);
      for (const login of logins) feed.logins.add(login);
      this.#watch();
      return asked;
    }
    return refuse('conflict', 'logins: accounts change too often just now; try again');
  }

  /** The present money of logins as a JSON list; refused if one is out of reach. */
  async #snapshot(connection: Connection, logins: readonly number[]): Promise<Outcome<string>> {
    const rows: string[] = [];
    for (let at = 0; at < logins.length; at += ASKED_AT_ONCE) {
      const some = logins.slice(at, at + ASKED_AT_ONCE);
      const asked = await Promise.all(some.map((login) => this.#ask(connection, login)));
      const refused = asked.find((row) => !row.ok);
      if (refused !== undefined) return refused;
      rows.push(...asked.flatMap((row) => (row.ok && row.data !== '' ? [row.data] : [])));
    }
    return ok(`[${rows.join(',')}]`);
  }

  /** An account's money as JSON, empty when it does not answer; refused out of reach. */
  async #ask({ session, address }: Connection, login: number): Promise<Outcome<string>> {
    const caller = callerOf(session, address);
    const reached = await this.client.desk('accounts.reach', { caller, login });
    if (!reached.ok) return refuse(reached.code, `${login}: ${reached.message}`);
    const { status, text } = await this.client.call(caller, login, 'money', {}, session.id);
    if (status !== 200) return ok('');
    const { seq: _, ...money } = (JSON.parse(text) as { data: { readonly seq: string } }).data;
    return ok(JSON.stringify(money));
  }

  #leave(connection: Connection): boolean {
    const feed = this.#feeds.get(connection);
    if (feed === undefined) return false;
    this.#feeds.delete(connection);
    this.pacer.drop(feed);
    connection.forget(feed);
    return true;
  }

  /** Passes to the runtime the accounts whose money is needed, besides accounts with sockets. */
  #watch(): void {
    const feeds = [...this.#feeds.values()];
    const masks = [...new Set(feeds.flatMap((feed) => [...feed.masks]))];
    const logins = new Set(feeds.flatMap((feed) => [...feed.logins]));
    const fits = remembered((group: string) => inScope(masks, group));
    this.#isFollowed = (login, group) => logins.has(login) || fits(group);
    for (const [login, { group }] of this.#rows) {
      if (!this.#isFollowed(login, group)) this.#rows.delete(login);
    }
    this.watch({ masks, logins: [...logins] });
  }
}
