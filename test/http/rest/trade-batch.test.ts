// Batches of requests to accounts: some at a time, and none once the time is over.

import t from 'tap';
import { answersTo } from '../../../http/rest/trade-batch.js';
import { envelopeText } from '../../../wire/codec/text.js';

t.test('Items whose turn comes too late are refused, and not tried', async (t) => {
  const items = Array.from({ length: 100 }, (_, n) => n);
  const asked: number[] = [];
  const ask = async (item: number) => {
    asked.push(item);
    await new Promise(setImmediate);
    return { status: 200, text: envelopeText('', 'ok', String(item)) };
  };
  const answers = await answersTo(items, ask, () => asked.length >= 40);
  t.ok(asked.length < 60, 'those under way are answered');
  for (const [item, answer] of answers.entries()) {
    const code = asked.includes(item) ? 'ok' : 'trade.too_many_requests';
    t.match(answer, { code, success: code === 'ok' });
  }
});
