// The scan of a log by a command or a start: damaged, or could it not be read here and now?

import { type ScanResult, scan } from '../../storage/log/scan.js';

/** The log could not be read here and now: that says nothing about it. */
export interface Unread {
  readonly ok: 'unread';
  /** Why, in a sentence. */
  readonly what: string;
}

/** Scans the log of a folder from the batch that holds `fromSeq` on, as `scan` does. */
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
