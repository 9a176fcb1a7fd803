// Actions of some kinds of settings beside their form: connect again, take as default, set back.

import { unwrap } from '../../../client/index.js';
import { recordText } from '../../forms/kinds.js';
import type { RecordPartProps } from '../../forms/record.js';
import type { RecordValues } from '../../forms/values.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import type { StaffOperation } from '../../made/rights.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { confirm, confirmedAct } from '../../ui/confirm.js';
import type { IconName } from '../../ui/icons.js';
import { toast, toastRefusal } from '../../ui/toast.js';
import { MailTest } from './mail-test.js';

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

/** An act on a record that needs nothing but the confirmation. */
interface Act {
  readonly operation: StaffOperation;
  readonly path: string;
  readonly icon: IconName;
  readonly text: () => string;
  readonly consequence: () => string;
  readonly body?: (record: RecordValues) => object;
  readonly isOff?: (record: RecordValues) => boolean;
}

const restart = (operation: StaffOperation, path: string): Act => ({
  operation,
  path,
  icon: 'reload',
  text: () => words().restart,
  consequence: () => words().restartText,
  isOff: ({ enabled }) => enabled === false,
});

const ACTS: Readonly<Record<string, Act>> = {
  datafeeds: restart('datafeeds.restart', '/admin/v1/datafeeds/{id}/restart'),
  gateways: restart('gateways.restart', '/admin/v1/gateways/{id}/restart'),
  'licence.brands': {
    operation: 'licence.brands.default',
    path: '/admin/v1/licence/brands/{id}/default',
    icon: 'star',
    text: () => words().standard,
    consequence: () => words().standardText,
    isOff: ({ is_default, enabled }) => is_default === true || enabled === false,
  },
  'email-templates': {
    operation: 'email-templates.reset',
    path: '/admin/v1/email-templates/{id}/reset',
    icon: 'history',
    text: () => words().reset,
    consequence: () => words().resetText,
    body: ({ version }) => ({ version }),
  },
};

interface ActButtonProps extends RecordPartProps {
  readonly act: Act;
}

const ActButton = ({ act, record, onDone }: ActButtonProps) => {
  const { rest } = useStaff();
  const run = async (): Promise<void> => {
    const isSure = await confirm({
      title: `${act.text()}: ${recordText(record)}`,
      text: act.consequence(),
      action: act.text(),
    });
    if (!isSure) return;
    const init = { params: { path: { id: record.id } }, body: act.body?.(record) };
    const done = await confirmedAct(
      rest,
      () => unwrap(rest.POST(act.path as never, init as never)) as Promise<unknown>,
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
    <Button icon={act.icon} isOff={act.isOff?.(record) ?? false} onClick={() => void run()}>
      {act.text()}
    </Button>
  );
};

/** The buttons of the acts of a record, as far as the rights are there. */
export const Acts = (props: RecordPartProps) => {
  const { session } = useStaffStore();
  const act = ACTS[props.kind.name];
  return (
    <>
      {act !== undefined && session.can(act.operation) ? <ActButton act={act} {...props} /> : null}
      {props.kind.name === 'mail-servers' && session.can('mail-servers.test') ? (
        <MailTest {...props} />
      ) : null}
    </>
  );
};
