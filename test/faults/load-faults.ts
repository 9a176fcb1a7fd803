// Clients that ask for too much, do not read, or come in storms.

import type { Fault } from './fault.js';

export const LOAD_FAULTS: readonly Fault[] = [];
