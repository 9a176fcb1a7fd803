// The states of an application as words.

import { texts } from '../../texts/language.js';

const words = texts({
  received: ['waiting', 'wartend'],
  approved: ['approved', 'genehmigt'],
  rejected: ['rejected', 'abgelehnt'],
});

/** The word of a state. */
export const statusText = (status: 'received' | 'approved' | 'rejected'): string => words()[status];
