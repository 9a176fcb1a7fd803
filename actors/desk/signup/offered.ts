// The offers to people: which kinds of sign-up are open to them, groups, pages and links.

import { type Outcome, ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import type {
  RegisterForm,
  SignUpKind,
  SignUpOptions,
} from '../../../wire/rest/accounts/sign-up.js';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import type { RecordReader } from '../store/record-type.js';
import { chosenOf, linksFor, type Offer, offersFor } from '../types/allocation-choice.js';
import { allocationSettings } from '../types/allocations.js';
import { brandOf } from '../types/brands.js';
import { refusesDemo } from '../types/servers.js';
import { signUpOf } from '../types/sign-up.js';

/** Why nobody can sign up for a kind at present; undefined = people can. */
const closedFault = (reader: RecordReader, kind: SignUpKind): Refusal<'forbidden'> | undefined => {
  if (!signUpOf(reader)[kind])
    return refuse('forbidden', `Sign-up for ${kind} accounts is closed.`);
  if (kind === 'real') return undefined;
  const { demo_url } = allocationSettings(reader);
  if (demo_url !== '') return refuse('forbidden', `Demo accounts are opened at ${demo_url}.`);
  return refusesDemo(reader) ? refuse('forbidden', 'New demo accounts are not opened.') : undefined;
};

const offersOf = (
  reader: RecordReader,
  host: string,
  kind: SignUpKind,
  country: string,
): readonly Offer[] => {
  const brand = brandOf(reader, host) ?? null;
  const fallback = signUpOf(reader)[`${kind}_group`];
  return offersFor(reader, { kind, brand, country }, fallback === '' ? null : fallback);
};

/** The address with its macros replaced; nobody who signs up has a login yet. */
const withMacros = (url: string, values: Readonly<Record<string, string>>): string =>
  url.replace(/\{(lang|login|country)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );

/** The host, country and language of a request for the options. */
interface OptionsQuery {
  readonly host: string;
  readonly country: string;
  readonly lang: string;
}

/** The options that people from a country are offered at a host. */
export const optionsOf = (
  reader: RecordReader,
  { host, country, lang }: OptionsQuery,
): SignUpOptions => {
  const { confirm_demo, confirm_real } = signUpOf(reader);
  const pages = allocationSettings(reader);
  const url = (text: string): string => withMacros(text, { lang, country });
  const offers = (['demo', 'real'] as const).flatMap((kind) =>
    offersOf(reader, host, kind, country),
  );
  return {
    allocations: offers.map(({ group: _, allocation_id, countries, leverages, ...offer }) => ({
      allocation_id: allocation_id ?? 0,
      countries: [...countries],
      leverages: [...leverages],
      ...offer,
    })),
    confirm_demo,
    confirm_real,
    demo: closedFault(reader, 'demo') === undefined,
    real: closedFault(reader, 'real') === undefined,
    demo_url: url(pages.demo_url),
    deposit_url: url(pages.deposit_url),
    withdraw_url: url(pages.withdraw_url),
    links: linksFor(pages, country).map((link, at) => ({
      caption: link.caption,
      caption_type: link.caption_type,
      sort: at + 1,
      url: url(link.url),
    })),
  };
};

/** The group and leverage that a form results in. */
export interface ChosenPlace {
  readonly offer: Offer;
  readonly group: GroupRecord;
  readonly leverage: number;
  readonly brand_id: number | null;
}

/** The group for a form. Refused when the kind is closed, no group takes it, or by the choice. */
export const placeOf = (
  reader: RecordReader,
  host: string,
  form: RegisterForm,
): Outcome<ChosenPlace> => {
  const { type, country = '', allocation_id, leverage } = form;
  const closed = closedFault(reader, type);
  if (closed !== undefined) return closed;
  const offers = offersOf(reader, host, type, country);
  if (offers.length === 0) {
    const from = country === '' ? 'without a country' : `of the country ${country}`;
    return refuse('forbidden', `No group takes ${type} sign-ups ${from}.`);
  }
  const chosen = chosenOf(offers, {
    ...(allocation_id !== undefined && { allocation_id: allocation_id || null }),
    ...(leverage !== undefined && { leverage }),
  });
  if (!chosen.ok) return chosen;
  const { offer } = chosen.data;
  const group = reader.get('group', offer.group)?.record;
  if (group === undefined) throw new Error(`the group ${offer.group} is offered and not there`);
  return ok({ ...chosen.data, group, brand_id: brandOf(reader, host)?.id ?? null });
};
