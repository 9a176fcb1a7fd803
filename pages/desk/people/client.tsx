// A client: the person or company, and the accounts linked to it.

import { useEffect, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { unwrap } from '../../../client/index.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { useUnsaved } from '../../frame/unsaved.js';
import { type Attempt, attempt, faultsOf, type Refusal } from '../../live/refusal.js';
import { common } from '../../texts/common.js';
import { plural, texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { confirm } from '../../ui/confirm.js';
import { TextField } from '../../ui/field.js';
import { useKeys } from '../../ui/keys.js';
import { RefusalNote, Skeleton } from '../../ui/loaded.js';
import { toast, toastRefusal } from '../../ui/toast.js';
import { Time, UserText } from '../../ui/values.js';
import {
  type ClientRow,
  nameOf,
  PERSON_FIELDS,
  PersonFields,
  type PersonTexts,
} from './person-fields.js';

const words = texts({
  clients: ['Clients', 'Kunden'],
  form: ['Client', 'Kunde'],
  since: ['since', 'seit'],
  accounts: ['Linked accounts', 'Verknüpfte Konten'],
  noAccounts: ['No account is linked.', 'Kein Konto ist verknüpft.'],
  login: ['Login', 'Login'],
  link: ['Link', 'Verknüpfen'],
  linkTitle: [(login: string) => `Link account ${login}`, (login) => `Konto ${login} verknüpfen`],
  linkSays: [
    (login: string, name: string) => `Account ${login} will belong to ${name}.`,
    (login, name) => `Konto ${login} wird zu ${name} gehören.`,
  ],
  unlink: ['Unlink', 'Lösen'],
  unlinkTitle: [(login: string) => `Unlink account ${login}`, (login) => `Konto ${login} lösen`],
  unlinkSays: [
    (login: string, name: string) => `Account ${login} will not belong to ${name} any more.`,
    (login, name) => `Konto ${login} wird nicht mehr zu ${name} gehören.`,
  ],
  delete: ['Delete client', 'Kunden löschen'],
  deleteSays: [
    'Deletes the client for good. Accounts stay, and are linked to nobody.',
    'Löscht den Kunden für immer. Konten bleiben und gehören niemandem.',
  ],
  deleted: ['The client is deleted.', 'Der Kunde ist gelöscht.'],
  save: [
    (n: number) => `Save ${plural(n, 'change', 'changes')}`,
    (n) => `${plural(n, 'Änderung', 'Änderungen')} speichern`,
  ],
  saved: ['The client is saved.', 'Der Kunde ist gespeichert.'],
  undo: ['Undo', 'Zurücknehmen'],
});

/** The client of the address; acts answer its newest form. */
const useClient = (id: number) => {
  const { rest } = useStaff();
  const [client, setClient] = useState<ClientRow | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const read = async (): Promise<void> => {
    const params = { path: { id } };
    const answer = await attempt(unwrap(rest.GET('/admin/v1/clients/{id}', { params })));
    setRefusal(answer.ok ? null : answer.refusal);
    if (answer.ok) setClient(answer.value);
  };
  useEffect(() => {
    setClient(null);
    void read();
  }, [id]);
  return { client, refusal, read, setClient };
};

interface ClientPartProps {
  readonly client: ClientRow;
  readonly onChanged: (client: ClientRow) => void;
}

const Accounts = ({ client, onChanged }: ClientPartProps) => {
  const { rest } = useStaff();
  const { session } = useStaffStore();
  const [login, setLogin] = useState('');
  const [isBusy, setBusy] = useState(false);
  const name = nameOf(client);
  const finish = (done: Attempt<ClientRow>): void => {
    setBusy(false);
    if (!done.ok) return toastRefusal(done.refusal);
    setLogin('');
    onChanged(done.value);
  };
  const path = '/admin/v1/clients/{id}/accounts/{login}';
  const paramsOf = (of: string) => ({ params: { path: { id: client.id, login: Number(of) } } });
  const link = async (): Promise<void> => {
    if (login === '' || isBusy) return;
    const title = words().linkTitle(login);
    const text = words().linkSays(login, name);
    if (!(await confirm({ title, text, action: words().link }))) return;
    setBusy(true);
    finish(await attempt(unwrap(rest.PUT(path, paramsOf(login)))));
  };
  const unlink = async (of: string): Promise<void> => {
    const title = words().unlinkTitle(of);
    const text = words().unlinkSays(of, name);
    if (!(await confirm({ title, text, action: words().unlink, tone: 'danger' }))) return;
    finish(await attempt(unwrap(rest.DELETE(path, paramsOf(of)))));
  };
  return (
    <section class="panel">
      <header>
        <h2>{words().accounts}</h2>
      </header>
      <div class="body stack">
        {client.accounts.length === 0 ? <p class="muted">{words().noAccounts}</p> : null}
        <ul class="stack">
          {client.accounts.map((one) => (
            <li key={one} class="line">
              <a class="grow" href={`/desk/accounts/${one}`}>
                {one}
              </a>
              {session.can('clients.unlink') ? (
                <Button onClick={() => void unlink(String(one))}>{words().unlink}</Button>
              ) : null}
            </li>
          ))}
        </ul>
        {session.can('clients.link') ? (
          <form
            class="line link-account"
            onSubmit={(event) => {
              event.preventDefault();
              void link();
            }}
          >
            <TextField
              label={words().login}
              inputMode="numeric"
              value={login}
              onInput={(typed) => setLogin(typed.replace(/\D/g, ''))}
            />
            <Button type="submit" isBusy={isBusy} isOff={login === ''}>
              {words().link}
            </Button>
          </form>
        ) : null}
      </div>
    </section>
  );
};

const Form = ({ client, onChanged }: ClientPartProps) => {
  const { rest } = useStaff();
  const { session } = useStaffStore();
  const [given, setGiven] = useState<Partial<PersonTexts>>({});
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const mayEdit = session.can('clients.change');
  const before = Object.fromEntries(PERSON_FIELDS.map((name) => [name, client[name]]));
  const changes = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => before[name] !== value),
  );
  const count = Object.keys(changes).length;
  const save = async (): Promise<void> => {
    if (count === 0 || isBusy) return;
    setBusy(true);
    const params = { path: { id: client.id } };
    const body = { ...changes, version: client.version };
    const done = await attempt(unwrap(rest.PATCH('/admin/v1/clients/{id}', { params, body })));
    setBusy(false);
    setRefusal(done.ok ? null : done.refusal);
    if (!done.ok) return;
    setGiven({});
    onChanged(done.value);
    toast({ text: words().saved, tone: 'good' });
  };
  useUnsaved(count > 0);
  useKeys(words().form, [
    { key: 'Ctrl+S', text: common().save, run: () => void save(), isOff: count === 0 },
  ]);
  return (
    <form
      class="panel"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div class="body stack">
        <PersonFields
          values={{ ...before, ...given } as PersonTexts}
          onChange={(more) => setGiven({ ...given, ...more })}
          faultOf={(name) => faultsOf(refusal, name)[0]?.message ?? null}
          isOff={!mayEdit}
        />
        {refusal === null ? null : <RefusalNote refusal={refusal} />}
        {mayEdit ? (
          <div class="line">
            <Button tone="main" type="submit" isOff={count === 0} isBusy={isBusy}>
              {count === 0 ? common().save : words().save(count)}
            </Button>
            {count === 0 ? null : <Button onClick={() => setGiven({})}>{words().undo}</Button>}
          </div>
        ) : null}
      </div>
    </form>
  );
};

