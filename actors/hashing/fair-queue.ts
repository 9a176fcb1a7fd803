// The fair queue: whose password work comes next, and whose is refused.

import type { Audience } from '../../wire/accounts/identity.js';
import { addressKey } from '../../wire/base/address.js';
import { patience } from '../shared/failpoint.js';

/** The share of the hashing thread that a job takes of. */
export interface HashingShare {
  /** Staff and traders have half of the thread each, while both wait. */
  readonly audience: Audience;
  /** The address of an unknown caller, or the login of one who is signed in. */
  readonly owner: string;
}

/** The share of a caller whom only the address tells from others; an IPv6 address is its /64. */
export const addressShare = (audience: Audience, ip: string): HashingShare => ({
  audience,
  owner: addressKey(ip),
});

/** The share of a caller who is signed in: guesses from the same address do not use it up. */
export const loginShare = (caller: { audience: Audience; login: number }): HashingShare => ({
  audience: caller.audience,
  owner: `login ${caller.login}`,
});

/** The share of the server itself, and of commands. */
export const SERVER_SHARE: HashingShare = { audience: 'staff', owner: 'server' };

/** Jobs of one owner that wait at most; the next one is refused. */
export const OWNER_JOBS_MAX = 32;
/** Jobs of one audience that wait at most: the newest of the busiest owner makes room. */
export const AUDIENCE_JOBS_MAX = 256;
/** A job that waited so long, in ms, is refused: its caller would not get the answer in time. */
export const JOB_WAIT_MS = patience(5_000);
/** In this time, in ms, half of the work that an owner had done is forgotten. */
const HALF_LIFE_MS = 30_000;
/** More hashes than one owner can have done within the time that is remembered. */
const OWNER_WORK_MAX = 1e6;
/** Owners whose work is remembered; beyond it the one served longest ago is forgotten. */
export const OWNERS_MAX = 10_000;

/** A job of the queue. It is either run or refused, once. */
interface FairJob {
  readonly share: HashingShare;
  /** The number of hashes that it computes at most. */
  readonly hashes: number;
  /** ms on the clock of the queue when it came. */
  readonly cameAt: number;
  run(): void;
  refuse(): void;
}

interface Work {
  readonly hashes: number;
  readonly at: number;
}

/** The work that owners had done; it fades. */
class RecentWork {
  readonly #byOwner = new Map<string, Work>();

  of(owner: string, now: number): number {
    const work = this.#byOwner.get(owner);
    return work === undefined ? 0 : work.hashes * 2 ** ((work.at - now) / HALF_LIFE_MS);
  }

  add(owner: string, hashes: number, now: number): void {
    const work = { hashes: this.of(owner, now) + hashes, at: now };
    this.#byOwner.delete(owner);
    this.#byOwner.set(owner, work);
    const [oldest] = this.#byOwner.size > OWNERS_MAX ? this.#byOwner.keys() : [];
    if (oldest !== undefined) this.#byOwner.delete(oldest);
  }
}

/** The waiting jobs of one audience, by owner, each owner's in the order in which they came. */
class AudienceQueue {
  readonly #waiting = new Map<string, FairJob[]>();
  readonly #work = new RecentWork();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Takes a job in; answers the job that is refused for it, which may be this one. */
  add(job: FairJob): FairJob | undefined {
    const { owner } = job.share;
    const own = this.#waiting.get(owner) ?? [];
    if (own.length >= OWNER_JOBS_MAX) return job;
    own.push(job);
    this.#waiting.set(owner, own);
    this.#count += 1;
    return this.#count > AUDIENCE_JOBS_MAX ? this.#removeNewest(job.cameAt) : undefined;
  }

  /** The next job: of the owner who had the least work done lately. */
  next(now: number): FairJob | undefined {
    const owner = this.#owner((name) => -this.#work.of(name, now));
    if (owner === undefined) return undefined;
    const job = this.#take(owner, 0);
    this.#work.add(owner, job.hashes, now);
    return job;
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
   * Removes the newest job of the owner who waits with most, and had most done; of equals the one
   * who came last.
   */
  #removeNewest(now: number): FairJob {
    const owner = this.#owner(
      (name, jobs) => jobs.length * OWNER_WORK_MAX + this.#work.of(name, now),
      [...this.#waiting].reverse(),
    );
    return this.#take(owner as string, -1);
  }

  /** The waiting owner with the largest measure; of equals the first one. */
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

/** Orders the jobs of all who ask. */
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

  /** Takes a job in; refuses it, or another one in its place, where there is no room. */
  add(job: FairJob): void {
    this.#queues[job.share.audience].add(job)?.refuse();
  }

  /** The job to run now; undefined = none waits. Refuses those that waited too long. */
  next(now: number): FairJob | undefined {
    for (const queue of Object.values(this.#queues)) {
      for (const job of queue.removeOlder(now - JOB_WAIT_MS)) job.refuse();
    }
    const other = this.#turn === 'staff' ? 'trader' : 'staff';
    const job = this.#queues[this.#turn].next(now) ?? this.#queues[other].next(now);
    if (job !== undefined) this.#turn = job.share.audience === 'staff' ? 'trader' : 'staff';
    return job;
  }

  /** Refuses all that waits. */
  clear(): void {
    for (const queue of Object.values(this.#queues)) {
      for (const job of queue.removeOlder(Number.POSITIVE_INFINITY)) job.refuse();
    }
  }
}
