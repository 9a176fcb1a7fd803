// Copies of the settings: how a change goes from thread to thread, and how it is taken over.

import type { Settings } from '../../wire/settings/config.js';
import { type SettingsDelta, settingsWith } from '../../wire/settings/settings-delta.js';
import { deltaText, readDelta } from './settings-text.js';

/**
 * Settings on their way to a holder of a copy: the changes of this version, as text that is made
 * once for all holders, or all settings at this version.
 */
export type SettingsNews =
  | { readonly version: number; readonly delta: string }
  | { readonly version: number; readonly whole: Settings };

/** A change as it is sent. */
export const deltaNews = (delta: SettingsDelta): SettingsNews => ({
  version: delta.version,
  delta: deltaText(delta),
});

/** All settings as they are sent. */
export const wholeNews = (whole: Settings): SettingsNews => ({ version: whole.version, whole });

/** The result of news: the current settings, and the changes; null = all of them are new. */
export interface TakenSettings {
  readonly settings: Settings;
  readonly delta: SettingsDelta | null;
}

/** The version of a copy that was never told anything. */
export const NO_VERSION = -1;

/**
 * One thread's copy. A change is taken over only on top of the version before it: the sender asks
 * for the version that is held then, and sends all settings where it is too low.
 */
export class SettingsCopy {
  #held: Settings | undefined;

  /** The current copy; undefined = no settings came yet. */
  get settings(): Settings | undefined {
    return this.#held;
  }

  get version(): number {
    return this.#held?.version ?? NO_VERSION;
  }

  /** Takes news over; undefined when they are old, or a change that is missing others before it. */
  take(news: SettingsNews): TakenSettings | undefined {
    if (news.version <= this.version) return undefined;
    if ('whole' in news) return this.#hold(news.whole, null);
    if (this.#held === undefined || news.version !== this.version + 1) return undefined;
    const delta = readDelta(news.delta);
    return this.#hold(settingsWith(this.#held, delta), delta);
  }

  #hold(settings: Settings, delta: SettingsDelta | null): TakenSettings {
    this.#held = settings;
    return { settings, delta };
  }
}

/**
 * Sends news to the holder of a copy: `ask` resolves to the version that is held then, undefined
 * where nobody answers. A holder that is behind gets all settings, as they are by then.
 */
export const tellSettings = async (
  news: SettingsNews,
  ask: (news: SettingsNews) => Promise<number | undefined>,
  whole: () => Settings,
): Promise<void> => {
  const held = await ask(news);
  if (held !== undefined && held < news.version) await ask(wholeNews(whole()));
};
