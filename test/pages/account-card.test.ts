// The card of an account at the desk: trades for the client, acts with their confirmations, the
// past; codes of confirmations, and the import.

import { randomUUID } from 'node:crypto';
import { pageTests } from './browser.js';
import { type OpenedPage, THEMES, WIDTHS } from './chromium.js';

const { test } = pageTests();

const PASSWORDS = { master_password: 'Secret-pass1', investor_password: 'Reader-pass1' };

/** Opens an account by REST, with a deposit in USD. */
const openAccount = async ({ server }: OpenedPage, fields: object, deposit?: string) => {
  const staff = await server.staff();
  const body = { group: 'demo\\standard', ...PASSWORDS, ...fields };
  const { login } = (await staff.request<{ login: number }>('POST', '/accounts', body)).data;
  if (deposit !== undefined) {
    const payment = { request_id: randomUUID(), action: 'balance', amount: deposit };
    await staff.request('POST', `/accounts/${login}/balance`, payment);
  }
  return { staff, login };
};

/** Chooses an act of the card's menu. */
const chooseAct = async ({ page }: OpenedPage, text: string): Promise<void> => {
  await page.locator('.card-head').getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: text, exact: true }).click();
};

/** Presses a button of the open dialog with this title. */
const press = ({ page }: OpenedPage, title: string, button: string): Promise<void> =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name: button }).click();

test('Staff trade for a client: open, move stops, close; the past is saved', async (t, opened) => {
  const { page, server } = opened;
  await server.quote('EURUSD', '1.20000', '1.20010');
  const { staff, login } = await openAccount(opened, { name: 'Tess' }, '5000');
  await opened.signIn('desk', `/desk/accounts/${login}/positions`);
  await page.getByText('No open positions.').waitFor();
  await page.keyboard.press('t');
  const panel = page.getByRole('complementary', { name: `Trade for ${login}` });
  const symbol = panel.getByRole('combobox', { name: 'Symbol' });
  await symbol.fill('EURUSD');
  await page.getByRole('option', { name: /^EURUSD/ }).waitFor();
  await symbol.press('Enter');
  await panel.getByLabel('Size', { exact: true }).fill('0.2');
  await panel.getByRole('button', { name: /^Buy 0\.2/ }).click();
  await press(opened, `Buy 0.2 EURUSD, for account ${login}`, 'Buy 0.2 EURUSD');
  const row = page.getByRole('row', { name: /EURUSD/ });
  await row.getByText('1.20010').waitFor();
  await row.getByText('-2.00').waitFor();
  type Positions = { items: { id: number; price_open: string; profit: string }[] };
  const { data } = await staff.request<Positions>('GET', `/accounts/${login}/positions`);
  t.match(data.items, [{ price_open: /^1\.20010/, profit: /^-2/ }], 'REST has the same figures');
  const id = data.items[0]?.id;
  await row.press('r');
  await press(opened, `Reverse position ${id}, for account ${login}`, 'Cancel');
  await row.press('m');
  const stops = page.getByRole('dialog', { name: `Stops of position ${id}, for account ${login}` });
  await stops.getByLabel('Stop loss', { exact: true }).fill('1.19');
  await stops.getByRole('button', { name: 'Save' }).click();
  await row.getByText('1.19000').waitFor();
  await row.press('x');
  await press(opened, `Close position ${id}, for account ${login}`, 'Close 0.2');
  await page.getByText('No open positions.').waitFor();
  await page.getByRole('tab', { name: 'Closed positions' }).click();
  await page.getByRole('row', { name: /EURUSD.*1\.20010.*-2\.00/ }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  t.equal((await download).suggestedFilename(), `${login}-closed.csv`);
  await page.getByLabel('Period', { exact: true }).selectOption('From, to');
  await page.getByLabel('To, inclusive').fill('2020-01-31');
  await page.getByText('Nothing was closed in this period.').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('row', { name: /EURUSD/ }).waitFor();
});

test('Staff decide on a fill of an order, change and cancel the order', async (t, opened) => {
  const { page, server } = opened;
  await server.quote('EURUSD', '1.20000', '1.20010');
  const { staff, login } = await openAccount(opened, { name: 'Otto' }, '5000');
  const request_id = randomUUID();
  const body = { kind: 'pending', order_kind: 'limit', symbol: 'EURUSD', side: 'buy' };
  const order = { ...body, volume: '0.1', price: '1.10000', request_id };
  await staff.request('POST', `/accounts/${login}/trade`, order);
  await page.route('**/admin/v1/accounts/*/orders?*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll(/"volume_held":"[^"]*"/g, '"volume_held":"0.05"');
    await route.fulfill({ response: answer, body });
  });
  await opened.signIn('desk', `/desk/accounts/${login}/orders`);
  const row = page.getByRole('row', { name: /EURUSD/ });
  await row.waitFor();
  await row.getByText('0.05 held').waitFor();
  await row.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Decide on the held fill' }).click();
  const held = page.getByRole('dialog', { name: /^Held fill of order/ });
  await held.getByLabel('Execution').fill('E-1');
  await held.getByRole('radio', { name: 'Leave out' }).check();
  await held.getByRole('button', { name: 'Leave out' }).click();
  await held
    .getByText('The execution id "E-1" is unknown: the order holds no such fill.')
    .waitFor();
  await held.getByRole('button', { name: 'Cancel' }).click();
  await row.press('m');
  const change = page.getByRole('dialog', { name: new RegExp(`for account ${login}$`) });
  await change.getByLabel('Price', { exact: true }).fill('1.11');
  await change.getByRole('button', { name: 'Save' }).click();
  await row.getByText('1.11000').waitFor();
  await row.press('Delete');
  const cancel = change.getByRole('button', { name: 'Cancel the order' });
  // The button works once the server has checked the act.
  await cancel.click({ trial: true });
  t.equal(await change.getByText('Margin').count(), 0, 'no figures of a trade');
  await cancel.click();
  await page.getByText('No working orders.').waitFor();
});

