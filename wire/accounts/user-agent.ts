// User agents: the operating system that a terminal runs on, as far as it says so.

/** Words found in a user agent, and the program that each belongs to; the first match counts. */
const SYSTEMS: readonly (readonly [part: string, os: string])[] = [
  // Android says Linux as well, and iPhones say "like Mac OS X".
  ['android', 'Android'],
  ['iphone', 'iOS'],
  ['ipad', 'iOS'],
  ['ipod', 'iOS'],
  ['ios', 'iOS'],
  ['windows', 'Windows'],
  ['macintosh', 'macOS'],
  ['mac os', 'macOS'],
  ['macos', 'macOS'],
  ['linux', 'Linux'],
];

/** The operating system; empty where none is recognised. */
export const osOf = (userAgent: string): string => {
  const text = userAgent.toLowerCase();
  return SYSTEMS.find(([part]) => text.includes(part))?.[1] ?? '';
};
