// User agents: the operating system of a terminal, where its user agent names it.

/** Words found in user agents, and the operating system of each; the first match counts. */
const SYSTEMS: readonly (readonly [part: string, os: string])[] = [
  // Android also says Linux, and iPhones say "like Mac OS X".
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
