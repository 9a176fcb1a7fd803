// The prototype's shard: decodes each request and answers it with the records of another order.

import { parentPort, workerData } from 'node:worker_threads';
import { Bell, RingReader, RingWriter } from '../../actors/shared/ring.js';
import {
  ANSWER_HEAD,
  Answer,
  type AnswerHead,
  REQUEST_HEAD,
  SUFFIX_BYTES,
  Suffix,
  writeAnswerHead,
} from '../../actors/shared/ring-records.js';
import { orderRecords } from './prototype-records.js';

/** The start data of the prototype's shard. */
export interface PrototypeShard {
  /** True: logs records of an order's real size; false: logs only the request, and answers. */
  readonly full: boolean;
  readonly bell: SharedArrayBuffer;
  readonly requests: SharedArrayBuffer;
  readonly answers: SharedArrayBuffer;
  readonly frontBell: SharedArrayBuffer;
  readonly log: SharedArrayBuffer;
  readonly logBell: SharedArrayBuffer;
}

/** Most requests in one turn, as in the real shard. */
const TURN_REQUESTS = 256;

const data = workerData as PrototypeShard;
const records = orderRecords();
const requests = new RingReader(data.requests);
const log = new RingWriter(data.log, new Bell(data.logBell));
const front = new RingWriter(data.answers, new Bell(data.frontBell));
let emitted = 0;

const head = (type: number, suffix: number, token: number): AnswerHead => ({
  type,
  suffix,
  token,
  stamp: emitted,
  seqOf: emitted,
  login: token,
  accountSeq: 0,
  name: 0,
  parts: 0,
  status: 200,
});

const put = (what: AnswerHead, text: Uint8Array): void => {
  const at = front.begin(ANSWER_HEAD + text.length + SUFFIX_BYTES);
  if (at < 0) throw new Error('the front does not read');
  writeAnswerHead(front.buffer, at, what, text.length, 0);
  front.buffer.set(text, at + ANSWER_HEAD);
};

const take = (buffer: Buffer, at: number, length: number): true => {
  const token = buffer.readUInt32LE(at + 4);
  const frame = buffer.subarray(at + REQUEST_HEAD, at + length);
  const { id } = JSON.parse(frame.toString()) as { id: number };
  if (!log.write(data.full ? records.event : frame)) throw new Error('the log is behind');
  emitted += 1;
  if (data.full) put(head(Answer.event, Suffix.none, token), records.event);
  const text = Buffer.from(`{"id":${id}${records.answer}`);
  put(head(Answer.answer, Suffix.data, token), text);
  return true;
};

const turn = (): boolean => {
  const taken = requests.take(take, TURN_REQUESTS);
  log.flush();
  front.flush();
  requests.free();
  return taken === TURN_REQUESTS;
};

new Bell(data.bell).serve(turn, () => requests.pending());
// A bell does not keep a thread alive, but a port does.
parentPort?.once('message', () => process.exit());
