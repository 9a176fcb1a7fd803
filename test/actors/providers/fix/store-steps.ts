// Numbered steps that a process takes on a store, and what has to be there after each.

import type { FileStore } from '../../../../actors/providers/fix/session-store.js';

/** Numbers begin again every so many steps. */
const RESET_EVERY = 50;

const textOf = (step: number): string => `message ${step} ${'x'.repeat((step * 37) % 700)}`;

const isMessage = (step: number): boolean => step % 3 !== 0;

/** Takes a step, counted from 1, and commits it. The time of a reset is its step. */
export const takeStep = async (store: FileStore, step: number): Promise<void> => {
  if (step % RESET_EVERY === 0) store.reset(step);
  else store.sent(step, isMessage(step) ? Buffer.from(textOf(step)) : undefined);
  store.received(step);
  await store.commit();
};

/** What a store lacks that has to be there after a step; later steps may be there, too. */
export const lacking = (store: FileStore, step: number): string[] => {
  const reset = step - (step % RESET_EVERY);
  if (store.resetAt > reset) return [];
  if (store.resetAt < reset) return [`the reset of step ${reset}`];
  const next = step - reset + 1;
  if (store.nextOut < next) return [`number ${next}: it has ${store.nextOut}`];
  // The peer's number alone is not synced: what it stands for would come again.
  const isSynced = step !== reset;
  if (isSynced && store.nextIn < step) return [`the peer's number ${step}: it has ${store.nextIn}`];
  const found = new Map(
    [...store.messages(1, next, Number.NEGATIVE_INFINITY)].map(({ at, bytes }) => [at, `${bytes}`]),
  );
  const steps = Array.from({ length: step - reset }, (_, at) => reset + at + 1);
  const lost = steps.filter((one) => isMessage(one) && found.get(one) !== textOf(one));
  return lost.map((one) => `the message of step ${one}`);
};
