// The power goes while the server works under load: what must hold of what the disk has then, and
// that no answer was sent before what it tells was on disk.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { QuestionedChild } from '../../actors/drill/questioned-child.js';
import { pathsOf } from '../../actors/folder/folder.js';
import { logFiles } from '../../storage/log/log.js';
import { runCommand } from '../support/command.js';
import { GUARD_MS, until } from '../support/guard.js';
import { SeededRandom } from '../support/lives/random.js';
import { countOf } from '../support/run.js';
import { ServerProcess } from '../support/server-process.js';
import type { LogFound, Question, Run } from './cut-child.js';
import type { History } from './history.js';
import { OrderLoad } from './order-load.js';
import { type Cut, type Disk, Moments, writeAfterCut } from './power-cut.js';
import { type Answered, type Recording, readRecording, type Span } from './recording.js';
import { strace } from './strace.js';

/** Orders that a recorded run has at least, and files that its log goes on in. */
const ORDERS = 300;
const FILES = countOf({ test: 1, deep: 2, soak: 2 });
/** One cut in so many leaves garbage. */
const GARBAGE_ONE_IN = 5;
/** Cuts of each control that must be noticed. */
const CONTROL_CUTS = countOf({ test: 3, deep: 10, soak: 10 });
/** Some cuts happen to leave sound databases of an earlier moment: others follow them. */
const CONTROL_CUTS_MAX = 10 * CONTROL_CUTS;
const AT_ONCE = 2;

/** Records a run under strace, from an empty folder to the clean stop. */
const recordRun = async (folder: string) => {
  const [data, trace] = [join(folder, 'data'), join(folder, 'trace')];
  mkdirSync(data);
  const args = ['--trade-rate', '0', '--log-file-size', '1'];
  const server = await ServerProcess.start({ data, args, under: strace(trace) });
  try {
    const load = await OrderLoad.start(server, { traders: 4 });
    const stop = async (): Promise<void> => {
      await until('next file of the log', () => logFiles(pathsOf(data).log).length >= FILES);
      await server.stop();
    };
    await load.run(ORDERS, () => void stop());
    await server.ended;
    const answered = load.history.asked.filter(({ known }) => known === 'ok');
    const ids = new Map(answered.map(({ id, outcome }) => [String(outcome?.seq), id]));
    return { recording: readRecording(trace, data, ids), history: load.history };
  } finally {
    await server.kill();
  }
};

const NEVER = Number.POSITIVE_INFINITY;

/** The earliest end of those that began after a moment. */
const endAfter = (moment: number, spans: readonly Span[]): number =>
  Math.min(NEVER, ...spans.flatMap(({ start, end }) => (start > moment ? [end] : [])));

/** The bytes of a request id in an event. */
const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/** Finds the ids that stand in some bytes. */
const finder = (ids: readonly string[]): ((bytes: Buffer) => string[]) => {
  const byStart = new Map(ids.map((id) => [bytesOf(id).readUInt32LE(), id]));
  return (bytes) => {
    const found: string[] = [];
    for (let at = 0; at + 16 <= bytes.length; at += 1) {
      const id = byStart.get(bytes.readUInt32LE(at));
      if (id !== undefined && bytesOf(id).equals(bytes.subarray(at, at + 16))) found.push(id);
    }
    return found;
  };
};

/** Answered request ids by when files of a kind, `.mdb`, had been synced with them. */
const keptIds = ({ names, answered }: Recording, ending: string): Map<string, number> => {
  const found = new Map<string, number>();
  const idsIn = finder(answered.map(({ id }) => id));
  const files = new Set(names.flatMap(({ to, file }) => (to?.endsWith(ending) && file) || []));
  for (const file of files) {
    for (const write of file.writes) {
      for (const id of idsIn(write.bytes ?? Buffer.alloc(0))) {
        if (!found.has(id)) found.set(id, endAfter(write.end, file.syncs));
      }
    }
  }
  return found;
};

/** The answered requests that were not durable when the sending of their answer began. */
const earlyAnswers = (recording: Recording): string[] => {
  const durable = keptIds(recording, '.mdb');
  return recording.answered.flatMap(({ id, at }) =>
    (durable.get(id) ?? NEVER) < at ? [] : [`${id} was sent in line ${at / 2} of the trace`],
  );
};

/** What was found after one cut. */
interface Found {
  /** What may never be, in words. */
  readonly wrong: string[];
  /** What the log's damage was; undefined = it was whole. */
  readonly damage: string | undefined;
  /** Is the log damaged, or does it lack what was answered? */
  readonly isLogBad: boolean;
  /** Is a database no good? */
  readonly isSpoilt: boolean;
}

/** Looks at a folder's log; a crash is damage that was found. */
const lookAtLog = async (
  child: QuestionedChild,
  question: Omit<Question, 'what'>,
): Promise<LogFound> => {
  const found = await child.ask<LogFound>({ what: 'log', ...question } satisfies Question);
  return typeof found === 'string' ? { damage: found } : found;
};

/** Looks at a folder's databases by themselves; what SQLite says of them. */
const lookAtDatabases = async (child: QuestionedChild, data: string): Promise<string[]> => {
  const question: Question = { what: 'databases', data, answers: 0, isDatabaseSound: false };
  const found = await child.ask<string[]>(question);
  return typeof found === 'string' ? [found] : found;
};

/** Looks at what the disk has after each cut. */
class PowerCuts {
  readonly #moments: Moments;
  readonly #children: QuestionedChild[];
  readonly #copied: ReadonlyMap<string, number>;

