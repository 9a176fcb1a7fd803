// The context that all actors of the desk share.

import type { DeskAnswer, DeskOp, DeskOps } from '../../../wire/desk/operations.js';
import type { Records } from '../store/records.js';
import type { Attempts } from './attempts.js';
import type { DeskDeps } from './deps.js';
import type { Sessions } from './sessions.js';
import type { SettingsView } from './settings-view.js';
import type { Writer } from './writer.js';

/** The desk's records and writer. */
export interface DeskContext {
  readonly deps: DeskDeps;
  readonly records: Records;
  readonly sessions: Sessions;
  readonly settings: SettingsView;
  readonly writer: Writer;
  readonly attempts: Attempts;
}

/** The handlers of operations. */
export type Handlers = {
  readonly [K in DeskOp]: (input: DeskOps[K]['input']) => DeskAnswer<K> | Promise<DeskAnswer<K>>;
};
