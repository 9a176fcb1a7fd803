// Report jobs over REST: requested, run in turns, read in pages, taken away as files, and kept.

import type { Static } from '@sinclair/typebox';
import { Decimal } from 'decimal.js';
import type { Test } from 'tap';
import type { ReportJobPage, WholeReportJob } from '../../../../wire/rest/trading/report-jobs.js';
import { JOB_LIMITS } from '../../../../wire/rest/trading/report-jobs.js';
import { deferred } from '../../../support/deferred.js';
import { staffCaller } from '../../../support/desk-harness.js';
import { until, within } from '../../../support/guard.js';
import { dataOf, each, type Terminal } from '../../../support/http-harness.js';
import { privateSize } from '../../../support/private-size.js';
import { turn } from '../../../support/socket-harness.js';
import { socketOf } from '../accounts/online-harness.js';
import { testsWith } from '../tags.js';
import { PositionsDesk } from './positions-desk.js';

type Job = Static<typeof WholeReportJob>;

const PERIOD = { from: '2025-03-01', to: '2025-04-30' };
const LINE = { path: '*', view: true, export: true, depth_days: 0, position: 1 };
const JOBS = '/reports/jobs';

/** A desk with deals, a report of each module, and who may run them. */
const open = async (t: Test) => {
  const desk = await PositionsDesk.open(t);
  await desk.acme();
  const { harness } = desk.http;
  await harness.desk.reportJobs.start();
  const admin = await desk.http.signedIn('staff');
  const configure = async (module: string, given: object = {}): Promise<number> => {
    const body = { name: `Folder\\${module}`, module, ...given };
    return (await admin.made<{ id: number }>('/reports/configs', body)).id;
  };
  const reader = (given: Parameters<typeof desk.http.staff>[0] = {}) =>
    desk.http.staff({ rights: ['reports', 'reports.export'], reports: [LINE], ...given } as never);
  const ask = async (config_id: number, given: object = {}, by: Terminal = admin) =>
    by.post(JOBS, { config_id, ...given });
  const read = (id: number, by: Terminal = admin, query = ''): Promise<Job> =>
    by.read<Job>(`${JOBS}/${id}${query}`);
  const ended = (id: number, by: Terminal = admin): Promise<Job> =>
    until(`job ${id} to end`, async () => {
      const job = await read(id, by);
      return ['queued', 'running'].includes(job.state) ? undefined : job;
    });
  /** Runs a report to its end. */
  const run = async (config_id: number, given: object = {}, by: Terminal = admin) =>
    ended(dataOf<Job>(await ask(config_id, given, by)).id, by);
  return { desk, harness, admin, configure, reader, ask, read, ended, run };
};
const test = testsWith('reports', open);

/** The values of a column. */
const column = ({ sections: [section] }: Job, name: string): readonly unknown[] => {
  const at = section?.columns.findIndex((one) => one.name === name) ?? -1;
  return section?.rows.map((row) => row[at]) ?? [];
};

test`own jobs are listed, the newest first, by pages from 1 on; those of everyone are for
  configurators [GET /jobs #1, #2, #3]`(async (t, { admin, configure, reader, run }) => {
  const config = await configure('exposure');
  const [one, two] = [await reader(), await reader()];
  const ids: number[] = [];
  for (let n = 0; n < 3; n += 1) ids.push((await run(config, {}, one)).id);
  const other = await run(config, {}, two);
  const page = (query: string, by: Terminal) => by.read<ReportJobPage>(`${JOBS}${query}`);
  const own = await page('', one);
  t.same(each(own.items, 'id'), ids.toReversed());
  t.match(own, { page: 1, total: 3 });
  t.match(await page('?page=2&limit=2', one), { items: [{ id: ids[0] }], page: 2, total: 3 });
  t.match(await page('?limit=200', one), { total: 3 });
  t.same((await page('', admin)).items, [], 'a configurator has none');
  const all = await page('?all=true', admin);
  t.same([all.total, all.items[0]?.id], [4, other.id]);
  t.match(await one.get(`${JOBS}?all=true`), { code: 'forbidden' });
  for (const query of ['?limit=201', '?limit=0', '?page=0']) {
    t.match(await one.get(JOBS + query), { code: 'invalid_input' });
  }
});

