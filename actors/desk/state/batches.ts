// Batches: splits a job's many changed records so that each batch fits into one event.
import type { RecordTypeName } from '../store/record-type.js';

/**
 * Most records in an event, and most bytes of their JSON, so that the event fits into the log's
 * ring.
 */
const BATCH_RECORDS = 256;
const BATCH_BYTES = 1 << 20;

/** A record's type and key, and its approximate size. */
export interface SizedRecord {
  readonly kind: RecordTypeName;
  readonly key: string;
  readonly bytes: number;
}

/** The size entry of a record. */
export const sizedRecord = (kind: RecordTypeName, key: string, record: object): SizedRecord => ({
  kind,
  key,
  bytes: Buffer.byteLength(JSON.stringify(record)),
});

/** Splits records into batches; a record larger than a batch is a batch of its own. */
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
