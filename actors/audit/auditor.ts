// The auditor: makes the running server check itself, slowly enough not to delay orders.

import { join } from 'node:path';
import { LOG_FOLDER } from '../../storage/database/database.js';
import type { Outcome } from '../../wire/base/codes.js';
import type { AccountPage, PageOf, ToShard } from '../shard/shard-messages.js';
import { AccountRounds, type RoundDeps } from './account-rounds.js';
import { type AlarmSinks, Alarms } from './alarms.js';
import { ChainProcess } from './chain-process.js';
import { ChainRounds } from './chain-rounds.js';
import { CopyRounds } from './copy-rounds.js';
import type { PageResult, PageTask } from './page-audit.js';

/** Time for a shard to send a page; its answer waits for a commit. */
const PAGE_MS = 10_000;

interface ShardThread {
  /** Sends a request; resolves with undefined when the thread fails or takes too long. */
  ask<T>(message: (id: number) => ToShard, withinMs: number): Promise<T | undefined>;
}

/** The services that the auditor uses. */
interface AuditorDeps extends Pick<RoundDeps, 'shards' | 'hasten'>, AlarmSinks {
  /** The data folder. */
  readonly data: string;
  /** Has a reader check a page for a limited time. */
  look(task: PageTask): Promise<Outcome<PageResult>>;
  /** Has the log begin another file of its copy. */
  renewCopy(): void;
  /** A shard's thread; undefined while it is restarted. */
  shard(index: number): ShardThread | undefined;
}

/** Checks accounts and the log until it is stopped. */
export class Auditor {
  #isEnded = false;
  /** Gives up what the rounds wait for. */
  readonly #waits = new Set<() => void>();
  readonly #alarms: { readonly accounts: Alarms; readonly chain: Alarms; readonly copy: Alarms };
  readonly #accounts: AccountRounds;
  readonly #chain: ChainRounds;
  readonly #copy: CopyRounds;
  readonly #process: ChainProcess;
  #running: Promise<unknown> = Promise.resolve();

  constructor(deps: AuditorDeps) {
    const { data, log } = deps;
    const pause = (ms: number): Promise<boolean> => this.#pause(ms);
    const accounts = new Alarms(deps, ['balance', 'credit', 'volume', 'rows', 'database']);
    const chain = new Alarms(deps, ['chain']);
    const copy = new Alarms(deps, ['copy']);
    this.#process = new ChainProcess(join(data, LOG_FOLDER));
    this.#alarms = { accounts, chain, copy };
    const page = (shard: number, of: PageOf) => {
      const asked = deps
        .shard(shard)
        ?.ask<AccountPage>((id) => ({ type: 'page', id, of }), PAGE_MS);
      return this.#untilEnd(asked ?? Promise.resolve(undefined));
    };
    const look = (task: PageTask) => this.#untilEnd(deps.look(task));
    this.#accounts = new AccountRounds({ ...deps, page, look, alarms: accounts, pause });
    const { renewCopy } = deps;
    this.#copy = new CopyRounds({ process: this.#process, alarms: copy, renewCopy });
    this.#chain = new ChainRounds({
      process: this.#process,
      copyPart: () => this.#copy.part(),
      alarms: chain,
      log,
      pause,
    });
  }

  /** Starts the rounds. */
  start(): void {
    this.#running = Promise.all([this.#accounts.run(), this.#chain.run()]);
  }

  /** Ends the rounds and the work in progress. */
  async stop(): Promise<void> {
    this.#isEnded = true;
    for (const giveUp of this.#waits) giveUp();
    this.#process.stop();
    await this.#running;
  }

  /** The faults that the newest rounds have found, and all since the start. */
  alarms(): { readonly open: number; readonly total: number } {
    const all = Object.values(this.#alarms);
    return {
      open: all.reduce((sum, one) => sum + one.open, 0),
      total: all.reduce((sum, { total }) => sum + total, 0),
    };
  }

  /** Metrics for the operator. */
  metrics(): Record<string, number> {
    const { accounts, chain, copy } = this.#alarms;
    return {
      ...accounts.metrics(),
      ...chain.metrics(),
      ...copy.metrics(),
      alarms_standing: this.alarms().open,
      ...this.#accounts.metrics(),
      ...this.#chain.metrics(),
      ...this.#copy.metrics(),
    };
  }

  /** Waits; false when the audit should end. */
  async #pause(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await this.#untilEnd(over);
    clearTimeout(timer);
    return !this.#isEnded;
  }

  /** The result of `work`; undefined when the auditor is stopped before. */
  #untilEnd<T>(work: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#isEnded) return resolve(undefined);
      const giveUp = (): void => resolve(undefined);
      this.#waits.add(giveUp);
      work.then(resolve, reject).finally(() => this.#waits.delete(giveUp));
    });
  }
}
