// Distribution: who holds a copy of the settings has them right, whatever it missed.

import fc from 'fast-check';
import t from 'tap';
import type { FrontChange } from '../../../actors/front/front-client.js';
import { type CopyHolders, Distributor } from '../../../actors/main/distribution.js';
import type { ToMarket } from '../../../actors/market/market-messages.js';
import type { ToShard } from '../../../actors/shard/shard-messages.js';
import {
  deltaNews,
  NO_VERSION,
  SettingsCopy,
  type SettingsNews,
  sendSettings,
  wholeNews,
} from '../../../actors/shared/settings-copy.js';
import { NO_SETTINGS, type Settings } from '../../../wire/settings/config.js';
import {
  type ChangedSetting,
  type SettingsDelta,
  settingsWith,
} from '../../../wire/settings/settings-delta.js';
import { group } from '../../support/engine-harness.js';
import { countOf } from '../../support/run.js';

const path = (version: number): string => `real\\${String(version).padStart(4, '0')}`;

/** The change that makes a version: one more group. */
const deltaOf = (version: number): SettingsDelta => {
  const record = group({ path: path(version) });
  return { version, changes: [{ kind: 'group', key: record.path, version: 1, record }] };
};

/** The settings at a version, made of all changes up to it. */
const settingsAt = (version: number): Settings => {
  let settings = NO_SETTINGS;
  for (let at = 1; at <= version; at += 1) settings = settingsWith(settings, deltaOf(at));
  return settings;
};

/** A thread that holds a copy: it takes what it is sent in order, when it gets to it. */
class Holder {
  readonly copy = new SettingsCopy();
  readonly #mailbox: (() => void)[] = [];
  alive = true;
  ended = false;
  /** Messages with all settings that it was sent. */
  wholes = 0;
  /** Loses the next message, which no port does: to see that it is missed. */
  loses = false;
  readonly ask = <T>(message: (id: number) => ToShard | ToMarket): Promise<T | undefined> => {
    const sent = structuredClone(message(1));
    if (this.ended) return Promise.resolve(undefined);
    if (sent.type === 'settings' && 'whole' in sent.news) this.wholes += 1;
    if (this.loses) {
      this.loses = false;
      return Promise.resolve(undefined);
    }
    return new Promise((resolve) => {
      this.#mailbox.push(() => {
        if (sent.type === 'settings') this.copy.take(sent.news);
        resolve((sent.type === 'settings' ? this.copy.version : null) as T);
      });
    });
  };

  /** Takes so many messages. */
  work(messages = Number.POSITIVE_INFINITY): void {
    for (let left = messages; left > 0 && this.#mailbox.length > 0; left -= 1) {
      this.#mailbox.shift()?.();
    }
  }
}

/** All promises that can be settled are. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const setUp = (shards = 2) => {
  const threads: (Holder | undefined)[] = Array.from({ length: shards }, () => new Holder());
  const market = new Holder();
  const front: FrontChange[] = [];
  const announced: [number, readonly ChangedSetting[]][] = [];
  const distributor = new Distributor(
    () => ({ shards: threads, market }) as unknown as CopyHolders,
    (change) => front.push(change),
    (version, changes) => announced.push([version, changes]),
  );
  const distribute = (news: SettingsNews) =>
    distributor.distribute({ changes: [], settings: news });
  const all = () => [...threads, market].filter((one) => one !== undefined);
  const work = async (): Promise<void> => {
    for (let n = 0; n < 4; n += 1) {
      for (const one of all()) one.work();
      await settled();
    }
  };
  /** A desk begins at a version, and all take that over. */
  const begin = async (version: number): Promise<void> => {
    distributor.began({ settings: settingsAt(version), changed: [], accounts: [], messages: [] });
    await work();
  };
  /** A shard is started: it is sent all settings, and serves when it is alive. */
  const start = (shard: number): Holder => {
    const anew = new Holder();
    anew.alive = false;
    threads[shard] = anew;
    const { news } = distributor;
    if (news !== undefined) void anew.ask((id) => ({ type: 'settings', id, news }));
    return anew;
  };
  return { threads, market, front, announced, distributor, distribute, all, work, begin, start };
};

t.test('a change goes to every holder and is answered when all have taken it over', async (t) => {
  const { threads, market, front, distribute, all, begin } = setUp();
  await begin(3);
  let held = 0;
  const distributed = distribute(deltaNews(deltaOf(4))).then((version) => {
    held = version;
  });
  threads[0]?.work();
  market.work();
  await settled();
  t.equal(held, 0, 'not before the last');
  threads[1]?.work();
  await distributed;
  t.equal(held, 4);
  for (const one of all()) t.same(one.copy.settings, settingsAt(4));
  t.same(front.at(-1)?.settings?.delta, deltaOf(4), 'the front is told what changed');
  t.same(front.at(-1)?.settings?.settings, settingsAt(4));
  t.equal(market.wholes, 1, 'all settings are sent at the start alone');
});

t.test('a holder told version n + 2 on top of n gets all settings', async (t) => {
  const { threads, distribute, work, all, begin } = setUp();
  await begin(3);
  const [first] = threads;
  if (first === undefined) return;
  first.loses = true;
  void distribute(deltaNews(deltaOf(4)));
  const distributed = distribute(deltaNews(deltaOf(5)));
  first.work();
  t.equal(first.copy.version, 3, 'the change is not taken over on top of what it was not made on');
  t.same(first.copy.settings, settingsAt(3));
  await work();
  t.equal(await distributed, 5);
  t.equal(first.wholes, 2, 'the first at the start');
  for (const one of all()) t.same(one.copy.settings, settingsAt(5));
});

