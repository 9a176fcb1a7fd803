// Reads files of a failing disk: unreadable sectors are distinguished from an end of the file.

import { readSync } from 'node:fs';

/** Bytes that are lost with an unreadable sector: the kernel reads by pages. */
const PAGE_BYTES = 4096;

const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EIO';

/**
 * The bytes of a file from an offset on; fewer only where the file ends. Pages that the disk does
 * not give are zeros. Throws other errors of reading.
 */
export const readAround = (file: number, length: number, at: number): Buffer => {
  const bytes = Buffer.allocUnsafe(length);
  let end = 0;
  for (let byPage = false; end < length; ) {
    const pageEnd = end + PAGE_BYTES - ((at + end) % PAGE_BYTES);
    const part = bytes.subarray(end, byPage ? pageEnd : length);
    try {
      const read = readSync(file, part, 0, part.length, at + end);
      if (read === 0) break;
      end += read;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      if (byPage) end += part.fill(0).length;
      byPage = true;
    }
  }
  return bytes.subarray(0, end);
};
