// The licence: what it issues, allows and uses, and the application of a key.

import { useEffect, useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { type Attempt, attempt, faultsOf, type Refusal } from '../../live/refusal.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/language.js';
import { grouped } from '../../texts/numbers.js';
import { Button } from '../../ui/button.js';
import { confirm } from '../../ui/confirm.js';
import { LongTextField } from '../../ui/field.js';
import { Loaded, Note, RefusalNote } from '../../ui/loaded.js';
import { toast } from '../../ui/toast.js';
import { Time, UserText } from '../../ui/values.js';

const words = texts({
  title: ['Licence', 'Lizenz'],
  server: ['Server', 'Server'],
  licence: ['Licence', 'Lizenz'],
  without: ['none: nothing is limited', 'keine: nichts ist begrenzt'],
  valid: ['valid', 'gültig'],
  invalid: ['not valid', 'nicht gültig'],
  end: ['End', 'Ende'],
  issued: ['Issued', 'Ausgestellt'],
  applied: ['Applied', 'Angewendet'],
  accounts: ['Accounts', 'Konten'],
  groups: ['Groups', 'Gruppen'],
  used: [
    (used: string, most: string) => `${used} of ${most}`,
    (used, most) => `${used} von ${most}`,
  ],
  unlimited: ['without limit', 'ohne Grenze'],
  companies: ['Companies', 'Firmen'],
  main: ['main company', 'Hauptfirma'],
  apply: ['Apply a key', 'Schlüssel anwenden'],
  key: ['Key', 'Schlüssel'],
  keyHint: [
    'As the vendor sent it, made for the server above.',
    'Wie vom Hersteller gesandt, ausgestellt für den Server oben.',
  ],
  ask: [
    'Companies and brands become what the key issues; brands of companies that it does not issue ' +
      'are deleted.',
    'Firmen und Marken werden die des Schlüssels; Marken anderer Firmen werden gelöscht.',
  ],
  button: ['Apply', 'Anwenden'],
  done: ['The licence is applied.', 'Die Lizenz ist angewendet.'],
});

type LicenceFacts = components['schemas']['LicenceStatus'];

const usedText = (used: number, most: number): string => {
  const text = grouped(String(used));
  return most === 0 ? `${text}, ${words().unlimited}` : words().used(text, grouped(String(most)));
};

const Facts = ({ status }: { readonly status: LicenceFacts }) => (
  <dl class="facts">
    <dt>{words().server}</dt>
    <dd>
      <code>{status.server_id}</code>
    </dd>
    <dt>{words().licence}</dt>
    <dd>
      {status.licence_id === '' ? (
        words().without
      ) : (
        <>
          <UserText>{status.licence_id}</UserText>{' '}
          <span class={status.valid ? 'up' : 'down'}>
            {status.valid ? words().valid : words().invalid}
          </span>
        </>
      )}
    </dd>
    {status.licence_id === '' ? null : (
      <>
        <dt>{words().end}</dt>
        <dd>
          <Time at={status.expires_at} />
        </dd>
        <dt>{words().issued}</dt>
        <dd>
          <Time at={status.issued_at} />
        </dd>
        <dt>{words().applied}</dt>
        <dd>
          <Time at={status.applied_at} /> · {status.applied_by}
        </dd>
      </>
    )}
    <dt>{words().accounts}</dt>
    <dd>{usedText(status.used_accounts, status.entitlements.max_accounts)}</dd>
    <dt>{words().groups}</dt>
    <dd>{usedText(status.used_groups, status.entitlements.max_groups)}</dd>
    <dt>{words().companies}</dt>
    <dd>
      {status.companies.length === 0 ? common().none : null}
      {status.companies.map(({ name, main }) => (
        <div key={name}>
          <UserText>{name}</UserText> {main ? <span class="muted">{words().main}</span> : null}
        </div>
      ))}
    </dd>
  </dl>
);

interface ApplyProps {
  readonly onApplied: (status: LicenceFacts) => void;
}

/** The form that applies a key. */
const Apply = ({ onApplied }: ApplyProps) => {
  const { rest } = useStaff();
  const [key, setKey] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const apply = async (): Promise<void> => {
    const isSure = await confirm({
      title: words().apply,
      text: words().ask,
      action: words().button,
      tone: 'danger',
    });
    if (!isSure) return;
    setBusy(true);
    const done = await attempt(
      unwrap(rest.POST('/admin/v1/licence', { body: { key: key.trim() } })),
    );
    setBusy(false);
    setRefusal(done.ok ? null : done.refusal);
    if (!done.ok) return;
    setKey('');
    toast({ text: words().done, tone: 'good' });
    onApplied(done.value);
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void apply();
      }}
    >
      <h3>{words().apply}</h3>
      {refusal === null || refusal.faults.length > 0 ? null : <RefusalNote refusal={refusal} />}
      <LongTextField
        label={words().key}
        hint={words().keyHint}
        fault={faultsOf(refusal, 'key')[0]?.message ?? null}
        value={key}
        onInput={setKey}
      />
      <div>
        <Button tone="main" type="submit" isBusy={isBusy} isOff={key.trim() === ''}>
          {words().button}
        </Button>
      </div>
    </form>
  );
};

/** The licence of the server. */
export const Licence = () => {
  const { rest } = useStaff();
  const { session } = useStaffStore();
  const [read, setRead] = useState<Attempt<LicenceFacts> | null>(null);
  const load = async (): Promise<void> =>
    setRead(await attempt(unwrap(rest.GET('/admin/v1/licence'))));
  useEffect(() => void load(), []);
  const status = read?.ok ? read.value : null;
  return (
    <>
      <h2>{words().title}</h2>
      <Loaded
        status={read === null ? 'loading' : read.ok ? 'ready' : 'failed'}
        refusal={read === null || read.ok ? null : read.refusal}
        hasContent={status !== null}
        onRetry={() => void load()}
      >
        {status === null ? null : (
          <div class="stack">
            {status.warnings.map((warning) => (
              <Note key={warning} tone="warn">
                {warning}
              </Note>
            ))}
            <div class="panel status">
              <Facts status={status} />
            </div>
            {session.can('licence.apply') ? (
              <Apply onApplied={(value) => setRead({ ok: true, value })} />
            ) : null}
          </div>
        )}
      </Loaded>
    </>
  );
};
