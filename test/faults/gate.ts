// The validity gate: which kills count. Under too little load a kill proves little.

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Acknowledged orders a second, over a load of at least `LOAD_MS`, for a kill to count. */
const ORDERS_PER_SECOND_MIN = 200;
/** How long a load lasts at least before the kill. */
export const LOAD_MS = 1000;
/** Orders that are sent and never acknowledged. */
const UNANSWERED_MIN = 50;
/** The part of the kills that come while the log commits. */
const COMMITTING_MIN = 0.3;
/** On a machine so busy that two of three runs do not count, the test fails. */
const RUNS_A_KILL_MAX = 3;

/** How a server was killed. */
export interface Kill {
  /** Orders acknowledged since the load began, and how long ago that was. */
  readonly acknowledged: number;
  readonly loadMs: number;
  readonly unanswered: number;
  /** Was the log being written? */
  readonly isCommitting: boolean;
}

/** Counts the kills that count, and says when there are enough or there cannot be. */
export class ValidityGate {
  readonly #kills: Kill[] = [];
  readonly #tooWeak: string[] = [];

  constructor(private readonly wanted: number) {}

  /** Are there more runs to make? */
  get isOpen(): boolean {
    if (this.#runs >= RUNS_A_KILL_MAX * this.wanted) return false;
    return this.#kills.length < this.wanted || this.#committing < COMMITTING_MIN;
  }

  /** Takes the next kill; one that does not count is to be repeated. */
  take(kill: Kill): void {
    const perSecond = Math.round((1000 * kill.acknowledged) / kill.loadMs);
    const counts =
      perSecond >= ORDERS_PER_SECOND_MIN &&
      kill.loadMs >= LOAD_MS &&
      kill.unanswered >= UNANSWERED_MIN;
    if (counts) this.#kills.push(kill);
    else this.#tooWeak.push(`${perSecond}/s, ${kill.unanswered} under way`);
  }

  /** What the kills were like. */
  get summary(): string {
    const orders = this.#kills.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
    const seconds = this.#kills.reduce((sum, { loadMs }) => sum + loadMs, 0) / 1000;
    const kills = `${this.#kills.length} kills count and ${this.#tooWeak.length} do not`;
    const perSecond = `${Math.round(orders / seconds)} orders a second`;
    return `${kills}, ${perSecond}, ${this.#percent} % while the log committed`;
  }

  /** Why the kills prove too little; undefined when they are enough. */
  get fault(): string | undefined {
    if (this.#kills.length < this.wanted) {
      return `too few kills came under load: ${this.#tooWeak.join('; ')}`;
    }
    if (this.#committing >= COMMITTING_MIN) return undefined;
    return `only ${this.#percent} % of the kills came while the log committed`;
  }

  get #runs(): number {
    return this.#kills.length + this.#tooWeak.length;
  }

  get #committing(): number {
    return this.#kills.filter(({ isCommitting }) => isCommitting).length / this.#kills.length;
  }

  get #percent(): number {
    return Math.round(100 * this.#committing);
  }
}

/** What a thread that is stopped was doing: the call's number and its first argument. */
const IN_CALL = /^\d+ 0x([0-9a-f]+) /;
const RUNNING = 'running';

/** Was a process that is being stopped in the middle of writing or syncing a file of its log? */
export const isWritingLog = (pid: number): boolean =>
  readdirSync(`/proc/${pid}/task`).some((thread) => {
    const path = `/proc/${pid}/task/${thread}/syscall`;
    let call = readFileSync(path, 'utf8');
    while (call.startsWith(RUNNING)) call = readFileSync(path, 'utf8');
    const [, fd] = IN_CALL.exec(call) ?? [];
    return fd !== undefined && isLog(`/proc/${pid}/fd/${Number.parseInt(fd, 16)}`);
  });

/** The first argument of many calls is no descriptor. */
const isLog = (link: string): boolean => {
  try {
    return readlinkSync(link).endsWith('.mdb');
  } catch {
    return false;
  }
};
