// A desk for tests, with a log in memory, a test clock, a fast hasher, and recorded messages to
// other threads.

import { createHash, randomUUID } from 'node:crypto';
import { Desk } from '../../actors/desk/desk.js';
import type { MailTransport } from '../../actors/desk/mail/transport.js';
import type { DeskDeps } from '../../actors/desk/state/deps.js';
import type { ConnectionReports, DeskChange } from '../../actors/desk/state/desk-messages.js';
import { type Decide, SERVER } from '../../actors/desk/state/writer.js';
import { EventTooLarge } from '../../actors/desk/store/desk-log.js';
import { locksOf, SETTINGS_LOCK } from '../../actors/desk/store/record-locks.js';
import type { DepositRecord, RecordTypeName } from '../../actors/desk/store/record-type.js';
import type { StoredRecords } from '../../actors/desk/store/stored.js';
import { Transaction } from '../../actors/desk/store/transaction.js';
import { sumOfReports, UsageCache } from '../../actors/desk/store/usage.js';
import type {
  BarsCorrection,
  BarsCorrectionResult,
} from '../../actors/market/pricing/price-messages.js';
import type { ReportRunner } from '../../actors/readers/reports.js';
import { type Keys, keyOf } from '../../actors/secrets/seal.js';
import type { UsageCount, UsageQuestions } from '../../actors/shard/shard-messages.js';
import { countsAsActivity } from '../../storage/projection/staff-activity.js';
import { pieceKey, piecesOf } from '../../wire/accounts/file.js';
import type { SessionCopy } from '../../wire/accounts/identity.js';
import type { Letter } from '../../wire/accounts/mail.js';
import { RIGHTS } from '../../wire/accounts/rights.js';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import type { Fields } from '../../wire/base/object.js';
import { pack, packEvent, unpack } from '../../wire/codec/pack.js';
import { unpackEvent } from '../../wire/codec/unpack.js';
import type { Caller } from '../../wire/desk/caller.js';
import type { IssuedTokens } from '../../wire/desk/identity-operations.js';
import type { DeskOp, DeskOps } from '../../wire/desk/operations.js';
import type { AccountCreate } from '../../wire/rest/accounts/accounts.js';
import type { ReportedSymbol } from '../../wire/rest/settings/offered-symbols.js';
import type { ReportedAccount } from '../../wire/rest/settings/provider-accounts.js';
import type { Settings } from '../../wire/settings/config.js';
import type { PriceSource } from '../../wire/settings/connections.js';
import type { SettingKind } from '../../wire/settings/kinds.js';
import { API_SERVER, type ServerAccess } from '../../wire/settings/servers.js';
import { settingsWith } from '../../wire/settings/settings-delta.js';
import type { DeskEvent } from '../../wire/trading/events.js';
import { deferred } from './deferred.js';
import { VENDOR } from './licence-vendor.js';
import { PlainHasher } from './plain-hasher.js';
import { noReports } from './reports.js';

export const ADMIN_PASSWORD = 'Adm1n-pass';
export const TRADER_PASSWORD = 'Trad3r-pass';
export const ADDRESS = '203.0.113.9';
/** How an investor and a program sign in to an account that has `OTHER_HASHES`. */
export const INVESTOR = { password: 'Invest-1x' } as const;
export const PROGRAM = { password: 'Api-pass-1', terminal: 'api' } as const;
/** Fields of an account with passwords beside its owner's. */
export const OTHER_HASHES = {
  investor_hash: `$argon2id$x$${INVESTOR.password}`,
  api_enabled: true,
  api_hash: `$argon2id$x$${PROGRAM.password}`,
} as const;

/** A database without rows: everything comes from the log. */
const nothingStored: StoredRecords = {
  load: () => [],
  expectAll: () => {},
  all: () => [],
  one: () => undefined,
  numbers: () => [],
  acted: () => false,
  traded: () => false,
  agent: () => false,
  drafts: () => [],
  grouped: () => new Map(),
  tradingAccounts: () => 0,
  file: () => null,
  waitingApplications: () => 0,
  configVersion: () => 0,
};

type SignIn = DeskOps['auth.login']['input'];

