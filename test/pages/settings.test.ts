// The settings of the desk: a change with its difference, what two people change at once, records
// that are made and deleted, the mode of the platform, files, staff, German words.

import { readFileSync } from 'node:fs';
import { now } from '../support/clock.js';
import { claimsFor, signed, VENDOR } from '../support/licence-vendor.js';
import { pageTests } from './browser.js';

const { pages, test } = pageTests({ env: { BROKERD_VENDOR_KEY: VENDOR.publicKey } });
/** A picture of 3 x 2 points. */
const PICTURE = {
  name: 'logo.gif',
  mimeType: 'image/gif',
  buffer: Buffer.from('R0lGODdhAwACAIAAAAAAAP///ywAAAAAAwACAAACBgRBEATBAgA7', 'base64'),
};

test('A change is shown before it is saved, and is what REST answers', async (t, opened) => {
  const { page, server } = opened;
  const staff = await server.staff();
  await opened.signIn('desk', '/desk/settings/groups/5');
  await page.getByRole('tab', { name: 'Margin' }).click();
  const stopOut = page.getByLabel('Stop-out', { exact: true });
  await stopOut.fill('45');
  await page.keyboard.press('Control+s');
  await page.getByRole('listitem').filter({ hasText: 'Stop-out 50 → 45' }).waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('version 2').waitFor();
  t.match(JSON.stringify(await staff.request('GET', '/groups/5')), '"stop_out":"45"');
  // Somebody else changes the same field: both values are offered.
  await stopOut.fill('44');
  await staff.request('PATCH', '/groups/5', { version: 2, stop_out: '43' });
  await page.keyboard.press('Control+s');
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: '43' }).waitFor();
  await page.getByRole('button', { name: '44' }).click();
  await page.keyboard.press('Control+s');
  await page.getByText('version 4').waitFor();
  t.equal(await stopOut.inputValue(), '44');
});

test('Unsaved entries are kept until the user agrees to leave them', async (t, opened) => {
  const { page } = opened;
  await opened.signIn('desk', '/desk/settings/groups');
  await page.getByRole('row', { name: /demo.standard/ }).press('Enter');
  await page.getByRole('tab', { name: 'Margin' }).click();
  const stopOut = page.getByLabel('Stop-out', { exact: true });
  await stopOut.fill('41');
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' });
  const leaving = {
    link: () => page.getByRole('link', { name: 'Journal' }).first().click(),
    Back: () => page.goBack(),
    key: async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('Journal');
      await page.getByRole('option', { name: 'Journal' }).first().click();
    },
  };
  for (const [way, leave] of Object.entries(leaving)) {
    await leave();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    t.match(page.url(), /groups\/\d/, `${way}: the user stays`);
    t.equal(await stopOut.inputValue(), '41', `${way}: the entry stays`);
  }
  await leaving.Back();
  await asked.getByRole('button', { name: 'Leave' }).click();
  await stopOut.waitFor({ state: 'detached' });
  await page.goForward();
  await page.getByRole('tab', { name: 'Margin' }).click();
  await stopOut.fill('42');
  await leaving.link();
  await asked.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/desk/journal');
});

