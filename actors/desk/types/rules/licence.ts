// The licence: the companies that the server may serve.

import type { LicenceRecord } from '../../../../wire/settings/licence.js';
import { IN_MEMORY, type RecordReader, type RecordType } from '../../store/record-type.js';

/** The record type of the licence. */
export const LICENCE: RecordType<LicenceRecord> = { ...IN_MEMORY, key: () => 'licence' };

/** The companies that the licence lists; undefined = there is no licence, so any is allowed. */
export const licencedCompanies = (reader: RecordReader): readonly string[] | undefined =>
  reader.get('licence', 'licence')?.record.companies.map(({ name }) => name);

/**
 * May groups belong to this company? Without a licence to any; a group without company is always
 * allowed.
 */
export const companyAllowed = (reader: RecordReader, company: string): boolean =>
  company === '' || (licencedCompanies(reader)?.includes(company) ?? true);
