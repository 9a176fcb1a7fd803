// Answers that were sent before what they tell was on disk, found in a recording.

import type { RecordedFile, Recording, Span } from './recording.js';

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const NEVER = Number.POSITIVE_INFINITY;

/** The earliest end of those that began after a moment. */
const endAfter = (moment: number, spans: readonly Span[]): number =>
  Math.min(NEVER, ...spans.flatMap(({ start, end }) => (start > moment ? [end] : [])));

/**
 * When the commit that a write belongs to was durable: its pages were synced, and after that the
 * page that makes them part of the file was written through.
 */
const durableAt = (write: Span, file: RecordedFile): number =>
  endAfter(
    endAfter(write.end, file.syncs),
    file.writes.filter(({ isSync }) => isSync),
  );

/** Request ids by when files of a kind, `.mdb`, had them for good. */
const keptIds = (
  { names }: Recording,
  ending: string,
  keptAt: (write: Span, file: RecordedFile) => number,
): Map<string, number> => {
  const found = new Map<string, number>();
  const files = new Set(names.flatMap(({ to, file }) => (to?.endsWith(ending) && file) || []));
  for (const file of files) {
    for (const write of file.writes) {
      for (const [id] of (write.bytes?.toString('latin1') ?? '').matchAll(ID)) {
        if (!found.has(id)) found.set(id, keptAt(write, file));
      }
    }
  }
  return found;
};

/** Request ids by when the log's shadow had been synced with them. */
export const shadowedIds = (recording: Recording): Map<string, number> =>
  keptIds(recording, '.seg', (write, file) => endAfter(write.end, file.syncs));

/** The answered requests that were not durable when the sending of their answer began. */
export const earlyAnswers = (recording: Recording): string[] => {
  const durable = keptIds(recording, '.mdb', durableAt);
  return recording.answered.flatMap(({ id, at }) =>
    (durable.get(id) ?? NEVER) < at ? [] : [`${id} was sent in line ${at / 2} of the trace`],
  );
};
