// How much waits for staff, for the rail of the desk: requests for dealers, and applications.

import { type ReadonlySignal, signal } from '@preact/signals';
import { unwrap } from '../../client/index.js';
import { attempt } from '../live/refusal.js';
import type { StaffLive } from '../live/staff.js';
import type { StaffOperation } from '../made/rights.js';

/** The time in ms between two readings. */
const READ_MS = 5_000;

const requests = signal(0);
const applications = signal(0);
/** The number of waiting requests in the open dealing desk, kept current; null = it is not open. */
const counted = signal<number | null>(null);

/** Requests that no dealer has taken. */
export const waitingRequests: ReadonlySignal<number> = requests;
/** Applications that nobody has decided on. */
export const waitingApplications: ReadonlySignal<number> = applications;

/** The open dealing desk reports its count; null = it is closed. */
export const noteRequests = (count: number | null): void => {
  counted.value = count;
  if (count !== null) requests.value = count;
};

/** Reads both counts again and again, as far as the user has the rights. Returns the end of it. */
export const followWaiting = (
  { rest, poll }: Pick<StaffLive, 'rest' | 'poll'>,
  can: (operation: StaffOperation) => boolean,
): (() => void) => {
  const readRequests = async (): Promise<void> => {
    if (!can('dealing.list') || counted.peek() !== null) return;
    const read = await attempt(unwrap(rest.GET('/admin/v1/dealing')));
    if (!read.ok || counted.peek() !== null) return;
    requests.value = read.value.filter(({ state }) => state === 'queued').length;
  };
  const readApplications = async (): Promise<void> => {
    if (!can('applications.list')) return;
    const query = { status: 'received', page: 1, limit: 1 } as const;
    const read = await attempt(unwrap(rest.GET('/admin/v1/applications', { params: { query } })));
    if (read.ok) applications.value = read.value.total;
  };
  const stop = poll(() => Promise.all([readRequests(), readApplications()]), READ_MS);
  return () => {
    stop();
    requests.value = 0;
    applications.value = 0;
  };
};
