// Settings of every kind: the kinds, their records, the form of a record, and what some add to it.

import { useRoute } from 'preact-iso/router';
import { kindText } from '../../forms/kinds.js';
import { KindList } from '../../forms/list.js';
import { KindRecord } from '../../forms/record-later.js';
import { hrefOf } from '../../frame/routes.js';
import { useStaffStore } from '../../frame/store.js';
import { KINDS, type SettingsKind } from '../../made/settings.js';
import { texts } from '../../texts/language.js';
import { Empty, NoRight } from '../../ui/loaded.js';
import { Acts, CONTROLS, ConnectionList, LIST_ACTS, Licence, PARTS } from './additions.js';
import { useInherited } from './group-inheritance.js';

// Ctrl+K finds kinds without a part of their own to load.
export { KINDS, kindText };

const words = texts({
  title: ['Settings', 'Einstellungen'],
  kinds: ['Kinds of settings', 'Arten von Einstellungen'],
  choose: ['Choose what to set.', 'Bitte wählen, was eingestellt wird.'],
  licence: ['Licence', 'Lizenz'],
  trading: ['Trading', 'Handel'],
  connections: ['Prices and providers', 'Kurse und Anbindungen'],
  clients: ['New clients', 'Neue Kunden'],
  platform: ['Platform', 'Plattform'],
  unknown: ['There is no such kind of settings.', 'Diese Art von Einstellungen gibt es nicht.'],
});

const by = <Value,>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  table[name];

interface KindProps {
  readonly kind: SettingsKind;
  readonly id: string | undefined;
}

/** The records of a kind, or one of them. */
const Kind = ({ kind, id }: KindProps) => {
  const base = `settings/${kind.name}`;
  const inherited = useInherited(kind.name === 'groups' && id !== undefined);
  if (id !== undefined || kind.isSingle) {
    return (
      <KindRecord
        kind={kind}
        base={base}
        id={id ?? ''}
        acts={Acts}
        parts={by(PARTS, kind.name)}
        controls={by(CONTROLS, kind.name)}
        inherited={inherited}
      />
    );
  }
  const isConnection = kind.name === 'datafeeds' || kind.name === 'gateways';
  if (isConnection) return <ConnectionList kind={kind} base={base} />;
  return <KindList kind={kind} base={base} acts={by(LIST_ACTS, kind.name)} />;
};

/** A page of the settings that is no kind of records. */
const LICENCE = { name: 'licence', text: () => words().licence, needs: 'licence.read' } as const;

type SettingsSubject = 'trading' | 'connections' | 'clients' | 'platform';

/** The subjects with the names of their pages, in their order; a new kind stands at the end. */
const SUBJECTS: readonly (readonly [subject: SettingsSubject, names: readonly string[]])[] = [
  [
    'trading',
    ['groups', 'symbols', 'routing', 'holidays', 'leverage-profiles', 'leverage-switches'],
  ],
  ['connections', ['datafeeds', 'gateways']],
  [
    'clients',
    ['sign-up.settings', 'account-allocations', 'account-allocations.settings', 'licence.brands'],
  ],
  [
    'platform',
    [
      ...['platform.settings', 'network.servers', 'mail-servers', 'email-templates'],
      ...['reports.configs', LICENCE.name],
    ],
  ],
];

/** The subject of a page. */
const subjectOf = (name: string): SettingsSubject =>
  SUBJECTS.find(([, names]) => names.includes(name))?.[0] ?? 'platform';

/** The place of a page among those of its subject. */
const placeOf = (name: string): number => {
  const at = SUBJECTS.find(([, names]) => names.includes(name))?.[1].indexOf(name);
  return at ?? KINDS.length;
};

/** The part of the address: kinds, records or a record. */
const Part = ({ name, id }: { readonly name: string; readonly id: string | undefined }) => {
  const { session } = useStaffStore();
  const kind = KINDS.find((one) => one.name === name);
  const needs = name === LICENCE.name ? LICENCE.needs : kind?.list;
  if (needs === undefined) return <Empty text={name === '' ? words().choose : words().unknown} />;
  const lacked = session.lackedFor(needs);
  if (lacked !== null) return <NoRight lacked={lacked} />;
  return kind === undefined ? <Licence /> : <Kind key={kind.name} kind={kind} id={id} />;
};

/** The view of settings. */
const Settings = () => {
  const { params } = useRoute();
  const { session } = useStaffStore();
  const { kind = '', id } = params;
  const isList = KINDS.some((one) => one.name === kind && !one.isSingle);
  const isRecord = id !== undefined || (kind !== '' && !isList);
  const href = (name: string): string => hrefOf('/desk/', 'settings/:kind', { kind: name });
  const pages = [
    ...KINDS.map((one) => ({ name: one.name, text: () => kindText(one), needs: one.list })),
    LICENCE,
  ]
    .filter(({ needs }) => session.can(needs))
    .sort((a, b) => placeOf(a.name) - placeOf(b.name));
  return (
    <div class={`fill settings ${kind === '' ? '' : 'has-kind'}`}>
      <nav aria-label={words().kinds}>
        <h1>
          <a href="/desk/settings">{words().title}</a>
        </h1>
        {SUBJECTS.map(([subject]) => {
          const own = pages.filter(({ name }) => subjectOf(name) === subject);
          return own.length === 0 ? null : (
            <section key={subject} aria-label={words()[subject]}>
              <h2 class="muted">{words()[subject]}</h2>
              <ul>
                {own.map(({ name, text }) => (
                  <li key={name}>
                    <a href={href(name)} aria-current={name === kind ? 'page' : undefined}>
                      {text()}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </nav>
      <section class={isRecord ? 'record' : 'records'} aria-label={words().title}>
        <Part name={kind} id={id} />
      </section>
    </div>
  );
};

export default Settings;
