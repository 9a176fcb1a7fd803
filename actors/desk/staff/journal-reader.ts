// Journal readers: which lines a staff user may read, by time, login and setting.
// `storage/read/journal.ts` applies this to each line, and hides users whom the reader may not see.

import { type Holder, hasAnyRight } from '../../../wire/accounts/has-rights.js';
import { ok } from '../../../wire/base/codes.js';
import { monthsBefore } from '../../../wire/base/time.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { SettingKind } from '../../../wire/settings/kinds.js';
import { powersOf } from '../access/authority.js';
import type { DeskContext } from '../state/desk-context.js';
import { APPLICATION_LINES } from '../state/server-notes.js';
import { SETTING_KINDS, settingKind } from '../types/setting-types.js';

/** The types of settings that the user may read, and applications. */
const readableBy = (holder: Holder): readonly string[] => {
  const isSeen = (kind: SettingKind): boolean =>
    hasAnyRight(holder, settingKind(kind).settingType.setting.read);
  const applications = hasAnyRight(holder, ['applications']) ? [APPLICATION_LINES] : [];
  return [...SETTING_KINDS.filter(isSeen), ...applications];
};

/** The part of the journal that a staff user may read; 0 months = all. */
export const journalReader = async (
  { deps, records }: DeskContext,
  { caller: { login } }: DeskOps['journal.reader']['input'],
): Promise<DeskAnswer<'journal.reader'>> => {
  const { logs_months, rights, group_scope } = powersOf(records, login);
  const since = logs_months === 0 ? 0 : monthsBefore(deps.now(), logs_months);
  const settings = readableBy({ rights });
  return ok({ since, viewer: { login, rights, group_scope, settings } });
};
