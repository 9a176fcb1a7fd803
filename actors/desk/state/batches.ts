// Batches: many records that one job changes, so many at a time that one event holds them.
import type { RecordTypeName } from '../store/record-type.js';

/** Records of one event, and bytes of their JSON: the log's ring has room for them. */
const BATCH_RECORDS = 256;
const BATCH_BYTES = 1 << 20;

/** A record and about how large it is. */
export interface SizedRecord {
  readonly kind: RecordTypeName;
  readonly key: string;
  readonly bytes: number;
}

/** The place of a record. */
export const sizedRecord = (kind: RecordTypeName, key: string, record: object): SizedRecord => ({
  kind,
  key,
  bytes: Buffer.byteLength(JSON.stringify(record)),
});

/** Records in batches; one that is larger than a batch is a batch by itself. */
export const batchesOf = (places: readonly SizedRecord[]): SizedRecord[][] => {
  const batches: SizedRecord[][] = [];
  let batch: SizedRecord[] = [];
  let bytes = 0;
  for (const place of places) {
    bytes += place.bytes;
    if (batch.length === 0 || batch.length === BATCH_RECORDS || bytes > BATCH_BYTES) {
      batch = [];
      batches.push(batch);
      bytes = place.bytes;
    }
    batch.push(place);
  }
  return batches;
};
