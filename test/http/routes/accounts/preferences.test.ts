// Preferences: documents of staff, traders and investors, replaced or merged.

import type { Test } from 'tap';
import { SAVE_RATES } from '../../../../actors/desk/identity/preferences.js';
import { codeOf, staffCaller } from '../../../support/desk-harness.js';
import { type Answer, httpFor, type Terminal } from '../../../support/http-harness.js';
import { testsWith } from '../tags.js';

const PATH = '/me/preferences';
const MAX = 256 * 1024;

const open = async (t: Test) => {
  const http = await httpFor(t);
  const staff = await http.signedIn('staff');
  const save = (method: string, content: unknown, expected_version?: number) =>
    staff.ask(method, PATH, {
      body: { content, ...(expected_version !== undefined && { expected_version }) },
    });
  return {
    http,
    staff,
    put: (content: unknown, version?: number) => save('PUT', content, version),
    patch: (content: unknown, version?: number) => save('PATCH', content, version),
    read: async (by: Terminal = staff) => await by.read(PATH),
  };
};

const test = testsWith('me/preferences', open);

/** A document of so many bytes. */
const ofBytes = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });

test`nothing is saved at first [GET #1]`(async (t, { read }) => {
  t.same(await read(), { content: {}, updated_at: null, version: 0 });
});

test`preferences are those of the login [GET #2]`(async (t, { http, put, read }) => {
  const other = await http.staff();
  await put({ theme: 'dark' });
  t.match(await read(other), { content: {}, version: 0 });
  await other.put(PATH, { content: { theme: 'light' } });
  t.match(await read(), { content: { theme: 'dark' }, version: 1 });
  const second = await http.signedIn('staff', { login: other.login });
  t.match(await read(second), { content: { theme: 'light' }, version: 1 }, 'in every session');
});

test`a save replaces the document [PUT #1, #6]`(async (t, { http, put, read }) => {
  t.match((await put({ a: 1, b: { c: [2, null] } })).data, { version: 1, updated_at: /Z$/ });
  t.match((await put({ b: { d: 3 }, e: null })).data, {
    content: { b: { d: 3 }, e: null },
    version: 2,
  });
  t.match(await read(), { content: { b: { d: 3 }, e: null }, version: 2 });
  t.same(http.harness.log.at(-1)?.journal, [], 'the journal says nothing of it');
  const restarted = http.harness.restarted().desk.records.get('preferences', '1')?.record;
  t.match(restarted, { version: 2, content: '{"b":{"d":3},"e":null}' });
});

test`a document has 256 KiB at most [PUT #2]`(async (t, { staff, put, read }) => {
  t.equal((await put(ofBytes(MAX))).code, 'ok');
  t.match(await put(ofBytes(MAX + 1)), { code: 'invalid_input', message: /content/ });
  t.match(await put({ a: 'é'.repeat(MAX / 2) }), { code: 'invalid_input' });
  t.match(await put(ofBytes(5 * MAX)), { code: 'invalid_input' });
  t.match(await read(), { content: ofBytes(MAX), version: 1 });
  t.equal((await staff.me()).code, 'ok', 'the session goes on');
});

test`what is merged in has 256 KiB at most [PATCH #9]`(async (t, { put, patch, read }) => {
  await put({ a: 1 });
  /** A document of so many bytes that removes what nobody has. */
  const nulls = (bytes: number) => {
    const length = Math.floor(bytes / '"n00000":null,'.length) - 1;
    const names = Array.from({ length }, (_, n) => `n${String(n).padStart(5, '0')}`);
    const content = Object.fromEntries(names.map((name) => [name, null]));
    const left = bytes - JSON.stringify(content).length - ',"":null'.length;
    return { ...content, ['x'.repeat(left)]: null };
  };
  for (const bytes of [MAX + 1, 500_000]) {
    const refused = await patch(nulls(bytes));
    t.match(refused, { code: 'invalid_input', message: /content/ }, `${bytes} bytes`);
  }
  t.match(await read(), { content: { a: 1 }, version: 1 });
  const most = await patch({ ...nulls(MAX - '"b":2,'.length), b: 2 });
  t.match(most, { code: 'ok', data: { version: 2 } });
  t.same(((await read()) as { content: unknown }).content, { a: 1, b: 2 });
});

test`content is an object [PUT #3] [PATCH #9]`(async (t, { staff, put, patch, read }) => {
  for (const save of [put, patch]) {
    for (const wrong of [[], 'dark', 1, true, null, undefined]) {
      t.match(await save(wrong), { code: 'invalid_input', message: /content/ });
    }
    t.match(await save(ofBytes(MAX + 1)), { status: 400, message: /content/ });
    t.match(await save({}, -1), { status: 400, message: /expected_version/ });
  }
  const body = { content: {}, surprise: 1 };
  t.match(await staff.put(PATH, body), { status: 400, message: /surprise/ });
  t.match(await read(), { version: 0 });
});

