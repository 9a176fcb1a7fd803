// Scans a log for a command or a start; distinguishes a damaged log from one that cannot be read
// now.

import { type ScanResult, scan } from '../../storage/log/scan.js';

/** The log could not be read, for a reason that says nothing about the log itself. */
export interface Unread {
  readonly ok: 'unread';
  /** The reason in a sentence. */
  readonly what: string;
}

/** Scans the log of a folder from the batch that contains `fromSeq` on, as `scan` does. */
export const scanOf = (folder: string, fromSeq = 1): ScanResult | Unread => {
  try {
    return scan(folder, fromSeq);
  } catch (error) {
    const how = (error as Error).message;
    return {
      ok: 'unread',
      what: `the log could not be read here: ${how}; nothing is known of it`,
    };
  }
};
