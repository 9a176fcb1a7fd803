// Preferences: changed at once, saved together, and put over what another tab has saved.

import { signal } from '@preact/signals';
import t from 'tap';
import { BrokerError } from '../../../client/session/errors.js';
import { makePreferences, type PreferencesDocument } from '../../../pages/live/preferences.js';
import { rest } from '../../support/client/scripted-server.js';
import { Tab } from '../../support/client/tab.js';
import { deferred } from '../../support/deferred.js';

const served = async (content: Record<string, unknown> = {}, startsDown = false) => {
  const tab = new Tab();
  const isLive = signal(false);
  let stored: PreferencesDocument = { content, version: 1 };
  const saved: object[] = [];
  const asked: object[] = [];
  let isDown = startsDown;
  let held: Promise<void> | undefined;
  const calls = {
    name: 'preferences',
    read: async () => {
      if (isDown) throw new BrokerError('client.unreachable', 'no answer');
      return stored;
    },
    merge: async (changes: object, version: number) => {
      if (isDown) throw new BrokerError('client.unreachable', 'no answer');
      asked.push(changes);
      await held;
      if (version !== 0 && version !== stored.version)
        throw new BrokerError('conflict', 'another version');
      saved.push(changes);
      const next = { ...stored.content, ...changes } as Record<string, unknown>;
      for (const [key, value] of Object.entries(next)) if (value === null) delete next[key];
      stored = { content: next, version: version + 1 };
      return stored;
    },
  };
  const preferences = makePreferences(calls, tab.parts(), isLive);
  const elsewhere = (changes: object): void => {
    stored = { content: { ...stored.content, ...changes }, version: stored.version + 1 };
  };
  const later = async (): Promise<void> => {
    tab.clock.advance(1_000);
    await rest();
  };
  const down = (is: boolean): void => {
    isDown = is;
  };
  await rest();
  /** Keeps the server from answering changes until the returned function is called. */
  const hold = (): (() => void) => {
    const { promise, resolve } = deferred<void>();
    held = promise;
    return resolve;
  };
  /** The preferences of the page after a reload. */
  const reloaded = async () => {
    const next = makePreferences(calls, tab.reloaded().parts(), isLive);
    await rest();
    return next;
  };
  return {
    reloaded,
    tab,
    isLive,
    preferences,
    saved,
    asked,
    elsewhere,
    later,
    down,
    hold,
    stored: () => stored,
  };
};

t.test('A key changes at once, and changes are saved together after a second', async (t) => {
  const { preferences, saved, later } = await served({ theme: 'dark', rows: 1 });
  const theme = preferences.of('theme', 'system');
  t.equal(theme.value, 'dark');
  t.equal(preferences.of('none', 7).value, 7, 'a key that is not there has its default');
  preferences.set('theme', 'light');
  preferences.set('rows', null);
  t.same([theme.value, preferences.of('rows', 0).value, saved], ['light', 0, []]);
  await later();
  t.same(saved, [{ theme: 'light', rows: null }]);
  await later();
  t.equal(saved.length, 1, 'once');
});

t.test('Keys that another tab has saved are kept, and the own key wins', async (t) => {
  const { preferences, elsewhere, later, stored } = await served({ theme: 'dark' });
  elsewhere({ theme: 'system', lists: ['a'] });
  preferences.set('theme', 'light');
  await later();
  t.same(stored().content, { theme: 'light', lists: ['a'] });
  t.same(preferences.of<readonly string[]>('lists', []).value, ['a']);
  t.equal(preferences.refusal.value, null);
});

t.test('What could not be saved is saved with the next change; a hidden tab saves', async (t) => {
  const { tab, preferences, saved, later, down } = await served();
  down(true);
  preferences.set('a', 1);
  await later();
  t.match(preferences.refusal.value, { code: 'client.unreachable' });
  down(false);
  preferences.set('b', 2);
  tab.hide();
  await rest();
  t.same(saved, [{ a: 1, b: 2 }]);
  t.equal(preferences.refusal.value, null);
});

t.test('A tab that is left while it saves sends what was changed meanwhile', async (t) => {
  const { tab, preferences, asked, later, hold, stored } = await served();
  const answer = hold();
  preferences.set('a', 1);
  await later();
  preferences.set('b', 2);
  tab.hide();
  await rest();
  t.same(asked, [{ a: 1 }, { a: 1, b: 2 }]);
  answer();
  await rest();
  t.same(stored().content, { a: 1, b: 2 });
  t.same([preferences.of('a', 0).value, preferences.of('b', 0).value], [1, 2]);
});

t.test('A page that is read before the last save of the page before has its changes', async (t) => {
  const { tab, preferences, reloaded, hold, stored } = await served({ theme: 'dark' });
  const arrive = hold();
  preferences.set('theme', 'light');
  tab.hide();
  t.equal((await reloaded()).of('theme', '').value, 'light');
  t.equal((stored().content as { theme: string }).theme, 'dark', 'the save has not arrived');
  arrive();
  await rest();
  t.equal((stored().content as { theme: string }).theme, 'light');
});

t.test('Changes that were saved, or that another device has changed since, stay', async (t) => {
  const { tab, preferences, reloaded, elsewhere, hold } = await served();
  preferences.set('theme', 'light');
  tab.hide();
  await rest();
  elsewhere({ theme: 'dark' });
  t.equal((await reloaded()).of('theme', '').value, 'dark');
  hold();
  preferences.set('theme', 'system');
  tab.hide();
  elsewhere({ theme: 'light' });
  elsewhere({ theme: 'dark' });
  t.equal((await reloaded()).of('theme', '').value, 'dark');
});

t.test('What failed while the server was away is tried again once it is back', async (t) => {
  const { preferences, isLive, down, later, stored } = await served({ theme: 'dark' }, true);
  const theme = preferences.of('theme', 'system');
  t.same([preferences.isRead.value, theme.value], [false, 'system']);
  down(false);
  isLive.value = true;
  await rest();
  t.same([preferences.isRead.value, theme.value, preferences.refusal.value], [true, 'dark', null]);
  isLive.value = false;
  down(true);
  preferences.set('theme', 'light');
  await later();
  t.match(preferences.refusal.value, { code: 'client.unreachable' });
  down(false);
  isLive.value = true;
  await rest();
  t.same(stored().content, { theme: 'light' });
  preferences.close();
});
