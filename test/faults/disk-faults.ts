// Disks that fail, are slow or full, and files that are damaged, gone or old.

import type { Fault } from './fault.js';

export const DISK_FAULTS: readonly Fault[] = [];
