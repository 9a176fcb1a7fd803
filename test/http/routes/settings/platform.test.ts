// The platform over REST: its mode, set at once and planned.

import t from 'tap';
import { httpFor } from '../../../support/http-harness.js';

const MODE = '/platform/mode';

t.test('a platform mode is set at once or planned, and a new plan replaces the rest', async (t) => {
  const http = await httpFor(t);
  const staff = await http.staff({ rights: ['config.servers'] });
  const at = (minutes: number): string =>
    new Date(http.harness.now + minutes * 60_000).toISOString();
  const set = (body: object) => staff.post(MODE, body);
  const read = () => staff.read('/platform');
  const never = { mode: 'open', mode_since: null, mode_text: '', planned: [] };
  t.match(await read(), never);
  const evening = { mode: 'close_only', at: at(1), text: 'Close, please.' };
  t.match(await set(evening), { code: 'ok', data: { ...never, planned: [evening] } });
  const night = { mode: 'closed', at: at(2), until: at(3) };
  const opening = { mode: 'open', at: at(3), text: '' };
  const planned = [evening, { mode: 'closed', at: at(2), text: '' }, opening];
  t.match(await set(night), { code: 'ok', data: { mode: 'open', planned } });
  http.harness.now = Date.parse(at(2));
  const closed = { mode: 'closed', mode_since: planned[1]?.at, planned: [opening] };
  t.match(await read(), closed, 'each counts from its time on');
  t.match(await set({ mode: 'close_only', at: at(0.5) }), {
    data: { mode: 'closed', planned: [{ mode: 'close_only', at: at(0.5) }] },
  });
  t.match(await set({ mode: 'open' }), { data: { mode: 'open', planned: [] } });
  const opened = at(0);
  t.match(http.lines(), [{ kind: 'config', text: 'platform mode open now' }]);
  t.match(http.harness.log.at(-1)?.journal[0]?.changes, [
    { field: 'modes', from: /"closed".*"close_only"/, to: /^\[\{"mode":"open"[^{}]*\}\]$/ },
  ]);
  await set({ mode: 'open', text: 'Welcome.' });
  http.harness.now += 1000;
  t.match(
    await set({ mode: 'close_only', at: at(1) }),
    { data: { mode: 'open', mode_since: opened, mode_text: 'Welcome.' } },
    'a plan keeps since when the platform is open, and its text',
  );
  const { version } = await staff.read<{ version: number }>('/platform/settings');
  const patch = { version, modes: [] };
  t.match(await staff.patch('/platform/settings', patch), {
    code: 'invalid_input',
    message: /modes/,
  });
});

t.test('times of a mode are ahead, in their order, and not without end', async (t) => {
  const http = await httpFor(t);
  const staff = await http.staff({ rights: ['config.servers'] });
  const at = (minutes: number): string =>
    new Date(http.harness.now + minutes * 60_000).toISOString();
  const codes = async (body: object) => {
    const { code, message } = await staff.post(MODE, body);
    return `${code} ${message}`;
  };
  t.match(await codes({ mode: 'closed', at: at(0) }), /invalid_input at: must be after/);
  t.match(await codes({ mode: 'closed', until: at(0) }), /invalid_input until: must be after/);
  t.match(await codes({ mode: 'closed', at: at(2), until: at(1) }), /invalid_input until/);
  t.match(await codes({ mode: 'shut' }), /invalid_input mode/);
  t.match(await codes({ mode: 'open', text: 'x'.repeat(257) }), /invalid_input text/);
  for (let minute = 1; minute <= 16; minute += 1) {
    t.match(await codes({ mode: 'closed', at: at(minute) }), /^ok/);
  }
  t.match(await codes({ mode: 'closed', at: at(17) }), /conflict At most 16/);
});
