// Rounds over all accounts: what does not answer, or gives nothing new, is not taken for well.

import t from 'tap';
import { NEWEST_EVENT } from '../../actors/audit/account-audit.js';
import { AccountRounds, type RoundDeps } from '../../actors/audit/account-rounds.js';
import { Alarms } from '../../actors/audit/alarms.js';
import type { PageResult } from '../../actors/audit/page-audit.js';
import type { LogLine } from '../../actors/messages.js';
import { done, refuse } from '../../wire/codes.js';

const LOGIN = 1001;
const PAGE = { seq: 10, bytes: new Uint8Array(), ends: [0], next: 0 };
const SUM = { check: 'balance', login: LOGIN, what: 'balance', expected: '1', found: '2' } as const;

const result = (part: Partial<PageResult> = {}): PageResult => ({
  left: undefined,
  checkpoint: PAGE.seq,
  findings: [],
  moved: new Map(),
  ...part,
});

/** Runs rounds for so many seconds, in no time. */
const run = async (seconds: number, answers: Partial<Pick<RoundDeps, 'page' | 'look'>>) => {
  const lines: LogLine[] = [];
  const alarms = new Alarms({ log: (line) => void lines.push(line), note: async () => true });
  const figures = () => ({
    ended: rounds.metrics().audit_round_ended_seconds !== 0,
    standing: alarms.standing,
  });
  let now = 0;
  const rounds = new AccountRounds({
    shards: 1,
    page: async () => PAGE,
    look: async () => done(result()),
    ...answers,
    alarms,
    log: (line) => void lines.push(line),
    pause: async (ms) => {
      now += ms / 1000;
      return now < seconds;
    },
  });
  await rounds.run();
  return { lines, alarms, ...figures() };
};

t.test('A round ends when all accounts were looked at', async (t) => {
  t.match(await run(10, {}), { ended: true, standing: 0, lines: [] });
});

t.test(
  'A shard that does not answer leaves the round without an end, and its alarms',
  async (t) => {
    t.match(await run(600, { page: async () => undefined }), { ended: false, standing: 0 });
    let pages = 0;
    const { lines, standing } = await run(600, {
      page: async () => {
        pages += 1;
        return pages <= 4 ? PAGE : undefined;
      },
      look: async () => done(result({ findings: [SUM] })),
    });
    t.equal(lines.length, 1);
    t.equal(standing, 1, 'it was not looked whether that holds again');
  },
);

t.test('What an actor has lost is an alarm when it is looked at again', async (t) => {
  const mark = { account_seq: 5, updated_at: 1 };
  const lost = { ...SUM, check: 'rows', what: NEWEST_EVENT } as const;
  const { lines } = await run(10, {
    look: async ({ reached }) =>
      done(
        reached.get(LOGIN) === mark
          ? result({ findings: [lost] })
          : result({ moved: new Map([[LOGIN, mark]]) }),
      ),
  });
  t.match(lines, [{ level: 'error', record: { check: 'rows', what: NEWEST_EVENT } }]);
});

t.test('A database that cannot be read for a minute is one alarm', async (t) => {
  const failed = refuse('internal', 'disk I/O error');
  t.match(await run(50, { look: async () => failed }), {
    lines: [{ level: 'warn', record: { error: 'disk I/O error' } }],
    standing: 0,
  });
  let looks = 0;
  const { lines, standing, ended } = await run(3600, {
    look: async () => {
      looks += 1;
      return failed;
    },
  });
  t.match(lines, [
    { level: 'warn' },
    { level: 'error', record: { check: 'database', seq: 10, what: /disk I\/O error/ } },
  ]);
  t.equal(lines.length, 2);
  t.equal(standing, 1);
  t.notOk(ended);
  t.ok(looks < 400, `${looks} looks in an hour`);
});

t.test('A database that stands still behind the log is one alarm, until it goes on', async (t) => {
  const behind = (checkpoint: number) => done(result({ left: undefined, checkpoint }));
  const { lines, standing } = await run(300, { look: async () => behind(3) });
  t.match(lines, [{ level: 'error', record: { check: 'database', seq: 10, what: /event 3/ } }]);
  t.equal(lines.length, 1);
  t.equal(standing, 1);
  let looks = 0;
  const after = await run(300, {
    look: async () => {
      looks += 1;
      return looks < 20 ? behind(3) : done(result());
    },
  });
  t.equal(after.lines.length, 1);
  t.match(after, { standing: 0, ended: true });
  looks = 0;
  const slow = await run(300, {
    look: async () => {
      looks += 1;
      return behind((looks >> 2) / 1000);
    },
  });
  t.same(slow.lines, [], 'one that comes further is only slow');
});