test('A record is made, checked, and deleted once its name is typed', async (t, opened) => {
  const { page, server } = opened;
  const staff = await server.staff();
  await opened.signIn('desk', '/desk/settings/holidays');
  await page.getByRole('button', { name: 'New' }).click();
  await page.getByLabel('Month').fill('12');
  await page.getByRole('textbox', { name: 'Day', exact: true }).fill('40');
  await page.getByRole('tab', { name: 'Identity' }).click();
  await page.getByLabel('Description').fill('Founding day');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('At most 31.').waitFor();
  await page.getByRole('textbox', { name: 'Day', exact: true }).fill('24');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('version 1').waitFor();
  interface Holiday {
    readonly id: number;
    readonly description: string;
    readonly day: number;
  }
  const [made] = (await staff.get<readonly Holiday[]>('/holidays')).data;
  t.match(made, { description: 'Founding day', day: 24 });
  await page.getByRole('link', { name: 'Holidays' }).click();
  await page.getByRole('button', { name: 'Check a day' }).click();
  const check = page.getByRole('dialog');
  await check.getByLabel('Symbol').fill('EURUSD');
  await check.getByLabel(/^Day on the server clock/).fill('2027-12-24');
  await check.getByRole('button', { name: 'Check' }).click();
  await check.getByText('EURUSD is closed on 2027-12-24').waitFor();
  await check.getByRole('link', { name: 'Founding day' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  const asked = page.getByRole('dialog', { name: 'Delete: Founding day' });
  await asked.getByLabel('Type Founding day to confirm').fill('Founding');
  t.ok(await asked.getByRole('button', { name: 'Delete' }).isDisabled());
  await asked.getByLabel('Type Founding day to confirm').fill('Founding day');
  await asked.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('There are no records yet.').waitFor();
  t.same((await staff.get('/holidays')).data, []);
});

test('A request is tested against the routing rules', async (t, opened) => {
  const { page, server } = opened;
  const staff = await server.staff();
  await staff.post('/routing', {
    ...{ name: 'Large trades', position: 1, action: 'reject' },
    conditions: [{ field: 'volume', op: 'ge', value: '10' }],
  });
  await opened.signIn('desk', '/desk/settings/routing');
  await page.getByRole('button', { name: 'Test a request' }).click();
  const dialog = page.getByRole('dialog', { name: 'Test a request' });
  await dialog.getByLabel('Group').fill('demo\\standard');
  await dialog.getByLabel('Symbol').fill('EURUSD');
  await dialog.getByLabel('Volume').fill('3');
  await dialog.getByRole('button', { name: 'Test', exact: true }).click();
  await dialog.getByText('Rule Confirm at market decides: Confirm market price').waitFor();
  const first = dialog.getByRole('row', { name: /Large trades/ });
  t.match(await first.textContent(), 'Volume must be at least 10, and is 3');
  await dialog.getByLabel('Volume').fill('10');
  await dialog.getByRole('button', { name: 'Test', exact: true }).click();
  await dialog.getByText('Rule Large trades decides: Reject').waitFor();
});

test('Staff see the offers of sign-up for a country', async (_t, opened) => {
  const { page, server } = opened;
  const staff = await server.staff();
  const offer = { group_path: 'demo\\standard', countries: ['DE'], default_leverage: 100 };
  await staff.post('/account-allocations', { ...offer, description: 'For Germany' });
  await opened.signIn('desk', '/desk/settings/account-allocations');
  await page.getByRole('button', { name: 'Offers of a country' }).click();
  const dialog = page.getByRole('dialog', { name: 'Offers of a country' });
  await dialog.getByLabel(/^Country/).fill('DE');
  await dialog.getByRole('button', { name: 'Show' }).click();
  await dialog.getByRole('row', { name: /For Germany/ }).waitFor();
});

test('The monitor shows the firewall, or why its rules are not known', async (_t, opened) => {
  const { page } = opened;
  await opened.signIn('desk', '/desk/monitor');
  await page.getByText('no collector is set up').waitFor();
  const rule = { family: 'inet', table: 'filter', chain: 'input', hook: 'input', name: '1' };
  const about = { action: 'drop', protocol: 'tcp', address: '10.0.0.0/8', port: '22' };
  await page.route('**/firewall', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    const rows = [{ ...rule, ...about, interface: '', expression: 'ip saddr 10.0.0.0/8 drop' }];
    const known = { available: true, backend: 'nft', stale: true, truncated: true, rows };
    return route.fulfill({ response, json: { ...answer, data: { ...answer.data, ...known } } });
  });
  await page.reload();
  await page.getByRole('row', { name: /inet filter input \(input\) drop tcp/ }).waitFor();
  await page.getByText('The collector has not run for more than 90 seconds.').waitFor();
});

test('A gateway shows its state, and its parameters with their names', async (t, opened) => {
  const { page, server } = opened;
  const staff = await server.staff();
  const { data } = await staff.post<{ readonly id: number }>('/gateways', {
    ...{ name: 'Bank', enabled: false, server: '127.0.0.1:9', login: 'broker' },
    params: [
      { key: 'SenderCompID', value: 'BROKER' },
      { key: 'TargetCompID', value: 'PROVIDER' },
    ],
  });
  await opened.signIn('desk', '/desk/settings/gateways');
  const row = page.getByRole('row', { name: /Bank/ });
  await row.getByText('switched off').waitFor();
  await row.dblclick();
  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByText('Last sign-in').waitFor();
  await page.getByRole('button', { name: "Provider's symbols" }).click();
  await page.getByRole('alert').getByText('The gateway is not connected.').waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Parameters' }).click();
  await page.getByLabel('Sender company').fill('BROKER2');
  await page.keyboard.press('Control+s');
  await page.getByRole('listitem').filter({ hasText: 'BROKER → BROKER2' }).waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('version 2').waitFor();
  const read = await staff.get(`/gateways/${data.id}`);
  t.match(JSON.stringify(read.data), '"value":"BROKER2"');
});

test('The platform closes once a code confirms it, and opens again', async (t, opened) => {
  const { page, server } = opened;
  const staff = await server.staff();
  interface Profile {
    readonly rights: readonly string[];
    readonly version: number;
  }
  const { rights, version } = (await staff.get<Profile>('/staff/1')).data;
  const coded = { version, rights: [...rights, 'confirm_actions'] };
  const { data } = await staff.request<Profile>('PATCH', '/staff/1', coded);
  const mode = async () => (await staff.get<{ readonly mode: string }>('/platform')).data.mode;
  await opened.signIn('desk', '/desk/settings/platform.settings?part=mode');
  for (const [choice, text] of [
    ['close_only', 'Traders can only close positions'],
    ['open', 'Traders trade as usual.'],
  ] as const) {
    await page.getByLabel('Mode').selectOption(choice);
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    const asked = page.getByRole('dialog', { name: 'Change the mode' });
    await asked.getByText(text).waitFor();
    await asked.getByRole('button', { name: 'Set' }).click();
    const coding = page.getByRole('dialog', { name: 'Confirm with a code' });
    await coding.getByText(text).waitFor();
    t.ok(await coding.getByRole('button', { name: 'Confirm' }).isDisabled());
    await coding
      .getByLabel('Code', { exact: true })
      .fill((await coding.locator('output').textContent()) ?? '');
    await coding.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText(choice === 'open' ? /^open since/ : /^close only since/).waitFor();
    t.equal(await mode(), choice);
  }
  await staff.request('PATCH', '/staff/1', { version: data.version, rights });
});

test('A licence is applied, and a brand of its companies has an image', async (t, opened) => {
  const { page, server } = opened;
  const staff = await server.staff();
  interface Status {
    readonly server_id: string;
  }
  const { server_id } = (await staff.get<Status>('/licence')).data;
  const companies = [{ name: 'Demo Brokerage', main: true }];
  await opened.signIn('desk', '/desk/settings/licence');
  const apply = async (key: string): Promise<void> => {
    await page.getByLabel('Key', { exact: true }).fill(key);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  };
  await apply('no key');
  await page.getByText('must be three parts in base64url').waitFor();
  await apply(signed(claimsFor(server_id, now(), { companies })));
  await page.getByText('L-1 valid').waitFor();
  const brand = { company: 'Demo Brokerage' };
  const { id } = (await staff.post<{ readonly id: number }>('/licence/brands', brand)).data;
  await opened.go(`/desk/settings/licence.brands/${id}?part=images`);
  const logo = page.getByRole('region', { name: 'Logo' });
  await logo.locator('input').setInputFiles(PICTURE);
  interface Picture {
    readonly naturalWidth: number;
    decode(): Promise<void>;
  }
  const widthOf = async (image: unknown): Promise<number> => {
    await (image as Picture).decode();
    return (image as Picture).naturalWidth;
  };
  t.equal(await logo.getByRole('img').evaluate(widthOf), 3, 'the image is shown');
  await logo.getByRole('button', { name: 'Delete: Logo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await logo.getByText('none').waitFor();
});

test('A file of settings is exported, looked at and imported', async (t, opened) => {
  const { page, server } = opened;
  const staff = await server.staff();
  await opened.signIn('desk', '/desk/transfer');
  await page.getByRole('button', { name: 'Groups' }).click();
  await page.getByLabel('real\\standard', { exact: true }).check();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export 1 record' }).click();
  const path = await (await saved).path();
  const file = JSON.parse(readFileSync(path, 'utf8'));
  file.kinds.groups[0].limit_orders = 77;
  await page.getByRole('tab', { name: 'Import' }).click();
  await page.getByLabel('File of an export').setInputFiles({
    name: 'settings.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  });
  await page.getByText('1 × is changed').waitFor();
  await page.getByText('limit_orders').waitFor();
  await page.getByRole('button', { name: 'Import' }).click();
  const asked = page.getByRole('dialog', { name: 'Import' });
  await asked.getByText('1 record is created or changed as shown; 0 fail.').waitFor();
  await asked.getByRole('button', { name: 'Import' }).click();
  await page.getByText('1 × changed').waitFor();
  const groups = await staff.get<{ readonly limit_orders: number }>('/groups/5');
  t.equal(groups.data.limit_orders, 77);
});

test('Rights of a role and lines of reports reach the profile of a dealer', async (t, opened) => {
  const { page, server } = opened;
  const staff = await server.staff();
  const passwords = { master_password: 'Dealer-pass2', investor_password: 'Dealer-pass3' };
  const account = { group: 'managers\\dealers', name: 'Dora', ...passwords };
  const { login } = (await staff.post<{ readonly login: number }>('/accounts', account)).data;
  await opened.signIn('desk', '/desk/staff/new');
  await page.getByLabel('Login').fill(String(login));
  await page.getByRole('tab', { name: 'Access' }).click();
  await page.getByRole('button', { name: 'Dealer', exact: true }).click();
  t.ok(await page.getByLabel(/^Trades for clients in scope/).isChecked());
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('version 1').waitFor();
  await page.getByRole('button', { name: 'Reports', exact: true }).click();
  await page.getByRole('button', { name: 'Add a row' }).click();
  await page.getByLabel('Path').fill('Daily*');
  await page.keyboard.press('Control+s');
  await page.getByRole('listitem').filter({ hasText: 'Lines › 1' }).getByText('Daily*').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('version 2').waitFor();
  const lines = await staff.get<readonly object[]>(`/staff/${login}/reports`);
  t.match(lines.data, [{ path: 'Daily*', view: true, export: false }]);
  const { rights } = (await staff.get<{ readonly rights: readonly string[] }>(`/staff/${login}`))
    .data;
  t.ok(rights.includes('trades.edit') && !rights.includes('config.staff'), rights.join());
  // What the dealer may not do is not drawn, and a link says which right is missing.
  const dealer = await (await pages()).page();
  await dealer.signIn('desk', '/desk/settings/routing/new', { login, password: 'Dealer-pass2' });
  await dealer.page.getByText('Missing one of: config.routing, config.view.').waitFor();
  t.equal(await dealer.page.getByRole('link', { name: 'Transfer' }).count(), 0);
  t.same(dealer.faults, []);
  await dealer.context.close();
  await page.getByRole('button', { name: 'Delete' }).click();
  const asked = page.getByRole('dialog', { name: 'Delete: Dora' });
  await asked.getByLabel('Type Dora to confirm').fill('Dora');
  await asked.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Deleted.').waitFor();
  t.equal((await staff.get(`/staff/${login}`)).status, 404);
});

test(
  'German forms have German words',
  async (_, opened) => {
    const { page } = opened;
    await opened.signIn('desk', '/desk/settings/groups/5');
    await page.getByRole('tab', { name: 'Grenzen' }).waitFor();
    await page.getByRole('tab', { name: 'Margin' }).click();
    await page.getByLabel('Marginart').selectOption({ label: 'Netting' });
    await page.getByRole('link', { name: 'Anmeldung neuer Kunden' }).click();
    await page.getByRole('button', { name: 'Verlassen' }).click();
    await page.getByText('Können Demokonten eröffnet werden?').waitFor();
  },
  { locale: 'de-DE' },
);
