// Rounds of the audit over all accounts: shards send pages of accounts, and a reader thread checks
// them.

import type { Outcome } from '../../wire/base/codes.js';
import type { LogLine } from '../messages.js';
import type { AccountPage, PageOf } from '../shard/shard-messages.js';
import { type AccountProgress, type Finding, NEWEST_EVENT } from './account-audit.js';
import type { Alarms } from './alarms.js';
import type { PageResult, PageTask } from './page-audit.js';
import { Standstill } from './standstill.js';

/** Pause between two rounds at least, and before a reader that is busy is asked again. */
const STEP_MS = 100;
/** A reader rests so many times as long as a piece took it, within these bounds in ms. */
const REST = 96;
const REST_MIN_MS = 25;
const REST_MAX_MS = 2_000;
/** Minimum time between the starts of two rounds. */
const ROUND_MS = 1000;

/** The services that the rounds use. */
export interface RoundDeps {
  readonly shards: number;
  /** Gets a page from a shard; undefined when the shard does not answer. */
  page(shard: number, of: PageOf): Promise<AccountPage | undefined>;
  /** Has the database show an event soon. */
  hasten(seq: number): void;
  /** Has a reader check a page for a limited time; undefined when the audit should end. */
  look(task: PageTask): Promise<Outcome<PageResult> | undefined>;
  readonly alarms: Alarms;
  log(line: LogLine): void;
  /** Waits; false when the audit should end. */
  pause(ms: number): Promise<boolean>;
}

/** The findings of a check, and the database's progress for accounts that changed since. */
interface RoundFindings {
  readonly findings: readonly Finding[];
  readonly moved: ReadonlyMap<number, AccountProgress>;
}

/** ms since 1970 to seconds. */
const seconds = (ms: number): number => Math.round(ms) / 1000;

/** Checks all accounts repeatedly, a few at a time. */
export class AccountRounds {
  #accounts = 0;
  #moved = 0;
  #endedAt = 0;
  #tookMs = 0;
  readonly #standstill: Standstill;

  constructor(private readonly deps: RoundDeps) {
    this.#standstill = new Standstill(deps.alarms, deps.log);
  }

  /** Metrics for the operator. */
  metrics(): Record<string, number> {
    return {
      audit_accounts_total: this.#accounts,
      audit_moved_total: this.#moved,
      audit_round_ended_seconds: seconds(this.#endedAt),
      audit_round_seconds: seconds(this.#tookMs),
    };
  }

  /** Runs rounds until a pause says that the audit should end. */
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

  /** Checks the accounts of a shard; false when it did not reach all of them. */
  async #shard(shard: number): Promise<boolean> {
    for (let from = 0; ; ) {
      const page = await this.deps.page(shard, { from });
      if (page === undefined) return false;
      const found = await this.#look(page);
      this.#accounts += page.ends.length;
      this.#moved += found.moved.size;
      if (!(await this.#again(shard, found))) return false;
      if (!(await this.deps.pause(0))) return false;
      if (page.next === 0) return true;
      from = page.next;
    }
  }

  /** Checks a page until it is done, and pauses; returns the findings. */
  async #look(
    page: AccountPage,
    reached: RoundFindings['moved'] = new Map(),
  ): Promise<RoundFindings> {
    const findings: Finding[] = [];
    const moved = new Map<number, AccountProgress>();
    let task: PageTask | undefined = { page, done: 0, reached };
    this.deps.hasten(page.seq);
    for (let waitMs = 0; task !== undefined; ) {
      const looked: Outcome<PageResult> | undefined = await this.deps.look(task);
      if (looked?.ok === true && looked.data.checkpoint >= page.seq) {
        this.#standstill.over();
        findings.push(...looked.data.findings);
        for (const [login, mark] of looked.data.moved) moved.set(login, mark);
        const { left, workedMs }: PageResult = looked.data;
        task = left && { page, reached, ...left };
        waitMs = Math.min(REST_MAX_MS, Math.max(REST_MIN_MS, REST * workedMs));
      } else if (looked !== undefined) waitMs = this.#laterMs(looked, page.seq);
      if (!(await this.deps.pause(waitMs))) break;
    }
    return { findings, moved };
  }

  /** The pause before a check that was not possible is tried again. */
  #laterMs(looked: Outcome<PageResult>, seq: number): number {
    if (looked.ok) return this.#standstill.behind(looked.data.checkpoint, seq);
    if (looked.code === 'trade.too_many_requests') return STEP_MS;
    return this.#standstill.failed(looked.message, seq);
  }

  /**
   * Checks each of these accounts again by itself: an event between reading the actor and the
   * database can cause one difference, but not two. A repeated finding raises an alarm, and so does
   * an actor that is still behind the database. False when the shard did not answer.
   */
  async #again(shard: number, { findings, moved }: RoundFindings): Promise<boolean> {
    const doubted = new Set(findings.map(({ login }) => login));
    const reached = new Map([...moved].filter(([login]) => !doubted.has(login)));
    const logins = [...doubted, ...reached.keys()];
    if (logins.length === 0) return true;
    if (!(await this.deps.pause(0))) return false;
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
