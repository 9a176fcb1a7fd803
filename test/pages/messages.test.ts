// Messages, reports and the monitor on the pages: what staff send is read and answered by a trader.

import { ADMIN_PASSWORD } from '../support/server-process.js';
import { pageTests } from './browser.js';
import type { OpenedPage } from './chromium.js';

const { test } = pageTests();

const staffOf = async ({ server }: OpenedPage) => {
  const staff = server.client('staff');
  await staff.signIn(1, ADMIN_PASSWORD);
  return staff;
};

test('A message of staff is counted, read, answered with a file, deleted', async (t, opened) => {
  const { page } = opened;
  const staff = await staffOf(opened);
  await opened.signIn('terminal', '/terminal/mail');
  await page.getByText('There is no message here.').waitFor();
  await staff.post('/mail', { to_logins: [1001], subject: 'Your margin', body: 'Dear {{login}}' });
  await page.getByRole('link', { name: /^Mail\s*1$/ }).waitFor();
  await page.getByRole('button', { name: 'Your margin' }).click();
  await page.getByText('Dear 1001').waitFor();
  await page.getByRole('link', { name: /^Mail$/ }).waitFor();
  await page.getByRole('button', { name: 'Answer' }).click();
  await page.getByLabel('Text').fill('I call at noon.');
  const file = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('dialog').getByText('note.txt').waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('link', { name: 'note.txt' }).waitFor();
  const { data } = await staff.get<{ readonly items: readonly { readonly body: string }[] }>(
    '/mail?folder=inbox',
  );
  t.equal(data.items[0]?.body, 'I call at noon.');
  await page.getByRole('button', { name: 'Delete' }).click();
  const asked = page.getByRole('dialog', { name: 'Delete this conversation?' });
  await asked.getByText('2 messages').waitFor();
  await asked.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('There is no message here.').waitFor();
});

test('What is not sent is a draft, and what is refused says why', async (t, opened) => {
  const { page } = opened;
  await opened.signIn('desk', '/desk/mail');
  await page.getByRole('button', { name: 'Write' }).click();
  await page.getByLabel('Subject').fill('To all');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('alert').first().waitFor();
  await page.getByLabel('Or to groups').fill('demo\\*');
  await page.keyboard.press('Escape');
  await page.getByText('Kept as a draft.').waitFor();
  await page.getByRole('tab', { name: 'Drafts' }).click();
  await page.getByRole('button', { name: 'To all' }).click();
  t.equal(await page.getByLabel('Or to groups').inputValue(), 'demo\\*');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('dialog', { name: 'Send to groups?' }).getByText('1 account').waitFor();
});

test('A report is made, and its rows are those of REST', async (t, opened) => {
  const { page } = opened;
  const staff = await staffOf(opened);
  await opened.signIn('desk', '/desk/reports');
  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  await page.getByRole('button', { name: 'Make' }).click();
  await page.getByRole('button', { name: 'Next page' }).waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1);
  interface Made {
    readonly sections: readonly { readonly rows: readonly unknown[][] }[];
  }
  const { data } = await staff.get<Made>(`/reports/jobs/${id}`);
  const rows = page.locator('.report-section tbody tr');
  t.equal(await rows.count(), data.sections[0]?.rows.length);
  const text = (await rows.first().textContent()) ?? '';
  t.ok(text.includes('1001'), text);
  const saved = page.waitForEvent('download');
  await page.getByText('Save as CSV').click();
  t.match((await saved).suggestedFilename(), /^report-\d+-accounts\.csv$/);
});
