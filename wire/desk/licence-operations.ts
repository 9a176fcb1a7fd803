// Desk operations of the licence.

import type { LicenceStatus } from '../rest/settings/licence.js';
import type { Caller } from './caller.js';

/** The operations of the licence, with inputs and answers. */
export interface LicenceOps {
  /** The state of the licence, after a check of it. */
  'licence.status': { input: { caller: Caller }; output: LicenceStatus };
  'licence.apply': { input: { caller: Caller; key: string }; output: LicenceStatus };
}
