// The licence: which companies may be served.

import { IN_MEMORY, type Kind, type Look } from './kind.js';

/** What an applied licence allows; one record with the key `licence`. */
export interface LicenceRecord {
  readonly companies: readonly { readonly name: string }[];
}

/** The kind. */
export const LICENCE: Kind<LicenceRecord> = { ...IN_MEMORY, key: () => 'licence' };

/** May groups be of this company? Without a licence any may; a group may be of none. */
export const companyAllowed = (look: Look, company: string): boolean => {
  const licence = look.get('licence', 'licence')?.record;
  if (licence === undefined || company === '') return true;
  return licence.companies.some(({ name }) => name === company);
};
