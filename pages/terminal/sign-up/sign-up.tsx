// Opening an account: a demo account at once, or the application for a real one.

import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useTraderStore } from '../../frame/store.js';
import { type Attempt, attempt, faultsOf, type Refusal } from '../../live/refusal.js';
import { Fault, Form } from '../../sign-in/form.js';
import { language } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { Segments, SelectField, TextField } from '../../ui/field.js';
import { Loaded, Note } from '../../ui/loaded.js';
import { Money } from '../../ui/values.js';
import {
  type SignUpForm,
  type SignUpOffer,
  type SignUpOptions,
  type SignUpOutcome,
  signUpCalls,
} from './calls.js';
import { CodeField } from './code-field.js';
import { countries, ownCountry } from './countries.js';
import { words } from './words.js';

const BASE = '/terminal/';
const calls = signUpCalls(location.origin);

type SignUpKind = SignUpForm['type'];

/** The form as it is typed. */
interface SignUpEntries {
  readonly type: SignUpKind;
  readonly country: string;
  /** The id of the chosen offer; empty = the default one. */
  readonly offer: string;
  /** Empty = that of the offer. */
  readonly leverage: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly city: string;
  readonly password: string;
  readonly code: string;
}

const EMPTY: SignUpEntries = {
  type: 'demo',
  country: '',
  offer: '',
  leverage: '',
  name: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  password: '',
  code: '',
};

/** The sign-up offer for a country; another country has another offer. */
const useOptions = (country: string) => {
  const [read, setRead] = useState<Attempt<SignUpOptions> | null>(null);
  const [tries, setTries] = useState(0);
  const lang = language.value;
  useEffect(() => {
    let isOver = false;
    void attempt(calls.options(country, lang)).then((answer) => {
      if (!isOver) setRead(answer);
    });
    return () => {
      isOver = true;
    };
  }, [country, lang, tries]);
  return { read, again: () => setTries(tries + 1) };
};

const kindsOf = ({ demo, real }: SignUpOptions): readonly SignUpKind[] => [
  ...(demo ? (['demo'] as const) : []),
  ...(real ? (['real'] as const) : []),
];

const offerText = ({ description, currency, default_leverage }: SignUpOffer): string =>
  description === '' ? `${currency}, 1:${default_leverage}` : `${description} (${currency})`;

/** The form as the server takes it: fields that are empty stay away. */
const formOf = (entries: SignUpEntries): SignUpForm => {
  const { type, offer, leverage, password, ...lines } = entries;
  const filled = Object.entries(lines).flatMap(([name, text]) =>
    text.trim() === '' ? [] : [[name, text.trim()]],
  );
  return {
    ...(Object.fromEntries(filled) as Pick<SignUpForm, 'name' | 'email'>),
    type,
    language: language.value,
    ...(type === 'demo' && { password }),
    ...(offer !== '' && { allocation_id: Number(offer) }),
    ...(leverage !== '' && { leverage: Number(leverage) }),
  };
};

interface SignUpFieldsProps {
  readonly options: SignUpOptions;
  readonly entries: SignUpEntries;
  readonly change: (entries: Partial<SignUpEntries>) => void;
  readonly refusal: Refusal | null;
}

const faultIn = (refusal: Refusal | null, field: string): string | null =>
  faultsOf(refusal, field)[0]?.message ?? null;

/** The offers of the country, where there is a choice, and their leverages. */
const OfferFields = ({ options, entries, change, refusal }: SignUpFieldsProps) => {
  const offers = options.allocations.filter(({ kind }) => kind === entries.type);
  const chosen = offers.find(({ allocation_id: id }) => String(id) === entries.offer) ?? offers[0];
  if (chosen === undefined) return <Note tone="warn">{words().notHere}</Note>;
  return (
    <>
      {offers.length < 2 ? null : (
        <SelectField
          label={words().offer}
          value={String(chosen.allocation_id)}
          choices={offers.map((offer) => ({
            value: String(offer.allocation_id),
            text: offerText(offer),
          }))}
          onSelect={(offer) => change({ offer, leverage: '' })}
          fault={faultIn(refusal, 'allocation_id')}
        />
      )}
      {chosen.leverages.length === 0 ? null : (
        <SelectField
          label={words().leverage}
          value={entries.leverage}
          choices={[
            { value: '', text: words().leverageUsual(chosen.default_leverage) },
            ...chosen.leverages.map((one) => ({ value: String(one), text: `1:${one}` })),
          ]}
          onSelect={(leverage) => change({ leverage })}
          fault={faultIn(refusal, 'leverage')}
        />
      )}
    </>
  );
};