/** What a trader signs in with at a desktop, but for what is given. */
export const credentials = (given: Partial<SignIn> = {}): SignIn => ({
  audience: 'trader',
  login: 1001,
  password: TRADER_PASSWORD,
  terminal: 'desktop',
  ip: ADDRESS,
  user_agent: 'test',
  ...given,
});

/** What a terminal renews its tokens with. */
export const refreshOf = ({ session, refresh_token }: IssuedTokens) => ({
  audience: session.audience,
  refresh_token,
  browser: session.browser,
  csrf_token: session.csrf_token,
  use: randomUUID(),
  ip: ADDRESS,
  user_agent: 'test',
});

/** What is asked by a caller. */
type CalledOp = {
  [K in DeskOp]: DeskOps[K]['input'] extends { readonly caller: Caller } ? K : never;
}[DeskOp];

/** One desk over a log that outlives it. */
export class DeskHarness {
  readonly log: DeskEvent[];
  readonly keys: Keys;
  readonly sent: DeskChange[] = [];
  readonly hasher = new PlainHasher();
  /** The public key of the vendor of licences. */
  vendorKey = VENDOR.publicKey;
  /** Deposits that were to be paid. */
  readonly deposits: DepositRecord[] = [];
  readonly manualQuotes: [number, number, number][] = [];
  /** What the market makes of a correction of bars; by default it changes none. */
  correctBars = async (_correction: BarsCorrection): Promise<BarsCorrectionResult> => ok([]);
  /** Accounts with a position and two orders; those that do not answer, and those held now. */
  readonly busy = new Set<number>();
  /** Accounts with positions, by symbols; and accounts with payments. */
  readonly holdings = new Map<number, readonly string[]>();
  readonly paid = new Set<number>();
  /** Accounts that others name as their agent, as the database has it. */
  readonly agents = new Set<number>();
  readonly silent = new Set<number>();
  readonly held: number[] = [];
  /** What accounts have, by name of a symbol or path of a group; nothing where not set. */
  readonly used: Record<string, UsageCount> = {};
  silentShards = false;
  /** Staff who dealt with requests, and whether the database falls behind. */
  readonly dealt = new Set<number>();
  isBehind = false;
  /** For how long each look at the database was to wait for it; undefined = the usual time. */
  readonly looks: (number | undefined)[] = [];
  /** What happens elsewhere once the database has caught up. */
  onCaughtUp: () => Promise<void> = async () => {};
  /** What of the log, and who of those who dealt, the database shows. */
  #shown = { events: 0, dealt: new Set<number>() };
  /** What datafeeds and gateways are doing, and how a datafeed is connected again. */
  connections: ConnectionReports | null = { feeds: [], gateways: [] };
  /** The accounts that a provider tells. */
  providerAccounts: Outcome<readonly ReportedAccount[]> = ok([]);
  /** Is the platform a copy that was not released? */
  unreleased = false;
  reconnect: (datafeed: number) => boolean = () => false;
  /** What providers offer, or why not. */
  offered: Outcome<readonly ReportedSymbol[]> = refuse(
    'conflict',
    'The connection is not on line.',
  );
  /** What the shards were asked, and for how many decisions they hold requests back. */
  readonly asked: (UsageQuestions & { readonly held: boolean })[] = [];
  freezes = 0;
  /** Changes that one event has room for. */
  changesMax = Number.POSITIVE_INFINITY;
  /** E-mails that were sent, unless a test sends them otherwise. */
  readonly posted: Letter[] = [];
  mail: Pick<MailTransport, 'send' | 'close'> = {
    send: async (_route, letter) => {
      this.posted.push(letter);
      return { kind: 'accepted' };
    },
    close: () => {},
  };
  /** Makes reports. */
  reports: ReportRunner = noReports();
  /** Hears of what the operator is told. */
  onFailure: ((msg: string) => void) | undefined;
  readonly desk: Desk;
  /** The settings as the other threads hold them: those of the start, with what they are told. */
  copied: Settings;
  now: number;
  /** Hears of every change that concerns other threads, as they do. */
  onSent: ((change: DeskChange) => void | Promise<void>) | undefined;
  /** Hears of every committed event, once the desk shows it; others may not be told of it. */
  onCommitted: (() => void) | undefined;
  /** Resolves writes one by one when set; else they commit at once. */
  hold: Promise<void> | undefined;
  /** The number of writes that wait for `hold`. */
  writing = 0;
  #chance = 0;
  readonly #seed: string;
  readonly #versions = new Map<string, number>();