t.test('what was taken over before is not taken over again', async (t) => {
  const copy = new SettingsCopy();
  t.equal(copy.version, NO_VERSION);
  t.equal(copy.take(deltaNews(deltaOf(1))), undefined, 'nothing to change yet');
  t.ok(copy.take(wholeNews(settingsAt(0))), 'version 0 is one');
  t.ok(copy.take(deltaNews(deltaOf(1))));
  t.equal(copy.take(deltaNews(deltaOf(1))), undefined);
  t.equal(copy.take(wholeNews(settingsAt(1))), undefined);
  t.equal(copy.take(wholeNews(settingsAt(0))), undefined, 'nothing goes back');
  t.same(copy.settings, settingsAt(1));
});

t.test('a thread that starts is not waited for, and is right once it serves', async (t) => {
  const { threads, market, distribute, begin, start } = setUp();
  await begin(3);
  const anew = start(0);
  const distributed = distribute(deltaNews(deltaOf(4)));
  threads[1]?.work();
  market.work();
  t.equal(await distributed, 4);
  anew.work();
  t.same(anew.copy.settings, settingsAt(4));
});

t.test('a desk that comes back is ahead, or it changes nothing', async (t) => {
  const { market, front, all, begin } = setUp();
  await begin(3);
  const before = front.length;
  await begin(3);
  t.equal(market.wholes, 1, 'what all have is not sent again');
  t.equal(front.length, before + 1);
  t.equal(front.at(-1)?.settings, undefined);
  await begin(5);
  for (const one of all()) t.same(one.copy.settings, settingsAt(5));
});

t.test('a desk whose change does not fit what is held sends all settings', async (t) => {
  const { distribute, work, all, begin } = setUp();
  await begin(3);
  const distributed = sendSettings(deltaNews(deltaOf(6)), distribute, () => settingsAt(6));
  await work();
  await distributed;
  for (const one of all()) t.same(one.copy.settings, settingsAt(6));
});

const STEPS = ['change', 'work', 'fail', 'start', 'serve', 'desk'] as const;

t.test('holders that fail and come back at any time end with the newest settings', async () => {
  const what = fc.constantFrom(...STEPS, 'change', 'work');
  const step = fc.record({ what, shard: fc.nat({ max: 1 }) });
  const property = fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
    const { distributor, threads, distribute, work, all, start } = setUp();
    let version = 1;
    distributor.began({ settings: settingsAt(version), changed: [], accounts: [], messages: [] });
    for (const { what, shard } of steps) {
      const thread = threads[shard];
      if (what === 'change') {
        version += 1;
        void distribute(deltaNews(deltaOf(version)));
      } else if (what === 'work') thread?.work(1);
      else if (what === 'serve' && thread !== undefined) thread.alive = true;
      else if (what === 'desk') {
        version += 1;
        distributor.began({
          settings: settingsAt(version),
          changed: [],
          accounts: [],
          messages: [],
        });
      } else if (what === 'fail' && thread !== undefined) {
        thread.ended = true;
        threads[shard] = undefined;
      } else if (what === 'start' && thread === undefined) start(shard);
      await settled();
    }
    await work();
    for (const one of all()) {
      if (one.copy.version !== version) throw new Error(`${one.copy.version} is not ${version}`);
      if (one.wholes > 2 + steps.filter(({ what }) => what === 'desk').length) {
        throw new Error('all settings were sent where the change was enough');
      }
    }
  });
  await fc.assert(property, { numRuns: countOf({ test: 20, deep: 60, soak: 60 }), seed: 1 });
});

t.test('a change is announced once every holder has it, in order of versions', async (t) => {
  const { distributor, threads, market, announced, begin } = setUp();
  const changed = (version: number) => {
    const changes = [{ kind: 'group', id: String(version), version: 1 }];
    return distributor.distribute({ changes, settings: deltaNews(deltaOf(version)) });
  };
  await begin(3);
  t.same(announced, [], 'a start is no change');
  const first = changed(4);
  const [slow, ...others] = [...threads, market];
  for (const one of others) one?.work();
  await settled();
  t.same(announced, [], 'one does not have it yet');
  const second = changed(5);
  slow?.work();
  for (const one of others) one?.work();
  await Promise.all([first, second]);
  await settled();
  t.same(announced, [
    [4, [{ kind: 'group', id: '4', version: 1 }]],
    [5, [{ kind: 'group', id: '5', version: 1 }]],
  ]);
});

t.test('the next desk announces what a failed one had changed and told nobody', async (t) => {
  const { distributor, announced, begin, work } = setUp();
  await begin(3);
  const step = (version: number) => ({
    version,
    changes: [{ kind: 'group', id: String(version), version: 1 }],
  });
  const changed = [step(3), step(4), step(5)];
  distributor.began({ settings: settingsAt(5), changed, accounts: [], messages: [] });
  await work();
  t.same(announced, [[5, [...step(4).changes, ...step(5).changes]]]);
});

t.test('an announcement waits for the one before it', async (t) => {
  const { distributor, threads, market, announced, begin } = setUp();
  await begin(3);
  const changes = [{ kind: 'group', id: 'x', version: 1 }];
  const distribute = (version: number) =>
    distributor.distribute({ changes, settings: deltaNews(deltaOf(version)) });
  const [slow] = threads;
  const waiting = distribute(4);
  if (slow !== undefined) slow.ended = true;
  market.work();
  threads[1]?.work();
  const second = distribute(5);
  market.work();
  threads[1]?.work();
  await second;
  t.same(announced, [], 'version 4 is not everywhere');
  slow?.work();
  await waiting;
  await settled();
  const versions = announced.map(([version]) => version);
  t.same(versions, [4, 5]);
});
