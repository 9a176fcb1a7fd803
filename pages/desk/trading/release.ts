// The release of an order at a provider that does not report on it.

import { unwrap } from '../../../client/index.js';
import { attempt } from '../../live/refusal.js';
import type { StaffOrderRow } from '../../live/rows.js';
import type { StaffLive } from '../../live/staff.js';
import { lotsText } from '../../texts/numbers.js';
import { confirm } from '../../ui/confirm.js';
import { toast, toastRefusal } from '../../ui/toast.js';
import { words } from './words.js';

/** Asks for the number of the order, and ends it without its provider. */
export const releaseOrder = async (
  live: StaffLive,
  { id, login }: Pick<StaffOrderRow, 'id' | 'login'>,
): Promise<void> => {
  const is = await confirm({
    title: words().releaseTitle(id),
    text: words().releaseText,
    action: words().release,
    tone: 'danger',
    typed: String(id),
  });
  if (!is) return;
  const call = live.rest.POST('/admin/v1/accounts/{login}/orders/{id}/release', {
    params: { path: { login, id }, header: { 'Idempotency-Key': live.uuid() } },
  });
  const done = await attempt(unwrap(call));
  if (!done.ok) return toastRefusal(done.refusal);
  toast({ text: words().released(id, lotsText(done.value.volume)), tone: 'good' });
};