test`the owner reads a job, and a configurator any; for others there is none
  [GET /jobs/{id} #1, #2]`(async (t, { admin, configure, reader, run, read }) => {
  const config = await configure('exposure');
  const [owner, other] = [await reader(), await reader()];
  const { id } = await run(config, {}, owner);
  t.match(await read(id, owner), { id, state: 'done', requested_by: owner.login });
  t.match(await read(id, admin), { id });
  for (const path of [`/${id}`, `/${id}/download`, `/${id + 7}`]) {
    t.match(await other.get(JOBS + path), { code: 'not_found' }, path);
  }
  for (const act of ['cancel', 'retry']) {
    t.match(await other.post(`${JOBS}/${id}/${act}`), { status: 404 }, act);
  }
  t.match(await other.delete(`${JOBS}/${id}`), { status: 404 });
  t.match(await read(id, owner), { state: 'done' });
});

test`a job that is done has sections with columns, the number of rows, and totals
  [GET /jobs/{id} #3]`(async (t, { desk, configure, run, read }) => {
  const logins = [await desk.trader(), await desk.trader({ group: 'real\\acme' })];
  for (const login of logins) desk.close(login, desk.trade(login, { volume: '0.5' }));
  const job = await run(await configure('deals'), PERIOD);
  t.match(job, { state: 'done', rows: 6, attempts: 1, error: '', params: PERIOD });
  const [section] = job.sections;
  t.equal(section?.row_count, 6);
  const names = section?.columns.map(({ name }) => name);
  t.same(names?.slice(0, 3), ['created_at', 'id', 'order_id']);
  t.match(section?.columns[1], { type: 'integer', digits: 0 });
  const profit = column(job, 'profit').reduce<Decimal>(
    (sum, one) => sum.plus(one as string),
    new Decimal(0),
  );
  t.match(section?.totals, [{ currency: 'USD', profit: profit.toFixed(2) }]);
  const second = await read(job.id, undefined, '?section=1&page=2&limit=4');
  t.same(second.sections[0]?.rows, section?.rows.slice(4));
  const none = await desk.http.signedIn('staff');
  t.match(await none.get(`${JOBS}/${job.id}?section=2`), { status: 404 });
});

test`a job that waits is cancelled, one that runs too; one that has ended is not
  [POST /jobs/{id}/cancel #1]`(async (t, { desk, admin, configure, ask, ended, read }) => {
  const config = await configure('exposure');
  const hold = deferred();
  desk.reports.held = hold.promise;
  const running = dataOf<Job>(await ask(config)).id;
  const waiting = dataOf<Job>(await ask(config)).id;
  await until('a run', () => desk.reports.tasks.length === 1);
  const cancel = (id: number) => admin.post(`${JOBS}/${id}/cancel`);
  t.match((await cancel(waiting)).data, { id: waiting, state: 'cancelled', attempts: 0 });
  t.match(await admin.delete(`${JOBS}/${running}`), { code: 'conflict' });
  t.match((await cancel(running)).data, { id: running, state: 'cancelled' });
  t.match(await cancel(running), { status: 409, message: 'The job is cancelled.' });
  hold.resolve();
  desk.reports.held = Promise.resolve();
  const last = await ended(dataOf<Job>(await ask(config)).id);
  t.match(last, { state: 'done' });
  t.match(await read(running), { state: 'cancelled', rows: 0 }, 'its result came too late');
  t.match(await cancel(last.id), { status: 409, message: 'The job is done.' });
  t.match(await admin.made(`${JOBS}/${waiting}/retry`), { state: 'queued' });
  t.match(await ended(waiting), { state: 'done', attempts: 1 });
  t.match(await admin.post(`${JOBS}/${waiting}/retry`), { status: 409 });
  t.match(await admin.delete(`${JOBS}/${waiting}`), { status: 200 });
  t.match(await admin.get(`${JOBS}/${waiting}`), { status: 404 });
  t.notOk(desk.reports.hasResult(waiting), 'its files are gone');
});

