// Watches the threads' heartbeats, and ends a thread in an endless loop.

import { heartbeatMemory, startHeartbeat } from '../shared/heartbeat.js';
import { EndlessLoop, LOOK_MS, loadOf, type NamedLoad, type Watchdog } from '../shared/watchdog.js';

/** A thread to watch. */
export interface WatchedThread {
  readonly name: string;
  /** Is it ready and not ended? */
  readonly alive: boolean;
  readonly watchdog: Watchdog;
  /** Questions to it that are not answered yet. */
  readonly asked?: number;
}

/** The runtime, as the watchdog needs it. */
interface WatchdogHost<T> {
  /** All threads; undefined = being restarted. */
  threads(): readonly (T | undefined)[];
  /** Ends a thread that does not end by itself. */
  end(thread: T, why: EndlessLoop): void;
  /** Writes a line to the journal; false = not possible now. */
  note(text: string): Promise<boolean>;
}

/** Watches all threads except the main thread, whose own heartbeat it beats. */
export class ThreadWatchdog<T extends WatchedThread> {
  /** The main thread's heartbeat. */
  readonly main = heartbeatMemory();
  #timer: NodeJS.Timeout | undefined;
  #loops = 0;
  /** Lines that are not in the journal yet. */
  readonly #unnoted: string[] = [];
  #isNoting = false;

  constructor(private readonly host: WatchdogHost<T>) {}

  /** Starts watching. */
  start(): void {
    startHeartbeat(this.main);
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  /** Ends watching. */
  stop(): void {
    clearInterval(this.#timer);
  }

  /** Are all threads running, and none silent? */
  whole(): boolean {
    return this.host.threads().every((thread) => thread?.alive && !thread.watchdog.silent);
  }

  /** The load of each running thread, the main thread first. */
  loads(): NamedLoad[] {
    const others = this.host.threads().filter((thread) => thread !== undefined);
    return [
      { name: 'main', waiting: 0, ...loadOf(this.main) },
      ...others.map(({ name, watchdog, asked }) => ({
        name,
        waiting: asked ?? 0,
        ...watchdog.load(),
      })),
    ];
  }

  /** Metrics for the operator. */
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
    this.#unnoted.push(`the ${thread.name} thread was in an endless loop and has been ended`);
    this.host.end(thread, new EndlessLoop(thread.name));
  }

  /** Writes the journal line as soon as the desk can. */
  async #note(): Promise<void> {
    const [text] = this.#unnoted;
    if (this.#isNoting || text === undefined) return;
    this.#isNoting = true;
    if (await this.host.note(text)) this.#unnoted.shift();
    this.#isNoting = false;
  }
}
