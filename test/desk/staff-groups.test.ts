// Groups of staff: how their members come in is loosened by others, not by a member for himself.

import t from 'tap';
import { RIGHTS, type Right } from '../../wire/rights.js';
import { openDesk, staffCaller } from '../support/desk-harness.js';
import { hired } from './changes.js';

const PATH = 'managers\\dealers';

/** A group that holds its members tight. */
const TIGHT = {
  connection_enabled: false,
  terminals: ['manager', 'web'],
  otp_required: true,
  password_change_first_login: true,
  password_min_length: 12,
  demo_inactivity_days: 9,
};
/** Each field of it looser. */
const LOOSE = {
  connection_enabled: true,
  terminals: ['manager', 'admin'],
  otp_required: false,
  password_change_first_login: false,
  password_min_length: 11,
  demo_inactivity_days: 0,
};

/** An office with a member of the group who holds these rights, and what he comes to with it. */
const scene = async (rights: readonly Right[]) => {
  const harness = await openDesk();
  const { desk } = harness;
  const login = await hired(harness);
  await harness.patch('staff', String(login), { rights, group_scope: ['*'] });
  const group = () => desk.records.get('group', PATH)?.record;
  const patch = (fields: object) => {
    const { id, version } = group() as unknown as { id: number; version: number };
    const caller = staffCaller({ login });
    return desk.handle('settings.patch', {
      caller,
      kind: 'group',
      id,
      version,
      fields: { ...fields },
      whole: false,
    });
  };
  return { harness, group, patch };
};

t.test('whoever configures his own group tightens it, and loosens nothing', async (t) => {
  const { group, patch } = await scene(['config.groups']);
  t.match(await patch(TIGHT), { ok: true });
  for (const [field, value] of Object.entries({ ...LOOSE, path: 'managers\\others' })) {
    const message = new RegExp(`^${field}: of your own group`);
    t.match(await patch({ [field]: value }), { code: 'forbidden', message });
  }
  t.match(await patch({ company: 'Other Ltd', ...TIGHT }), { ok: true }, 'what binds nobody');
  t.match(group(), { company: 'Other Ltd', ...TIGHT });
});

t.test('whoever holds every right loosens his own group: somebody has to', async (t) => {
  const { group, patch } = await scene(RIGHTS);
  t.match(await patch(TIGHT), { ok: true });
  t.match(await patch(LOOSE), { ok: true });
  t.match(group(), LOOSE);
});

t.test('another group’s members come in as whoever may change them says', async (t) => {
  const { harness, patch, group } = await scene(['config.groups', 'config.staff']);
  await harness.patch('account', '2', { group: 'managers\\administrators' });
  t.match(await patch(TIGHT), { ok: true });
  t.match(await patch(LOOSE), { ok: true });
  t.match(group(), LOOSE);
});

t.test('who configures groups alone, and no staff, leaves other members as they are', async (t) => {
  const { harness, patch } = await scene(['config.groups']);
  const other = await hired(harness);
  await harness.patch('staff', String(other), { rights: [], group_scope: ['*'] });
  for (const [field, value] of Object.entries(TIGHT)) {
    const message = new RegExp(`^${field}: a staff user`);
    t.match(await patch({ [field]: value }), { code: 'forbidden', message });
  }
  t.match(await patch({ company: 'Other Ltd' }), { ok: true });
});
