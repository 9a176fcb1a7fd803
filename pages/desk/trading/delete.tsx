// The deletion of positions without a deal, after their number is typed.

import { type components, unwrap } from '../../../client/index.js';
import { attempt } from '../../live/refusal.js';
import type { StaffLive } from '../../live/staff.js';
import { confirm } from '../../ui/confirm.js';
import { toast, toastRefusal } from '../../ui/toast.js';
import { BULK_MAX } from './bulk.js';
import { words } from './words.js';

type DeletedItem = components['schemas']['DeleteResultItem'];

/** Ids that the question names; more are counted. */
const NAMED_MAX = 20;
/** Most positions that stayed and are named one by one. */
const SHOWN_MAX = 3;

const namesOf = (ids: readonly number[]): string => {
  const names = ids.slice(0, NAMED_MAX).map((id) => `#${id}`);
  return [...names, ...(ids.length > NAMED_MAX ? ['…'] : [])].join(', ');
};

const whyText = ({ result, error }: DeletedItem): string => {
  if (result === 'not_found') return words().gone;
  return error === 'trade.locked' ? words().concernedByRequest : error || result;
};

/** Reports how many were deleted, and why others were not. */
const report = (items: readonly DeletedItem[], asked: number): void => {
  const left = items.filter(({ result }) => result !== 'deleted');
  const deleted = items.length - left.length;
  toast({ text: words().deleted(deleted, asked), tone: deleted === asked ? 'good' : 'plain' });
  for (const item of left.slice(0, SHOWN_MAX)) {
    toast({ text: words().notDeleted(item.id, whyText(item)), tone: 'bad' });
  }
  const more = left.length - SHOWN_MAX;
  if (more > 0) toast({ text: words().moreNotDeleted(more), tone: 'bad' });
};

/** Asks for the id of a position, or for the number of many, and deletes them by 1,000. */
export const deletePositions = async (live: StaffLive, ids: readonly number[]): Promise<void> => {
  const typed = ids.length === 1 ? ids[0] : ids.length;
  const is = await confirm({
    title: words().deleteTitle(ids.length),
    text: (
      <>
        <p>{words().deleteText}</p>
        <p class="muted">{namesOf(ids)}</p>
      </>
    ),
    action: words().delete,
    tone: 'danger',
    typed: String(typed),
  });
  if (!is) return;
  const items: DeletedItem[] = [];
  for (let at = 0; at < ids.length; at += BULK_MAX) {
    const call = live.rest.POST('/admin/v1/positions/delete', {
      body: { ids: ids.slice(at, at + BULK_MAX) },
      params: { header: { 'Idempotency-Key': live.uuid() } },
    });
    const done = await attempt(unwrap(call));
    if (!done.ok) {
      toastRefusal(done.refusal);
      break;
    }
    items.push(...done.value.items);
  }
  if (items.length > 0) report(items, ids.length);
};
