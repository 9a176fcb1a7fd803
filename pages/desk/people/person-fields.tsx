// The fields of a person or company, as a form with its words.

import type { components } from '../../../client/index.js';
import { texts } from '../../texts/language.js';
import { TextField } from '../../ui/field.js';

/** A client: a person or a company. */
export type ClientRow = components['schemas']['Client'];

/** The words of the fields. */
export const personWords = texts({
  name: ['First name', 'Vorname'],
  middle_name: ['Middle name', 'Zweiter Vorname'],
  last_name: ['Last name', 'Nachname'],
  company: ['Company', 'Firma'],
  email: ['E-mail', 'E-Mail'],
  phone: ['Phone', 'Telefon'],
  country: ['Country', 'Land'],
  state: ['State', 'Bundesland'],
  city: ['City', 'Ort'],
  zip_code: ['Postcode', 'Postleitzahl'],
  address: ['Address', 'Anschrift'],
  id_number: ['ID number', 'Ausweisnummer'],
  lead_source: ['Lead source', 'Herkunft'],
  lead_campaign: ['Lead campaign', 'Kampagne'],
  comment: ['Comment', 'Kommentar'],
});

/** The fields of a client that are texts. */
export const PERSON_FIELDS = [
  ...(['name', 'middle_name', 'last_name', 'company', 'email', 'phone'] as const),
  ...(['country', 'state', 'city', 'zip_code', 'address', 'id_number'] as const),
  ...(['lead_source', 'lead_campaign', 'comment'] as const),
] as const;
/** The name of a text field. */
type PersonField = (typeof PERSON_FIELDS)[number];
/** Texts by field. */
export type PersonTexts = Readonly<Record<PersonField, string>>;

/** No text yet. */
export const NO_TEXTS = Object.fromEntries(PERSON_FIELDS.map((name) => [name, ''])) as PersonTexts;

/** The name of a person; without one, the company. */
export const nameOf = ({ name, middle_name, last_name, company }: Partial<PersonTexts>): string =>
  [name, middle_name, last_name].filter((part) => Boolean(part)).join(' ') || (company ?? '');

interface PersonFieldsProps {
  readonly values: PersonTexts;
  readonly onChange: (given: Partial<PersonTexts>) => void;
  readonly faultOf: (name: string) => string | null;
  readonly isOff?: boolean;
}

/** All fields of a person. */
export const PersonFields = ({ values, onChange, faultOf, isOff }: PersonFieldsProps) => (
  <div class="form-grid">
    {PERSON_FIELDS.map((name) => (
      <TextField
        key={name}
        label={personWords()[name]}
        value={values[name]}
        isOff={isOff}
        fault={faultOf(name)}
        onInput={(value) => onChange({ [name]: value })}
      />
    ))}
  </div>
);