test`a stale version saves nothing, 0 is any [PUT #4, #5]
  [PATCH #6]`(async (t, { put, patch, read }) => {
  t.match(await put({ a: 1 }, 1), { code: 'conflict' });
  await put({ a: 1 });
  t.equal((await put({ a: 2 }, 1)).code, 'ok');
  for (const save of [put, patch]) {
    for (const stale of [1, 3]) {
      t.match(await save({ a: 9 }, stale), {
        code: 'conflict',
        message: /expected/,
      });
    }
  }
  t.match(await read(), { content: { a: 2 }, version: 2 });
  t.match((await put({ b: 3 }, 0)).data, { content: { b: 3 }, version: 3 });
});

test`a merge is of top-level keys [PATCH #1, #2, #4]`(async (t, { patch, read }) => {
  t.match((await patch({ a: 1, b: 2, c: 3 })).data, { version: 1 });
  const content = { a: 1, c: 4, d: 5 };
  t.same(
    ((await patch({ b: null, c: 4, d: 5, e: null })).data as { content: unknown }).content,
    content,
  );
  t.match(await read(), { content, version: 2 });
});

test`a merge is not deep, and makes a version [PATCH #3, #7, #8]`(async (t, { put, patch }) => {
  await put({ grid: { columns: ['a'], sort: 'a' }, theme: 'dark' });
  const content = { grid: { columns: ['b'], note: null }, theme: 'dark' };
  t.match(await patch({ grid: { columns: ['b'], note: null } }, 1), {
    data: { content, version: 2 },
  });
  t.same(((await patch({ more: 1 }, 0)).data as { content: unknown }).content, {
    ...content,
    more: 1,
  });
  t.match((await patch({ more: null })).data, { content, version: 4 });
});

test`what is merged stays within 256 KiB [PATCH #5]`(async (t, { put, patch, read }) => {
  await put({ a: 'x'.repeat(MAX / 2) });
  const half = { b: 'x'.repeat(MAX / 2) };
  t.match(await patch(half), { code: 'invalid_input', message: /content/ });
  t.match(await read(), { version: 1 });
  t.equal((await patch({ ...half, a: null })).code, 'ok');
  t.same(((await read()) as { content: unknown }).content, half);
});

test`any name may be a key, and no more than that`(async (t, { http, staff, put }) => {
  const text = '{"__proto__":{"polluted":1},"constructor":{"prototype":2},"a":{"__proto__":[3]}}';
  await put({ toString: 1 });
  const body = JSON.parse(`{"content":${text}}`);
  t.match(await staff.patch(PATH, body), { status: 200 });
  const content = JSON.stringify(await staff.read(PATH));
  t.match(content, `{"content":{"toString":1,${text.slice(1)},`);
  t.equal(({} as { polluted?: number }).polluted, undefined);
  const held = http.harness.restarted().desk.records.get('preferences', '1')?.record;
  t.equal(held?.content, `{"toString":1,${text.slice(1)}`);
});

test`a document that is too deep is refused`(async (t, { put }) => {
  const nested = (depth: number) =>
    JSON.parse('[1]'.padStart(depth + 2, '[').padEnd(2 * depth + 1, ']'));
  t.equal((await put({ a: nested(14) })).code, 'ok');
  t.match(await put({ a: nested(15) }), { code: 'invalid_input' });
});

test`a number that would not be kept as it is, is refused`(async (t, { http, put, read }) => {
  await put({ a: 1 });
  const save = (number: string) => {
    const bytes = new TextEncoder().encode(`{"content":{"a":[{"b":${number}}]}}`);
    const caller = staffCaller();
    return http.harness.desk.handle('preferences.write', { caller, bytes, merge: false });
  };
  for (const number of ['1e999', '-1e400']) {
    t.match(await save(number), { code: 'invalid_input', message: /content: / });
  }
  t.match(await read(), { content: { a: 1 }, version: 1 });
  t.equal(codeOf(await save('1e308')), 'ok');
});

test`What is as it was is not written`(async (t, { http, put, patch, read }) => {
  await put({ a: 1, b: [2] });
  const before = await read();
  const written = http.harness.log.length;
  http.harness.now += 1000;
  for (const same of [
    await put({ a: 1, b: [2] }),
    await put({ a: 1, b: [2] }, 1),
    await patch({ b: [2] }),
    await patch({ c: null }),
    await patch({}, 1),
  ]) {
    t.match(same, { code: 'ok', data: before });
  }
  t.equal(http.harness.log.length, written, 'no event');
  t.same(await read(), before);
  t.equal(
    (await put({ a: 1, b: [2] }, 2)).code,
    'conflict',
    'a stale version is told all the same',
  );
});

