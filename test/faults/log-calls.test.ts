// Every one of the first calls that the log makes of its disk fails once.

import t from 'tap';
import { missingStrace } from './disk-fault.js';
import { failCalls, upTo } from './log-calls.js';

const skip = missingStrace() ?? false;
if (skip) process.stderr.write(`=== SKIPPED: calls of the log that fail: ${skip} ===\n`);

t.test('After a sync that failed nothing is told, and all that was told is there', { skip }, (t) =>
  failCalls(t, { call: 'fdatasync', what: 'error=EIO' }, upTo(10)),
);
t.test('So it is after any write that failed', { skip }, (t) =>
  failCalls(t, { call: 'pwrite64', what: 'error=EIO' }, upTo(50)),
);
t.test('So it is after any that had no room', { skip }, (t) =>
  failCalls(t, { call: 'writev', what: 'error=ENOSPC' }, upTo(25)),
);
t.test('So it is after any that was cut short', { skip }, (t) =>
  failCalls(t, { call: 'writev', what: 'retval=512' }, upTo(25)),
);
t.test('So it is after writes of one page that had no room', { skip }, (t) =>
  failCalls(t, { call: 'pwrite64', what: 'error=ENOSPC' }, upTo(10)),
);
t.test('So it is after writes of one page that were cut short', { skip }, (t) =>
  failCalls(t, { call: 'pwrite64', what: 'retval=512' }, upTo(10)),
);
t.test('So it is after writes of several pages that failed', { skip }, (t) =>
  failCalls(t, { call: 'writev', what: 'error=EIO' }, upTo(10)),
);
