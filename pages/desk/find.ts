// What Ctrl+K finds at the desk beside its views: accounts by login and words, kinds of settings.

import { unwrap } from '../../client/index.js';
import { hrefOf } from '../frame/routes.js';
import { attempt } from '../live/refusal.js';
import type { Session } from '../live/session.js';
import type { StaffLive } from '../live/staff.js';
import { fitting, type Option } from '../ui/combobox.js';
import { BASE } from './routes.js';

type Can = Session<unknown>['can'];

/** Most accounts that are offered. */
const ACCOUNTS_MAX = 5;

const findAccounts = async ({ rest }: StaffLive, text: string): Promise<readonly Option[]> => {
  const query = { q: text, limit: ACCOUNTS_MAX };
  const found = await attempt(unwrap(rest.GET('/admin/v1/accounts/window', { params: { query } })));
  if (!found.ok) return [];
  return found.value.items.map(({ login, name, last_name, group }) => ({
    value: hrefOf(BASE, 'accounts/:login/:tab?', { login }),
    text: [login, name, last_name].filter(Boolean).join(' '),
    hint: group,
  }));
};

/** The kinds are a part of the settings, which is loaded when the part is needed. */
const findSettings = async (can: Can, text: string): Promise<readonly Option[]> => {
  const { KINDS, kindText } = await import('./settings/settings.js');
  const options = KINDS.filter(({ list }) => can(list)).map((kind) => ({
    value: hrefOf(BASE, 'settings/:kind?', { kind: kind.name }),
    text: kindText(kind),
  }));
  return fitting(options, text);
};

/** Accounts and kinds of settings that a text names, as far as the user may see them. */
export const findAtDesk = async (
  live: StaffLive,
  can: Can,
  text: string,
): Promise<readonly Option[]> => {
  if (text.trim() === '') return [];
  const found = await Promise.all([
    can('accounts.window') ? findAccounts(live, text.trim()) : [],
    findSettings(can, text),
  ]);
  return found.flat();
};
