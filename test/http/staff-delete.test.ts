// Staff users: deleted for good, unless there is something to their name.

import t from 'tap';
import { codeOf, staffCaller } from '../support/desk-harness.js';
import { STAFF_PASSWORD } from '../support/http-harness.js';
import { MANAGERS, of, openDesk, refused } from './staff-desk.js';

t.test(
  'a deleted staff user is gone and signed out; its account stays ' +
    '[DELETE /admin/v1/staff/{login} #1, #6]',
  async (t) => {
    const { http, admin, manager, lines } = await openDesk(t);
    const own = await manager();
    await own.ask('PUT', '/me/preferences', { body: { content: { theme: 'dark' } } });
    const login = { login: own.login, password: STAFF_PASSWORD };
    const trading = await http.signedIn('trader', { ...login, terminal: 'web' });
    t.equal((await trading.ask('GET', '/auth/me')).code, 'ok');
    t.match(await admin.ask('DELETE', of(own.login)), { status: 200, code: 'ok', data: null });
    t.same(lines(), [
      { kind: 'account', login: own.login, text: `staff user ${own.login} deleted` },
    ]);
    for (const session of [own, trading]) {
      t.equal((await session.ask('GET', '/auth/me')).code, 'auth.session_expired');
    }
    refused(t, await admin.ask('GET', of(own.login)), 'not_found');
    refused(t, await admin.ask('DELETE', of(own.login)), 'not_found');
    t.equal((await http.terminal('staff').signIn(login)).code, 'auth.not_staff');
    t.equal((await admin.ask('GET', `/accounts/${own.login}`)).code, 'ok');
    await admin.ask('POST', '/staff', { body: { login: own.login } });
    const back = await http.signedIn('staff', login);
    t.match((await back.ask('GET', '/me/preferences')).data, { version: 0 }, 'nothing is left');
  },
);

t.test(
  'nobody deletes himself, whom he does not see, or who holds more ' +
    '[DELETE /admin/v1/staff/{login} #2, #3, #4]',
  async (t) => {
    const { admin, manager, attach } = await openDesk(t);
    const own = await manager({ group_scope: [MANAGERS] });
    refused(t, await own.ask('DELETE', of(own.login)), 'forbidden', 'himself');
    refused(t, await own.ask('DELETE', of(1)), 'not_found');
    const stronger = await attach({ rights: ['mailbox'] });
    refused(t, await own.ask('DELETE', of(stronger)), 'forbidden', 'rights');
    for (const login of [own.login, stronger]) {
      t.equal((await admin.ask('GET', of(login))).code, 'ok');
    }
    t.equal((await own.ask('GET', '/auth/me')).code, 'ok');
  },
);

t.test(
  'who dealt, changed something or is to decide is not deleted ' +
    '[DELETE /admin/v1/staff/{login} #5]',
  async (t) => {
    const { http, admin, manager, attach } = await openDesk(t);
    const remove = (login: number) => admin.ask('DELETE', of(login));
    const author = await manager();
    await author.ask('PATCH', of(await attach()), { body: { version: 1, mailbox_name: 'x' } });
    refused(t, await remove(author.login), 'conflict', 'disable');
    t.equal((await author.ask('GET', '/auth/me')).code, 'ok');
    const kicker = await manager({
      rights: ['accounts.online', 'accounts.edit'],
      group_scope: ['*'],
    });
    await http.signedIn('trader');
    t.equal((await kicker.ask('POST', '/online/kick', { body: { login: 1001 } })).code, 'ok');
    refused(t, await remove(kicker.login), 'conflict', 'disable');
    const dealer = await attach();
    http.harness.dealt.add(dealer);
    refused(t, await remove(dealer), 'conflict', 'disable');
    t.equal((await admin.ask('POST', of(dealer, '/disable'))).code, 'ok');
    const awaited = await attach();
    const rule = { name: 'Desk', action: 'dealer', dealers: [awaited] };
    t.equal((await admin.ask('POST', '/routing', { body: rule })).code, 'ok');
    refused(t, await remove(awaited), 'conflict', 'Desk');
    http.harness.isBehind = true;
    refused(t, await remove(await attach()), 'conflict', 'now');
  },
);

