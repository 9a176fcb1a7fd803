// The acts of staff on an order at a provider: its held fill, and its end without the provider.

import { unwrap } from '../../client/index.js';
import { useStaff, useStaffStore } from '../frame/store.js';
import { attempt } from '../live/refusal.js';
import { orderStateText } from '../texts/enums.js';
import { texts } from '../texts/language.js';
import { lotsText, signOf } from '../texts/numbers.js';
import { confirm } from '../ui/confirm.js';
import type { MenuItem } from '../ui/menu.js';
import { toast, toastRefusal } from '../ui/toast.js';
import type { HeldOrder } from './held-fill.js';

const words = texts({
  heldFill: ['Decide on the held fill', 'Über die angehaltene Ausführung entscheiden'],
  held: [(lots: string) => `${lots} held`, (lots) => `${lots} angehalten`],
  release: ['End without its provider', 'Ohne Anbieter beenden'],
  releaseTitle: [
    (id: number) => `End order ${id} without its provider`,
    (id) => `Auftrag ${id} ohne Anbieter beenden`,
  ],
  releaseText: [
    'Only for an order on which its provider no longer reports. What was filled stays, the ' +
      'rest is canceled here. The provider is not asked: what it fills later is not booked.',
    'Nur für einen Auftrag, über den sein Anbieter nicht mehr berichtet. Ausgeführtes bleibt, ' +
      'der Rest wird hier gelöscht. Der Anbieter wird nicht gefragt: Was er später ausführt, ' +
      'zählt nicht.',
  ],
  released: [
    (id: number, lots: string) => `Order ${id} has ended: ${lots} lots are canceled.`,
    (id, lots) => `Auftrag ${id} ist beendet: ${lots} Lots sind gelöscht.`,
  ],
});

/** A working order, and the gateway that executes the order; 0 = none does. */
interface ProviderOrder extends HeldOrder {
  readonly gateway_id: number;
}

/** Has the order a fill on which staff decide? */
export const isHeld = ({ volume_held }: Pick<HeldOrder, 'volume_held'>): boolean =>
  signOf(volume_held) > 0;

interface OrderStateProps extends Pick<HeldOrder, 'volume_held'> {
  readonly state: Parameters<typeof orderStateText>[0];
}

/** The state of an order, or the lots of its held fill. */
export const OrderState = (order: OrderStateProps) =>
  isHeld(order) ? (
    <span class="warn">{words().held(lotsText(order.volume_held))}</span>
  ) : (
    orderStateText(order.state)
  );

/** The items for the menu of an order; `onHeld` opens the dialog of the held fill. */
export const useOrderActs = <Order extends ProviderOrder>(
  onHeld: (order: Order) => void,
  onDone: () => void,
) => {
  const live = useStaff();
  const { session } = useStaffStore();
  const release = async ({ id, login }: ProviderOrder): Promise<void> => {
    const isSure = await confirm({
      title: words().releaseTitle(id),
      text: words().releaseText,
      action: words().release,
      tone: 'danger',
      typed: String(id),
    });
    if (!isSure) return;
    const params = { path: { login, id }, header: { 'Idempotency-Key': live.uuid() } };
    const done = await attempt(
      unwrap(live.rest.POST('/admin/v1/accounts/{login}/orders/{id}/release', { params })),
    );
    if (!done.ok) return toastRefusal(done.refusal);
    toast({ text: words().released(id, lotsText(done.value.volume)), tone: 'good' });
    onDone();
  };
  // An order without a gateway works here: it can always be canceled.
  const mayRelease = ({ gateway_id }: ProviderOrder): boolean =>
    session.can('accounts.orders.release') && gateway_id > 0;
  const mayDecide = session.can('accounts.held_fills');
  return (order: Order): readonly MenuItem[] => [
    ...(mayDecide && isHeld(order)
      ? [{ text: words().heldFill, icon: 'hand' as const, run: () => onHeld(order) }]
      : []),
    ...(mayRelease(order)
      ? [
          {
            text: words().release,
            icon: 'trash' as const,
            tone: 'danger' as const,
            run: () => void release(order),
          },
        ]
      : []),
  ];
};