  constructor(
    log: DeskEvent[] = [],
    now = Date.UTC(2026, 0, 5, 12),
    stored = nothingStored,
    keys: Keys = [keyOf(Buffer.alloc(32, 7))],
  ) {
    this.log = log;
    this.keys = keys;
    this.now = now;
    this.#seed = `${log.length}`;
    this.desk = new Desk(this.#deps(stored));
    this.desk.load();
    for (const [index, event] of log.entries()) this.desk.fold(event, index + 1);
    this.copied = this.desk.settings();
  }

  /** Two decisions at once about one record would lose one of them: each goes on from the last. */
  #follow({ changes }: DeskEvent): void {
    for (const { kind, key, version, record } of changes) {
      const id = `${kind} ${key}`;
      const before = this.#versions.get(id);
      // A place in the order is no new version of these.
      const isPlace = ['datafeed', 'gateway'].includes(kind) && version === before;
      if (record !== null && before !== undefined && version !== before + 1 && !isPlace) {
        throw new Error(`${id} has version ${version} behind ${before}`);
      }
      if (record === null) this.#versions.delete(id);
      else this.#versions.set(id, version);
    }
  }

  #deps(stored: StoredRecords): DeskDeps {
    const vendorKey = (): string => this.vendorKey;
    const reports = (): ReportRunner => this.reports;
    return {
      get vendorKey() {
        return vendorKey();
      },
      stored: {
        ...stored,
        acted: (login) => this.#acted(login),
        traded: (login) => this.paid.has(login),
        agent: (login) => this.agents.has(login),
        drafts: (login) => this.#draftsOf(login),
        file: (sha256) => this.#contentOf(sha256),
      },
      caughtUp: (_seq, patienceMs) => {
        this.looks.push(patienceMs);
        return this.#catchUp();
      },
      write: async (event) => {
        this.writing += 1;
        try {
          await this.hold;
        } finally {
          this.writing -= 1;
        }
        const changes = event.changes.length;
        if (changes > this.changesMax) throw new EventTooLarge(changes, this.changesMax);
        this.#follow(event);
        this.log.push(unpackEvent(packEvent(event)) as DeskEvent);
        setImmediate(() => this.onCommitted?.());
        return this.log.length;
      },
      distribute: async (change) => {
        this.sent.push(change);
        if (change.settings !== undefined) {
          this.copied = settingsWith(this.copied, change.settings);
        }
        await this.onSent?.(change);
      },
      hasher: this.hasher,
      keys: this.keys,
      now: () => this.now,
      random: (bytes) => this.#random(bytes),
      hold: async (login) => {
        if (this.silent.has(login)) return undefined;
        this.held.push(login);
        const release = (): void => {
          this.held.splice(this.held.indexOf(login), 1);
        };
        const symbols = this.holdings.get(login) ?? [];
        const isUsed = symbols.length > 0 || this.paid.has(login);
        const [positions, orders] = this.busy.has(login) ? [1, 2] : [symbols.length, 0];
        return { rows: { positions, orders, requests: 0 }, isUsed, symbols, release };
      },
      usage: async (questions, held) => {
        this.asked.push({ ...questions, held });
        if (held) this.freezes += 1;
        if (this.silentShards) return null;
        return sumOfReports(questions, [
          { symbols: this.used, groups: this.used, gateways: this.used },
        ]);
      },
      free: () => {
        this.freezes -= 1;
      },
      deposit: async (promised) => {
        this.deposits.push(promised);
      },
      connections: async () => this.connections,
      reconnect: async (_kind, id) => this.reconnect(id),
      transactions: async () => [],
      providerAccounts: async () => this.providerAccounts,
      offeredSymbols: async () => this.offered,
      publishManualQuote: async ({ symbolId: id, bid, ask, dryRun }) => {
        const [, wasBid = 0, wasAsk = 0] = this.manualQuotes.findLast(([one]) => one === id) ?? [];
        const before = wasBid === 0 ? null : { bid: wasBid, ask: wasAsk };
        if (!dryRun) this.manualQuotes.push([id, bid, ask]);
        return ok({ bid, ask, time: this.now, before });
      },
      correctBars: (correction) => this.correctBars(correction),
      unreleased: () => this.unreleased,
      release: async () => {
        this.unreleased = false;
        return ok(null);
      },
      get reports() {
        return reports();
      },
      mail: { send: (...letter) => this.mail.send(...letter), close: () => this.mail.close() },
      decide: (decision) => decision(),
      failed: (msg) => {
        this.onFailure?.(msg);
      },
    };
  }

  /** The content of a file in use. */
  #contentOf(sha256: string): Uint8Array | null {
    const { records } = this.desk;
    const file = records.get('file', sha256)?.record;
    if (file === undefined) return null;
    const pieces = Array.from({ length: piecesOf(file.size) }, (_, index) =>
      Buffer.from(
        records.get('file_piece', pieceKey({ sha256, index }))?.record.data ?? '',
        'base64',
      ),
    );
    return Buffer.concat(pieces);
  }

  async #catchUp(): Promise<boolean> {
    if (this.isBehind) return false;
    this.#shown = { events: this.log.length, dealt: new Set(this.dealt) };
    await this.onCaughtUp();
    return true;
  }

  #acted(login: number): boolean {
    const { events, dealt } = this.#shown;
    const mine = this.log.slice(0, events).filter(({ by }) => by === login);
    const lines = mine.flatMap(({ journal }) => journal);
    return dealt.has(login) || lines.some((line) => countsAsActivity(login, line));
  }

  #draftsOf(login: number): number[] {
    const ids: number[] = [];
    for (const { kind, record } of this.desk.records.everything()) {
      const { id, login: owner } = record as { readonly id: number; readonly login: number };
      if (kind === 'mail_draft' && owner === login) ids.push(id);
    }
    return ids;
  }

  #random(bytes: number): Buffer {
    this.#chance += 1;
    const seed = `${this.#seed}/${this.#chance}`;
    const parts = Array.from({ length: Math.ceil(bytes / 32) }, (_, part) =>
      createHash('sha256').update(`${seed}/${part}`).digest(),
    );
    return Buffer.concat(parts).subarray(0, bytes);
  }

  /** The same log in a new desk: what a restart leaves. */
  restarted(keys: Keys = this.keys): DeskHarness {
    return new DeskHarness(this.log, this.now, nothingStored, keys);
  }

  signIn(input: Partial<SignIn> = {}) {
    return this.desk.handle('auth.login', credentials(input));
  }

  signInStaff(input: Partial<SignIn> = {}) {
    const staff = { audience: 'staff' as const, login: 1, password: ADMIN_PASSWORD };
    return this.signIn({ ...staff, terminal: 'manager', ...input });
  }

  refresh(tokens: IssuedTokens, input: Partial<DeskOps['auth.refresh']['input']> = {}) {
    return this.desk.handle('auth.refresh', { ...refreshOf(tokens), ...input });
  }

  /** The desk is asked by staff with every right and scope, unless by another caller. */
  ask<K extends CalledOp>(
    op: K,
    input: Omit<DeskOps[K]['input'], 'caller'>,
    caller: Caller = staffCaller(),
  ) {
    return this.desk.handle(op, { ...input, caller } as unknown as DeskOps[K]['input']);
  }

  /** Staff open an account; answers what is shown of it. */
  async openAccount(given: Partial<AccountCreate> = {}, caller = staffCaller()) {
    return dataOf(await this.ask('accounts.create', { body: opening(given) }, caller));
  }

  /** An account of staff with a profile; answers its login. */
  async hire(profile: Fields = {}, given: Partial<AccountCreate> = {}): Promise<number> {
    const { login } = await this.openAccount({ group: 'managers\\dealers', ...given });
    dataOf(await this.write((tx) => tx.create('staff', { login, ...profile })));
    return login;
  }

  /** Staff create a setting; answers what is shown of it. */
  async create(kind: SettingKind, fields: Fields) {
    const created = dataOf(await this.ask('settings.create', { kind, fields }));
    return created as Fields & { readonly id: number; readonly version: number };
  }

  /**
   * A write past the rules of routes; by the server itself, unless by another, and under the locks
   * that it needs, unless under others.
   */
  write<T>(decide: Decide<T>, who = SERVER, locks = this.#locksFor(decide)) {
    return this.desk.writer.change(locks, who, decide);
  }

  #locksFor(decide: Decide<unknown>): readonly string[] {
    const { records } = this.desk;
    const tx = new Transaction(records.types, records, this.now, new UsageCache(), 0);
    decide(tx, this.now);
    const locks = tx.changes.flatMap(({ kind, key, record }) => {
      const before = records.get(kind as RecordTypeName, key)?.record ?? null;
      return locksOf(kind as RecordTypeName, before as never, record as never);
    });
    return [SETTINGS_LOCK, ...locks];
  }

  /** Holds writes back from the log, until what it answers is called. */
  holdWrites(): () => void {
    const { promise, resolve } = deferred();
    this.hold = promise;
    return resolve;
  }

  /** Waits until so many writes are on their way to the log. */
  async writesHeld(count: number): Promise<void> {
    while (this.writing < count) await new Promise(setImmediate);
  }

  /** Changes a record past all rules, as an earlier version may have left it. */
  async amend(
    kind: 'account' | 'platform',
    key: string,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    await this.write((tx) => ok(tx.amend<'account' | 'platform'>(kind, key, fields)));
  }

  /** Changes a record past the rules of routes, as later issues' routes will. */
  async patch(
    kind: 'account' | 'client' | 'staff' | 'group' | 'platform' | 'logical_server',
    key: string,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    dataOf(await this.write((tx) => tx.patch(kind, key, fields)));
  }
}

