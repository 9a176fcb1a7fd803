// The fair queue: decides which job of a shared thread runs next, and which job is refused.

import type { Audience } from '../../wire/accounts/identity.js';
import { addressKey } from '../../wire/base/address.js';
import { patience } from './failpoint.js';

/** The audience and the owner to whose shares of the thread a job counts. */
export interface FairShare {
  /** Staff and traders have half of the thread each, while both wait. */
  readonly audience: Audience;
  /** The address of an unknown caller, or the login of a signed-in caller. */
  readonly owner: string;
}

/** The share of a caller who is known only by the address; an IPv6 address counts by its /64. */
export const addressShare = (audience: Audience, ip: string): FairShare => ({
  audience,
  owner: addressKey(ip),
});

/** The share of a signed-in caller: guesses from the same address do not use it up. */
export const loginShare = (caller: { audience: Audience; login: number }): FairShare => ({
  audience: caller.audience,
  owner: `login ${caller.login}`,
});

/** The share of the server itself, and of commands. */
export const SERVER_SHARE: FairShare = { audience: 'staff', owner: 'server' };

/** Most waiting jobs of one owner; a further job is refused. */
export const OWNER_JOBS_MAX = 32;
/** Most waiting jobs of one audience; beyond it the newest job of the busiest owner is refused. */
export const AUDIENCE_JOBS_MAX = 256;
/** A job that has waited this long, in ms, is refused: its caller would get the answer too late. */
export const JOB_WAIT_MS = patience(5_000);
/** In this time, in ms, the recent work of an owner falls to half. */
const HALF_LIFE_MS = 30_000;
/** A number above the recent work of any owner, which is in ms. */
const OWNER_WORK_MAX = 1e6;
/** Most owners with recent work; beyond it the owner that was served longest ago is dropped. */
export const OWNERS_MAX = 10_000;

/** A job of the queue. It is either run once or refused once. */
interface FairJob {
  readonly share: FairShare;
  /** The time of its arrival, in ms on the clock of the queue. */
  readonly cameAt: number;
  run(): void;
  refuse(): void;
}

interface Work {
  readonly ms: number;
  readonly at: number;
}

/** The recent work of each owner, in ms of the thread, which decays with time. */
class RecentWork {
  readonly #byOwner = new Map<string, Work>();

  of(owner: string, now: number): number {
    const work = this.#byOwner.get(owner);
    return work === undefined ? 0 : work.ms * 2 ** ((work.at - now) / HALF_LIFE_MS);
  }

  add(owner: string, ms: number, now: number): void {
    const work = { ms: this.of(owner, now) + ms, at: now };
    this.#byOwner.delete(owner);
    this.#byOwner.set(owner, work);
    const [oldest] = this.#byOwner.size > OWNERS_MAX ? this.#byOwner.keys() : [];
    if (oldest !== undefined) this.#byOwner.delete(oldest);
  }
}

/** The waiting jobs of one audience, by owner; an owner's jobs are in order of arrival. */
class AudienceQueue {
  readonly #waiting = new Map<string, FairJob[]>();
  readonly #work = new RecentWork();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /**
   * Adds a job; returns the job to refuse, which may be the same one; undefined = there is room.
   */
  add(job: FairJob): FairJob | undefined {
    const { owner } = job.share;
    const own = this.#waiting.get(owner) ?? [];
    if (own.length >= OWNER_JOBS_MAX) return job;
    own.push(job);
    this.#waiting.set(owner, own);
    this.#count += 1;
    return this.#count > AUDIENCE_JOBS_MAX ? this.#removeNewest(job.cameAt) : undefined;
  }

  /** The next job: of the owner with the least recent work. */
  next(now: number): FairJob | undefined {
    const owner = this.#owner((name) => -this.#work.of(name, now));
    return owner === undefined ? undefined : this.#take(owner, 0);
  }

  /** Counts the time that a job took, in ms, as work of its owner. */
  ended(owner: string, ms: number, now: number): void {
    this.#work.add(owner, ms, now);
  }

  /** Removes the jobs that came before a time. */
  removeOlder(time: number): FairJob[] {
    const old: FairJob[] = [];
    for (const [owner, jobs] of this.#waiting) {
      while ((jobs[0]?.cameAt ?? time) < time) old.push(this.#take(owner, 0));
    }
    return old;
  }

  /**
   * Removes the newest job of the owner with the most waiting jobs; among equal owners of the one
   * with the most recent work, then of the owner that came last.
   */
  #removeNewest(now: number): FairJob {
    const owner = this.#owner(
      (name, jobs) => jobs.length * OWNER_WORK_MAX + this.#work.of(name, now),
      [...this.#waiting].reverse(),
    );
    return this.#take(owner as string, -1);
  }

  /** The waiting owner with the largest measure; the first of equal owners. */
  #owner(
    measure: (owner: string, jobs: readonly FairJob[]) => number,
    owners: Iterable<[string, readonly FairJob[]]> = this.#waiting,
  ): string | undefined {
    let found: string | undefined;
    let best = Number.NEGATIVE_INFINITY;
    for (const [owner, jobs] of owners) {
      const value = measure(owner, jobs);
      if (value > best) [found, best] = [owner, value];
    }
    return found;
  }

  #take(owner: string, at: 0 | -1): FairJob {
    const jobs = this.#waiting.get(owner) as FairJob[];
    const [job] = jobs.splice(at, 1) as [FairJob];
    if (jobs.length === 0) this.#waiting.delete(owner);
    this.#count -= 1;
    return job;
  }
}

/** Orders the jobs of all callers. */
export class FairQueue {
  readonly #queues: Readonly<Record<Audience, AudienceQueue>> = {
    staff: new AudienceQueue(),
    trader: new AudienceQueue(),
  };
  /** The audience whose turn it is when both wait. */
  #turn: Audience = 'staff';
  /** The number of waiting jobs. */
  get waiting(): number {
    return this.#queues.staff.count + this.#queues.trader.count;
  }

  /** Adds a job; without room this job, or another one in its place, is refused. */
  add(job: FairJob): void {
    this.#queues[job.share.audience].add(job)?.refuse();
  }

  /** The job to run now; undefined = none waits. Refuses jobs that have waited too long. */
  next(now: number): FairJob | undefined {
    for (const queue of Object.values(this.#queues)) {
      for (const job of queue.removeOlder(now - JOB_WAIT_MS)) job.refuse();
    }
    const other = this.#turn === 'staff' ? 'trader' : 'staff';
    const job = this.#queues[this.#turn].next(now) ?? this.#queues[other].next(now);
    if (job !== undefined) this.#turn = job.share.audience === 'staff' ? 'trader' : 'staff';
    return job;
  }

  /** Counts the time that a job took, in ms, as work of its owner. */
  ended({ audience, owner }: FairShare, ms: number, now: number): void {
    this.#queues[audience].ended(owner, ms, now);
  }

  /** Refuses all waiting jobs. */
  clear(): void {
    for (const queue of Object.values(this.#queues)) {
      for (const job of queue.removeOlder(Number.POSITIVE_INFINITY)) job.refuse();
    }
  }
}
