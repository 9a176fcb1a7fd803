// The licence: the companies that the server may serve.

import type { LicenceRecord } from '../../../../wire/settings/licence.js';
import { IN_MEMORY, type RecordReader, type RecordType } from '../../store/record-type.js';

/** The record type of the licence. */
export const LICENCE: RecordType<LicenceRecord> = { ...IN_MEMORY, key: () => 'licence' };

/**
 * May groups belong to this company? Without a licence to any; a group without company is always
 * allowed.
 */
export const companyAllowed = (reader: RecordReader, company: string): boolean => {
  const licence = reader.get('licence', 'licence')?.record;
  if (licence === undefined || company === '') return true;
  return licence.companies.some(({ name }) => name === company);
};
