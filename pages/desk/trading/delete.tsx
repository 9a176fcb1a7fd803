// The deletion of positions without a deal, after their number is typed.

import { unwrap } from '../../../client/index.js';
import { attempt } from '../../live/refusal.js';
import type { StaffLive } from '../../live/staff.js';
import { confirm } from '../../ui/confirm.js';
import { toast, toastRefusal } from '../../ui/toast.js';
import { words } from './words.js';

/** Asks for the id of a position, or for the number of many, and deletes them. */
export const deletePositions = async (live: StaffLive, ids: readonly number[]): Promise<void> => {
  const typed = ids.length === 1 ? ids[0] : ids.length;
  const is = await confirm({
    title: words().deleteTitle(ids.length),
    text: (
      <>
        <p>{words().deleteText}</p>
        <p class="muted">{ids.map((id) => `#${id}`).join(', ')}</p>
      </>
    ),
    action: words().delete,
    tone: 'danger',
    typed: String(typed),
  });
  if (!is) return;
  const done = await attempt(
    unwrap(
      live.rest.POST('/admin/v1/positions/delete', {
        body: { ids: [...ids] },
        params: { header: { 'Idempotency-Key': live.uuid() } },
      }),
    ),
  );
  if (!done.ok) return toastRefusal(done.refusal);
  const { deleted, items } = done.value;
  const isAll = deleted === ids.length;
  toast({ text: words().deleted(deleted, ids.length), tone: isAll ? 'good' : 'plain' });
  for (const { id, result, error } of items.filter((item) => item.result !== 'deleted')) {
    toast({ text: words().notDeleted(id, error || result), tone: 'bad' });
  }
};