test`progress comes to the owner’s sockets as frames with id, state, rows, attempts and error
  [GET /jobs #4] [GET /admin/v1/socket #2]`(async (t, { desk, configure, reader, run }) => {
  const config = await configure('exposure');
  const [owner, other] = [await reader(), await reader()];
  const trader = desk.http.terminal('trader');
  const peers = [await socketOf(desk.http, owner), await socketOf(desk.http, other)];
  for (const peer of peers) {
    t.teardown(() => peer.ws.terminate());
    await peer.request('resume', { after_seq: '0' });
  }
  const [mine, theirs] = peers as [(typeof peers)[0], (typeof peers)[0]];
  const { id } = await run(config, {}, owner);
  const seen: unknown[] = [];
  for (const state of ['queued', 'running', 'done']) {
    seen.push((await within(mine.event('report_job'), state)).data);
  }
  t.same(seen, [
    { id, state: 'queued', rows: 0, attempts: 0, error: '' },
    { id, state: 'running', rows: 0, attempts: 1, error: '' },
    { id, state: 'done', rows: 0, attempts: 1, error: '' },
  ]);
  await theirs.request('ping');
  t.notOk(theirs.frames.some(({ event }) => event === 'report_job'));
  t.ok(trader);
});

test`jobs that were made stay readable when their configuration is gone, with all that uses it
  [DELETE /configs/{id} #1, #2]`(async (t, { desk, admin, configure, run, read }) => {
  await desk.trader();
  const config = await configure('deals');
  const job = await run(config, PERIOD);
  const { version } = await admin.read<{ version: number }>(`/reports/configs/${config}`);
  const gone = await admin.delete(`/reports/configs/${config}?version=${version}`);
  t.equal(gone.code, 'ok', gone.message);
  t.match(await admin.get(`/reports/configs/${config}`), { status: 404 });
  const offered = await admin.read<{ id: number }[]>('/reports');
  t.notOk(
    offered.some(({ id }) => id === config),
    'nobody may request it',
  );
  t.same((await read(job.id)).sections, job.sections);
  t.match(await admin.post(JOBS, { config_id: config, ...PERIOD }), { code: 'not_found' });
});

/** A file as it came. */
const download = async (desk: PositionsDesk, by: Terminal, path: string) => {
  const headers = { authorization: `Bearer ${by.access}` };
  const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const signs = by.access === '' ? { cookie } : headers;
  const url = `http://127.0.0.1:${desk.http.front.port}/admin/v1${path}`;
  const answer = await fetch(url, { headers: signs });
  return { status: answer.status, headers: answer.headers, bytes: await answer.arrayBuffer() };
};

test`a file has the mark of UTF-8, lines with CRLF, and no cell that is a formula, at any size`(
  async (t, { desk, admin, configure, run }) => {
    const login = await desk.trader();
    desk.pay(login, 9_000);
    desk.trade(login, { comment: '=1+2' });
    const job = await run(await configure('deals'), PERIOD);
    t.equal(job.rows, 9_002);
    const { bytes, headers } = await download(desk, admin, `${JOBS}/${job.id}/download`);
    t.ok(bytes.byteLength > 600_000, 'more than is sent at once');
    t.equal(headers.get('content-length'), String(bytes.byteLength));
    t.match(headers.get('content-disposition'), /report-\d+-deals\.csv/);
    const text = Buffer.from(bytes).toString();
    t.ok(text.startsWith('\ufeffcreated_at,id,order_id,'));
    const lines = text.split('\r\n');
    t.same([lines.length, lines.at(-1)], [9_004, '']);
    t.ok(text.includes("'=1+2"));
    t.match(column(job, 'comment').length, 1_000, 'an answer has a thousand rows');
    const last = await admin.read<Job>(`${JOBS}/${job.id}?page=10`);
    t.equal(last.sections[0]?.rows.length, 2);
    t.equal(column(last, 'comment').at(-1), '=1+2', 'rows are as they were');
    const head = await fetch(
      `http://127.0.0.1:${desk.http.front.port}/admin/v1${JOBS}/${job.id}/download`,
      { method: 'HEAD', headers: { authorization: 'Bearer none' } },
    );
    t.equal(head.status, 401);
  },
);

