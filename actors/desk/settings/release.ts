// The release of a copy: its server may log on to providers and send e-mails from then on.

import { done } from '../../../wire/base/codes.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { rightFault } from '../access/authority.js';
import type { DeskContext } from '../state/desk-context.js';
import { noteServer } from '../state/server-notes.js';
import { SERVER, whoOf } from '../state/writer.js';

const RELEASED = 'the platform was released: gateways, datafeeds and e-mails are on';

/** Releases the platform and journals that; one that is released already stays so, unjournaled. */
export const releasePlatform = async (
  { deps, writer }: DeskContext,
  mailQueue: { look(): void },
  { caller }: DeskOps['platform.release']['input'],
): Promise<DeskAnswer<'platform.release'>> => {
  const noted = await writer.change([], caller === null ? SERVER : whoOf(caller), (tx) => {
    const lacking = caller === null ? undefined : rightFault(tx, caller.login, 'config.servers');
    if (lacking !== undefined) return lacking;
    if (deps.unreleased()) noteServer(tx, 'config', RELEASED);
    return done(null);
  });
  if (!noted.ok) return noted;
  const released = await deps.release();
  mailQueue.look();
  return released;
};
