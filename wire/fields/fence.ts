// Fences of lists over REST: the parameter of a request, and the members of an answer.

import { Type } from '@sinclair/typebox';
import { Words, wantedBy } from '../base/schema.js';

const SEQ_MAX = 2n ** 63n - 1n;

/** The parameter of every list that is read from the database. */
export const FENCE = {
  min_projection_seq: Type.Optional(
    Type.String({
      pattern: wantedBy('^(0|[1-9]\\d{0,18})$', 'must be a whole number of at most 19 digits'),
      description:
        'Seq of an event that the rows must show, a whole number of 64 bits. The session has a ' +
        'fence without it, too: what it was answered before.',
    }),
  ),
};

/** The state of the database at which a list was read. */
export const READ_AT = {
  projection_seq: Type.String({ description: 'Seq of the newest event that the rows show.' }),
  /** Only with a fence: was it met? If it was not, the list is empty, even if there are rows. */
  consistency: Type.Optional(Words(['current', 'projection_pending'] as const)),
  retry_after_ms: Type.Optional(
    Type.Integer({ description: 'When to ask again while the fence is not met.' }),
  ),
};

/** The fault of a well-formed fence, as a sentence: no event has a seq of more than 63 bits. */
export const fenceFault = ({ min_projection_seq: fence = '0' }): string | undefined =>
  BigInt(fence) > SEQ_MAX ? `min_projection_seq: is at most ${SEQ_MAX}` : undefined;
