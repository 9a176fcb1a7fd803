// Preferences of the signed-in user: one document a login at the server, changed key by key (order
// and filters of views: `frame/routes.tsx`).

import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { type TraderClient, unwrap } from '../../client/index.js';
import type { LiveParts } from './parts.js';
import { attempt, type Refusal } from './refusal.js';

/** The document as the server has it. */
export interface PreferencesDocument {
  readonly content: Readonly<Record<string, unknown>>;
  readonly version: number;
}

/** The calls of an audience. */
interface PreferencesCalls {
  readonly read: () => Promise<PreferencesDocument>;
  /**
   * Merges keys; a key that is null goes. Throws `conflict` where the version is another; version 0
   * fits always, and its request is sent even if the page is left meanwhile.
   */
  readonly merge: (
    content: Readonly<Record<string, unknown>>,
    expected_version: number,
  ) => Promise<PreferencesDocument>;
  /** The name of the login among those whose changes the tab keeps. */
  readonly name: string;
}

/** A browser refuses to send more bytes than 64 KiB after a page is left; letters have up to 3. */
const KEPT_ALIVE_MAX = 20_000;

/** The calls of an audience by its typed calls: both have the same document. */
export const preferencesCalls = (
  { rest, session }: { rest: TraderClient['rest']; session: { login: number } },
  prefix: '/trader/v1' | '/admin/v1',
): PreferencesCalls => {
  const path = `${prefix}/me/preferences` as '/admin/v1/me/preferences';
  return {
    name: `preferences.${prefix}.${session.login}`,
    read: () => unwrap(rest.GET(path)),
    merge: (content, expected_version) => {
      const body = { content: content as never, expected_version };
      const keepalive = expected_version === 0 && JSON.stringify(body).length < KEPT_ALIVE_MAX;
      return unwrap(rest.PATCH(path, { body, keepalive }));
    },
  };
};

/** Preferences. */
export interface Preferences {
  /** Has the document been read? Until then every key has its default. */
  readonly isRead: ReadonlySignal<boolean>;
  /** Why reading or saving failed; tried again with the next change or connection. */
  readonly refusal: ReadonlySignal<Refusal | null>;
  /** The value of a key; its default before it is read, and where there is none. */
  readonly of: <T>(key: string, otherwise: T) => ReadonlySignal<T>;
  /** Changes a key at once; it is saved after a second. `null` removes it. */
  readonly set: (key: string, value: unknown) => void;
  /** Saves what waits, for instance before signing out. */
  readonly flush: () => Promise<void>;
  readonly close: () => void;
}

/** Changes are saved together, this time in ms after the last. */
const SAVE_MS = 1_000;

type Changes = Readonly<Record<string, unknown>>;

/** The changes without those that were saved with their present values. */
const leftOf = (changes: Changes, saved: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([key, value]) => saved[key] !== value));

const isEmpty = (changes: Changes): boolean => Object.keys(changes).length === 0;

const merged = (
  content: Readonly<Record<string, unknown>>,
  changes: Changes,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries({ ...content, ...changes }).filter(([, value]) => value !== null),
  );

/** What a page leaves to the next page of its tab: the changes that it was still saving. */
interface LeftChanges {
  readonly changes: Changes;
  /** The newest version that the server can have without these changes. */
  readonly version: number;
}

/**
 * Changes that a page leaves to the next page of its tab. A browser sends the last save of a page
 * beside the first reads of the next page, in any order.
 */
const leftChanges = (keptByTab: LiveParts['keptByTab'], name: string) => ({
  leave: (left: LeftChanges): void => {
    if (!isEmpty(left.changes)) keptByTab.setItem(name, JSON.stringify(left));
  },
  remove: (): void => keptByTab.removeItem(name),
  /** Takes the changes that a document of this version can lack. */
  take: (version: number): Changes => {
    const left = JSON.parse(keptByTab.getItem(name) ?? 'null') as LeftChanges | null;
    keptByTab.removeItem(name);
    return left === null || left.version < version ? {} : left.changes;
  },
});