t.test(
  'what was done or dealt after the first look counts, too [DELETE /admin/v1/staff/{login} #5]',
  async (t) => {
    const { http, admin, manager, attach } = await openDesk(t);
    const { harness } = http;
    const meanwhile = (work: () => Promise<void>): void => {
      harness.onCaughtUp = async () => {
        harness.onCaughtUp = async () => {};
        await work();
      };
    };
    const author = await manager();
    const subject = await attach();
    meanwhile(async () => {
      await author.ask('PATCH', of(subject), { body: { version: 1, mailbox_name: 'x' } });
    });
    refused(t, await admin.ask('DELETE', of(author.login)), 'conflict', 'disable');
    const dealer = await attach();
    meanwhile(async () => {
      harness.dealt.add(dealer);
    });
    refused(t, await admin.ask('DELETE', of(dealer)), 'conflict', 'disable');
    t.equal((await admin.ask('DELETE', of(subject))).code, 'ok');
  },
);

t.test(
  'what is on its way to the disk counts, too [DELETE /admin/v1/staff/{login} #5]',
  async (t) => {
    const { http, manager } = await openDesk(t);
    const { harness } = http;
    const kicker = await manager({
      rights: ['accounts.online', 'accounts.edit'],
      group_scope: ['*'],
    });
    await http.signedIn('trader');
    const caller = staffCaller({ login: kicker.login });
    let commit = (): void => {};
    harness.hold = new Promise((resolve) => {
      commit = resolve;
    });
    // The kick waits for the disk, what is written after it does not.
    harness.onCaughtUp = async () => {
      if (harness.desk.writer.deeds.of(kicker.login)) harness.hold = undefined;
    };
    const kicked = harness.desk.handle('online.kick', { caller, login: 1001 });
    const removed = harness.desk.handle('staff.delete', {
      caller: staffCaller(),
      login: kicker.login,
    });
    t.match(await removed, { code: 'conflict', message: /journal lines/ });
    t.equal(harness.hold, undefined, 'it was on its way');
    commit();
    t.equal(codeOf(await kicked), 'ok');
  },
);

t.test(
  'what got to the disk since it was looked there counts, too [DELETE /admin/v1/staff/{login} #5]',
  async (t) => {
    const { http, manager } = await openDesk(t);
    const { harness } = http;
    const rights = ['accounts.online', 'accounts.edit'];
    const { login } = await manager({ rights, group_scope: ['*'] });
    await http.signedIn('trader');
    let looks = 0;
    let kicked: string | undefined;
    harness.onCaughtUp = async () => {
      looks += 1;
      // The second look is the last one; what it was shown is from before this.
      if (looks !== 2) return;
      const caller = staffCaller({ login });
      kicked = codeOf(await harness.desk.handle('online.kick', { caller, login: 1001 }));
    };
    const removed = await harness.desk.handle('staff.delete', { caller: staffCaller(), login });
    t.equal(kicked, 'ok');
    t.match(removed, { code: 'conflict', message: /journal lines/ });
  },
);

t.test('a save that waits while its profile goes brings no preferences back', async (t) => {
  const { http, manager } = await openDesk(t);
  const { harness } = http;
  const { login } = await manager();
  const save = (theme: string) => {
    const bytes = new TextEncoder().encode(JSON.stringify({ content: { theme } }));
    const caller = staffCaller({ login });
    return harness.desk.handle('preferences.write', { caller, bytes, merge: false });
  };
  t.equal(codeOf(await save('dark')), 'ok');
  let looks = 0;
  let saved: ReturnType<typeof save> | undefined;
  harness.onCaughtUp = async () => {
    looks += 1;
    // The second look is under the locks, so the save has to wait for the end of the delete.
    if (looks === 2) saved = save('light');
  };
  const removed = await harness.desk.handle('staff.delete', { caller: staffCaller(), login });
  t.equal(codeOf(removed), 'ok');
  t.match(await saved, { ok: false, code: 'auth.session_expired' });
  t.equal(harness.desk.records.get('preferences', String(login)), undefined);
});