/** Changes whom the platform admits. */
export const admit = (harness: DeskHarness, access: Partial<ServerAccess>): Promise<void> => {
  const before = harness.desk.records.get('logical_server', API_SERVER)?.record.access;
  return harness.patch('logical_server', API_SERVER, { access: { ...before, ...access } });
};

/** The logs of demo platforms, by their prices: each is made once. */
const demoLogs = new Map<string, Buffer>();

const demoLog = async (prices: PriceSource): Promise<Buffer> => {
  const harness = new DeskHarness();
  const made = await harness.desk.createDemoPlatform({
    adminPassword: ADMIN_PASSWORD,
    traderPassword: TRADER_PASSWORD,
    prices,
  });
  if (!made.ok) throw new Error(made.message);
  return pack(harness.log);
};

/** A desk with the demo platform. */
export const openDesk = async (prices: PriceSource = { kind: 'none' }): Promise<DeskHarness> => {
  const key = JSON.stringify(prices);
  const log = demoLogs.get(key) ?? (await demoLog(prices));
  demoLogs.set(key, log);
  return new DeskHarness(unpack<DeskEvent[]>(log));
};

/** The data of an outcome that must be good. */
export const dataOf = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`);
  return outcome.data;
};

/** The code of an outcome. */
export const codeOf = (outcome: Outcome<unknown>): string => (outcome.ok ? 'ok' : outcome.code);

/** A staff caller with every right and scope, but for what is given. */
export const staffCaller = (given: Partial<Caller> = {}): Caller => ({
  session: 'f'.repeat(32),
  login: 1,
  audience: 'staff',
  terminal: 'manager',
  ip: ADDRESS,
  read_only: false,
  rights: RIGHTS,
  group_scope: ['*'],
  ...given,
});

/** Who asks in a session. */
export const callerIn = (session: SessionCopy): Caller =>
  staffCaller({ ...session, session: session.id });

/** A body that opens an account. */
export const opening = (given: Partial<AccountCreate> = {}): AccountCreate => ({
  group: 'demo\\standard',
  master_password: 'Master-1x',
  investor_password: 'Invest-1x',
  ...given,
});
