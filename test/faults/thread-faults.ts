// Threads that end, hang or go round in circles; clocks that jump; state that is not right.

import type { Fault } from './fault.js';

export const THREAD_FAULTS: readonly Fault[] = [];
