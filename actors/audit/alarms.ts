// Alarms: what the audit finds wrong is counted and reported once, until it changes.

import type { LogLine } from '../messages.js';

/** The rules that are checked, and the sentence for each that does not hold. */
const SENTENCES = {
  balance: 'a balance is not the sum of its deals',
  credit: 'a credit is not the sum of its deals',
  volume: 'a position is not what its deals come to',
  rows: 'the database is not what the account is in memory',
  database: 'the database does not follow the log, or cannot be read',
  chain: 'the log is damaged',
} as const;
/** The rule that is checked. */
type AlarmCheck = keyof typeof SENTENCES;
const CHECKS = Object.keys(SENTENCES) as AlarmCheck[];

/** An alarm in the words of the journal. */
const sentenceOf = (
  check: AlarmCheck,
  { login, seq, what, expected, found }: AlarmFacts,
): string => {
  const where = login === undefined ? `event ${seq}` : `account ${login}`;
  const values = expected === undefined ? '' : `: ${found} instead of ${expected}`;
  return `${SENTENCES[check]}: ${where}, ${what}${values}`;
};

/** Lines of one round at most: what is more is only counted. */
const LINES_MAX = 100;

/** The rule that does not hold, in the words of its line. */
interface AlarmFacts {
  readonly login?: number;
  readonly seq?: number;
  readonly what: string;
  readonly expected?: string;
  readonly found?: string;
}

/** The receivers of alarms. */
export interface AlarmSinks {
  /** The operator's log. */
  log(line: LogLine): void;
  /** The journal, about an account where one is named; false = not now. */
  note(text: string, login?: number): Promise<boolean>;
}

interface StandingAlarm {
  readonly facts: string;
  round: number;
}

/** The alarms of a kind of rounds: alarms that a round does not find again are over. */
export class Alarms {
  readonly #counts: Map<AlarmCheck, number>;
  readonly #standing = new Map<string, StandingAlarm>();
  #round = 0;
  #lines = 0;

  constructor(
    private readonly told: AlarmSinks,
    checks: readonly AlarmCheck[] = CHECKS,
  ) {
    this.#counts = new Map(checks.map((check) => [check, 0]));
  }

  /** Something does not hold. */
  raise(check: AlarmCheck, facts: AlarmFacts): void {
    const key = `${check} ${facts.login ?? ''} ${facts.what}`;
    const text = JSON.stringify(facts);
    const known = this.#standing.get(key);
    this.#standing.set(key, { facts: text, round: this.#round });
    if (known?.facts === text) return;
    this.#counts.set(check, (this.#counts.get(check) ?? 0) + 1);
    this.#lines += 1;
    if (this.#lines > LINES_MAX) return;
    this.told.log({ level: 'error', record: { msg: SENTENCES[check], check, ...facts } });
    // A desk that is away writes no journal: the operator's log has the line all the same.
    void this.told.note(sentenceOf(check, facts), facts.login);
    if (this.#lines < LINES_MAX) return;
    const msg = 'further alarms of this round are only counted';
    this.told.log({ level: 'error', record: { msg } });
  }

  /** All that a check is about holds again. */
  over(check: AlarmCheck): void {
    for (const key of this.#standing.keys()) {
      if (key.startsWith(`${check} `)) this.#standing.delete(key);
    }
  }

  /** A round has ended: what it did not find holds again. */
  roundEnded(): void {
    for (const [key, { round }] of this.#standing) {
      if (round < this.#round) this.#standing.delete(key);
    }
    this.#round += 1;
    this.#lines = 0;
  }

  /** How often something was found not to hold, by check, and in how much it does not now. */
  metrics(): Record<string, number> {
    const counts = [...this.#counts].map(([check, n]) => [`alarms_total{check="${check}"}`, n]);
    return Object.fromEntries(counts);
  }

  /** In how much something does not hold, as far as is known. */
  get standing(): number {
    return this.#standing.size;
  }
}
