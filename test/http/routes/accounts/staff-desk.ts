// Staff for tests of staff: accounts to attach profiles to, managers, and what is refused.

import type { Test } from 'tap';
import {
  type Answer,
  type Fields,
  type HttpHarness,
  httpFor,
  type Terminal,
} from '../../../support/http-harness.js';

/** The desk and its staff. */
export interface Desk {
  readonly http: HttpHarness;
  readonly admin: Terminal;
  /** Opens an account; answers its login. */
  open(group?: string, more?: Fields): Promise<number>;
  /** Attaches a profile; answers its login. */
  attach(profile?: Fields, group?: string): Promise<number>;
  /** A signed-in staff user with config.staff and what is given. */
  manager(profile?: Fields): Promise<Terminal & { login: number }>;
}

/** The group that staff are attached in. */
export const MANAGERS = 'managers\\dealers';

/** Opens a desk for a test, or for a whole file. */
export const openDesk = async (t: Pick<Test, 'teardown'>): Promise<Desk> => {
  const http = await httpFor(t);
  const admin = await http.signedIn('staff');
  const open = (group = MANAGERS, more: Fields = {}) => http.openAccount({ group, ...more });
  const attach = async (profile: Fields = {}, group = MANAGERS) => {
    const login = await open(group);
    await admin.made('/staff', { login, ...profile });
    return login;
  };
  const manager = async (profile: Fields = {}) => {
    const given = { rights: ['config.staff'], group_scope: ['managers\\*'], ...profile };
    const login = await attach(given);
    return Object.assign(await http.signedIn('staff', { login }), { login });
  };
  return { http, admin, open, attach, manager };
};

/** Below `/admin/v1`: a staff user. */
export const of = (login: number, below = ''): string => `/staff/${login}${below}`;
/** Items of a page. */
export const itemsOf = ({ data }: Answer) => (data as { items: { login: number }[] }).items;
/** Logins of a page. */
export const loginsOf = (answer: Answer) => itemsOf(answer).map(({ login }) => login);
/** Is it refused with the code and its status, naming a field? */
export const refused = (
  t: Test,
  answer: Answer,
  code: string,
  field: RegExp | string = /./,
): void => {
  const status = { invalid_input: 400, forbidden: 403, not_found: 404, conflict: 409 }[code];
  t.match(answer, { status, code });
  t.match(answer.message, field);
};

/** What no profile may say, and the field that is to blame. */
export const LIMITS: readonly (readonly [string, unknown])[] = [
  ['logs_months', 121],
  ['logs_months', -1],
  ['reports_months', 121],
  ['reports_months', 1.5],
  ['ip_allow', Array.from({ length: 65 }, (_, n) => `10.0.0.${n}`)],
  ['ip_allow', ['10.0.0.0/33']],
  ['ip_allow', ['home']],
  ['group_scope', Array.from({ length: 65 }, (_, n) => `demo\\${n}`)],
  ['group_scope', ['!demo\\*']],
  ['group_scope', ['demo\\*', '']],
  ['group_scope', ['*'.repeat(9)]],
  ['rights', ['everything']],
  ['mailbox_name', 'x'.repeat(129)],
];
/** As much as a profile may say. */
export const ROOM: Fields = {
  logs_months: 120,
  reports_months: 120,
  ip_allow: Array.from({ length: 64 }, (_, n) => `10.0.0.${n}`),
  group_scope: Array.from({ length: 64 }, (_, n) => `demo\\${n},!demo\\${n}a`),
  mailbox_name: 'Support',
};

/** What a manager may not grant, and the field that is to blame. */
export const TOO_MUCH: readonly (readonly [string, unknown])[] = [
  ['rights', ['reports']],
  ['group_scope', ['demo\\*']],
  ['group_scope', ['*']],
  ['logs_months', 0],
  ['logs_months', 7],
  ['reports_months', 0],
];
/** Depths of a manager. */
export const LIMITED = { logs_months: 6, reports_months: 3 };
