// The child process that loads a data folder like a starting server: if the folder crashes it, only
// the child dies.

import { frameEvents } from '../../storage/log/batch.js';
import { Log } from '../../storage/log/log.js';
import { scan } from '../../storage/log/scan.js';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import { packEvent } from '../../wire/codec/pack.js';
import type { DeskEvent } from '../../wire/trading/events.js';
import { rebuild } from '../commands/rebuild.js';
import { salvage } from '../commands/salvage.js';
import { verify } from '../commands/verify.js';
import { pathsOf } from '../folder/folder.js';
import { openFolder } from '../main/boot.js';
import { ANY_ROOM, knownAt } from './test-folder.js';

/** The child's tasks with a folder. */
export interface Question {
  readonly op: 'start' | 'write' | 'read' | 'verify' | 'salvage' | 'rebuild';
  readonly data: string;
  /** The event up to which the state is folded; later ones are ignored. */
  readonly seq: number;
}

/** Number of batches that are appended, to see whether that damages existing ones. */
const WRITTEN = 3;

/** An event that changes nothing. */
const idle = (): Buffer => {
  const event: DeskEvent = {
    type: 'desk',
    time: Date.now(),
    by: 0,
    ip: '',
    config_version: 0,
    changes: [],
    journal: [],
  };
  return frameEvents([packEvent(event)]);
};

type FolderCheck = (data: string, seq: number) => Promise<Outcome<unknown>>;

const OPS: Readonly<Record<Question['op'], FolderCheck>> = {
  /** Opens the folder and the log, as the server does before it starts its threads. */
  start: async (data) => {
    const { lock } = await openFolder(data, '', ANY_ROOM);
    try {
      const log = Log.open(pathsOf(data).log);
      const { seq } = log.head();
      log.close();
      return ok({ seq });
    } finally {
      lock.release();
    }
  },
  write: async (data) => {
    const log = Log.open(pathsOf(data).log);
    for (let n = 0; n < WRITTEN; n += 1) log.append(1, idle());
    const { seq } = log.head();
    log.close();
    return ok({ seq });
  },
  /** Reads the whole log like `verify`, but in this process, which may crash. */
  read: async (data, seq) => {
    const whole = scan(pathsOf(data).log, 1);
    if (!whole.ok) return refuse('internal', `bad at event ${whole.seq}: ${whole.what}`);
    return ok(knownAt(data, Math.min(seq, whole.last)));
  },
  verify: async (data) => verify(data),
  salvage: (data) => salvage(data),
  rebuild: (data) => rebuild(data),
};

process.on('message', ({ op, data, seq }: Question) => {
  OPS[op](data, seq).then(
    (outcome) => process.send?.(outcome),
    ({ message }: Error) => process.send?.({ ok: false, code: 'internal', message }),
  );
});
