// Queries of files and of numbers in use.

import type { ServerAllocations } from '../rest/settings/server-views.js';
import type { Fenced } from './fenced-query.js';

/** The queries of files and of numbers in use, with inputs and answers. */
export interface ServerQueries {
  /** Spans of the numbers in use. */
  allocations: { input: Readonly<Record<string, never>>; output: ServerAllocations };
  /**
   * The content of a file by its SHA-256, which the asker read where the file is used; null = it is
   * not used any more.
   */
  'file.read': { input: Fenced & { sha256: string }; output: Uint8Array<ArrayBuffer> | null };
}
