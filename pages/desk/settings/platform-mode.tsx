// The mode of the platform: open, close only or closed, now or as planned; the release of a copy.

import { useEffect, useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { BodyFields, givenValues } from '../../forms/body.js';
import type { RecordPartProps } from '../../forms/record.js';
import type { RecordValues } from '../../forms/values.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { type Attempt, attempt, type Refusal } from '../../live/refusal.js';
import { BODIES } from '../../made/settings.js';
import { texts } from '../../texts/language.js';
import { timeText } from '../../texts/numbers.js';
import { Button } from '../../ui/button.js';
import { confirm, confirmedAct } from '../../ui/confirm.js';
import { Loaded, Note, RefusalNote } from '../../ui/loaded.js';
import { toast } from '../../ui/toast.js';
import { Time, UserText } from '../../ui/values.js';

const words = texts({
  now: ['Now', 'Jetzt'],
  open: ['open', 'offen'],
  close_only: ['close only', 'nur schließen'],
  closed: ['closed', 'geschlossen'],
  since: ['since', 'seit'],
  planned: ['Planned', 'Geplant'],
  nothing: ['nothing', 'nichts'],
  change: ['Change the mode', 'Betriebsart ändern'],
  openText: ['Traders trade as usual.', 'Kunden handeln wie gewohnt.'],
  close_onlyText: [
    'Traders can only close positions; pending orders that would open are rejected.',
    'Kunden können nur schließen; Aufträge, die eröffnen würden, werden abgelehnt.',
  ],
  closedText: [
    'Traders cannot trade, and their terminals are disconnected. Stop-outs go on.',
    'Kunden können nicht handeln, ihre Terminals werden getrennt. Stop-outs laufen weiter.',
  ],
  atOnce: ['This counts at once.', 'Das gilt sofort.'],
  from: [(time: string) => `This counts from ${time} on.`, (time) => `Das gilt ab ${time}.`],
  until: [(time: string) => `It opens at ${time}.`, (time) => `Sie öffnet um ${time}.`],
  replaces: [
    'What was planned from then on is replaced.',
    'Was ab dann geplant war, wird ersetzt.',
  ],
  set: ['Set', 'Setzen'],
  done: ['The mode is set.', 'Die Betriebsart ist gesetzt.'],
  copy: [
    'This is a copy of a platform: gateways, datafeeds that dial out and e-mails are off until ' +
      'it is released.',
    'Dies ist die Kopie einer Plattform: Gateways, ausgehende Kursquellen und E-Mails sind aus, ' +
      'bis sie freigegeben wird.',
  ],
  release: ['Release', 'Freigeben'],
  releaseText: [
    'Connections are made and waiting e-mails are sent at once. Make sure that no other server ' +
      'acts for this platform.',
    'Verbindungen werden sofort aufgebaut und wartende E-Mails gesendet. Kein anderer Server ' +
      'darf mehr für diese Plattform tätig sein.',
  ],
  released: ['Released.', 'Freigegeben.'],
});

type State = components['schemas']['PlatformState'];
type Mode = State['mode'];
type ModeBody = components['schemas']['PlatformModeBody'];

const TEXTS = { open: 'openText', close_only: 'close_onlyText', closed: 'closedText' } as const;
const LOOKS: Readonly<Record<Mode, string>> = { open: 'up', close_only: 'warn', closed: 'down' };
const FIRST: RecordValues = { mode: 'open', at: '', until: '', text: '' };

/** The consequences of a change of the mode, in sentences. */
const consequence = ({ mode, at, until }: ModeBody): string =>
  [
    words()[TEXTS[mode]],
    at === undefined ? words().atOnce : words().from(timeText(at, 'both')),
    ...(until === undefined ? [] : [words().until(timeText(until, 'both'))]),
    words().replaces,
  ].join(' ');

/** The state of the platform, and the acts on it. */
const usePlatform = () => {
  const { rest, configChange } = useStaff();
  const [read, setRead] = useState<Attempt<State> | null>(null);
  const [values, setValues] = useState(FIRST);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const load = async (): Promise<void> =>
    setRead(await attempt(unwrap(rest.GET('/admin/v1/platform'))));
  const newest = configChange.value?.config_version;
  useEffect(() => void load(), [newest]);
  const take = (done: Attempt<State> | null, text: string): void => {
    if (done === null) return;
    setRefusal(done.ok ? null : done.refusal);
    if (!done.ok) return;
    setRead(done);
    setValues(FIRST);
    toast({ text, tone: 'good' });
  };
  const set = async (): Promise<void> => {
    const body = givenValues(values) as unknown as ModeBody;
    const isSure = await confirm({
      title: words().change,
      text: consequence(body),
      action: words().set,
      tone: body.mode === 'open' ? 'main' : 'danger',
    });
    if (!isSure) return;
    const done = await confirmedAct(
      rest,
      (given) => unwrap(rest.POST('/admin/v1/platform/mode', { body: { ...body, ...given } })),
      consequence(body),
    );
    take(done, words().done);
  };
  const release = async (): Promise<void> => {
    const isSure = await confirm({
      title: words().release,
      text: words().releaseText,
      action: words().release,
      tone: 'danger',
    });
    if (!isSure) return;
    const done = await confirmedAct(rest, () =>
      unwrap(rest.POST('/admin/v1/platform/release', {})),
    );
    take(done, words().released);
  };
  return { read, load, values, setValues, refusal, set, release };
};

const Facts = ({ state }: { readonly state: State }) => (
  <dl class="facts">
    <dt>{words().now}</dt>
    <dd>
      <b class={LOOKS[state.mode]}>{words()[state.mode]}</b>{' '}
      {state.mode_since === null ? null : (
        <>
          {words().since} <Time at={state.mode_since} />
        </>
      )}{' '}
      <UserText>{state.mode_text}</UserText>
    </dd>
    <dt>{words().planned}</dt>
    <dd>
      {state.planned.length === 0 ? words().nothing : null}
      {state.planned.map(({ at, mode, text }) => (
        <div key={at}>
          <Time at={at} /> {words()[mode]} <UserText>{text}</UserText>
        </div>
      ))}
    </dd>
  </dl>
);

/** The mode now and as planned, and the form that changes it. */
export const PlatformMode = (_props: RecordPartProps) => {
  const { session } = useStaffStore();
  const { read, load, values, setValues, refusal, set, release } = usePlatform();
  const state = read?.ok ? read.value : null;
  return (
    <Loaded
      status={read === null ? 'loading' : read.ok ? 'ready' : 'failed'}
      refusal={read === null || read.ok ? null : read.refusal}
      hasContent={state !== null}
      onRetry={() => void load()}
    >
      {state === null ? null : (
        <div class="stack">
          {state.released ? null : (
            <Note tone="warn">
              {words().copy} {state.unreleased_because}{' '}
              {session.can('platform.release') ? (
                <Button onClick={() => void release()}>{words().release}</Button>
              ) : null}
            </Note>
          )}
          <div class="panel status">
            <Facts state={state} />
          </div>
          {session.can('platform.mode') ? (
            <form
              class="stack"
              onSubmit={(event) => {
                event.preventDefault();
                void set();
              }}
            >
              <h3>{words().change}</h3>
              {refusal === null || refusal.faults.length > 0 ? null : (
                <RefusalNote refusal={refusal} />
              )}
              <BodyFields
                fields={BODIES['platform.mode']}
                values={values}
                onChange={setValues}
                refusal={refusal}
              />
              <div>
                <Button tone="main" type="submit">
                  {words().set}
                </Button>
              </div>
            </form>
          ) : null}
        </div>
      )}
    </Loaded>
  );
};