test`taking a file away needs the right and a line, reading does not`(
  async (t, { desk, configure, reader, run, ask }) => {
    const config = await configure('exposure');
    for (const given of [
      { rights: ['reports'] },
      { reports: [{ ...LINE, export: false }] },
    ] as const) {
      const one = await reader(given as never);
      const { id } = await run(config, {}, one);
      t.match(await one.get(`${JOBS}/${id}/download`), { code: 'forbidden' });
      t.match(await ask(config, { format: 'csv' }, one), { status: 403 });
    }
    const configurator = await desk.http.staff({ rights: ['config.reports'] });
    const { id } = await run(config, { format: 'csv' }, configurator);
    const { status } = await download(desk, configurator, `${JOBS}/${id}/download`);
    t.equal(status, 200, 'who configures reports needs neither');
    const blind = await reader({ reports: [{ ...LINE, path: 'Other\\*' }] } as never);
    t.match(await ask(config, {}, blind), { status: 404 }, 'no line opens it');
    t.equal(desk.reports.tasks.length, 3);
  },
);

test`a job is about what its requester sees when it runs, and is read by who sees that now`(
  async (t, { desk, harness, configure, reader, run, ask, ended, admin }) => {
    const [demo, acme] = [await desk.trader(), await desk.trader({ group: 'real\\acme' })];
    const config = await configure('deals');
    const wide = await reader();
    const narrow = await reader({ group_scope: ['demo\\*'] });
    t.same(column(await run(config, PERIOD, wide), 'login'), [demo, acme]);
    const own = await run(config, PERIOD, narrow);
    t.same(column(own, 'login'), [demo]);
    t.match(own.params, { in_reach: true });
    const path = `${JOBS}/${own.id}`;
    await harness.patch('staff', String(narrow.login), { group_scope: ['real\\*'] });
    for (const one of [path, `${path}/download`]) {
      t.match(await narrow.get(one), { status: 404 }, one);
    }
    await harness.patch('staff', String(narrow.login), { group_scope: ['demo\\*'] });
    t.match(await narrow.get(path), { status: 200 });
    const configurator = await desk.http.staff({
      rights: ['config.reports'],
      group_scope: ['real\\*'],
    });
    t.match(await configurator.get(path), { status: 404 }, 'a narrower scope sees nothing');
    t.match(await admin.get(path), { status: 200 });
    const named = await run(config, { ...PERIOD, login: demo, logins: [acme, demo] });
    const hold = deferred();
    desk.reports.held = hold.promise;
    const { id: waiting } = dataOf<Job>(await ask(config, { ...PERIOD, login: demo }));
    for (const id of [own.id, named.id, waiting]) {
      const job = `${JOBS}/${id}`;
      t.match(await configurator.get(job), { status: 404 });
      for (const act of ['cancel', 'retry']) {
        t.match(await configurator.post(`${job}/${act}`), { status: 404 }, act);
      }
      t.match(await configurator.delete(job), { code: 'not_found' });
    }
    hold.resolve();
    t.match(await ended(waiting), { state: 'done' });
    const { items } = await configurator.read<ReportJobPage>(`${JOBS}?all=true`);
    t.match(items, [
      { id: waiting, params: { login: null, logins: [] } },
      { id: named.id, params: { login: null, logins: [acme] } },
      {},
      {},
    ]);
    t.notOk(JSON.stringify(items).includes(String(demo)), 'a login out of scope is not named');
    const gone = await run(config, { ...PERIOD, login: demo }, narrow);
    await harness.patch('account', String(demo), { group: 'real\\acme' });
    t.match(await narrow.get(`${JOBS}/${gone.id}`), { status: 404 }, 'it was moved away');
  },
);

