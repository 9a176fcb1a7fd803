// Acts of the back office that move money, on one server with the demo provider: payments with
// codes, a deal that is taken back, held fills, imports, applications.

import { randomUUID } from 'node:crypto';
import type { Test } from 'tap';
import { RIGHTS } from '../../../wire/accounts/rights.js';
import { until } from '../../support/guard.js';
import { pageTests } from '../browser.js';
import type { OpenedPage } from '../chromium.js';

const { test } = pageTests({ args: ['--demo-provider'] });

const PASSWORD = 'Secret-pass1';

/** Opens an account by REST, with a deposit in USD. */
const openAccount = async ({ server }: OpenedPage, group: string, deposit?: string) => {
  const staff = await server.staff();
  const body = { group, name: 'Ada', master_password: PASSWORD, investor_password: 'Reader-pass1' };
  const { login } = (await staff.post<{ login: number }>('/accounts', body)).data;
  if (deposit !== undefined) {
    const payment = { request_id: randomUUID(), action: 'balance', amount: deposit };
    await staff.post(`/accounts/${login}/balance`, payment);
  }
  return login;
};

/** A staff user with every right, who has to confirm by codes. */
const openConfirmer = async (opened: OpenedPage): Promise<number> => {
  const login = await openAccount(opened, 'managers\\dealers');
  const staff = await opened.server.staff();
  await staff.post('/staff', { login, rights: RIGHTS, group_scope: ['*'] });
  return login;
};

/** Balance and credit of an account, to the last digit. */
const moneyOf = async ({ server }: OpenedPage, login: number) => {
  const staff = await server.staff();
  type Money = { balance: string; credit: string };
  const { balance, credit } = (await staff.get<Money>(`/accounts/${login}`)).data;
  return [balance, credit];
};

/** Types the code that is shown; returns what it confirms. */
const typeCode = async ({ page }: OpenedPage): Promise<string | null> => {
  const dialog = page.getByRole('dialog', { name: 'Confirm with a code' });
  const code = (await dialog.locator('output.code').textContent()) ?? '';
  const what = await dialog.locator('dd').last().textContent();
  await dialog.getByLabel('Code', { exact: true }).fill(code);
  await page.keyboard.press('Enter');
  return what;
};

/** Types a balance operation, and presses the button of its question. */
const pay = async ({ page }: OpenedPage, kind: string, amount: string): Promise<void> => {
  const way = amount.startsWith('-') ? 'Take out' : 'Pay in';
  const dialog = page.getByRole('dialog', { name: /^Balance operation/ });
  if (!(await dialog.isVisible())) await page.keyboard.press('b');
  await dialog.getByLabel('Operation').selectOption(kind);
  await dialog.getByRole('radio', { name: way }).check();
  await dialog.getByLabel('Amount').fill(amount.replace('-', ''));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: new RegExp(`^${way} .*USD$`) }).click();
};

