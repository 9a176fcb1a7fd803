// Distributes changes of settings and accounts to every thread that has a copy.

import type { Settings } from '../../wire/settings/config.js';
import type { ChangedSetting, OwnChange } from '../../wire/settings/settings-delta.js';
import type { AccountNews } from '../../wire/settings/switches.js';
import type { DeskState, Distribution } from '../desk/state/desk-messages.js';
import type { FrontChange } from '../front/front-client.js';
import type { ToMarket } from '../market/market-messages.js';
import type { ToGateways } from '../providers/gateways/gateway-messages.js';
import type { ToShard } from '../shard/shard-messages.js';
import { patience } from '../shared/failpoint.js';
import {
  SettingsCopy,
  type SettingsNews,
  sendSettings,
  wholeNews,
} from '../shared/settings-copy.js';
import { shardOf } from '../shared/shard-of.js';
import type { Thread } from './thread.js';

/** Time for the other threads to apply a change. */
const DISTRIBUTE_MS = patience(1000);

/** A thread that gets messages and answers them; it is not alive while it is starting. */
type CopyHolder<To> = Pick<Thread<To, { readonly type: string }>, 'alive' | 'ask'>;

/** The threads with copies; undefined while a thread is restarted. */
export interface CopyHolders {
  readonly shards: readonly (CopyHolder<ToShard> | undefined)[];
  readonly market: CopyHolder<ToMarket> | undefined;
  /** Undefined also without any enabled gateway. */
  readonly gateways: CopyHolder<ToGateways> | undefined;
}

/** The first data of a desk for other threads. */
type Began = Pick<DeskState, 'settings' | 'changed' | 'accounts' | 'messages'>;

/** An account that changed, as an announcement names it. */
const accountChange = ({ login, version }: AccountNews): ChangedSetting => ({
  kind: 'account' satisfies OwnChange,
  id: String(login),
  version,
});

/**
 * Called when every copy has a version of the settings, with its changes of settings and accounts.
 */
type Announce = (version: number, changes: readonly ChangedSetting[]) => void;

/**
 * Distributes changes to all copies. Each holder gets everything or nothing: a new holder gets the
 * current settings, and each change accepted here is sent to all holders in the same call, through
 * ports that keep the order.
 */
export class Distributor {
  readonly #copy = new SettingsCopy();

  #announced: Promise<unknown> = Promise.resolve();

  /** `front` is the copy of this thread. Announcements are in the order of versions. */
  constructor(
    private readonly holders: () => CopyHolders,
    private readonly front: (change: FrontChange) => void,
    private readonly announce: Announce,
  ) {}

  /** The settings for a starting thread; undefined = the desk has not sent them yet. */
  get news(): SettingsNews | undefined {
    const { settings } = this.#copy;
    return settings && wholeNews(settings);
  }

  /**
   * Sends a change to every copy; resolves when all have it, or after a timeout. A starting thread
   * applies it before it serves. Returns the version of the settings here.
   */
  async distribute({
    settings: news,
    changes,
    own = [],
    ...change
  }: Distribution): Promise<number> {
    const taken = news && this.#copy.take(news);
    const asked = [
      ...(taken === undefined ? [] : this.#sendToAll(news as SettingsNews)),
      ...this.#switch(change.accounts ?? []),
    ];
    this.front(taken === undefined ? change : { ...change, settings: taken });
    const all = Promise.all(asked);
    const announced = [
      ...(taken === undefined ? [] : changes),
      ...(change.accounts ?? []).map(accountChange),
      ...own,
    ];
    if (announced.length > 0) {
      const { version } = this.#copy;
      this.#announced = Promise.all([this.#announced, all]).then(() =>
        this.announce(version, announced),
      );
    }
    await all;
    return this.#copy.version;
  }

  /** The desk started or restarted: its settings may be newer than those that it sent before. */
  began({ settings, changed, accounts, messages }: Began): void {
    const unsent = changed.filter(({ version }) => version > this.#copy.version);
    const changes = unsent.flatMap((step) => step.changes);
    void this.distribute({ settings: wholeNews(settings), changes, accounts, messages });
  }

  #sendToAll(news: SettingsNews): Promise<void>[] {
    const { shards, market, gateways } = this.holders();
    const whole = (): Settings => this.#copy.settings as Settings;
    const awaited: Promise<void>[] = [];
    for (const holder of [...shards, market, gateways]) {
      if (holder === undefined) continue;
      const message = (news: SettingsNews) => (id: number) =>
        ({ type: 'settings', id, news }) as const;
      const ask = (news: SettingsNews) => holder.ask<number>(message(news), DISTRIBUTE_MS);
      const taken = sendSettings(news, ask, whole);
      if (holder.alive) awaited.push(taken);
    }
    return awaited;
  }

  #switch(accounts: readonly AccountNews[]): Promise<unknown>[] {
    if (accounts.length === 0) return [];
    const { shards } = this.holders();
    const awaited: Promise<unknown>[] = [];
    for (const [index, shard] of shards.entries()) {
      const mine = accounts.filter(({ login }) => shardOf(login, shards.length) === index);
      // A starting thread reads commits before the answer of `LogHost.attach` from the log.
      if (shard === undefined || mine.length === 0) continue;
      const message = (id: number) => ({ type: 'accounts', id, accounts: mine }) as const;
      const switched = shard.ask(message, DISTRIBUTE_MS);
      if (shard.alive) awaited.push(switched);
    }
    return awaited;
  }
}