test`a list of jobs that name many accounts lets other requests pass`(
  async (t, { desk, harness, configure, reader, run }) => {
    const config = await configure('accounts');
    const by = await reader();
    const login = await desk.trader();
    for (let n = 0; n < 3; n += 1) await run(config, { logins: [login] }, by);
    const { records } = harness.desk;
    const found = records.groupedAccounts.bind(records);
    // A search for as many accounts as a job may name takes longer than a slice.
    records.groupedAccounts = (logins) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      return found(logins);
    };
    const answered: string[] = [];
    const caller = staffCaller();
    // A request that comes with the next turn of the event loop.
    const next = turn().then(async () => {
      const { ok } = await harness.desk.handle('accounts.read', { caller, login });
      answered.push(`account: ${ok}`);
    });
    const list = { caller, all: true, page: 1, limit: 200 };
    answered.push(`list: ${(await harness.desk.handle('reports.jobs.list', list)).ok}`);
    await next;
    t.same(answered, ['account: true', 'list: true']);
  },
);

test`a request is refused with what is wrong, and its figures`(
  async (t, { desk, configure, reader, ask }) => {
    const login = await desk.trader({ group: 'real\\acme' });
    const deals = await configure('deals', { params: { company: 'Acme', x: 'y'.repeat(1024) } });
    const exposure = await configure('exposure', { params: { groups: '*'.repeat(9) } });
    const narrow = await reader({ group_scope: ['demo\\*'] });
    const bad = async (config: number, given: object, message: RegExp, by?: Terminal) => {
      const answer = await ask(config, given, by);
      t.match(answer, { code: /invalid_input|not_found/, message });
      t.ok([400, 404].includes(answer.status));
    };
    await bad(deals, {}, /^from: required/);
    await bad(deals, { from: '2025-03-01' }, /^to: required/);
    await bad(deals, { from: '2025-02-30', to: '2025-03-01' }, /^from: no date/);
    await bad(deals, { from: '2025-03-02', to: '2025-03-01' }, /^to: must not be before from/);
    await bad(deals, { from: '0001-01-01', to: '9999-12-31' }, /3652059 days, of at most 3660/);
    await bad(deals, { ...PERIOD, company: 'Other' }, /^company: .*Acme alone/);
    await bad(deals, { ...PERIOD, groups: [`${'*a'.repeat(9)}`] }, /^groups: at most 8 stars/);
    await bad(deals, { ...PERIOD, groups: Array(65).fill('*') }, /^groups: .*64/);
    await bad(deals, { ...PERIOD, groups: ['x'.repeat(129)] }, /^groups/);
    await bad(deals, { ...PERIOD, logins: Array(1001).fill(1) }, /^logins: .*1000/);
    await bad(deals, { ...PERIOD, login: 4_000_000_000 }, /no account 4000000000/);
    await bad(deals, { ...PERIOD, logins: [login] }, /no account/, narrow);
    await bad(exposure, { from: '2025-03-01' }, /^from: .*no such input/);
    await bad(exposure, {}, /^groups: at most 8 stars .*configuration/);
    await bad(999, {}, /no report 999/);
    await bad(deals, { ...PERIOD, more: 1 }, /^more: unknown/);
    const shallow = await reader({ reports: [{ ...LINE, depth_days: 30 }] } as never);
    await bad(deals, { from: '2025-03-01', to: '2025-03-02' }, /^from: .*goes back to/, shallow);
    t.equal(desk.reports.tasks.length, 0);
  },
);

