// Watchlists: one record for each account that saved lists; changes are not journaled.

import { WatchlistsRecord } from '../../../../wire/accounts/watchlists.js';
import { checkedBy, IN_DATABASE, type RecordType } from '../../store/record-type.js';

/** The record type of watchlists. */
export const WATCHLISTS: RecordType<WatchlistsRecord> = {
  ...IN_DATABASE,
  ...checkedBy(WatchlistsRecord),
  serverFields: 'all',
  notifiesOwner: true,
  key: (record) => String(record.login),
};