/** Saves until that is refused; answers how often it went, and the refusal. */
const saveOn = async (save: (n: number) => Promise<Answer>) => {
  for (let n = 0; n < 1000; n += 1) {
    const refused = await save(n);
    if (refused.code !== 'ok') return { times: n, refused };
  }
  throw new Error('nothing is refused');
};

test`Who saves too often waits, and others do not`(async (t, { http, patch, read }) => {
  const { times, refused } = await saveOn((n) => patch({ n }));
  t.equal(times, SAVE_RATES.staff.saves.most);
  t.match(refused, { code: 'auth.too_many_attempts' });
  t.match(await read(), { content: { n: times - 1 } }, 'it is read, and nothing was saved');
  const other = await http.staff();
  t.equal((await other.patch(PATH, { content: { a: 1 } })).code, 'ok');
  const wait = Number(refused.headers.get('retry-after')) * 1000;
  http.harness.now += wait - 1000;
  t.equal((await patch({ late: 0 })).code, 'auth.too_many_attempts');
  http.harness.now += 1000;
  t.equal((await patch({ late: 1 })).code, 'ok', 'when it was told to');
});

test`Who saves too much waits: sent and written count`(async (t, { http, put, patch, read }) => {
  const large = await saveOn((n) => put({ ...ofBytes(MAX - 20), n }));
  t.match(large.refused, { code: 'auth.too_many_attempts' });
  t.equal(large.times, Math.floor(SAVE_RATES.staff.bytes.most / (2 * MAX)), 'sent and written');
  http.harness.now += Number(large.refused.headers.get('retry-after')) * 1000;
  t.equal((await put({ ...ofBytes(MAX - 20), n: -1 })).code, 'ok');
  http.harness.now += 2 * 60_000;
  const small = await saveOn((n) => patch({ n }));
  t.equal(
    small.times,
    Math.floor(SAVE_RATES.staff.bytes.most / MAX),
    'a small part of a large document',
  );
  t.match(await read(), { content: { n: small.times - 1 } });
});

test`A trader and the holder of the investor password have documents of their
  own`(async (t, { http, staff, put, read }) => {
  const login = await http.openAccount({ investor_password: 'Watcher-1x' });
  const trader = await http.signedIn('trader', { login, terminal: 'desktop' });
  const investor = await http.signedIn('trader', { login, password: 'Watcher-1x' });
  const save = (by: Terminal, content: unknown, expected_version = 0) =>
    by.patch(PATH, { content, expected_version });
  t.same(await read(trader), { content: {}, updated_at: null, version: 0 });
  t.match((await save(trader, { theme: 'dark', watch: 1 })).data, { version: 1 });
  t.match((await save(investor, { theme: 'light' })).data, { version: 1 });
  t.match((await save(trader, { watch: null, layout: 4 }, 1)).data, { version: 2 });
  t.match(await save(trader, { layout: 2 }, 1), { code: 'conflict' });
  await put({ theme: 'of the desk' });
  t.match(await save(trader, ofBytes(MAX + 1)), { code: 'invalid_input' });

  t.strictSame((await read(trader)).content, { theme: 'dark', layout: 4 });
  t.strictSame((await read(investor)).content, { theme: 'light' });
  const other = await http.signedIn('trader', { login: await http.openAccount() });
  t.match(await read(other), { content: {}, version: 0 }, 'another account has none of it');
  const { records } = http.harness.restarted().desk;
  const stored = () => [...records.everything()].filter(({ kind }) => kind === 'preferences');
  t.equal(stored().length, 3, 'after a restart, too');

  t.equal((await staff.delete(`/accounts/${login}`)).code, 'ok');
  const left = [...http.harness.restarted().desk.records.everything()];
  const keys = left.filter(({ kind }) => kind === 'preferences').map(({ key }) => key);
  t.same(keys, ['1'], 'they are deleted with the account');
});

test`The saves of a trader are limited, and the investor uses up none of
  them`(async (t, { http }) => {
  const login = await http.openAccount({ investor_password: 'Watcher-1x' });
  const trader = await http.signedIn('trader', { login, terminal: 'desktop' });
  const investor = await http.signedIn('trader', { login, password: 'Watcher-1x' });
  const save = (by: Terminal) => (n: number) => by.patch(PATH, { content: { n } });
  const { times, refused } = await saveOn(save(investor));
  t.equal(times, SAVE_RATES.trader.saves.most);
  t.match(refused, { code: 'auth.too_many_attempts' });
  const large = await saveOn((n) => trader.patch(PATH, { content: { ...ofBytes(MAX - 20), n } }));
  t.equal(large.times, Math.floor(SAVE_RATES.trader.bytes.most / (2 * MAX)));
});
