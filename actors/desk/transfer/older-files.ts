// Files of older servers: their platform settings have fields that logical servers have now.

import { isFields } from '../../../wire/base/object.js';
import type { TransferRequest } from '../../../wire/rest/settings/transfer.js';
import { QUOTE_SERVER, TRADE_SERVER } from '../../../wire/settings/servers.js';
import { isOlder, splitOlder } from '../types/platform.js';

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
