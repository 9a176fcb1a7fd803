// Runs leverage switches: at their times, and after a stop in the order of their times.

import { ok, unwrap } from '../../../wire/base/codes.js';
import type { Stamped } from '../../../wire/base/object.js';
import type { LeverageSwitchRecord } from '../../../wire/settings/leverage.js';
import type { DeskContext } from '../state/desk-context.js';
import { SERVER } from '../state/writer.js';
import { SETTINGS_LOCK } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { groupsOfSwitch } from '../types/leverage-switches.js';

type PlannedSwitch = Stamped<LeverageSwitchRecord>;

/** A change of a switch, and its time. */
interface SwitchStep {
  readonly one: PlannedSwitch;
  readonly time: number;
  readonly ends: boolean;
}

/** The next change of a switch; undefined = there is none. */
const nextOf = (one: PlannedSwitch): SwitchStep | undefined => {
  if (one.status === 'planned') return { one, time: Date.parse(one.at), ends: false };
  return one.status === 'active' && one.until !== null
    ? { one, time: Date.parse(one.until), ends: true }
    : undefined;
};

/** Does a step come first? Of steps at the same time ends do, then lower ids. */
const isBefore = (step: SwitchStep, other: SwitchStep): boolean => {
  if (step.time !== other.time) return step.time < other.time;
  return step.ends === other.ends ? step.one.id < other.one.id : step.ends;
};

/** The first change that is due. */
const dueStep = (reader: RecordReader): SwitchStep | undefined => {
  let due: SwitchStep | undefined;
  for (const { record } of reader.all('leverage_switch')) {
    const next = nextOf(record);
    if (next === undefined || next.time > reader.now) continue;
    if (due === undefined || isBefore(next, due)) due = next;
  }
  return due;
};

const profileText = (reader: RecordReader, id: number | null): string =>
  id === null
    ? 'no profile'
    : (reader.get('leverage_profile', String(id))?.record.name ?? `profile ${id}`);

/** Takes a due step, with a line about the switch and one about each group that it names. */
const take = (tx: Transaction, { one }: SwitchStep): void => {
  const begins = one.status === 'planned';
  const { profile_from_id: before, profile_to_id: after, switched } = one;
  const [from, to] = begins ? [before, after] : [after, before];
  const groups = begins
    ? groupsOfSwitch(tx, one)
    : Array.from(tx.all('group')).filter(({ record: { id = 0 } }) => switched.includes(id));
  const [changed, kept] = [true, false].map((has) =>
    groups.filter(({ record }) => (record.leverage_profile_id === from) === has),
  ) as [typeof groups, typeof groups];
  for (const { key } of changed) tx.rewrite(key, { leverage_profile_id: to });
  const ids = changed.flatMap(({ record: { id } }) => (id === undefined ? [] : [id]));
  const status = begins && one.until !== null ? 'active' : 'done';
  const fields = { status, ...(begins && { switched: ids }) } as const;
  unwrap(tx.quietly((inner) => inner.patch('leverage_switch', String(one.id), fields)));
  const [was, is] = [profileText(tx, from), profileText(tx, to)];
  const by = `by the leverage switch ${one.id}`;
  tx.noteSetting('leverage_switch', `leverage switch ${one.id}: from ${was} to ${is}`, one);
  for (const { key, record } of changed) {
    const fields = [{ field: 'leverage_profile_id', from: was, to: is }];
    tx.noteSetting('group', `group ${key}: from ${was} to ${is}, ${by}`, record, fields);
  }
  if (begins) return;
  for (const { key, record } of kept) {
    const own = profileText(tx, record.leverage_profile_id);
    tx.noteSetting(
      'group',
      `group ${key}: keeps ${own} at the end of the leverage switch ${one.id}`,
      record,
    );
  }
};

/** Runs the switches of leverage profiles. */
export class LeverageSwitches {
  #looking: Promise<void> | undefined;

  constructor(private readonly context: DeskContext) {}

  /** Takes the steps that are due, the earliest first, each in one decision. */
  look(): Promise<void> | undefined {
    const { deps, records } = this.context;
    if (dueStep(records) === undefined) return undefined;
    this.#looking ??= this.#run()
      .catch((error: Error) => deps.failed('a leverage switch failed', error))
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  async #run(): Promise<void> {
    const { deps, records, writer } = this.context;
    while (dueStep(records) !== undefined) {
      const taken = await deps.decide(() =>
        writer.change([SETTINGS_LOCK], SERVER, (tx) => {
          const due = dueStep(tx);
          if (due !== undefined) take(tx, due);
          return ok(null);
        }),
      );
      unwrap(taken);
    }
  }
}
