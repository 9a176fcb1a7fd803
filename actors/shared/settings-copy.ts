// Copies of the settings: how changes are sent between threads and applied.

import type { Settings } from '../../wire/settings/config.js';
import { type SettingsDelta, settingsWith } from '../../wire/settings/settings-delta.js';
import { deltaText, readDelta } from '../../wire/settings/settings-text.js';

/**
 * Settings for a holder of a copy: the changes of this version as text, which is serialised once
 * for all holders, or all settings at this version.
 */
export type SettingsNews =
  | { readonly version: number; readonly delta: string }
  | { readonly version: number; readonly whole: Settings };

/** A change in the form in which it is sent. */
export const deltaNews = (delta: SettingsDelta): SettingsNews => ({
  version: delta.version,
  delta: deltaText(delta),
});

/** All settings in the form in which they are sent. */
export const wholeNews = (whole: Settings): SettingsNews => ({ version: whole.version, whole });

/** The result of news: the current settings, and the changes; null = everything is new. */
export interface TakenSettings {
  readonly settings: Settings;
  readonly delta: SettingsDelta | null;
}

/** The version of a copy that has received nothing. */
export const NO_VERSION = -1;

/**
 * A thread's copy. A change is applied only on top of the version before it: the sender asks for
 * the holder's version, and sends all settings when it is too low.
 */
export class SettingsCopy {
  #held: Settings | undefined;

  /** The current copy; undefined = none was received yet. */
  get settings(): Settings | undefined {
    return this.#held;
  }

  get version(): number {
    return this.#held?.version ?? NO_VERSION;
  }

  /** Applies news; undefined when they are old, or a change whose predecessor is missing. */
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
 * Sends changed settings to a thread that has a copy. `ask` resolves to the version of this copy,
 * or to undefined without an answer. A thread whose copy is too old gets all settings.
 */
export const sendSettings = async (
  news: SettingsNews,
  ask: (news: SettingsNews) => Promise<number | undefined>,
  whole: () => Settings,
): Promise<void> => {
  const held = await ask(news);
  if (held !== undefined && held < news.version) await ask(wholeNews(whole()));
};
