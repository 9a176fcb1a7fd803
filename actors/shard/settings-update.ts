// Settings updates: changes the shard's compiled copy at once, and then its accounts slice by
// slice.

import { changeSettings, compileSettings } from '../../engine/engine.js';
import type { Settings } from '../../wire/settings/config.js';
import { SettingsCopy, type SettingsNews } from '../shared/settings-copy.js';
import type { Shard } from './shard.js';

/** Approximate time limit of a slice, because orders wait for it. */
const SLICE_MS = 1;

/** Called with the version once news are applied. */
type AppliedSettings = (version: number) => void;

/** Applies settings news to a shard. */
export class SettingsUpdate {
  readonly #copy = new SettingsCopy();
  /** Callers to notify when all accounts are done. */
  #waiting: (() => void)[] = [];

  constructor(
    private readonly shard: Pick<Shard, 'settings' | 'configure' | 'change' | 'revise'>,
  ) {}

  /** The initial settings: the first news and the changes since. */
  begin(news: Iterable<SettingsNews>): Settings {
    for (const one of news) this.#copy.take(one);
    const { settings } = this.#copy;
    if (settings === undefined) throw new Error('the first settings are a change of others');
    return settings;
  }

  /**
   * Applies news; the next request uses the new settings. `taken` is called when ticks find all
   * accounts by the new settings. Returns true when accounts are left.
   */
  take(news: SettingsNews, taken: AppliedSettings): boolean {
    const { shard } = this;
    const now = this.#copy.take(news);
    if (now?.delta === null) shard.configure(compileSettings(now.settings));
    else if (now !== undefined) {
      shard.change(changeSettings(shard.settings, now.settings, now.delta));
    }
    const { version } = this.#copy;
    this.#waiting.push(() => taken(version));
    return this.slice();
  }

  /** Updates a slice of accounts in the index without changing them; true when some are left. */
  slice(): boolean {
    if (this.#waiting.length === 0) return false;
    if (!this.shard.revise(performance.now() + SLICE_MS)) return true;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) one();
    return false;
  }
}
