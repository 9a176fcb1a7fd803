// A child process that kills itself in the middle of a read of the log.

import { openLogFile } from '../../storage/scan.js';

// The bytes that are wanted are looked at between one batch and the next.
const wanted = { valueOf: () => process.kill(process.pid, 'SIGKILL') };
openLogFile(process.argv[2] as string, 1).from(1, wanted as unknown as number);
