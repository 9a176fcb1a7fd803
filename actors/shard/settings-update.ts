// Settings updates: the shard's compiled copy changes, and then its accounts, slice by slice.

import { changeSettings, compileSettings } from '../../engine/engine.js';
import type { Settings } from '../../wire/settings/config.js';
import { SettingsCopy, type SettingsNews } from '../shared/settings-copy.js';
import type { Shard } from './shard.js';

/** One slice of going through accounts takes about so long: orders wait for it. */
const SLICE_MS = 1;

/** Told the version that is held once news are taken over. */
type AppliedSettings = (version: number) => void;

/** Brings news of settings into a shard. */
export class SettingsUpdate {
  readonly #copy = new SettingsCopy();
  /** Callers that wait for the accounts that are left. */
  #waiting: (() => void)[] = [];

  constructor(
    private readonly shard: Pick<Shard, 'settings' | 'configure' | 'change' | 'revise'>,
  ) {}

  /** The settings to begin with: the first that came and the changes since. */
  begin(news: Iterable<SettingsNews>): Settings {
    for (const one of news) this.#copy.take(one);
    const { settings } = this.#copy;
    if (settings === undefined) throw new Error('the first settings are a change of others');
    return settings;
  }

  /**
   * Takes news over, which hold for the next request. `taken` is called when ticks find all
   * accounts by them, too; true when some are left.
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

  /** Goes through accounts, which changes none of them, for a while; true when some are left. */
  slice(): boolean {
    if (this.#waiting.length === 0) return false;
    if (!this.shard.revise(performance.now() + SLICE_MS)) return true;
    const told = this.#waiting;
    this.#waiting = [];
    for (const one of told) one();
    return false;
  }
}
