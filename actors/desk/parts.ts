// Parts: what the desk's actors share with one another.

import type { DeskDeps } from './deps.js';
import type { Records } from './records.js';
import type { Sessions } from './sessions.js';
import type { SettingsBook } from './settings.js';
import type { Writer } from './writer.js';

/** The desk's memory and its way to the log. */
export interface Parts {
  readonly deps: DeskDeps;
  readonly records: Records;
  readonly sessions: Sessions;
  readonly settings: SettingsBook;
  readonly writer: Writer;
}
