// How a child process that reads a file ended: does that tell of the file, or of the machine?

import { isLimited } from '../storage/address-space.js';

/** Signals by which a damaged file ends who reads it: those of the processor, and an abort. */
const CRASHES = ['SIGSEGV', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGTRAP', 'SIGABRT'];

/**
 * May the file have crashed it? Any other end, by a signal or an exit code, tells nothing of the
 * file. Who has no memory can crash, too: not twice at the same place, if it does not last; and
 * where memory is limited no crash tells anything.
 */
export const isCrash = (how: string): boolean => CRASHES.includes(how) && !isLimited();
