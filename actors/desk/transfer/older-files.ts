// Files and stored settings of older servers: their platform settings have fields that logical
// servers have now.

import { ok, unwrap } from '../../../wire/base/codes.js';
import { type Fields, isFields } from '../../../wire/base/object.js';
import type { TransferRequest } from '../../../wire/rest/settings/transfer.js';
import { QUOTE_SERVER, TRADE_SERVER } from '../../../wire/settings/servers.js';
import type { DeskContext } from '../state/desk-context.js';
import { SERVER } from '../state/writer.js';
import { SETTINGS_LOCK } from '../store/record-locks.js';
import { isOlder, PLATFORM_KEY, splitOlder } from '../types/platform.js';

/** The servers that get fields of an older file's platform settings. */
const SERVERS = [TRADE_SERVER, QUOTE_SERVER];

/** The request with the fields in items of their servers; the same where there are none. */
export const currentRequest = (request: TransferRequest): TransferRequest => {
  const { file, select } = request;
  const { platform = [], logical_servers = [] } = file.kinds;
  if (!platform.some((item) => isFields(item) && isOlder(item))) return request;
  const split = platform.filter(isFields).map((item) => splitOlder(item));
  const servers = split.flatMap(({ trade, quote }) => [
    { id: TRADE_SERVER, ...trade },
    { id: QUOTE_SERVER, ...quote },
  ]);
  const kinds = {
    ...file.kinds,
    platform: [...platform.filter((item) => !isFields(item)), ...split.map(({ rest }) => rest)],
    logical_servers: [...servers, ...logical_servers],
  };
  const chosen = select?.logical_servers;
  const isMoved = select?.platform !== undefined && chosen !== null;
  const selected = isMoved
    ? { ...select, logical_servers: [...(chosen ?? []), ...SERVERS] }
    : select;
  return { ...request, file: { ...file, kinds }, ...(selected && { select: selected }) };
};

/** Moves the fields in one event; does nothing where the stored settings have none. */
export const moveServerSettings = async ({ records, writer }: DeskContext): Promise<void> => {
  const held = records.get('platform', PLATFORM_KEY)?.record as Fields | undefined;
  if (held === undefined || !isOlder(held)) return;
  const moved = await writer.change([SETTINGS_LOCK], SERVER, (tx) => {
    const { rest, trade, quote } = splitOlder(held);
    unwrap(tx.patch('logical_server', TRADE_SERVER, trade));
    unwrap(tx.patch('logical_server', QUOTE_SERVER, quote));
    unwrap(tx.replace('platform', PLATFORM_KEY, rest));
    return ok(null);
  });
  unwrap(moved);
};
