// Deltas of settings: whatever changes come one after the other, all lists are as if made whole.

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { NO_SETTINGS, type Settings, type SettingsKind } from '../../../wire/settings/config.js';
import {
  inOrder,
  SETTINGS_KINDS,
  type SettingsChange,
  settingsWith,
} from '../../../wire/settings/settings-delta.js';
import { runsOf } from '../../support/run.js';

type Row = Readonly<Record<string, unknown>>;

/** Keys and places are few, so that records are changed, moved, deleted and made again. */
const NUMBERS = 12;
const number = fc.integer({ min: 1, max: NUMBERS });
const text = fc.constantFrom('a', 'b', 'real\\x', 'real\\y', 'demo', 'Demo', 'é');

const recordOf = (
  kind: SettingsKind,
  at: number,
  path: string,
  place: number,
  mark: number,
): Row => {
  if (kind === 'group') return { path, mark };
  if (kind === 'logical_server') return { id: path, mark };
  return { id: at, position: place, priority: place % 4, mark, name: `${kind} ${at}` };
};

const keyOf = (kind: SettingsKind, at: number, path: string): string => {
  if (kind === 'platform') return 'platform';
  return kind === 'group' || kind === 'logical_server' ? path : String(at);
};

const change = fc
  .tuple(fc.constantFrom(...SETTINGS_KINDS), number, text, number, fc.nat(), fc.nat({ max: 3 }))
  .map(([kind, at, path, place, mark, fate]) => ({
    kind,
    key: keyOf(kind, at, path),
    version: 1,
    record: fate === 0 && kind !== 'platform' ? null : recordOf(kind, at, path, place, mark),
  }));

const delta = fc.uniqueArray(change, {
  maxLength: 30,
  selector: ({ kind, key }) => `${kind} ${key}`,
});

const held = (): Record<SettingsKind, Map<string, Row>> =>
  Object.fromEntries(SETTINGS_KINDS.map((kind) => [kind, new Map()])) as never;

/** Each kind as it lies in the settings; the newest change is the last in memory. */
const whole = (tables: Record<SettingsKind, Map<string, Row>>, version: number): Settings =>
  Object.fromEntries([
    ['version', version],
    ...SETTINGS_KINDS.map((kind) => [kind, inOrder(kind, tables[kind].values() as never)]),
  ]) as never;

t.test('settings with any changes are those that are made whole', async (t) => {
  const property = fc.property(fc.array(delta, { maxLength: 12 }), (deltas) => {
    const tables = held();
    let settings = NO_SETTINGS;
    for (const [at, changes] of deltas.entries()) {
      for (const { kind, key, record } of changes) {
        tables[kind].delete(key);
        if (record !== null) tables[kind].set(key, record);
      }
      const before = JSON.stringify(settings);
      const after = settingsWith(settings, {
        version: at + 1,
        changes: changes as unknown as SettingsChange[],
      });
      if (JSON.stringify(settings) !== before) throw new Error('the settings before were changed');
      for (const kind of SETTINGS_KINDS) {
        const isTouched = changes.some((one) => one.kind === kind);
        if (!isTouched && after[kind] !== settings[kind]) throw new Error(`${kind} is a new list`);
      }
      settings = after;
      const wanted = whole(tables, at + 1);
      if (!isDeepStrictEqual(settings, wanted)) {
        throw new Error(`${JSON.stringify(settings)} is not ${JSON.stringify(wanted)}`);
      }
    }
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: runsOf(300), seed: 1 }));
});

t.test('groups are sorted by path, rules by position, gateways by priority', async (t) => {
  const put = (kind: SettingsKind, key: string, record: Row) =>
    ({
      kind,
      key,
      version: 1,
      record: { id: Number(key), ...record },
    }) as unknown as SettingsChange;
  const changes = [
    ...['b', 'a'].map((path) => put('group', path, { path })),
    ...[2, 1].map((position, at) => put('routing', String(at + 1), { position })),
    ...[9, 3].map((priority, at) => put('gateway', String(at + 1), { priority })),
    // As numbers.
    ...['7', '10'].map((key) => put('symbol', key, {})),
  ];
  const one = settingsWith(NO_SETTINGS, { version: 1, changes });
  const idsOf = (rows: readonly { readonly id: number }[]): string =>
    String(rows.map(({ id }) => id));
  t.equal(String(one.group.map(({ path }) => path)), 'a,b');
  t.equal([one.routing, one.gateway, one.symbol].map(idsOf).join(' '), '2,1 2,1 7,10');
});
