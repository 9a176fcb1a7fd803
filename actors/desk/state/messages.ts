// Messages to logins, made from the records that an event writes.

import type { LoginMessage } from '../../../wire/socket/messages.js';
import type { DeskEvent, RecordChange } from '../../../wire/trading/events.js';
import type { Records } from '../store/records.js';

const messagesOfChange = (
  { kind, key, record }: RecordChange,
  records: Records,
): readonly LoginMessage[] => {
  if (record === null || !records.types.has(kind)) return [];
  const { tells } = records.types.of[kind];
  const before = tells && records.get(kind, key)?.record;
  return tells?.(record as never, before as never) ?? [];
};

/** The messages of an event, before it is applied to the records. */
export const messagesOf = ({ changes }: DeskEvent, records: Records): readonly LoginMessage[] =>
  changes.flatMap((change) => messagesOfChange(change, records));