const LINES = [
  { name: 'name', autocomplete: 'name', isRequired: true },
  { name: 'email', autocomplete: 'email', isRequired: true },
  { name: 'phone', autocomplete: 'tel', isRequired: false },
  { name: 'address', autocomplete: 'street-address', isRequired: false },
  { name: 'city', autocomplete: 'address-level2', isRequired: false },
] as const;

/** The person; a demo account asks for name and e-mail alone. */
const PersonFields = ({ entries, change, refusal }: SignUpFieldsProps) => (
  <>
    {LINES.filter(({ isRequired }) => isRequired || entries.type === 'real').map((line) => (
      <TextField
        key={line.name}
        label={words()[line.name]}
        type={line.name === 'email' ? 'email' : 'text'}
        value={entries[line.name]}
        onInput={(text) => change({ [line.name]: text })}
        autocomplete={line.autocomplete}
        isRequired={line.isRequired}
        fault={faultIn(refusal, line.name)}
      />
    ))}
  </>
);

const PasswordField = ({ entries, change, refusal }: SignUpFieldsProps) =>
  entries.type === 'demo' ? (
    <TextField
      label={words().password}
      hint={words().passwordHint}
      type="password"
      value={entries.password}
      onInput={(password) => change({ password })}
      autocomplete="new-password"
      isRequired
      fault={
        faultIn(refusal, 'password') ??
        (refusal?.code === 'auth.password_weak' ? words().passwordHint : null)
      }
    />
  ) : null;

/** Faults that a field shows need no sentence of their own. */
const isAtField = (refusal: Refusal): boolean =>
  refusal.code === 'auth.code_invalid' ||
  refusal.code === 'auth.password_weak' ||
  refusal.faults.length > 0;

/** Links below the form to the pages of the broker. */
const Links = ({ options }: Pick<SignUpFieldsProps, 'options'>) => (
  <ul class="links">
    {options.links
      .filter(({ caption, url }) => caption !== '' && /^https?:\/\//.test(url))
      .map(({ caption, url }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer">
            <bdi>{caption}</bdi>
          </a>
        </li>
      ))}
  </ul>
);

/** The demo page of the broker, where demo accounts are opened elsewhere. */
const DemoPage = ({ options: { demo, demo_url } }: Pick<SignUpFieldsProps, 'options'>) =>
  !demo && /^https?:\/\//.test(demo_url) ? (
    <Note>
      {words().demoPage}:{' '}
      <a href={demo_url} target="_blank" rel="noreferrer">
        {demo_url}
      </a>
    </Note>
  ) : null;

interface SignUpPartProps {
  readonly options: SignUpOptions;
  readonly country: string;
  readonly onCountry: (country: string) => void;
  readonly onDone: (outcome: SignUpOutcome, password: string) => void;
}

