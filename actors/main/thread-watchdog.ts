// Whether the threads live: their heartbeats are looked at, and one that is in a loop is ended.

import { heartbeatMemory, startHeartbeat } from '../shared/heartbeat.js';
import { EndlessLoop, LOOK_MS, type Watchdog } from '../shared/watchdog.js';

/** A thread that is to live. */
export interface WatchedThread {
  readonly name: string;
  /** Is it ready and not ended? */
  readonly alive: boolean;
  readonly watchdog: Watchdog;
}

/** Whom it concerns. */
interface WatchdogHost<T> {
  /** All threads; undefined = it is being started again. */
  threads(): readonly (T | undefined)[];
  /** Ends a thread that does not end by itself. */
  end(thread: T, why: EndlessLoop): void;
  /** Writes a line into the journal; false = not now. */
  note(text: string): Promise<boolean>;
}

/** Looks after all threads but the main one, which it shows to be alive. */
export class ThreadWatchdog<T extends WatchedThread> {
  /** The main thread's heartbeat. */
  readonly main = heartbeatMemory();
  #timer: NodeJS.Timeout | undefined;
  #loops = 0;
  /** Lines that the journal lacks. */
  readonly #untold: string[] = [];
  #isNoting = false;

  constructor(private readonly host: WatchdogHost<T>) {}

  /** Looks from now on. */
  start(): void {
    startHeartbeat(this.main);
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  /** Looks no longer. */
  stop(): void {
    clearInterval(this.#timer);
  }

  /** Are all threads there, and none silent? */
  whole(): boolean {
    return this.host.threads().every((thread) => thread?.alive && !thread.watchdog.silent);
  }

  /** Figures for the operator. */
  metrics(): Record<string, number> {
    const silent = this.host.threads().filter((thread) => thread?.watchdog.silent);
    return { threads_silent: silent.length, endless_loops_total: this.#loops };
  }

  #look(): void {
    for (const thread of this.host.threads()) if (thread?.watchdog.look()) this.#end(thread);
    void this.#note();
  }

  #end(thread: T): void {
    this.#loops += 1;
    this.#untold.push(`the ${thread.name} thread was in an endless loop and has been ended`);
    this.host.end(thread, new EndlessLoop(thread.name));
  }

  /** The journal gets the line as soon as the desk can write it. */
  async #note(): Promise<void> {
    const [text] = this.#untold;
    if (this.#isNoting || text === undefined) return;
    this.#isNoting = true;
    if (await this.host.note(text)) this.#untold.shift();
    this.#isNoting = false;
  }
}
