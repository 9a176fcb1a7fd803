// The licence: which companies may be served.

import type { LicenceRecord } from '../../../../wire/settings/licence.js';
import { IN_MEMORY, type RecordReader, type RecordType } from '../../store/record-type.js';

/** The kind. */
export const LICENCE: RecordType<LicenceRecord> = { ...IN_MEMORY, key: () => 'licence' };

/** May groups be of this company? Without a licence any may; a group may be of none. */
export const companyAllowed = (reader: RecordReader, company: string): boolean => {
  const licence = reader.get('licence', 'licence')?.record;
  if (licence === undefined || company === '') return true;
  return licence.companies.some(({ name }) => name === company);
};
