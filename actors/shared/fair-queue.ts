// The fair queue: decides which job of a shared thread runs next, and which job is refused.

import type { Audience } from '../../wire/accounts/identity.js';
import { addressKey, networksOf } from '../../wire/base/address.js';
import { patience } from './failpoint.js';

/** The audience and the owner to whose shares of the thread a job counts. */
export interface FairShare {
  /** Staff and traders have half of the thread each, while both wait. */
  readonly audience: Audience;
  /** The address of an unknown caller, or the login of a signed-in caller. */
  readonly owner: string;
  /** The network of an unknown caller: its owners together go before no owner with less work. */
  readonly network?: string;
}

/**
 * The share of a caller who is known only by the address. An IPv6 address counts by its /64, and
 * with all others of its /48, because a customer of a provider may have all networks of one.
 */
export const addressShare = (audience: Audience, ip: string): FairShare => ({
  audience,
  owner: addressKey(ip),
  network: networksOf(ip)[1],
});

/** The network to which a share counts; an owner without one is a network by itself. */
const networkOf = ({ owner, network = owner }: FairShare): string => network;

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

/** The waiting jobs of an owner: one at least. */
type OwnJobs = [FairJob, ...FairJob[]];

/** The waiting jobs of one audience, by owner; an owner's jobs are in order of arrival. */
class AudienceQueue {
  readonly #waiting = new Map<string, OwnJobs>();
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
    const own = this.#waiting.get(owner);
    if (own !== undefined && own.length >= OWNER_JOBS_MAX) return job;
    if (own === undefined) this.#waiting.set(owner, [job]);
    else own.push(job);
    this.#count += 1;
    return this.#count > AUDIENCE_JOBS_MAX ? this.#removeNewest(job.cameAt) : undefined;
  }

  /** The next job: of the network with the least recent work, and of its owner with the least. */
  next(now: number): FairJob | undefined {
    const owner = this.#owner((name, [job]) => {
      const ofNetwork = this.#work.of(networkOf(job.share), now);
      return -(ofNetwork * OWNER_WORK_MAX + this.#work.of(name, now));
    });
    return owner === undefined ? undefined : this.#take(owner, 0);
  }

  /** Counts the time that a job took, in ms, as work of its owner and of the owner's network. */
  ended(share: FairShare, ms: number, now: number): void {
    for (const name of new Set([share.owner, networkOf(share)])) this.#work.add(name, ms, now);
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
   * Removes the newest job of the network with the most waiting jobs, of its owner with the most;
   * among equal owners of the one with the most recent work, then of the owner that came last.
   */
  #removeNewest(now: number): FairJob {
    const counts = new Map<string, number>();
    for (const jobs of this.#waiting.values()) {
      const network = networkOf(jobs[0].share);
      counts.set(network, (counts.get(network) ?? 0) + jobs.length);
    }
    const owner = this.#owner((name, jobs) => {
      const ofNetwork = counts.get(networkOf(jobs[0].share)) ?? 0;
      return (
        (ofNetwork * AUDIENCE_JOBS_MAX + jobs.length) * OWNER_WORK_MAX + this.#work.of(name, now)
      );
    }, [...this.#waiting].reverse());
    return this.#take(owner as string, -1);
  }

  /** The waiting owner with the largest measure; the first of equal owners. */
  #owner(
    measure: (owner: string, jobs: OwnJobs) => number,
    owners: Iterable<[string, OwnJobs]> = this.#waiting,
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
    const jobs: FairJob[] = this.#waiting.get(owner) ?? [];
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

  /** Counts the time that a job took, in ms, as work of its owner and network. */
  ended(share: FairShare, ms: number, now: number): void {
    this.#queues[share.audience].ended(share, ms, now);
  }

  /** Refuses all waiting jobs. */
  clear(): void {
    for (const queue of Object.values(this.#queues)) {
      for (const job of queue.removeOlder(Number.POSITIVE_INFINITY)) job.refuse();
    }
  }
}
