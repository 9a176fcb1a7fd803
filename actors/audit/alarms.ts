// Alarms: failed checks of the audit, counted and reported once until they change.

import type { LogLine } from '../messages.js';

/** The checks, and the sentence of each for a failure. */
const SENTENCES = {
  balance: 'a balance is not the sum of its deals',
  credit: 'a credit is not the sum of its deals',
  volume: 'a position is not the sum of its deals',
  netting: 'a netting account holds several positions of a symbol',
  rows: 'the database is not what the account is in memory',
  database: 'the database does not follow the log, or cannot be read',
  chain: 'the log is damaged',
  copy: "the log's copy was damaged",
} as const;
/** The rule that is checked. */
type AlarmCheck = keyof typeof SENTENCES;
const CHECKS = Object.keys(SENTENCES) as AlarmCheck[];

/** An alarm as a journal line. */
const sentenceOf = (
  check: AlarmCheck,
  { login, seq, what, expected, found }: AlarmFacts,
): string => {
  const where = login === undefined ? `event ${seq}` : `account ${login}`;
  const values = expected === undefined ? '' : `: ${found} instead of ${expected}`;
  return `${SENTENCES[check]}: ${where}, ${what}${values}`;
};

/** Most journal lines in one round; further failures are only counted. */
const LINES_MAX = 100;

/** The facts of a failed check for its line. */
interface AlarmFacts {
  readonly login?: number;
  readonly seq?: number;
  readonly what: string;
  readonly expected?: string;
  readonly found?: string;
}

/** The receivers of alarms. */
export interface AlarmSinks {
  /** Writes to the operator's log. */
  log(line: LogLine): void;
  /** Writes to the journal, about an account if one is given; false = not possible now. */
  note(text: string, login?: number): Promise<boolean>;
}

interface OpenAlarm {
  readonly facts: string;
  round: number;
}

/** The alarms of one type of round; an alarm ends when a round does not find it again. */
export class Alarms {
  readonly #counts: Map<AlarmCheck, number>;
  readonly #open = new Map<string, OpenAlarm>();
  #round = 0;
  #lines = 0;

  constructor(
    private readonly sinks: AlarmSinks,
    checks: readonly AlarmCheck[] = CHECKS,
  ) {
    this.#counts = new Map(checks.map((check) => [check, 0]));
  }

  /** Reports a failed check. */
  raise(check: AlarmCheck, facts: AlarmFacts): void {
    const key = `${check} ${facts.login ?? ''} ${facts.what}`;
    const text = JSON.stringify(facts);
    const known = this.#open.get(key);
    this.#open.set(key, { facts: text, round: this.#round });
    if (known?.facts === text) return;
    this.#counts.set(check, (this.#counts.get(check) ?? 0) + 1);
    this.#lines += 1;
    if (this.#lines > LINES_MAX) return;
    this.sinks.log({ level: 'error', record: { msg: SENTENCES[check], check, ...facts } });
    // While the desk is down there is no journal line; the operator's log gets it in any case.
    void this.sinks.note(sentenceOf(check, facts), facts.login);
    if (this.#lines < LINES_MAX) return;
    const msg = 'further alarms of this round are only counted';
    this.sinks.log({ level: 'error', record: { msg } });
  }

  over(check: AlarmCheck): void {
    for (const key of this.#open.keys()) {
      if (key.startsWith(`${check} `)) this.#open.delete(key);
    }
  }

  /** Ends the alarms that the finished round did not find. */
  roundEnded(): void {
    for (const [key, { round }] of this.#open) {
      if (round < this.#round) this.#open.delete(key);
    }
    this.#round += 1;
    this.#lines = 0;
  }

  /** For each check the number of failures so far, and the number that last. */
  metrics(): Record<string, number> {
    const counts = [...this.#counts].map(([check, n]) => [`alarms_total{check="${check}"}`, n]);
    return Object.fromEntries(counts);
  }

  /** The number of failures so far. */
  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The number of lasting failures. */
  get open(): number {
    return this.#open.size;
  }
}
