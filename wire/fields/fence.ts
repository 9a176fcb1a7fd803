// Fences of lists over REST: the parameter of a request, and the members of an answer.

import { Type } from '@sinclair/typebox';
import { Words, wantedBy } from '../base/schema.js';
import { section } from './words.js';

const reading = section('Reading');

const SEQ_MAX = 2n ** 63n - 1n;

/** The parameter of every list that is read from the database. */
export const FENCE = {
  min_projection_seq: reading(
    'Fence',
    'The `seq` of an answer that the list must contain, besides everything that the session ' +
      'was shown.',
    Type.Optional(
      Type.String({
        pattern: wantedBy('^(0|[1-9]\\d{0,18})$', 'must be a whole number of at most 19 digits'),
      }),
    ),
  ),
};

/** The state of the database at which a list was read. */
export const READ_AT = {
  projection_seq: reading(
    'Read at',
    'Number of the newest event that the list contains.',
    Type.String(),
  ),
  /** Only with a fence: was it met? If it was not, the list is empty, even if there are rows. */
  consistency: reading(
    'Consistency',
    '`current`: the list has the event of `min_projection_seq`; `projection_pending`: ' +
      'the database does not have the event yet, and the list is empty.',
    Type.Optional(Words(['current', 'projection_pending'] as const)),
  ),
  retry_after_ms: reading(
    'Retry after',
    'Time after which to ask again, where the list is pending.',
    Type.Optional(Type.Integer()),
  ),
};

/** The fault of a well-formed fence, as a sentence: no event has a seq of more than 63 bits. */
export const fenceFault = ({ min_projection_seq: fence = '0' }): string | undefined =>
  BigInt(fence) > SEQ_MAX ? `min_projection_seq: is at most ${SEQ_MAX}` : undefined;
