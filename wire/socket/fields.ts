// Fields that frames of live sockets share.

import { Type } from '@sinclair/typebox';
import { wantedBy } from '../base/schema.js';

/** Number of an event in the log, as text: it may pass 2^53. */
export const Seq = () =>
  Type.String({
    pattern: wantedBy('^(0|[1-9]\\d{0,18})$', 'must be a whole number of at most 19 digits'),
    description: 'Number of the event in the log, for `min_projection_seq` of REST routes.',
  });
/** The clock of the server. */
export const ServerTime = () =>
  Type.String({ format: 'date-time', description: 'The time of the server. RFC 3339, UTC.' });
/** Number of an account's event. */
export const AccountSeq = () =>
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Number of the event within its account: 1, 2, 3 … without gaps.',
  });
