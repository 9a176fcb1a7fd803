// Settings of every kind: the kinds, their records, and the form of a record.

import { useRoute } from 'preact-iso/router';
import { kindText } from '../../forms/kinds.js';
import { KindList } from '../../forms/list.js';
import { KindRecord } from '../../forms/record.js';
import { hrefOf } from '../../frame/routes.js';
import { useStaffStore } from '../../frame/store.js';
import { KINDS } from '../../made/settings.js';
import { texts } from '../../texts/language.js';
import { Empty, NoRight } from '../../ui/loaded.js';
import { Extras } from './extras.js';

const words = texts({
  title: ['Settings', 'Einstellungen'],
  kinds: ['Kinds of settings', 'Arten von Einstellungen'],
  choose: ['Choose what to set.', 'Bitte wählen, was eingestellt wird.'],
  unknown: ['There is no such kind of settings.', 'Diese Art von Einstellungen gibt es nicht.'],
});

/** The part of the address: kinds, records or a record. */
const Part = ({ name, id }: { readonly name: string; readonly id: string | undefined }) => {
  const { session } = useStaffStore();
  const kind = KINDS.find((one) => one.name === name);
  if (kind === undefined) return <Empty text={name === '' ? words().choose : words().unknown} />;
  const base = `settings/${kind.name}`;
  const lacked = session.lackedFor(kind.list);
  if (lacked.length > 0) return <NoRight rights={lacked} />;
  if (id === undefined && !kind.isSingle)
    return <KindList key={kind.name} kind={kind} base={base} />;
  return <KindRecord kind={kind} base={base} id={id ?? ''} extras={Extras} />;
};

/** The view of settings. */
const Settings = () => {
  const { params } = useRoute();
  const { session } = useStaffStore();
  const { kind = '', id } = params;
  const href = (name: string): string => hrefOf('/desk/', 'settings/:kind', { kind: name });
  return (
    <div class={`fill settings ${kind === '' ? '' : 'has-kind'}`}>
      <nav aria-label={words().kinds}>
        <h1>
          <a href="/desk/settings">{words().title}</a>
        </h1>
        <ul>
          {KINDS.filter((one) => session.can(one.list)).map((one) => (
            <li key={one.name}>
              <a href={href(one.name)} aria-current={one.name === kind ? 'page' : undefined}>
                {kindText(one)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <section class={id === undefined ? 'records' : 'record'} aria-label={words().title}>
        <Part name={kind} id={id} />
      </section>
    </div>
  );
};

export default Settings;
