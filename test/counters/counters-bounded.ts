// Files that have 32 bits for what grows with no work: why none of it comes to their end.

/** By file: what has 32 bits there, and what bounds it. */
export const BOUNDED: Readonly<Record<string, string>> = {
  'actors/desk/identity/confirmations.ts': 'a random number, of which six digits are taken',
  'actors/shared/failpoint.ts': 'a cell that nobody writes to',
  'actors/front/order-times.ts': 'microseconds, cut at 2^24 before; orders are counted by doubles',
  'actors/shared/noise.ts': 'a hash of a time in two halves',
  'actors/shard/io/connections.ts': 'tokens, which come round below 2^32',
  'actors/shard/accounts/packed-accounts.ts': 'bytes of one account: 5,000 rows at most',
  'engine/account/account.ts': 'places in a list of rows, of which an account has 5,000 at most',
  'engine/settings/conversion.ts': 'places in a list of rates',
  'engine/numbers/heap.ts': 'places in a heap, of which there are as many as rows in memory',
  'engine/numbers/columns.ts': 'slots, of which there are as many as rows in memory',
  'engine/turn/digest.ts': 'a hash',
  'http/server/head.ts': 'the four letters of a method',
  'storage/log/batch.ts': 'events and bytes of one batch: 256 MiB at most',
  'storage/log/carver.ts': 'events and bytes of one batch: 256 MiB at most',
  'storage/database/database.ts': 'pages of the database, of which SQLite has 2^32 - 2 at most',
  'storage/log/log-pages.ts': 'bytes of one batch, 256 MiB at most, and halves of words of 64 bits',
  'storage/read/closed-rows.ts': 'SQL on integers of 64 bits, in two parts whose sums fit doubles',
  'storage/database/totals.ts': 'a sum of checksums, modulo 2^32; rows are counted by doubles',
  'wire/base/address.ts': 'addresses, which are bigints',
  'wire/settings/settings-delta.ts': 'places in a list of settings',
  'wire/codec/json.ts': 'milliseconds of one day',
  'wire/codec/packed-values.ts': 'numbers below 2^31; larger ones go through divisions',
  'wire/codec/sparse-rows.ts': 'two bits for each field of a row',
};