/** The view of a client. */
const ClientView = () => {
  const { params } = useRoute();
  const { route } = useLocation();
  const { rest } = useStaff();
  const { session } = useStaffStore();
  const id = Number(params.id);
  const { client, refusal, read, setClient } = useClient(id);
  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: words().delete,
      text: words().deleteSays,
      action: words().delete,
      tone: 'danger',
      typed: String(id),
    });
    if (!isSure) return;
    const at = { params: { path: { id } } };
    const done = await attempt(unwrap(rest.DELETE('/admin/v1/clients/{id}', at)));
    if (!done.ok) return toastRefusal(done.refusal);
    toast({ text: words().deleted, tone: 'good' });
    route('/desk/clients');
  };
  return (
    <div class="fill client">
      <a class="back" href="/desk/clients">{`← ${words().clients}`}</a>
      {refusal === null ? null : <RefusalNote refusal={refusal} onRetry={() => void read()} />}
      {client === null ? (
        refusal === null ? (
          <Skeleton />
        ) : null
      ) : (
        <>
          <div class="line">
            <h1>
              #{client.id} <UserText>{nameOf(client)}</UserText>
            </h1>
            <span class="muted">
              {words().since} <Time at={client.created_at} style="date" />
            </span>
            <span class="grow" />
            {session.can('clients.delete') ? (
              <Button icon="trash" onClick={() => void remove()}>
                {words().delete}
              </Button>
            ) : null}
          </div>
          <Accounts client={client} onChanged={setClient} />
          <Form key={client.id} client={client} onChanged={setClient} />
        </>
      )}
    </div>
  );
};

export default ClientView;
