// The records of an order, copied from a real order, for a prototype that executes none.

import { EngineHarness } from '../../test/support/engine-harness.js';
import { writeChange, writeLiveResult } from '../../wire/codec/event-frames.js';
import { packEvent } from '../../wire/codec/pack.js';
import { envelopeOf, textOf } from '../../wire/codec/text.js';
import { ID_MARK } from '../load/job.js';

/** Texts end where the front appends the seq of the event. */
export interface OrderRecords {
  /** The event in the log's form. */
  readonly event: Buffer;
  /** The answer after the id. */
  readonly answer: string;
}

/** The records of an order that closes a position. */
export const orderRecords = (): OrderRecords => {
  const broker = new EngineHarness({ group: { margin_mode: 'netting' } });
  broker.quote('EURUSD', '1.10000', '1.10002');
  broker.deposit('100000000');
  for (const side of ['buy', 'sell'] as const) {
    broker.trade({ kind: 'open', symbol: 'EURUSD', side, volume: '0.01' });
  }
  const event = broker.events.at(-1);
  const result = event?.remembered?.result;
  if (event === undefined || result === undefined) throw new Error('the order was refused');
  const answer = textOf(
    envelopeOf(Number(ID_MARK), 'ok', '', (out) => {
      writeLiveResult(out, result, false);
      writeChange(out, event, result);
    }),
  );
  return {
    event: packEvent(event),
    answer: answer.slice(answer.indexOf(ID_MARK) + ID_MARK.length),
  };
};
