// Replies in order: every mix of account answers and the front's own comes out as it was asked.

import fc from 'fast-check';
import t from 'tap';
import { Replies } from '../../http/socket-replies.js';

t.test('Whatever finishes first, answers leave in the order of the requests', async (t) => {
  const kinds = fc.constantFrom('account' as const, 'front' as const, 'late' as const);
  const property = fc.property(
    fc.array(kinds, { maxLength: 40 }),
    fc.infiniteStream(fc.boolean()),
    (asked, coins) => {
      const sent: string[] = [];
      const replies = new Replies((text) => sent.push(String(text)));
      const account: string[] = [];
      const late: (() => void)[] = [];
      const finishSome = (): void => {
        for (const coin of coins) {
          const step = coin ? account.shift() : late.shift();
          if (step === undefined) return;
          if (typeof step === 'string') replies.answered(step);
          else step();
        }
      };
      asked.forEach((kind, n) => {
        if (kind === 'account') {
          account.push(String(n));
          replies.expect();
        } else if (kind === 'front') replies.run((answer) => answer(String(n)), n);
        else replies.run((answer) => late.push(() => answer(String(n))), n);
        finishSome();
      });
      while (account.length + late.length > 0) {
        for (const text of account.splice(0)) replies.answered(text);
        for (const step of late.splice(0)) step();
      }
      const inOrder = sent.join() === asked.map((_, n) => String(n)).join();
      return inOrder && replies.waiting === 0 && replies.waitingBytes === 0;
    },
  );
  t.doesNotThrow(() => fc.assert(property, { numRuns: 500 }));
});