const SignUpFields = ({ options, country, onCountry, onDone }: SignUpPartProps) => {
  const kinds = kindsOf(options);
  const [typed, setEntries] = useState<SignUpEntries>(EMPTY);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const type = kinds.includes(typed.type) ? typed.type : (kinds[0] ?? 'demo');
  const entries = { ...typed, type, country };
  const change = (changed: Partial<SignUpEntries>): void =>
    setEntries((before) => ({ ...before, ...changed }));
  const needsCode = type === 'demo' ? options.confirm_demo : options.confirm_real;
  const send = async (): Promise<void> => {
    setBusy(true);
    const answer = await attempt(calls.register(formOf(entries)));
    setBusy(false);
    setRefusal(answer.ok ? null : answer.refusal);
    if (answer.ok) onDone(answer.value, entries.password);
  };
  const form = { options, entries, change, refusal };
  return (
    <Form onSubmit={() => void send()}>
      {kinds.length < 2 ? null : (
        <Segments
          label={words().kind}
          value={type}
          choices={kinds.map((value) => ({ value, text: words()[value] }))}
          onSelect={(kind) => change({ type: kind, offer: '', leverage: '' })}
        />
      )}
      <p class="muted">{type === 'demo' ? words().demoText : words().realText}</p>
      <SelectField
        label={words().country}
        value={country}
        choices={[{ value: '', text: words().choose }, ...countries()]}
        onSelect={(next) => {
          change({ offer: '', leverage: '' });
          onCountry(next);
        }}
        fault={faultIn(refusal, 'country')}
      />
      <OfferFields {...form} />
      <PersonFields {...form} />
      {needsCode ? (
        <CodeField
          calls={calls}
          email={entries.email}
          code={entries.code}
          onInput={(code) => change({ code })}
          refusal={refusal}
        />
      ) : null}
      <PasswordField {...form} />
      {refusal !== null && !isAtField(refusal) ? <Fault refusal={refusal} /> : null}
      <Button tone="main" type="submit" isBusy={isBusy}>
        {type === 'demo' ? words().openDemo : words().apply}
      </Button>
    </Form>
  );
};

interface DoneProps {
  readonly outcome: SignUpOutcome;
  readonly password: string;
}

/** The outcome: the login of a demo account, or that the application was received. */
const Done = ({ outcome, password }: DoneProps) => {
  const { session } = useTraderStore();
  const { route } = useLocation();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { login, deposit, currency, leverage } = outcome;
  if (outcome.status === 'received') {
    return (
      <p class="body" role="status">
        {words().received}
      </p>
    );
  }
  const signIn = async (): Promise<void> => {
    const refused = await session.signIn({ login, password, keepSignedIn: true });
    setRefusal(refused);
    if (refused === null) route(BASE, true);
  };
  return (
    <div class="stack" role="status">
      <p>{words().opened}</p>
      <dl class="facts">
        <dt>{words().login}</dt>
        <dd>
          <strong>{login}</strong>
        </dd>
        <dt>{words().deposit}</dt>
        <dd>
          <Money value={deposit} currency={currency} />
        </dd>
        <dt>{words().leverage}</dt>
        <dd>1:{leverage}</dd>
      </dl>
      <p class="muted">{words().keepLogin}</p>
      <Fault refusal={refusal} />
      <Button tone="main" isFocused isBusy={session.isBusy.value} onClick={() => void signIn()}>
        {words().start}
      </Button>
    </div>
  );
};

/** The page of sign-up. */
const SignUp = () => {
  const [country, setCountry] = useState(ownCountry);
  const [done, setDone] = useState<DoneProps | null>(null);
  const { read, again } = useOptions(country);
  const options = read?.ok === true ? read.value : null;
  return (
    <main class="sign-in">
      <div class="panel">
        <header>
          <h1>{words().title}</h1>
        </header>
        <div class="body">
          {done !== null ? (
            <Done {...done} />
          ) : (
            <Loaded
              status={read === null ? 'loading' : read.ok ? 'ready' : 'failed'}
              refusal={read?.ok === false ? read.refusal : null}
              hasContent={options !== null}
              onRetry={again}
            >
              {options === null ? null : (
                <>
                  <DemoPage options={options} />
                  {kindsOf(options).length === 0 ? (
                    <p>{words().closed}</p>
                  ) : (
                    <SignUpFields
                      options={options}
                      country={country}
                      onCountry={setCountry}
                      onDone={(outcome, password) => setDone({ outcome, password })}
                    />
                  )}
                  <Links options={options} />
                </>
              )}
            </Loaded>
          )}
        </div>
        <div class="body">
          <a href={BASE}>{words().toSignIn}</a>
        </div>
      </div>
    </main>
  );
};

export default SignUp;
