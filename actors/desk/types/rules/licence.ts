// The licence: which companies may be served.

import type { LicenceRecord } from '../../../../wire/settings/licence.js';
import { IN_MEMORY, type Kind, type Look } from '../../store/record-type.js';

/** The kind. */
export const LICENCE: Kind<LicenceRecord> = { ...IN_MEMORY, key: () => 'licence' };

/** May groups be of this company? Without a licence any may; a group may be of none. */
export const companyAllowed = (look: Look, company: string): boolean => {
  const licence = look.get('licence', 'licence')?.record;
  if (licence === undefined || company === '') return true;
  return licence.companies.some(({ name }) => name === company);
};
