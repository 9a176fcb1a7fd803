// Settings of logical servers that stood in the platform settings at first move to the servers.

import { done, must } from '../../../wire/base/codes.js';
import type { Fields } from '../../../wire/base/object.js';
import { QUOTE_SERVER, TRADE_SERVER } from '../../../wire/settings/servers.js';
import type { DeskContext } from '../state/desk-context.js';
import { SERVER } from '../state/writer.js';
import { SETTINGS_LOCK } from '../store/record-locks.js';
import { isOlder, PLATFORM_KEY, splitOlder } from '../types/platform.js';

/** Moves the fields in one event; does nothing where the stored settings have none. */
export const moveServerSettings = async ({ records, writer }: DeskContext): Promise<void> => {
  const held = records.get('platform', PLATFORM_KEY)?.record as Fields | undefined;
  if (held === undefined || !isOlder(held)) return;
  const moved = await writer.change([SETTINGS_LOCK], SERVER, (tx) => {
    const { rest, trade, quote } = splitOlder(held);
    must(tx.patch('logical_server', TRADE_SERVER, trade));
    must(tx.patch('logical_server', QUOTE_SERVER, quote));
    must(tx.replace('platform', PLATFORM_KEY, rest));
    return done(null);
  });
  must(moved);
};