test('Payments are confirmed by codes; an unknown one is asked for again', async (t, opened) => {
  const { page } = opened;
  const login = await openAccount(opened, 'demo\\standard');
  const staff = await openConfirmer(opened);
  await opened.signIn('desk', `/desk/accounts/${login}`, { login: staff, password: PASSWORD });
  await page.getByRole('heading', { name: `${login} Ada` }).waitFor();
  let isFirst = true;
  await page.route('**/balance', async (route) => {
    const body = route.request().postDataJSON() as { confirm_token?: string };
    if (body.confirm_token === undefined || !isFirst) return route.continue();
    isFirst = false;
    return route.continue({ postData: { ...body, confirm_token: 'unknown-'.repeat(4) } });
  });
  await pay(opened, 'balance', '1000.57');
  const codes = page.getByRole('dialog', { name: 'Confirm with a code' });
  await codes.getByLabel('Code', { exact: true }).fill('no code');
  await codes.getByText('The code above is another.').waitFor();
  t.equal(await typeCode(opened), `Pay in 1,000.57 USD, ${login}`);
  await codes.getByText('The code was no longer valid, and nothing was done.').waitFor();
  t.same(await moneyOf(opened, login), ['0.00', '0.00'], 'a code that is over moves nothing');
  await typeCode(opened);
  await page.getByText(`1,000.57 USD paid in to ${login}.`).waitFor();
  t.same(await moneyOf(opened, login), ['1000.57', '0.00']);
  await page.unrouteAll();
  let isLost = false;
  await page.route('**/balance', async (route) => {
    const response = await route.fetch();
    if (isLost || response.status() !== 200) return route.fulfill({ response });
    isLost = true;
    const answer = (await response.json()) as { data: object };
    const data = { ...answer.data, status: 'unknown', code: 'trade.timeout' };
    return route.fulfill({ response, json: { ...answer, data } });
  });
  await pay(opened, 'correction', '-0.57');
  await typeCode(opened);
  await page.getByRole('button', { name: 'Ask again' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: `${login} Ada` }).waitFor();
  await page.keyboard.press('b');
  await page.getByText('Take out 0.57 USD').waitFor();
  await page.getByRole('button', { name: 'Ask again' }).click();
  await typeCode(opened);
  await page.getByText(`0.57 USD taken out of ${login}.`).waitFor();
  t.same(await moneyOf(opened, login), ['1000.00', '0.00'], 'the correction was made once');
  await pay(opened, 'credit', '50.25');
  await typeCode(opened);
  await page.getByText(`50.25 USD paid in to ${login}.`).waitFor();
  await pay(opened, 'credit', '-50.26');
  await typeCode(opened);
  await page.getByText('50.26 USD are required, 50.25 are there (credit).').waitFor();
  await pay(opened, 'credit', '-20.05');
  await typeCode(opened);
  await page.getByText(`20.05 USD taken out of ${login}.`).waitFor();
  t.same(await moneyOf(opened, login), ['1000.00', '30.20']);
  await page.keyboard.press('b');
  const dialog = page.getByRole('dialog', { name: /^Balance operation/ });
  await dialog.getByLabel('Amount').fill('0.005');
  await page.keyboard.press('Enter');
  await dialog.getByText('USD has 2 decimals.').waitFor();
});

/** The provider's prices stop, and its fills are held where they are far from the quote. */
const leaveProvider = async ({ server }: OpenedPage): Promise<void> => {
  const staff = await server.staff();
  const change = async (path: string, fields: object): Promise<void> => {
    const { version } = (await staff.get<{ version: number }>(path)).data;
    await staff.request('PATCH', path, { version, ...fields });
  };
  const loggedOn = async (): Promise<string | false> => {
    type Status = { state: string; last_logon: string };
    const [status] = (await staff.get<Status[]>('/gateways/statuses')).data;
    return status?.state === 'online' && status.last_logon;
  };
  await change('/datafeeds/1', { enabled: false });
  const before = await until('the gateway on line', loggedOn);
  await change('/gateways/1', { fill_deviation_max: 1 });
  // The gateway connects again after a change of its record.
  await until('the gateway on line again', async () => {
    const at = await loggedOn();
    return at !== false && at !== before;
  });
};

/** Trades by REST; the position that the answer names. */
const trade = async ({ server }: OpenedPage, login: number, body: object): Promise<number> => {
  const staff = await server.staff();
  const sent = { request_id: randomUUID(), ...body };
  type Traded = { position_id: number };
  return (await staff.post<Traded>(`/accounts/${login}/trade`, sent)).data?.position_id;
};

/** The opening prices of the open positions of an account. */
const openPrices = async ({ server }: OpenedPage, login: number): Promise<string[]> => {
  const staff = await server.staff();
  type Positions = { items: { price_open: string }[] };
  const { data } = await staff.get<Positions>(`/accounts/${login}/positions`);
  return data.items.map(({ price_open }) => price_open);
};

/** Opens the dialog of the held fill of so many lots; returns the line of the journal as well. */
const openHeld = async ({ page }: OpenedPage, lots: string) => {
  const row = page.getByRole('row', { name: new RegExp(`EURUSD.*${lots}0 held`) });
  await row.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Decide on the held fill' }).click();
  const dialog = page.getByRole('dialog', { name: /^Held fill of order/ });
  const line = dialog.getByText(`is held, far from the quote: buy ${lots} EURUSD at`);
  return { dialog, line: (await line.textContent()) ?? '' };
};

