// What some kinds of settings can do beside their form: start again, take as default, set back.

import { unwrap } from '../../../client/index.js';
import { recordText } from '../../forms/kinds.js';
import type { ExtrasProps } from '../../forms/record.js';
import type { RecordValues } from '../../forms/values.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import type { StaffOperation } from '../../made/rights.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { confirm, confirmedAct } from '../../ui/confirm.js';
import type { IconName } from '../../ui/icons.js';
import { toast, toastRefusal } from '../../ui/toast.js';

const words = texts({
  restart: ['Restart', 'Neu starten'],
  restartText: [
    'The connection is closed and opened again; prices or orders pause meanwhile.',
    'Die Verbindung wird getrennt und neu aufgebaut; Kurse oder Aufträge ruhen so lange.',
  ],
  standard: ['Make default', 'Als Standard'],
  standardText: [
    'Visitors of unknown addresses see this brand.',
    'Besucher unbekannter Adressen sehen diese Marke.',
  ],
  reset: ['Reset', 'Zurücksetzen'],
  resetText: [
    'The text goes back to the one that the server brings.',
    'Der Text wird wieder der mitgelieferte.',
  ],
  done: ['Done.', 'Erledigt.'],
});

interface Extra {
  readonly operation: StaffOperation;
  readonly path: string;
  readonly icon: IconName;
  readonly text: () => string;
  readonly says: () => string;
  readonly body?: (record: RecordValues) => object;
}

const restart = (operation: StaffOperation, path: string): Extra => ({
  operation,
  path,
  icon: 'reload',
  text: () => words().restart,
  says: () => words().restartText,
});

const EXTRAS: Readonly<Record<string, Extra>> = {
  datafeeds: restart('datafeeds.restart', '/admin/v1/datafeeds/{id}/restart'),
  gateways: restart('gateways.restart', '/admin/v1/gateways/{id}/restart'),
  'licence.brands': {
    operation: 'licence.brands.default',
    path: '/admin/v1/licence/brands/{id}/default',
    icon: 'star',
    text: () => words().standard,
    says: () => words().standardText,
  },
  'email-templates': {
    operation: 'email-templates.reset',
    path: '/admin/v1/email-templates/{id}/reset',
    icon: 'history',
    text: () => words().reset,
    says: () => words().resetText,
    body: ({ version }) => ({ version }),
  },
};

/** The button of the extra act of a kind, if it has one and the right is there. */
export const Extras = ({ kind, record, onDone }: ExtrasProps) => {
  const { rest } = useStaff();
  const { session } = useStaffStore();
  const extra = EXTRAS[kind.name];
  if (extra === undefined || !session.can(extra.operation)) return null;
  const run = async (): Promise<void> => {
    const is = await confirm({
      title: `${extra.text()}: ${recordText(record)}`,
      text: extra.says(),
      action: extra.text(),
    });
    if (!is) return;
    const init = { params: { path: { id: record.id } }, body: extra.body?.(record) };
    const done = await confirmedAct(
      rest,
      () => unwrap(rest.POST(extra.path as never, init as never)) as Promise<unknown>,
    );
    if (done === null) return;
    if (!done.ok) {
      toastRefusal(done.refusal);
      return;
    }
    toast({ text: words().done, tone: 'good' });
    onDone();
  };
  return (
    <Button icon={extra.icon} onClick={() => void run()}>
      {extra.text()}
    </Button>
  );
};