test('Acts of the card ask, act, and tell what became of them', async (t, opened) => {
  const { page } = opened;
  const { staff, login } = await openAccount(opened, { name: 'Ada', last_name: 'Acts' }, '100');
  await opened.signIn('desk', `/desk/accounts/${login}`);
  await page.getByRole('heading', { name: `${login} Ada Acts` }).waitFor();
  await chooseAct(opened, 'Change leverage');
  await page.getByLabel('New leverage, 1 to').fill('50');
  await page.keyboard.press('Enter');
  await page.getByText('1:100, that of the group → 1:50').waitFor();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Change' }).click();
  await page.locator('.card-head').getByText('1:50').waitFor();
  await chooseAct(opened, 'Set or check a password');
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('Secret-pass2');
  await press(opened, `Password of ${login}`, 'Check');
  await page.getByText('The password is wrong.').waitFor();
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('Secret-pass1');
  await press(opened, `Password of ${login}`, 'Check');
  await page.getByText('The password is right.').waitFor();
  await press(opened, `Password of ${login}`, 'Cancel');
  await chooseAct(opened, 'Recalculate');
  await page.getByText('Balance and credit are the sums of 1 deals.').waitFor();
  await page.getByRole('button', { name: 'Balance operation' }).click();
  await page.getByRole('radio', { name: 'Take out' }).check();
  await page.getByLabel('Amount').fill('150');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Take out 150.00 USD' }).click();
  await page.getByRole('dialog').getByRole('alert').or(page.locator('dialog .note.warn')).waitFor();
  await page.getByLabel('Amount').fill('40');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Take out 40.00 USD' }).click();
  await page.locator('.money-line').getByText('60.00 USD').waitFor();
  t.match((await staff.request('GET', `/accounts/${login}`)).data, { balance: '60.00' });
  await chooseAct(opened, 'Send a notification');
  await page.getByLabel('Message').fill('Welcome');
  await press(opened, `Notify ${login}`, 'Send');
  await page.getByRole('dialog').last().getByRole('button', { name: 'Send' }).click();
  await page.getByText('1 done').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await chooseAct(opened, 'Write a mail');
  await page.getByLabel('Subject').fill('Your account');
  await page.getByRole('dialog').getByLabel('Text').fill('Dear client');
  await press(opened, `Mail to ${login}`, 'Send');
  await page.getByRole('dialog').last().getByRole('button', { name: 'Send' }).click();
  await page.getByText('1 done').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await chooseAct(opened, 'Reset one-time codes');
  await press(opened, `Reset one-time codes ${login}`, 'Reset one-time codes');
  await page.getByText('The login has set up no one-time codes.').waitFor();
  await chooseAct(opened, 'Change group');
  await page.getByRole('combobox', { name: 'New group' }).click();
  await page.getByRole('option', { name: 'demo\\netting' }).click();
  await press(opened, `Group of ${login}`, 'Change');
  await page.getByRole('dialog').last().getByRole('button', { name: 'Change' }).click();
  await page.locator('.card-head').getByText('demo\\netting').waitFor();
  await chooseAct(opened, 'Archive');
  await press(opened, `Archive ${login}`, 'Archive');
  await page.getByText(`Account ${login} is archived.`).waitFor();
  await chooseAct(opened, 'Restore');
  await press(opened, `Restore ${login}`, 'Restore');
  await page.getByText(`Account ${login} is restored.`).waitFor();
  await chooseAct(opened, 'Enable');
  await press(opened, `Enable ${login}`, 'Enable');
  await page.locator('.card-head').getByText('active').waitFor();
  await chooseAct(opened, 'Disable');
  await press(opened, `Disable ${login}`, 'Disable');
  await page.getByText(`Account ${login} is disabled.`).waitFor();
  await chooseAct(opened, 'Enable');
  await press(opened, `Enable ${login}`, 'Enable');
  await page.locator('.card-head').getByText('active').waitFor();
  await page.getByRole('tab', { name: 'Client' }).click();
  await page.getByLabel('May trade').click();
  await page.getByLabel('City').fill('Vienna');
  await page.keyboard.press('Control+s');
  await page.getByText('The account is saved.').waitFor();
  await page.locator('.card-head').getByText('no trading').waitFor();
});

