// A server that is killed under an open terminal, with a trade whose answer is lost and one that
// waits for a dealer.

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import t from 'tap';
import { signInStaff } from '../../client/node.js';
import { openAccount } from '../support/client/staff.js';
import { until } from '../support/guard.js';
import { ADMIN_PASSWORD, ServerProcess } from '../support/server-process.js';
import { pageTests } from './browser.js';

/** A free port below those that the system gives to others: it is still free for the restart. */
const lowPort = async (): Promise<number> => {
  for (let port = 20_000 + (process.pid % 10_000); port < 32_000; port += 1) {
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
  throw new Error('there is no free port');
};

const data = mkdtempSync(join(tmpdir(), 'brokerd-killed-'));
t.teardown(() => rmSync(data, { recursive: true, force: true }));
const { test } = pageTests({ data, port: await lowPort() });

interface Frame {
  readonly id?: number | string;
  readonly op?: string;
  readonly data?: { readonly kind?: string };
}

/** Holds back the answer to the first close, and counts the closes that the page sends. */
const holdCloses = async (page: Page) => {
  const closes: unknown[] = [];
  let resolveClosed: () => void = () => undefined;
  const isAnswered = new Promise<void>((resolve) => {
    resolveClosed = resolve;
  });
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const { id, op, data } = JSON.parse(String(text)) as Frame;
      if (op === 'trade' && data?.kind === 'close') closes.push(id);
      server.send(text);
    });
    server.onMessage((text) => {
      const { id } = JSON.parse(String(text)) as Frame;
      if (id !== undefined && id === closes[0]) resolveClosed();
      else socket.send(text);
    });
  });
  return { closes, isAnswered };
};

const PRICED = ['EURUSD', 'GBPUSD'];

test('After kill -9 each trade under way gets its outcome and is sent once', async (t, opened) => {
  const { page, server } = opened;
  const staff = await server.staff();
  for (const symbol of PRICED) await server.quote(symbol, '1.15000', '1.15010');
  await staff.post('/routing', {
    ...{ name: 'Dealers', action: 'online_dealers', request_kinds: ['open'], position: 1 },
    conditions: [{ field: 'symbol', op: 'eq', value: 'GBPUSD' }],
    ...{ wait_sec: 600, otherwise: 'reject' },
  });
  const account = await openAccount(staff, 'demo\\standard', '10000');
  const held = await holdCloses(page);
  await opened.signIn('terminal', '/terminal/', account);
  const rowsOf = (table: string) =>
    page.getByRole('grid', { name: table }).locator('tbody tr[data-index]');
  const dialog = page.getByRole('dialog');
  const buy = async (symbol: string): Promise<void> => {
    await rowsOf('Watch').filter({ hasText: symbol }).first().click();
    await page.getByRole('heading', { name: new RegExp(symbol) }).waitFor();
    await page.getByRole('button', { name: /Buy 0\.01/ }).click();
    await dialog.getByRole('button', { name: /Buy/ }).click();
  };
  await buy('EURUSD');
  const row = rowsOf('Positions').first();
  await row.getByText('EURUSD').waitFor();
  await buy('GBPUSD');
  const underWay = page.getByRole('list', { name: 'Under way' });
  await underWay.getByText('waits for a dealer').waitFor();
  await row.focus();
  await page.keyboard.press('x');
  await dialog.locator('[type=submit]:enabled').click();
  // The answer has left the server, so the close is in its log; the page does not get it.
  await held.isAnswered;
  await server.kill();
  await dialog.getByText('The answer was lost.').waitFor();
  const again = await ServerProcess.start({ data, port: server.port });
  t.teardown(() => again.stop());
  await page.getByText('Closed 0.01 lots').waitFor();
  await underWay.getByText('waits for a dealer').waitFor();
  for (const symbol of PRICED) await again.quote(symbol, '1.15000', '1.15010');
  const url = again.url('');
  const dealer = await signInStaff({ url, login: 1, password: ADMIN_PASSWORD });
  t.teardown(() => dealer.close());
  const [waiting] = await (await dealer.connect()).dealing();
  const fresh = await again.staff();
  await fresh.request('POST', `/dealing/${waiting?.id}/take`, {});
  await fresh.request('POST', `/dealing/${waiting?.id}/confirm`, {});
  await page.getByText('Bought 0.01 GBPUSD').waitFor();
  await underWay.waitFor({ state: 'detached' });
  t.equal(held.closes.length, 1, 'the close was sent once');
  const deals = await until('the deals', async () => {
    const path = `/accounts/${account.login}/deals?limit=100`;
    const { items } = (await fresh.get<{ items: Record<string, string>[] }>(path)).data;
    const dealt = items.filter(({ symbol }) => symbol !== '');
    return dealt.length >= 3 && dealt;
  });
  const dealt = deals.map(({ symbol, entry }) => `${symbol} ${entry}`).sort();
  t.same(dealt, ['EURUSD in', 'EURUSD out', 'GBPUSD in']);
  const { faults } = opened;
  const isOfKill = (fault: string): boolean => /net::ERR_|WebSocket connection/.test(fault);
  t.same(
    faults.splice(0).filter((fault) => !isOfKill(fault)),
    [],
  );
});
