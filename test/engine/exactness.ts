// Numbers that are not exact: found anywhere in an event, however deep.

import type { AccountEvent } from '../../wire/events.js';

const within = (path: string, value: unknown): readonly string[] => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? [] : [`${path} ${value}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => within(`${path}.${name}`, one));
};

/** The numbers of an event that are no safe integers, each with where it stands. */
export const unsafeOf = (event: AccountEvent): string[] => [...within(event.kind, event)];
