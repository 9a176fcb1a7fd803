// Rounds of the audit over all accounts: pages from the shards, looked at by a reader.

import type { Outcome } from '../../wire/codes.js';
import type { AccountPage } from '../messages.js';
import type { PageOf } from '../shard/account-pages.js';
import type { Finding } from './account-audit.js';
import type { Alarms } from './alarms.js';
import type { PageResult, PageTask } from './page-audit.js';

/** From one slice of work to the next. */
const STEP_MS = 100;
/** The database follows the log: how soon it is asked again whether it has come far enough. */
const BEHIND_MS = 250;
/** Rounds begin at least so long after each other. */
const ROUND_MS = 1000;

/** What the rounds work with. */
export interface RoundDeps {
  readonly shards: number;
  /** A page of a shard; undefined when the shard does not answer. */
  page(shard: number, of: PageOf): Promise<AccountPage | undefined>;
  /** Has a reader look at a page for a while; undefined when the audit is to end. */
  look(task: PageTask): Promise<Outcome<PageResult> | undefined>;
  readonly alarms: Alarms;
  /** False when the audit is to end. */
  pause(ms: number): Promise<boolean>;
}

/** ms since 1970 to seconds. */
const seconds = (ms: number): number => Math.round(ms) / 1000;

/** Looks at all accounts, again and again, a few at a time. */
export class AccountRounds {
  #accounts = 0;
  #moved = 0;
  #endedAt = 0;
  #tookMs = 0;

  constructor(private readonly deps: RoundDeps) {}

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
      for (let shard = 0; shard < this.deps.shards && more; shard += 1) {
        more = await this.#shard(shard);
      }
      if (!more) return;
      this.#tookMs = performance.now() - begunAt;
      this.#endedAt = Date.now();
      this.deps.alarms.roundEnded();
      more = await this.deps.pause(Math.max(STEP_MS, ROUND_MS - this.#tookMs));
    }
  }

  async #shard(shard: number): Promise<boolean> {
    for (let from = 0; ; ) {
      const page = await this.deps.page(shard, { from });
      // It is restarted: its accounts are looked at in the next round.
      if (page === undefined) return this.deps.pause(STEP_MS);
      const findings = await this.#look(page);
      this.#accounts += page.ends.length;
      for (const login of new Set(findings.map((finding) => finding.login))) {
        await this.#again(shard, login, findings);
      }
      if (!(await this.deps.pause(STEP_MS))) return false;
      if (page.next === 0) return true;
      from = page.next;
    }
  }

  /** Looks at a page until all of it is done; what was found. */
  async #look(page: AccountPage): Promise<Finding[]> {
    const findings: Finding[] = [];
    let task: PageTask | undefined = { page, done: 0 };
    while (task !== undefined) {
      const looked: Outcome<PageResult> | undefined = await this.deps.look(task);
      const result: PageResult | undefined = looked?.ok ? looked.data : undefined;
      if (result !== undefined) {
        findings.push(...result.findings);
        this.#moved += result.moved;
        task = result.left;
      }
      if (task === undefined) break;
      const waitMs = result === undefined || result.behind ? BEHIND_MS : STEP_MS;
      if (!(await this.deps.pause(waitMs))) return [];
    }
    return findings;
  }

  /**
   * Looks at an account by itself: an event between the looks at actor and database could have
   * made them differ, which does not happen twice. What is found again is an alarm.
   */
  async #again(shard: number, login: number, before: readonly Finding[]): Promise<void> {
    if (!(await this.deps.pause(STEP_MS))) return;
    const page = await this.deps.page(shard, { login });
    if (page === undefined) return;
    for (const { check, ...facts } of await this.#look(page)) {
      const was = before.some(
        (one) => one.login === login && one.check === check && one.what === facts.what,
      );
      if (was) this.deps.alarms.raise(check, facts);
    }
  }
}
