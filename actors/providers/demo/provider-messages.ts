// Messages between the main thread and the demo provider.

import type { FromThread } from '../../messages.js';

/** From the main thread to the demo provider. */
export type ToProvider =
  | { readonly type: 'metrics'; readonly id: number }
  | { readonly type: 'stop'; readonly id: number };

/** From the demo provider to the main thread, in addition to `FromThread`. */
export type FromProvider =
  | FromThread
  /** Sent before it is ready. */
  | { readonly type: 'listening'; readonly port: number };
