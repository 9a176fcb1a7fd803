// Numbers of things in messages.

/** The number with its noun: 1 position, 2 positions. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
