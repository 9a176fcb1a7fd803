// Rounds of the audit over all accounts: pages from the shards, looked at by a reader.

import type { Outcome } from '../../wire/base/codes.js';
import type { AccountPage, LogLine, PageOf } from '../messages.js';
import { type AccountProgress, type Finding, NEWEST_EVENT } from './account-audit.js';
import type { Alarms } from './alarms.js';
import type { PageResult, PageTask } from './page-audit.js';
import { Standstill } from './standstill.js';

/** From one slice of work to the next. */
const STEP_MS = 100;
/** Rounds begin at least so long after each other. */
const ROUND_MS = 1000;

/** The services that the rounds use. */
export interface RoundDeps {
  readonly shards: number;
  /** A page of a shard; undefined when the shard does not answer. */
  page(shard: number, of: PageOf): Promise<AccountPage | undefined>;
  /** Has a reader look at a page for a while; undefined when the audit is to end. */
  look(task: PageTask): Promise<Outcome<PageResult> | undefined>;
  readonly alarms: Alarms;
  log(line: LogLine): void;
  /** False when the audit is to end. */
  pause(ms: number): Promise<boolean>;
}

/**
 * The findings of a look, and the position of the database for accounts that have changed since.
 */
interface RoundFindings {
  readonly findings: readonly Finding[];
  readonly moved: ReadonlyMap<number, AccountProgress>;
}

/** ms since 1970 to seconds. */
const seconds = (ms: number): number => Math.round(ms) / 1000;

/** Looks at all accounts, again and again, a few at a time. */
export class AccountRounds {
  #accounts = 0;
  #moved = 0;
  #endedAt = 0;
  #tookMs = 0;
  readonly #standstill: Standstill;

  constructor(private readonly deps: RoundDeps) {
    this.#standstill = new Standstill(deps.alarms, deps.log);
  }

  /** Figures for the operator. */
  metrics(): Record<string, number> {
    return {
      audit_accounts_total: this.#accounts,
      audit_moved_total: this.#moved,
      audit_round_ended_seconds: seconds(this.#endedAt),
      audit_round_seconds: seconds(this.#tookMs),
    };
  }

  /** Goes on until a pause says that it is to end. */
  async run(): Promise<void> {
    for (let more = await this.deps.pause(STEP_MS); more; ) {
      const begunAt = performance.now();
      let missed = false;
      for (let shard = 0; shard < this.deps.shards; shard += 1) {
        if (!(await this.#shard(shard))) missed = true;
        if (!(await this.deps.pause(0))) return;
      }
      const tookMs = performance.now() - begunAt;
      if (!missed) this.#ended(tookMs);
      more = await this.deps.pause(Math.max(STEP_MS, ROUND_MS - tookMs));
    }
  }

  #ended(tookMs: number): void {
    this.#tookMs = tookMs;
    this.#endedAt = Date.now();
    this.deps.alarms.roundEnded();
  }

  /** Looks at the accounts of a shard; false when it did not come to all of them. */
  async #shard(shard: number): Promise<boolean> {
    for (let from = 0; ; ) {
      const page = await this.deps.page(shard, { from });
      if (page === undefined) return false;
      const found = await this.#look(page);
      this.#accounts += page.ends.length;
      this.#moved += found.moved.size;
      if (!(await this.#again(shard, found))) return false;
      if (!(await this.deps.pause(STEP_MS))) return false;
      if (page.next === 0) return true;
      from = page.next;
    }
  }

  /** Looks at a page until all of it is done; what was found. */
  async #look(
    page: AccountPage,
    reached: RoundFindings['moved'] = new Map(),
  ): Promise<RoundFindings> {
    const findings: Finding[] = [];
    const moved = new Map<number, AccountProgress>();
    let task: PageTask | undefined = { page, done: 0, reached };
    for (let waitMs = 0; task !== undefined && (await this.deps.pause(waitMs)); ) {
      const looked: Outcome<PageResult> | undefined = await this.deps.look(task);
      if (looked?.ok === true && looked.data.checkpoint >= page.seq) {
        this.#standstill.over();
        findings.push(...looked.data.findings);
        for (const [login, mark] of looked.data.moved) moved.set(login, mark);
        const { left }: PageResult = looked.data;
        task = left && { page, reached, ...left };
        waitMs = STEP_MS;
      } else if (looked !== undefined) waitMs = this.#laterMs(looked, page.seq);
    }
    return { findings, moved };
  }

  /** Nothing was looked at: how long to wait before it is tried again. */
  #laterMs(looked: Outcome<PageResult>, seq: number): number {
    if (looked.ok) return this.#standstill.behind(looked.data.checkpoint, seq);
    if (looked.code === 'trade.too_many_requests') return STEP_MS;
    return this.#standstill.failed(looked.message, seq);
  }

  /**
   * Looks at the accounts again, each by itself: an event between the looks at actor and database
   * can make them differ once, not twice. A repeated finding is an alarm; so is an actor that is
   * still not as far as the database was. False when the shard did not answer.
   */
  async #again(shard: number, { findings, moved }: RoundFindings): Promise<boolean> {
    const doubted = new Set(findings.map(({ login }) => login));
    const reached = new Map([...moved].filter(([login]) => !doubted.has(login)));
    const logins = [...doubted, ...reached.keys()];
    if (logins.length === 0) return true;
    if (!(await this.deps.pause(STEP_MS))) return false;
    const page = await this.deps.page(shard, { logins });
    if (page === undefined) return false;
    for (const { check, ...facts } of (await this.#look(page, reached)).findings) {
      const { login, what } = facts;
      const was = findings.some(
        (one) => one.login === login && one.check === check && one.what === what,
      );
      if (was || what === NEWEST_EVENT) this.deps.alarms.raise(check, facts);
    }
    return true;
  }
}
