// Who gets a message, and with which values.

import { Box, hello, LOGIN, TEXT, mailTest as test } from './mailboxes.js';

test`recipients are named by logins or by a mask of groups, not by both
  [POST /admin/v1/mail #3, #4, #7]`(async (t, { support }) => {
  const code = (to: object) => support.code({ ...TEXT, ...to });
  t.equal(await code({}), 'invalid_input');
  t.equal(await code({ to_logins: [] }), 'invalid_input');
  t.equal(await code({ to_logins: [LOGIN], to_group: '*' }), 'invalid_input');
  t.equal(await code({ to_logins: Array(1001).fill(LOGIN) }), 'invalid_input');
  t.equal(await code({ to_logins: Array(1000).fill(LOGIN) }), 'ok', 'repeated logins get one');
  t.equal(await code({ to_group: 'x'.repeat(129) }), 'invalid_input');
  t.equal(await code({ to_group: 'demo\\stand*' }), 'ok');
});

test`logins must be known and in scope
  [POST /admin/v1/mail #5, #6]`(async (t, { http, support }) => {
  const hidden = await http.openAccount({ group: 'demo\\standard' });
  await http.harness.desk.writer.change([`login/${hidden}`], { by: 0, ip: '' }, (tx) =>
    tx.patch('account', String(hidden), { hidden: true }),
  );
  t.match(await support.post('', hello({ to_logins: [LOGIN, 1] })), {
    code: 'forbidden',
    message: /\b1 is out of your scope/,
  });
  for (const login of [999_999, hidden]) {
    t.match(await support.post('', hello({ to_logins: [LOGIN, login] })), {
      code: 'invalid_input',
      message: new RegExp(`no account ${login}`),
    });
  }
});

test`a mask reaches all accounts of its groups in scope, but for the sender and what is archived
  [POST /admin/v1/mail #8]`(async (t, { http, support, trader, another, admin }) => {
  const boxes: Box[] = [trader];
  for (const group of ['demo\\netting', 'real\\standard']) boxes.push(await another({ group }));
  const gone = await http.openAccount({ group: 'demo\\netting' });
  await admin.terminal.post(`/accounts/${gone}/archive`);
  const sent = await support.post('', { ...TEXT, to_group: '*' });
  t.match(sent.data, { delivered: 3, skipped: 0, mail: { recipients: '*' } });
  for (const box of boxes) t.match(await box.inbox(), [{ subject: 'News', read: false }]);
  t.same(await admin.inbox(), [], 'staff groups are out of scope');
  await support.post('', { ...TEXT, subject: 'Demo', to_group: 'demo\\*' });
  t.same(await Promise.all(boxes.map(async (box) => (await box.folder()).unread)), [2, 2, 1]);
  const everybody = await admin.post('', { ...TEXT, to_group: '*' });
  t.match(everybody.data, { delivered: 4 }, 'support gets it, the administrator does not');
});

test`disabled accounts get messages to groups, hidden ones if the sender sees
  them`(async (t, { http, support, admin }) => {
  const group = 'real\\standard';
  const disabled = await http.openAccount({ group });
  await http.harness.patch('account', String(disabled), { enabled: false });
  const hidden = await http.openAccount({ group });
  await http.harness.patch('account', String(hidden), { hidden: true });
  const send = (box: Box) => box.made('', { ...TEXT, to_group: group });
  t.match(await send(support), { delivered: 1, skipped: 0 });
  t.match(await send(admin), { delivered: 2, skipped: 0 });
  const readAs = async (login: number): Promise<number> => {
    await http.harness.patch('account', String(login), { enabled: true });
    const box = new Box(login, await http.signedIn('trader', { login }));
    return (await box.folder()).unread;
  };
  t.equal(await readAs(disabled), 2);
  t.equal(await readAs(hidden), 1, 'only that of the administrator');
});

test`a message to groups waits for the list of accounts`(async (t, { http, support, trader }) => {
  http.lists.isHeld = true;
  const send = () => support.post('', { ...TEXT, to_group: 'demo\\*' });
  t.match(await send(), { code: 'timeout', message: /nothing was done/ });
  http.lists.isHeld = false;
  t.same(await trader.inbox(), []);
  t.match((await send()).data, { delivered: 1 });
});