  constructor(
    private readonly recording: Recording,
    { asked }: History,
    private readonly folder: string,
  ) {
    this.#moments = new Moments(recording);
    this.#copied = keptIds(recording, '.seg');
    const file = join(folder, 'run.json');
    const run: Run = { asked, answered: recording.answered.map(({ id }) => id) };
    writeFileSync(file, JSON.stringify(run));
    // On one machine LMDB takes what was not synced for safe, unless it is told of the cut.
    // Pages of a damaged file can lead back to themselves: who follows them never ends.
    const options = { env: { LMDB_RESTORE: 'safe', CUT_RUN: file }, limitMs: GUARD_MS };
    const entry = new URL('./cut-child.js', import.meta.url);
    this.#children = Array.from({ length: AT_ONCE }, () => new QuestionedChild(entry, options));
  }

  close(): void {
    for (const child of this.#children) void child.kill();
  }

  /** Cuts with one seed after the other, at moments of chance. */
  run(count: number, diskOf: (seed: number) => Disk): Promise<Found[]> {
    return this.#run(count, diskOf);
  }

  /** Cuts at one moment on a disk that has synced nothing, until so many are noticed. */
  control(at: number, isNoticed: (found: Found) => boolean): Promise<Found[]> {
    const isEnough = (found: readonly Found[]) => found.filter(isNoticed).length >= CONTROL_CUTS;
    return this.#run(CONTROL_CUTS_MAX, () => 'lying', at, isEnough);
  }

  async #run(
    count: number,
    diskOf: (seed: number) => Disk,
    at?: number,
    isEnough = (_found: readonly Found[]): boolean => false,
  ): Promise<Found[]> {
    const found: Found[] = [];
    const seeds = Array.from({ length: count }, (_, seed) => seed).values();
    const work = async (child: QuestionedChild): Promise<void> => {
      for (const seed of seeds) {
        if (isEnough(found)) return;
        const random = new SeededRandom(seed);
        const disk = diskOf(seed);
        const cut = { at: at ?? this.#moments.pick(random, disk), disk };
        const one = await this.#cut(child, cut, seed, random);
        const where = `cut ${seed} (${disk}) at ${cut.at}`;
        found.push({ ...one, wrong: one.wrong.map((what) => `${where}: ${what}`) });
      }
    };
    await Promise.all(this.#children.map(work));
    return found;
  }

  async #cut(child: QuestionedChild, cut: Cut, seed: number, random: SeededRandom): Promise<Found> {
    const data = join(this.folder, `cut-${cut.disk}-${seed}`);
    mkdirSync(data);
    try {
      writeAfterCut(this.recording, cut, random, data);
      return await this.#look(child, data, cut);
    } finally {
      rmSync(data, { recursive: true });
    }
  }

  async #look(child: QuestionedChild, data: string, cut: Cut): Promise<Found> {
    const wrong = await lookAtDatabases(child, data);
    const isSpoilt = wrong.length > 0;
    const answers = this.#answersUntil(cut.at);
    const log = await lookAtLog(child, { data, answers, isDatabaseSound: !isSpoilt });
    if ('damage' in log) {
      const { damage } = log;
      if (cut.disk === 'garbage') wrong.push(...(await this.#salvage(child, data, cut)));
      else wrong.push(`the log: ${damage}`);
      return { wrong, damage, isLogBad: true, isSpoilt };
    }
    const isLogBad = log.faults.length > 0;
    return { wrong: [...wrong, ...log.faults], damage: undefined, isLogBad, isSpoilt };
  }

  /** Brings the log back from its copy; answers what is wrong with it then. */
  async #salvage(child: QuestionedChild, data: string, { at }: Cut): Promise<string[]> {
    const ran = await runCommand(['salvage', '--data', data], { LMDB_RESTORE: 'safe' });
    if (ran.record.seq === undefined) return [`salvage: ${ran.stderr}`];
    const answers = this.#answersUntil(at, this.#copied);
    const log = await lookAtLog(child, { data, answers, isDatabaseSound: false });
    const faults = 'damage' in log ? [log.damage] : log.faults;
    return faults.map((what) => `the salvaged log: ${what}`);
  }

  /** Answers that were sent until a moment; with `kept`, those that were kept until then, too. */
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
export const cutPower = async (t: Test, cuts: number): Promise<void> => {
  const folder = t.testdir({});
  const { recording, history } = await recordRun(folder);
  t.ok(recording.answered.length >= ORDERS, `${recording.answered.length} orders answered`);
  const files = logFiles(pathsOf(join(folder, 'data')).log).length;
  t.ok(files >= FILES, `the log went on in ${files} files`);
  t.same(earlyAnswers(recording), [], 'no answer was sent before its commit was durable');
  const power = new PowerCuts(recording, history, folder);
  t.teardown(() => power.close());
  const found = await power.run(cuts, (seed) => (seed % GARBAGE_ONE_IN ? 'sound' : 'garbage'));
  t.equal(found.length, cuts);
  const wrong = found.flatMap((one) => one.wrong);
  t.same(wrong, [], 'nothing answered is lost, and no damage goes unnoticed');
  const damaged = found.filter(({ damage }) => damage !== undefined).length;
  t.ok(damaged <= cuts / GARBAGE_ONE_IN, `${damaged} logs were damaged by garbage`);
  const isLogBad = (one: Found): boolean => one.isLogBad;
  const lying = await power.control(recording.answered.at(-1)!.at, isLogBad);
  const bad = lying.filter(isLogBad).length;
  t.ok(bad >= CONTROL_CUTS, `${bad} of ${lying.length} logs never synced are noticed`);
  const isSpoilt = (one: Found): boolean => one.isSpoilt;
  const stopped = await power.control(recording.moments.at(-1)!.at, isSpoilt);
  const spoilt = stopped.filter(isSpoilt).length;
  t.ok(spoilt >= CONTROL_CUTS, `${spoilt} of ${stopped.length} databases never synced are noticed`);
};