const decideHeldFills = async (t: Test, opened: OpenedPage): Promise<void> => {
  const { page, server } = opened;
  await leaveProvider(opened);
  await server.quote('EURUSD', '1.20000', '1.20010');
  const login = await openAccount(opened, 'real\\provider', '50000');
  const buy = { kind: 'open', symbol: 'EURUSD', side: 'buy' };
  await trade(opened, login, { ...buy, volume: '0.2' });
  await trade(opened, login, { ...buy, volume: '0.3' });
  await opened.signIn('desk', `/desk/accounts/${login}/orders`);
  const booked = await openHeld(opened, '0.2');
  await booked.dialog.getByRole('button', { name: 'Book at its price' }).click();
  await page.getByText('The fill is booked.').waitFor();
  const price = /at ([\d.]+), execution/.exec(booked.line)?.[1] ?? '';
  t.match(await openPrices(opened, login), [new RegExp(`^${price}0*$`)], 'booked at its price');
  const { dialog } = await openHeld(opened, '0.3');
  await dialog.getByRole('radio', { name: 'Leave out' }).check();
  await dialog.getByRole('button', { name: 'Leave out' }).click();
  await page.getByText('The fill is left out.').waitFor();
  await page.getByText('No working orders.').waitFor();
  t.equal((await openPrices(opened, login)).length, 1, 'the other fill is not booked');
};

test('A fill far from the quote is booked or left out by staff', decideHeldFills);

test('A deal is taken back from the card, once', async (t, opened) => {
  const { page, server } = opened;
  await server.quote('EURUSD', '1.20000', '1.20010');
  const login = await openAccount(opened, 'demo\\standard', '5000');
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.5' };
  const position_id = await trade(opened, login, open);
  await server.quote('EURUSD', '1.20123', '1.20133');
  await trade(opened, login, { kind: 'close', position_id, volume: '0.2' });
  t.same(await moneyOf(opened, login), ['5022.60', '0.00']);
  await opened.signIn('desk', `/desk/accounts/${login}/deals`);
  const row = page.getByRole('row', { name: /EURUSD.*\+22\.60/ });
  await row.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Explain' }).click();
  await page.getByRole('button', { name: 'Take back' }).click();
  const sure = page.getByRole('dialog', { name: /^Take deal \d+ back$/ });
  await sure.getByText('+22.60').waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await sure.getByLabel(`Type ${id} to confirm`).fill(id);
  await page.keyboard.press('Enter');
  await page.getByText(`Deal ${id} is taken back.`).waitFor();
  await page.getByText('taken back', { exact: true }).waitFor();
  t.equal(await page.getByRole('button', { name: 'Take back' }).count(), 0);
  t.same(await moneyOf(opened, login), ['5000.00', '0.00']);
});

test('A mended import opens what is missing, and nothing twice', async (t, opened) => {
  const { page } = opened;
  await opened.signIn('desk', '/desk/accounts/import');
  const csv = [
    'group,name,email,master_password,investor_password,deposit',
    `demo\\standard,Ines,ines@example.com,${PASSWORD},Reader-pass1,100.25`,
    `demo\\standard,Nils,nils@,${PASSWORD},Reader-pass1,200.50`,
  ].join('\n');
  const text = page.getByLabel('Or its text');
  const openOne = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Check rows' }).click();
    await page.getByRole('button', { name: 'Open 1 account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Open 1 account' }).click();
  };
  await text.fill(csv);
  await openOne();
  await page.getByRole('row', { name: /^1 open/ }).waitFor();
  const logins = page.getByRole('row').getByRole('link');
  const first = Number(await logins.textContent());
  await page.reload();
  await page.getByText('are not opened twice').waitFor();
  const kept = String(await page.evaluate('JSON.stringify(sessionStorage)'));
  t.notMatch(kept, PASSWORD, 'the tab keeps no password');
  await text.fill(csv.replace('nils@', 'nils@example.com'));
  await openOne();
  await page.getByRole('row', { name: /^2 open/ }).waitFor();
  const [same, second] = (await logins.allInnerTexts()).map(Number);
  t.equal(same, first, 'the row that was open is the same account');
  t.same(await moneyOf(opened, first), ['100.25', '0.00'], 'and was paid once');
  t.same(await moneyOf(opened, second ?? 0), ['200.50', '0.00']);
});

test('An application is rejected with a pasted reason, and keeps its note', async (t, opened) => {
  const { page, server } = opened;
  const form = { type: 'real', name: 'Ann Applicant', country: 'DE', password: PASSWORD };
  await server.client('trader').post('/register', { ...form, email: 'ann@example.com' });
  await opened.signIn('desk', '/desk/applications');
  await page.getByRole('row', { name: /Ann Applicant/ }).press('Enter');
  await page.getByLabel('Comment').fill('called back');
  await page.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject the application' });
  await dialog.getByLabel('Reason').fill('No proof of address.\nSend a bill.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await page.getByText('No proof of address. Send a bill.').waitFor();
  await page.getByText('called back').waitFor();
  const staff = await server.staff();
  const { data } = await staff.get('/applications/1');
  t.match(data, { status: 'rejected', comment: 'called back' });
});
