// The platform: its mode, and the release of a copy, whose server may log on to providers and send
// e-mails from then on.

import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import { parseTime } from '../../../wire/base/time.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { PlatformModeBody } from '../../../wire/rest/settings/platform.js';
import {
  MODE_STEPS_MAX,
  modeStepsAfter,
  type PlatformModeStep,
} from '../../../wire/settings/config.js';
import { rightFault } from '../access/authority.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { noteServer } from '../state/server-notes.js';
import { SERVER, whoOf } from '../state/writer.js';
import { changed } from '../store/changed-fields.js';
import { SETTINGS_LOCK } from '../store/record-locks.js';
import { PLATFORM_KEY } from '../types/platform.js';
import { editorOf } from './setting-write.js';

/** The time of a field, ms since 1970; a time that is not after `since` is refused. */
const timeOf = (field: string, text: string, since: number): Outcome<number> => {
  const time = parseTime(text);
  const earliest = new Date(since).toISOString();
  return time > since ? ok(time) : refuse('invalid_input', `${field}: must be after ${earliest}`);
};

const isoOf = (time: number): string => new Date(time).toISOString();

/** The changes of the mode with a new one; it replaces all that were planned from its time on. */
const withPlan = (
  before: readonly PlatformModeStep[],
  { mode, text = '', at, until }: PlatformModeBody,
  now: number,
): Outcome<PlatformModeStep[]> => {
  const from = at === undefined ? ok(now) : timeOf('at', at, now);
  if (!from.ok) return from;
  const to = until === undefined ? undefined : timeOf('until', until, from.data);
  if (to?.ok === false) return to;
  const present = before.findLast((step) => parseTime(step.at) <= now);
  const kept = modeStepsAfter(before, now).filter((step) => parseTime(step.at) < from.data);
  const steps = [
    ...(present === undefined || from.data <= now ? [] : [present]),
    ...kept,
    { mode, text, at: isoOf(from.data) },
    ...(to === undefined ? [] : [{ mode: 'open', text: '', at: isoOf(to.data) } as const]),
  ];
  return steps.length <= MODE_STEPS_MAX
    ? ok(steps)
    : refuse('conflict', `At most ${MODE_STEPS_MAX} changes of the mode are stored.`);
};

/** Sets the platform mode, at once or at a time, with one line in the journal. */
const setPlatformMode = (
  { writer }: DeskContext,
  { caller, ...body }: DeskOps['platform.mode']['input'],
): Promise<DeskAnswer<'platform.mode'>> =>
  writer.change([SETTINGS_LOCK], whoOf(caller), (tx) => {
    const editor = editorOf(tx, { caller, kind: 'platform' });
    if (!editor.ok) return editor;
    const before = tx.get('platform', PLATFORM_KEY)?.record.modes ?? [];
    const modes = withPlan(before, body, tx.now);
    if (!modes.ok) return modes;
    const written = tx.quietly((inner) =>
      inner.patch('platform', PLATFORM_KEY, { modes: modes.data }),
    );
    if (!written.ok) return written;
    const { mode, text = '', at, until } = body;
    const to = until === undefined ? '' : ` until ${isoOf(parseTime(until))}`;
    const from = at === undefined ? 'now' : `from ${isoOf(parseTime(at))}`;
    const said = text === '' ? '' : `: ${text}`;
    const { fields } = changed({ modes: before }, { modes: modes.data });
    tx.noteSetting('platform', `platform mode ${mode} ${from}${to}${said}`, written.data, fields);
    return ok(null);
  });

/** The queue of e-mails, which looks for those that are due. */
interface MailLook {
  look(): void;
}

const RELEASED = 'the platform was released: gateways, datafeeds and e-mails are on';

/** Releases the platform and journals the release; a released platform gets no further line. */
const releasePlatform = async (
  { deps, writer }: DeskContext,
  mailQueue: MailLook,
  { caller }: DeskOps['platform.release']['input'],
): Promise<DeskAnswer<'platform.release'>> => {
  const noted = await writer.change([], caller === null ? SERVER : whoOf(caller), (tx) => {
    const lacking = caller === null ? undefined : rightFault(tx, caller.login, 'config.servers');
    if (lacking !== undefined) return lacking;
    if (deps.unreleased()) noteServer(tx, 'config', RELEASED);
    return ok(null);
  });
  if (!noted.ok) return noted;
  const released = await deps.release();
  mailQueue.look();
  return released;
};

/** The operations on the platform, by name. */
export const platformOps = (context: DeskContext, mailQueue: MailLook) =>
  ({
    'platform.mode': (input) => setPlatformMode(context, input),
    'platform.release': (input) => releasePlatform(context, mailQueue, input),
  }) satisfies Partial<Handlers>;
