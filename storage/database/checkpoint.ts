// The checkpoint: the seq up to which the database contains the log, and the totals at that point.

import { valuesSum } from '../files/checksum.js';
import { type Database, damaged, type Statement } from './database.js';
import { Totals } from './totals.js';

/** Seq of the newest event in the tables, and the settings' version at that event. */
export interface Checkpoint {
  readonly seq: number;
  /** The head of the batch of that event, in hex; empty at 0. */
  readonly batch: string;
  readonly config_version: number;
}

interface CheckpointRow extends Checkpoint {
  readonly totals: string;
  readonly sum: number;
}

const NO_CHECKPOINT = 'the checkpoint is not what was written';

/** The statement of each connection: nearly every read begins with it. */
const FINDERS = new WeakMap<Database, Statement>();

const finderOf = (db: Database): Statement => {
  const known = FINDERS.get(db);
  if (known !== undefined) return known;
  const find = db.prepare('SELECT seq, batch, config_version, totals, sum FROM checkpoint');
  FINDERS.set(db, find);
  return find;
};

const checkpointRow = (db: Database): CheckpointRow => {
  const row = finderOf(db).get() as CheckpointRow | undefined;
  const { seq, batch, config_version, totals, sum } = row ?? damaged(db, NO_CHECKPOINT);
  if (valuesSum(seq, batch, config_version, totals) !== sum) damaged(db, NO_CHECKPOINT);
  return { seq, batch, config_version, totals, sum };
};

/** Reads the checkpoint of the tables; all zeros in a new database. */
export const readCheckpoint = (db: Database): Checkpoint => {
  const { seq, batch, config_version } = checkpointRow(db);
  return { seq, batch, config_version };
};

/** Reads the totals of the tables at their checkpoint. */
export const readTotals = (db: Database, into = new Totals()): Totals =>
  into.read(checkpointRow(db).totals);
