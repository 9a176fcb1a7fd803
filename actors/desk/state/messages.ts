// Messages to logins, made from the records that an event writes.

import type { LoginMessage } from '../../../wire/socket/messages.js';
import type { DeskEvent, RecordChange } from '../../../wire/trading/events.js';
import type { RecordFinder } from '../store/record-type.js';
import type { Records } from '../store/records.js';

const messagesOfChange = (
  { kind, key, record }: RecordChange,
  records: Records,
  find: RecordFinder,
): readonly LoginMessage[] => {
  if (record === null || !records.types.has(kind)) return [];
  const { messages } = records.types.of[kind];
  const before = messages && records.get(kind, key)?.record;
  return messages?.(record as never, before as never, find) ?? [];
};

/** The messages of an event, before it is applied to the records. */
export const messagesOf = ({ changes }: DeskEvent, records: Records): readonly LoginMessage[] => {
  const find: RecordFinder = (kind, key) => {
    const change = changes.find((one) => one.kind === kind && one.key === key);
    return change === undefined ? records.get(kind, key)?.record : (change.record as never);
  };
  return changes.flatMap((change) => messagesOfChange(change, records, find));
};
