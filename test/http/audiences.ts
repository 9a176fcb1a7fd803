// Both audiences, for tests of what staff and traders have alike.

import type { Audience } from '../../wire/identity.js';

/** The audiences. */
export const AUDIENCES: readonly Audience[] = ['staff', 'trader'];
/** What their paths begin with. */
export const PREFIX = { staff: 'admin', trader: 'trader' } as const;
/** The groups of the demo platform's first logins. */
export const GROUP = { staff: 'managers\\administrators', trader: 'demo\\standard' } as const;

/** The tags of rules that a route of sign-in has under the same numbers in both audiences. */
export const authTag = (audience: Audience, route: string, ...rules: number[]): string => {
  const method = ['me', 'otp'].includes(route) ? 'GET' : 'POST';
  const numbers = rules.map((rule) => `#${rule}`).join(', ');
  return `[${method} /${PREFIX[audience]}/v1/auth/${route} ${numbers}]`;
};
