// Drill cases of damage: a copy of the folder is damaged; the damage must be reported or do no
// harm.

import { isDeepStrictEqual } from 'node:util';
import { dropDatabase } from '../../storage/database/database.js';
import { openProjection } from '../../storage/database/schema.js';
import type { Outcome } from '../../wire/base/codes.js';
import type { Salvaged } from '../commands/salvage.js';
import { pathsOf } from '../folder/folder.js';
import { DAMAGES, type Damage } from './damage.js';
import type { Question } from './look-child.js';
import { QuestionedChild } from './questioned-child.js';
import { type SeededRandom, seededRandom } from './seeded-random.js';
import { type State, serverChild, stateOf } from './servers.js';
import { type CaseResult, type KnownState, onCopy, type TestFolder } from './test-folder.js';

/** Longer than any time limit of a step for its own child. */
const LIMIT_MS = 120_000;
/** Number of cases that run at a time. */
const AT_ONCE = 2;

const NAMES_EVENT = /event \d+/;

/** Copies a database's write-ahead file into its main file. */
const foldInto = (path: string): void => {
  const db = openProjection(path);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
};

/** Tries cases one after the other. */
class DamageRun {
  readonly #looker: QuestionedChild;
  readonly #server: QuestionedChild;

  constructor(private readonly folder: TestFolder) {
    const limit = { limitMs: LIMIT_MS };
    this.#looker = new QuestionedChild(new URL('./look-child.js', import.meta.url), limit);
    this.#server = serverChild();
  }

  async close(): Promise<void> {
    await Promise.all([this.#looker.kill(), this.#server.kill()]);
  }

  /** Tries the n-th case: each kind of damage in turn, at a position that the seed selects. */
  async case(n: number): Promise<CaseResult> {
    const damage = DAMAGES[n % DAMAGES.length] as Damage;
    const seed = this.folder.seed + n;
    const random = seededRandom(seed);
    return onCopy(this.folder, `damage-${n}`, async (data) => {
      const isBare = this.#prepare(data, damage, random);
      const harmed = damage.apply(data, random, this.folder.stale);
      const bare = isBare ? ', without a database' : '';
      const what = `case ${n} (${damage.name}${bare}): ${harmed}`;
      const wrong =
        damage.target === 'database' ? await this.#database(data) : await this.#log(data);
      return { what, wrong };
    });
  }

  /**
   * Prepares a copy. A start reads the log from the database's checkpoint on, and without a
   * database the whole log. A database that will be damaged has everything in its main file.
   */
  #prepare(data: string, { target }: Damage, random: SeededRandom): boolean {
    const { database } = pathsOf(data);
    if (target === 'database') {
      foldInto(database);
      return false;
    }
    const isBare = random(2) === 0;
    if (isBare) dropDatabase(database);
    return isBare;
  }

  /**
   * Checks a damaged log: a start or a reader names the first bad event, or the state is as before.
   */
  async #log(data: string): Promise<string[]> {
    const wanted = this.folder.known;
    const start = await this.#ask('start', data);
    if (typeof start === 'string') return [`the start ended without a word: ${start}`];
    if (!start.ok) {
      if (!NAMES_EVENT.test(start.message)) return [`the start names no event: ${start.message}`];
      return this.#salvage(data, wanted);
    }
    await this.#ask('write', data);
    const found = await this.#ask<KnownState>('read', data, wanted.seq);
    // The file crashes its reader; `verify` reads it in a child process.
    const read = typeof found === 'string' ? await this.#ask('verify', data) : found;
    if (typeof read === 'string') return [`verify ended without a word: ${read}`];
    if (!read.ok) {
      if (!NAMES_EVENT.test(read.message)) return [`verify names no event: ${read.message}`];
      return this.#salvage(data, wanted);
    }
    const isSame = isDeepStrictEqual(read.data, wanted);
    return isSame ? [] : [`silent: ${JSON.stringify(read.data)}`];
  }

  async #salvage(data: string, wanted: KnownState): Promise<string[]> {
    const salvaged = await this.#ask<Salvaged>('salvage', data);
    if (typeof salvaged === 'string') return [`salvage ended without a word: ${salvaged}`];
    if (!salvaged.ok) return [`salvage: ${salvaged.message}`];
    const again = await this.#ask<KnownState>('read', data, wanted.seq);
    if (typeof again === 'string' || !again.ok) return [`salvaged, but ${JSON.stringify(again)}`];
    if (isDeepStrictEqual(again.data, wanted)) return [];
    return [`salvage brought back ${JSON.stringify([again.data, salvaged.data])}`];
  }

  /**
   * Checks a damaged database: it is refused and rebuilt, or the memory loaded from it equals the
   * log's state.
   */
  async #database(data: string): Promise<string[]> {
    const start = await this.#ask('start', data);
    if (typeof start === 'string') return [`the start ended without a word: ${start}`];
    const loaded = start.ok ? await this.#load(data) : start.message;
    if (typeof loaded !== 'string') return [...loaded.wrong];
    const rebuilt = await this.#ask('rebuild', data);
    if (typeof rebuilt === 'string' || !rebuilt.ok) {
      return [`after "${loaded}" it is not rebuilt: ${JSON.stringify(rebuilt)}`];
    }
    const again = await this.#load(data);
    return typeof again === 'string' ? [`rebuilt, but ${again}`] : [...again.wrong];
  }

  /** The state that a server loads; a text is the reason why it does not start. */
  async #load(data: string): Promise<State | string> {
    const { keyFile } = this.folder;
    const state = await stateOf(this.#server, data, keyFile);
    await this.#server.kill();
    return state;
  }

  #ask<T = unknown>(op: Question['op'], data: string, seq = 0): Promise<Outcome<T> | string> {
    return this.#looker.ask<Outcome<T>>({ op, data, seq } satisfies Question);
  }
}

/** Damages copies of the folder, `cases` times; returns the cases. */
export const tryDamages = async (folder: TestFolder, cases: number): Promise<CaseResult[]> => {
  const results: CaseResult[] = [];
  folder.progress.begin('damage', cases);
  const queue = Array.from({ length: cases }, (_, n) => n).values();
  const work = async (): Promise<void> => {
    const run = new DamageRun(folder);
    try {
      for (const n of queue) results.push(folder.progress.ended(await run.case(n)));
    } finally {
      await run.close();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
};