/** Runs once at a time: a call while it runs gets the promise of that run. */
const oneAtATime = (start: () => Promise<void>) => {
  let running: Promise<void> | undefined;
  const run = (): Promise<void> => {
    running ??= start().finally(() => {
      running = undefined;
    });
    return running;
  };
  return { run, isRunning: () => running !== undefined };
};

/** What is known of the document: as it was read or saved last, and the changes since. */
const makeKnown = () => {
  const document = signal<PreferencesDocument>({ content: {}, version: 0 });
  /** Changes that are not saved yet. */
  const waiting = signal<Changes>({});
  const content = computed(() => merged(document.value.content, waiting.value));
  return {
    document,
    waiting,
    content,
    isRead: signal(false),
    refusal: signal<Refusal | null>(null),
  };
};

/** Calls `run` each time when the connection is live again; the returned function ends that. */
const eachTimeLive = (isLive: ReadonlySignal<boolean>, run: () => void): (() => void) =>
  effect(() => {
    if (isLive.value) untracked(run);
  });

/**
 * Makes the preferences of a login, and reads them. What has failed is tried again when the
 * connection is live again.
 */
export const makePreferences = (
  { read, merge, name }: PreferencesCalls,
  { clock, onHidden, keptByTab }: Pick<LiveParts, 'clock' | 'onHidden' | 'keptByTab'>,
  isLive: ReadonlySignal<boolean>,
): Preferences => {
  const { document, waiting, content, isRead, refusal } = makeKnown();
  let stopTimer: () => void = () => undefined;

  const left = leftChanges(keptByTab, name);
  const change = (changes: Changes): void => {
    waiting.value = changes;
    stopTimer();
    stopTimer = clock.after(SAVE_MS, () => void flush());
  };
  const readAgain = async (): Promise<boolean> => {
    const answer = await attempt(read());
    refusal.value = answer.ok ? null : answer.refusal;
    if (!answer.ok) return false;
    if (!isRead.peek()) change({ ...left.take(answer.value.version), ...waiting.peek() });
    document.value = answer.value;
    isRead.value = true;
    return true;
  };
  /** Sends what waits; answers true if more may wait. */
  const send = async (version: number): Promise<boolean> => {
    const changes = waiting.peek();
    if (isEmpty(changes)) return false;
    const answer = await attempt(merge(changes, version));
    // A version that another tab has written is read, and the own keys are put over it.
    if (!answer.ok && answer.refusal.code === 'conflict') return readAgain();
    refusal.value = answer.ok ? null : answer.refusal;
    if (!answer.ok) return false;
    document.value = answer.value;
    waiting.value = leftOf(waiting.peek(), changes);
    if (isEmpty(waiting.peek())) left.remove();
    return true;
  };
  const saving = oneAtATime(async () => {
    if (!isRead.peek() && !(await readAgain())) return;
    let hasMore = true;
    while (hasMore) hasMore = await send(document.peek().version);
  });
  const flush = (): Promise<void> => {
    stopTimer();
    return saving.run();
  };
  // The page may be about to close: the save is sent at once, also while another save is under way.
  const stopHidden = onHidden(() => {
    stopTimer();
    const version = document.peek().version + (saving.isRunning() ? 1 : 0);
    left.leave({ changes: waiting.peek(), version });
    void send(0);
  });
  const stopRetries = eachTimeLive(isLive, () => {
    if (refusal.value !== null) void flush();
  });
  void readAgain();
  return {
    isRead,
    refusal,
    of: (key, otherwise) => computed(() => (content.value[key] ?? otherwise) as typeof otherwise),
    set: (key, value) => change({ ...waiting.peek(), [key]: value }),
    flush,
    close: () => {
      stopTimer();
      stopHidden();
      stopRetries();
    },
  };
};
