// The power goes while the server works under load: what must hold of what the disk has then.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathsOf } from '../../actors/tools/folder.js';
import { logFiles } from '../../storage/log.js';
import { Dice } from '../simulation/dice.js';
import { runCommand } from '../support/command.js';
import { countOf } from '../support/run.js';
import type { Assert } from '../support/trader.js';
import { CutChecker, type Run } from './cut-checker.js';
import { earlyAnswers, shadowedIds } from './early.js';
import type { History } from './history.js';
import { type Cut, type Disk, Moments, writeAfterCut } from './power-cut.js';
import type { Answered, Recording } from './recording.js';
import { recordRun } from './traced-run.js';

/** Orders that a recorded run has at least, and files that its log goes on in. */
const ORDERS = 300;
const FILES = countOf({ test: 1, deep: 2, soak: 2 });
/** One cut in so many leaves garbage. */
const GARBAGE_ONE_IN = 5;
/** Cuts of each control, at least half of which must be noticed. */
const CONTROL_CUTS = countOf({ test: 6, deep: 20, soak: 20 });
const AT_ONCE = 2;

/** What was found after one cut. */
interface Found {
  /** What may never be, in words. */
  readonly wrong: string[];
  /** What the log's damage was; undefined = it was whole. */
  readonly damage: string | undefined;
  /** Is a database no good? */
  readonly isSpoilt: boolean;
}

/** Looks at what the disk has after each cut. */
class PowerCuts {
  readonly #moments: Moments;
  readonly #checkers: CutChecker[];
  readonly #shadowed: ReadonlyMap<string, number>;

  constructor(
    private readonly recording: Recording,
    { asked }: History,
    private readonly folder: string,
  ) {
    this.#moments = new Moments(recording);
    this.#shadowed = shadowedIds(recording);
    const file = join(folder, 'run.json');
    const run: Run = { asked, answered: recording.answered.map(({ id }) => id) };
    writeFileSync(file, JSON.stringify(run));
    this.#checkers = Array.from({ length: AT_ONCE }, () => new CutChecker(file));
  }

  close(): void {
    for (const checker of this.#checkers) checker.close();
  }

  /** Cuts with one seed after the other; `at` is when, if not at a moment of chance. */
  async run(count: number, diskOf: (seed: number) => Disk, at?: number): Promise<Found[]> {
    const found: Found[] = [];
    const seeds = Array.from({ length: count }, (_, seed) => seed).values();
    const work = async (checker: CutChecker): Promise<void> => {
      for (const seed of seeds) {
        const dice = new Dice(seed);
        const disk = diskOf(seed);
        const cut = { at: at ?? this.#moments.pick(dice, disk), disk };
        const one = await this.#cut(checker, cut, seed, dice);
        const where = `cut ${seed} (${disk}) at ${cut.at}`;
        found.push({ ...one, wrong: one.wrong.map((what) => `${where}: ${what}`) });
      }
    };
    await Promise.all(this.#checkers.map(work));
    return found;
  }

  async #cut(checker: CutChecker, cut: Cut, seed: number, dice: Dice): Promise<Found> {
    const data = join(this.folder, `cut-${cut.disk}-${seed}`);
    mkdirSync(data);
    try {
      writeAfterCut(this.recording, cut, dice, data);
      return await this.#look(checker, data, cut);
    } finally {
      rmSync(data, { recursive: true });
    }
  }

  async #look(checker: CutChecker, data: string, cut: Cut): Promise<Found> {
    const wrong = await checker.databases(data);
    const isSpoilt = wrong.length > 0;
    const log = await checker.log(data, this.#answersUntil(cut.at), !isSpoilt);
    if ('damage' in log) {
      const { damage } = log;
      if (cut.disk === 'garbage') wrong.push(...(await this.#salvage(checker, data, cut)));
      else wrong.push(`the log: ${damage}`);
      return { wrong, damage, isSpoilt };
    }
    return { wrong: [...wrong, ...log.faults], damage: undefined, isSpoilt };
  }

  /** Brings the log back from its shadow; answers what is wrong with it then. */
  async #salvage(checker: CutChecker, data: string, { at }: Cut): Promise<string[]> {
    const ran = await runCommand(['salvage', '--data', data], { LMDB_RESTORE: 'safe' });
    if (ran.record.seq === undefined) return [`salvage: ${ran.stderr}`];
    const log = await checker.log(data, this.#answersUntil(at, this.#shadowed), false);
    const faults = 'damage' in log ? [log.damage] : log.faults;
    return faults.map((what) => `the salvaged log: ${what}`);
  }

  /** Answers that were sent until a moment; and, with `kept`, what they tell was kept until then. */
  #answersUntil(moment: number, kept?: ReadonlyMap<string, number>): number {
    const isLater = ({ id, at }: Answered): boolean =>
      at > moment || (kept !== undefined && (kept.get(id) ?? moment) >= moment);
    const later = this.recording.answered.findIndex(isLater);
    return later < 0 ? this.recording.answered.length : later;
  }
}

/**
 * Records one run, asserts that no answer in it came before its commit was durable, and cuts the
 * power that many times in it. What is wrong must be noticed, as the controls show in each run: a
 * disk that has synced nothing, for the log under load and for the databases after a clean stop.
 */
export const cutPower = async (t: Assert, cuts: number): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerd-power-'));
  let power: PowerCuts | undefined;
  try {
    const { recording, history } = await recordRun(folder, ORDERS, FILES);
    t.ok(recording.answered.length >= ORDERS, `${recording.answered.length} orders answered`);
    const files = logFiles(pathsOf(join(folder, 'data')).log).length;
    t.ok(files >= FILES, `the log went on in ${files} files`);
    t.same(earlyAnswers(recording), [], 'no answer was sent before its commit was durable');
    power = new PowerCuts(recording, history, folder);
    const found = await power.run(cuts, (seed) => (seed % GARBAGE_ONE_IN ? 'sound' : 'garbage'));
    t.equal(found.length, cuts);
    t.same(
      found.flatMap(({ wrong }) => wrong),
      [],
      'nothing answered is lost, and no damage goes unnoticed',
    );
    const damaged = found.filter(({ damage }) => damage !== undefined).length;
    t.ok(damaged <= cuts / GARBAGE_ONE_IN, `${damaged} logs were damaged by garbage`);
    const lying = await power.run(CONTROL_CUTS, () => 'lying');
    const noticed = lying.filter(({ wrong }) => wrong.length > 0).length;
    t.ok(
      noticed >= CONTROL_CUTS / 2,
      `${noticed} of ${CONTROL_CUTS} logs never synced are noticed`,
    );
    const end = recording.moments.at(-1)!.at;
    const stopped = await power.run(CONTROL_CUTS, () => 'lying', end);
    const spoilt = stopped.filter(({ isSpoilt }) => isSpoilt).length;
    t.ok(
      spoilt >= CONTROL_CUTS / 2,
      `${spoilt} of ${CONTROL_CUTS} databases never synced are noticed`,
    );
  } finally {
    power?.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
