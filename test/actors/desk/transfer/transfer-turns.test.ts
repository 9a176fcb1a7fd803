// Files of settings: one at a time, with room for other work of the desk and for other users.

import t, { type Test } from 'tap';
import { TransferTurns } from '../../../../actors/desk/transfer/transfer-turns.js';
import {
  heartbeatMemory,
  readHeartbeat,
  startHeartbeat,
} from '../../../../actors/shared/heartbeat.js';
import { type Outcome, ok } from '../../../../wire/base/codes.js';
import { codeOf, openDesk, staffCaller } from '../../../support/desk-harness.js';

/** Turns whose files end when they are told to. */
const turnsOf = () => {
  const turns = new TransferTurns();
  const ends: (() => void)[] = [];
  const take = (login: number) =>
    turns.take(
      staffCaller({ login }),
      () => new Promise<Outcome<null>>((resolve) => ends.push(() => resolve(ok(null)))),
    );
  /** Ends files as they begin, until this one is answered. */
  const endAll = async (answers: Promise<unknown>): Promise<void> => {
    let open = true;
    answers.finally(() => {
      open = false;
    });
    while (open) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
  };
  return { take, endAll };
};

t.test('a user has one file under way and one that waits, all have five', async (t) => {
  const { take, endAll } = turnsOf();
  const asked = [1, 1, 1, 2, 2, 3, 4].map(take);
  const all = Promise.all(asked);
  await endAll(all);
  const refused = 'auth.too_many_attempts';
  t.same((await all).map(codeOf), ['ok', 'ok', refused, 'ok', 'ok', 'ok', refused]);
  const again = Promise.all([1, 1, 4].map(take));
  await endAll(again);
  t.same((await again).map(codeOf), ['ok', 'ok', 'ok'], 'afterwards there is room');
});

t.test('other work gets its turn between two files, whether or not they fail', async (t) => {
  const turns = new TransferTurns();
  const steps: string[] = [];
  const file = (login: number, name: string, fails = false) =>
    turns.take(staffCaller({ login }), async () => {
      steps.push(name);
      setImmediate(() => steps.push('other work'));
      if (fails) throw new Error('defect');
      return ok(null);
    });
  const files = [file(1, 'a'), file(2, 'b', true), file(3, 'c')];
  await Promise.allSettled(files);
  t.same(steps, ['a', 'other work', 'b', 'other work', 'c']);
});

/** What a body is answered, and how often the thread showed meanwhile that it works. */
const answered = async (t: Test, op: 'config.import' | 'transfer.import', body: string) => {
  const harness = await openDesk();
  const memory = heartbeatMemory();
  startHeartbeat(memory);
  t.teardown(() => startHeartbeat(heartbeatMemory()));
  const { beats } = readHeartbeat(memory);
  const input = { caller: staffCaller(), bytes: new TextEncoder().encode(body) };
  const outcome = await harness.desk.handle(op, input);
  return { outcome, beats: readHeartbeat(memory).beats - beats };
};

const FORMS = [
  ['config.import', '{"kind":"symbols","items":['],
  ['transfer.import', '{"file":{"format":"app-config","version":1,"kinds":{"symbols":['],
] as const;

for (const [op, head] of FORMS) {
  t.test(`a body with too many items is refused before it is parsed (${op})`, async (t) => {
    const { outcome } = await answered(t, op, `${head}${'null,'.repeat(20_000)}and no JSON`);
    t.match(outcome, { code: 'invalid_input', message: /^body: more than 20000 items$/ });
    const broken = await answered(t, op, `${head}${'null,'.repeat(19_999)}and no JSON`);
    t.match(broken.outcome, { message: /not valid JSON/ });
  });

  t.test(`the desk shows before and after each step of a body that it works (${op})`, async (t) => {
    const { outcome, beats } = await answered(t, op, '{"kind":"symbols"}');
    t.match(outcome, { code: 'invalid_input' }, 'nothing but steps of the body');
    t.ok(beats >= 3);
  });
}
