// Readers of the journal: how far back they see, and of whom, by their newest profile.

import { done } from '../../wire/codes.js';
import type { DeskAnswer, DeskOps } from '../../wire/desk.js';
import { monthsBefore } from '../../wire/time.js';
import { powersOf } from './authority.js';
import type { Parts } from './parts.js';

/** What a member of staff may see of the journal; 0 months are all there are. */
export const journalReader = (
  { deps, records }: Parts,
  { caller }: DeskOps['journal.reader']['input'],
): DeskAnswer<'journal.reader'> => {
  const { logs_months, rights, group_scope } = powersOf(records, caller.login);
  const since = logs_months === 0 ? 0 : monthsBefore(deps.now(), logs_months);
  return done({ since, viewer: { rights, group_scope } });
};