test('An account is deleted after its number is typed', async (_t, opened) => {
  const { page } = opened;
  const { login } = await openAccount(opened, { name: 'Della' });
  await opened.signIn('desk', `/desk/accounts/${login}`);
  await page.getByRole('heading', { name: /Della/ }).waitFor();
  await chooseAct(opened, 'Delete');
  const sure = page.getByRole('dialog', { name: `Delete ${login}` });
  await sure.getByLabel(`Type ${login} to confirm`).fill(String(login));
  await sure.getByRole('button', { name: 'Delete' }).click();
  await page.getByText(`Account ${login} is deleted.`).waitFor();
});

test('A holder of confirm_actions types the code that is shown', async (t, opened) => {
  const { page } = opened;
  const { staff, login } = await openAccount(opened, { name: 'Cora' });
  const { login: dealer } = await openAccount(opened, { group: 'managers\\dealers' });
  const rights = ['accounts.view', 'accounts.balance', 'fields.name', 'confirm_actions'];
  await staff.request('POST', '/staff', { login: dealer, rights, group_scope: ['*'] });
  await opened.go(`/desk/accounts?q=${login}`);
  await page.getByLabel('Login').fill(String(dealer));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORDS.master_password);
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: /Cora/ });
  await row.press(' ');
  await page.locator('.marked-bar').getByRole('button', { name: 'Pay' }).click();
  await page.getByLabel('Amount for each').fill('25');
  await press(opened, 'Pay on 1 account', 'Pay on 1 account');
  await page.getByRole('dialog').last().getByRole('button', { name: 'Pay on 1 account' }).click();
  const codes = page.getByRole('dialog', { name: 'Confirm with a code' });
  const code = await codes.locator('output.code').textContent();
  t.equal(await codes.getByRole('button', { name: 'Confirm' }).isDisabled(), true, 'no code yet');
  await codes.getByLabel('Code', { exact: true }).fill(code ?? '');
  await codes.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('1 done').waitFor();
  t.match((await staff.request('GET', `/accounts/${login}`)).data, { balance: '25.00' });
});

test('Accounts are imported after a dry run that names the faults of rows', async (t, opened) => {
  const { page } = opened;
  await opened.signIn('desk', '/desk/accounts/import');
  const csv = [
    'group,name,master_password,investor_password',
    'demo\\standard,Ines,Secret-pass1,Reader-pass1',
    'demo\\nowhere,Nils,Secret-pass1,Reader-pass1',
  ];
  await page.getByLabel('Or its text').fill(csv.join('\n'));
  await page.getByRole('button', { name: 'Check rows' }).click();
  await page.getByRole('row', { name: /can be opened/ }).waitFor();
  await page.getByRole('row', { name: /refused.*no such group/ }).waitFor();
  await page.getByRole('button', { name: 'Open 1 account' }).click();
  await page.getByText('1 can be opened, 1 cannot and are left out.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Open 1 account' }).click();
  const login = page.getByRole('row', { name: /Row|open/ }).getByRole('link');
  await login.click();
  await page.getByRole('heading', { name: /Ines/ }).waitFor();
  t.match(new URL(page.url()).pathname, /^\/desk\/accounts\/\d+$/);
});

test('axe finds nothing serious in the card with its ticket', async (t, opened) => {
  const { page, server } = opened;
  await server.quote('EURUSD', '1.20000', '1.20010');
  await opened.signIn('desk', '/desk/accounts/1001/deals');
  await page.getByRole('row', { name: /Balance/ }).waitFor();
  await page.keyboard.press('t');
  for (const width of Object.values(WIDTHS)) {
    await page.setViewportSize({ width, height: 860 });
    await page.getByRole('combobox', { name: 'Symbol' }).waitFor();
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      t.same(await opened.seriousFaults(), [], `${colorScheme} ${width}`);
    }
  }
});