test`nobody fills the queue for the others, and all take turns`(
  async (t, { desk, admin, configure, reader, ask, ended }) => {
    const config = await configure('exposure');
    const [greedy, modest] = [await reader(), await reader()];
    const hold = deferred();
    desk.reports.held = hold.promise;
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask(config, {}, greedy)));
    const taken = answers.filter(({ status }) => status === 200);
    t.equal(taken.length, JOB_LIMITS.queuedOfLogin);
    const others = answers.filter(({ status }) => status !== 200);
    t.ok(others.every(({ status }) => status === 429));
    t.match(others.at(-1)?.message, /10 jobs, of at most 10|too many|Too many/i);
    const late = dataOf<Job>(await ask(config, {}, modest)).id;
    const last = dataOf<Job>(await ask(config, {}, admin)).id;
    hold.resolve();
    await ended(late, modest);
    await ended(last);
    const order = desk.reports.tasks.map(({ id }) => id);
    t.ok(order.indexOf(late) <= 2 && order.indexOf(last) <= 2, `${order}`);
    for (const { data } of taken) await ended((data as Job).id, greedy);
    const turns = () => privateSize(desk.http.harness.desk.reportJobs, '#served') === 0;
    await until('the end of turns', turns);
  },
);

test`a run whose thread ends is tried three times; a fault of the report is told at once`(
  async (t, { desk, configure, run }) => {
    const config = await configure('exposure');
    desk.reports.lost = 2;
    t.match(await run(config), { state: 'done', attempts: 3 });
    desk.reports.lost = 3;
    const lost = await run(config);
    t.match(lost, { state: 'failed', attempts: 3, error: 'it was interrupted 3 times' });
    t.equal(desk.reports.tasks.length, 6);
  },
);

test`a result that is gone has expired, and is made again with the same rows`(
  async (t, { desk, harness, admin, configure, run, read, ended }) => {
    const login = await desk.trader();
    desk.close(login, desk.trade(login, { volume: '0.5' }));
    const job = await run(await configure('closed_positions'), PERIOD);
    t.equal(job.rows, 1);
    const again = async () => {
      t.match(await read(job.id), { state: 'expired', sections: [] });
      t.match(await admin.get(`${JOBS}/${job.id}/download`), { status: 409 });
      await admin.made(`${JOBS}/${job.id}/retry`);
      t.equal((await ended(job.id)).sha256, job.sha256);
    };
    desk.reports.drop(job.id);
    await again();
    desk.close(login, desk.trade(login, { volume: '0.1' }));
    harness.now += (JOB_LIMITS.keptDays + 1) * 86_400_000;
    harness.desk.reportJobs.look();
    const stateOf = () => harness.desk.records.get('report_job', String(job.id))?.record.state;
    await until('expiry', () => stateOf() === 'expired');
    t.notOk(desk.reports.hasResult(job.id));
  },
);

test`downloads are shared out by login, and one that is cut leaves nothing open`(
  async (t, { desk, configure, reader, run }) => {
    const login = await desk.trader();
    desk.pay(login, 9_000);
    const { id } = await run(await configure('deals'), PERIOD);
    const one = (by = 7) => desk.files.open(by, id, 1);
    const files = await Promise.all([one(), one(), one(), one()]);
    t.match(await one(), { ok: false, code: 'auth.too_many_attempts' });
    const other = await one(8);
    t.ok(other.ok);
    for (const file of [...files, other]) if (file.ok) file.data.close();
    t.match(await desk.files.open(7, id, 2), { ok: false, code: 'not_found' });
    const staff = await reader();
    const config = await desk.http.signedIn('staff');
    const path = `${JOBS}/${id}/download`;
    const url = `http://127.0.0.1:${desk.http.front.port}/admin/v1${path}`;
    const cookie = [...config.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const signs: Record<string, string> =
      config.access === '' ? { cookie } : { authorization: `Bearer ${config.access}` };
    const cut = new AbortController();
    const answer = await fetch(url, { headers: signs, signal: cut.signal });
    const body = answer.body?.getReader();
    t.ok(((await body?.read())?.value?.length ?? 0) > 0);
    cut.abort();
    await until('the file to close', () => privateSize(desk.files, '#open') === 0);
    t.match(await staff.get(path), { status: 404 });
  },
);
