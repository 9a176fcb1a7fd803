// Settings by what their writer holds when it is decided, whatever he held when he asked.

import t from 'tap';
import type { Outcome } from '../../wire/codes.js';
import type { Right } from '../../wire/identity.js';
import {
  codeOf,
  type DeskHarness,
  dataOf,
  openDesk,
  opening,
  staffCaller,
} from '../support/desk-harness.js';

const PATH = 'real\\gold';

/** Somebody who maintains groups, all of them; his login. */
const hired = async (harness: DeskHarness): Promise<number> => {
  const body = opening({ group: 'managers\\dealers' });
  const caller = staffCaller();
  const { login } = dataOf(await harness.desk.handle('accounts.create', { caller, body }));
  const rights: readonly Right[] = ['config.groups'];
  dataOf(
    await harness.desk.writer.change(['settings'], { by: 0, ip: '' }, (draft) =>
      draft.create('staff', { login, rights, group_scope: ['*'] }),
    ),
  );
  return login;
};

/** What takes the settings of a group away from him. */
const LOSSES: Readonly<Record<string, (harness: DeskHarness, key: string) => Promise<unknown>>> = {
  'his right was taken': (harness, key) => harness.patch('staff', key, { rights: [] }),
  'his scope was narrowed': (harness, key) =>
    harness.patch('staff', key, { group_scope: ['demo\\*'] }),
  'his profile was switched off': (harness, key) => harness.patch('staff', key, { active: false }),
  'his account was disabled': (harness, key) => harness.patch('account', key, { enabled: false }),
  'his profile was deleted': (harness, key) =>
    harness.desk.writer.change(['settings'], { by: 0, ip: '' }, (draft) =>
      draft.remove('staff', key),
    ),
};

const parsed = (json: Uint8Array): { items: { action: string; error: string }[] } =>
  JSON.parse(Buffer.from(json).toString());

/** What came of the only item. */
const itemOf = (outcome: Outcome<{ json: Uint8Array }>): string => {
  if (!outcome.ok) return outcome.code;
  const [{ action, error } = { action: 'none', error: '' }] = parsed(outcome.data.json).items;
  return error || action;
};

/** Everything that he may do to a group, and what it says when it is done. */
const writes = ({ desk }: DeskHarness, login: number, id: number) => {
  const caller = staffCaller({ login });
  const kind = 'group';
  const item = { path: PATH, currency: 'USD', company: 'Gold' };
  const file = { format: 'app-config', version: 1, kinds: { groups: [item] } };
  const bytes = new TextEncoder().encode(JSON.stringify({ file }));
  const fields = { company: 'Gold' };
  return {
    create: async () =>
      codeOf(
        await desk.handle('settings.create', {
          caller,
          kind,
          fields: { path: 'real\\new', currency: 'USD' },
        }),
      ),
    patch: async () =>
      codeOf(
        await desk.handle('settings.patch', { caller, kind, id, version: 1, fields, whole: false }),
      ),
    import: async () => itemOf(await desk.handle('transfer.import', { caller, bytes })),
    'delete by key': async () => {
      const input = { caller, kind: 'groups', keys: [PATH], dry_run: false } as const;
      return itemOf(await desk.handle('transfer.delete', input));
    },
    remove: async () => codeOf(await desk.handle('settings.remove', { caller, kind, id })),
  };
};
type Write = keyof ReturnType<typeof writes>;
const WRITES: readonly Write[] = ['create', 'patch', 'import', 'delete by key', 'remove'];

/** An office with a group, and somebody who may write it. */
const scene = async () => {
  const harness = await openDesk();
  const login = await hired(harness);
  const fields = { path: PATH, currency: 'USD' };
  const made = await harness.desk.handle('settings.create', {
    caller: staffCaller(),
    kind: 'group',
    fields,
  });
  const { id } = dataOf(made) as { id: number };
  return { harness, login, todo: writes(harness, login, id) };
};

for (const [what, lose] of Object.entries(LOSSES)) {
  t.test(`a write that waited while ${what} is refused`, async (t) => {
    for (const write of WRITES) {
      const { harness, login, todo } = await scene();
      const before = harness.desk.settings().group;
      const [, said] = await Promise.all([lose(harness, String(login)), todo[write]()]);
      t.match(said, /forbidden|not_found|out of your reach/, write);
      t.same(harness.desk.settings().group, before, `${write} wrote nothing`);
    }
  });
}

t.test('whoever still holds it writes', async (t) => {
  for (const write of WRITES) {
    const { todo } = await scene();
    t.match(await todo[write](), /ok|updated|deleted/, write);
  }
});

t.test('what is read is what he may read by now', async (t) => {
  const { harness, login } = await scene();
  const caller = staffCaller({ login });
  await harness.patch('staff', String(login), { group_scope: ['demo\\*'] });
  const { json } = dataOf(
    await harness.desk.handle('settings.list', { caller, kind: 'group', query: {} }),
  );
  const list = JSON.parse(Buffer.from(json).toString()) as { path: string }[];
  t.ok(list.length > 0 && list.every(({ path }) => path.startsWith('demo\\')));
});
