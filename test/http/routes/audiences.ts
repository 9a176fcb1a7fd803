// Both audiences, for tests of what staff and traders have alike.

import t from 'tap';
import type { Audience } from '../../../wire/accounts/identity.js';
import { type Titled, textOf } from './tags.js';

const AUDIENCES: readonly Audience[] = ['staff', 'trader'];
/** What their paths begin with. */
export const PREFIX = { staff: 'admin', trader: 'trader' } as const;
/** The groups of the demo platform's first logins. */
export const GROUP = { staff: 'managers\\administrators', trader: 'demo\\standard' } as const;

/** A title whose tags, which are of routes of sign-in, name the audience's path. */
const taggedFor = (audience: Audience, says: string, route: string): string =>
  says
    .replaceAll('{}', audience)
    .replace(/(\d+)\|(\d+)/g, audience === 'staff' ? '$1' : '$2')
    .replace(/\[([\w/-]+ )?(#[\d, #]+)\]/g, (_, named = route, rules: string) => {
      const way = ['me', 'otp'].includes(named.trim()) ? 'GET' : 'POST';
      return `[${way} /${PREFIX[audience]}/v1/auth/${named.trim()} ${rules}]`;
    });

/**
 * Tests of each audience, which `{}` stands for in their titles. Their tags are of the route, or of
 * another that is named: `[#1]`, `[login #23|21]` = 23 of staff and 21 of traders.
 */
export const bothOf =
  (route: string): Titled<Audience> =>
  (parts, ...values) =>
  (run) => {
    for (const audience of AUDIENCES) {
      const title = taggedFor(audience, textOf(parts, values), route);
      void t.test(title, async (t) => void (await run(t, audience)));
    }
  };
