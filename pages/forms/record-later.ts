// The form of a record, loaded when one is opened: lists do without it.

import { later } from '../frame/later.js';

/** The form of a record, or of a new one. */
export const KindRecord = later(async () => (await import('./record.js')).KindRecord);
