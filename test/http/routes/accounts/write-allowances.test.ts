// What sessions and logins may write: every route of traders that writes ends in a refusal, with
// the figures, and goes on when time has passed.

import t, { type Test } from 'tap';
import { SAVE_RATES } from '../../../../actors/desk/identity/preferences.js';
import { WRITTEN_IN_ROW } from '../../../../actors/desk/state/attempts.js';
import { spenderOf, WRITE_RATES } from '../../../../actors/desk/state/write-allowances.js';
import { whoOf } from '../../../../actors/desk/state/writer.js';
import { codePlace } from '../../../../actors/desk/types/otp.js';
import { recordCipher } from '../../../../actors/secrets/record-cipher.js';
import { Allowances } from '../../../../actors/shared/allowance.js';
import { routes } from '../../../../http/routes/table.js';
import { ok } from '../../../../wire/base/codes.js';
import {
  codeOf,
  OTHER_HASHES,
  openDesk,
  PROGRAM,
  staffCaller,
} from '../../../support/desk-harness.js';
import {
  type Answer,
  type HttpHarness,
  httpFor,
  STAFF_PASSWORD,
  type Terminal,
} from '../../../support/http-harness.js';
import { privateSize } from '../../../support/private-size.js';
import { RUN } from '../../../support/run.js';
import { test } from '../tags.js';
import { enrolled } from './authenticated.js';

const http = await httpFor(t);
const { harness } = http;
const NEW = 'N3w-passw';
const TOO_MANY = { code: 'auth.too_many_attempts' };

/** An account of its own, and a terminal of its owner. */
const owner = async (one: HttpHarness = http) => {
  const login = await one.openAccount();
  return { login, terminal: await one.signedIn('trader', { login, terminal: 'desktop' }) };
};
type Owner = Awaited<ReturnType<typeof owner>>;

const refresh = async ({ terminal }: Pick<Owner, 'terminal'>): Promise<Answer> => {
  const body = { refresh_token: terminal.refresh };
  const answer = await terminal.post('/auth/refresh', body);
  terminal.take(answer);
  return answer;
};
const enrol = ({ terminal }: Owner) => terminal.post('/auth/otp/enrol');
const signIn = ({ login, terminal }: Owner, password = STAFF_PASSWORD) =>
  terminal.signIn({ login, password, terminal: 'desktop' });

/** How often a route writes for a login at most, on a clock that stands, and how it is asked. */
interface Writing {
  readonly most: number;
  /** Asks once; the first answer that is no `ok` ends it. */
  readonly ask: (one: Owner, n: number) => Promise<Answer>;
  /** What the refusal says; by default the figures of `WRITE_RATES`. */
  readonly says?: RegExp;
}

const { own, sign_in, watchlists } = WRITE_RATES;
/** Whoever asks was signed in before. */
const SIGN_INS = sign_in.login.most - 1;

/** Saves a list if there is none; else changes it, or removes it. */
const watch =
  (method: 'PATCH' | 'DELETE') =>
  async ({ terminal }: Owner, n: number): Promise<Answer> => {
    const body = { name: `list ${n}` };
    const { id } = (await terminal.read<{ id: number }[]>('/watchlists'))[0] ?? { id: 0 };
    if (id === 0) return terminal.post('/watchlists', body);
    return terminal.ask(method, `/watchlists/${id}`, method === 'PATCH' ? { body } : {});
  };

const UPLOAD = {
  body: Buffer.from(
    '--limit\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n' +
      'x\r\n--limit--\r\n',
  ),
  headers: { 'content-type': 'multipart/form-data; boundary=limit' },
};

interface Draft {
  readonly id: number;
  readonly attachments: readonly { readonly id: number }[];
}

/** Saves a draft if there is none; else does something with the draft. */
const ofDraft =
  (ask: (terminal: Terminal, path: string, draft: Draft) => Promise<Answer>) =>
  async ({ terminal }: Owner): Promise<Answer> => {
    const [draft] = (await terminal.read<{ items: Draft[] }>('/mail?folder=draft')).items;
    if (draft === undefined) return terminal.post('/mail/drafts', {});
    return ask(terminal, `/mail/drafts/${draft.id}`, draft);
  };

/** Adds a file to a draft that has none, else removes it. */
const file = ofDraft((terminal, path, { attachments: [held] }) =>
  held === undefined
    ? terminal.ask('POST', `${path}/attachments`, UPLOAD)
    : terminal.delete(`${path}/attachments/${held.id}`),
);

/** `MailAllowances`: what is in a mailbox is the login's, whichever session of the owner asks. */
const MAIL_WRITES = 240;
const MAIL_SENDS = 20;
const ofMail = (most: number, ask: Writing['ask']): Writing => ({
  most,
  ask,
  says: /120 changes a minute/,
});

const WRITING: Readonly<Record<string, Writing>> = {
  'auth.trader.login': { most: SIGN_INS, ask: (one) => signIn(one) },
  'auth.trader.refresh': { most: own.session.most, ask: refresh },
  // Both end sessions, so that each takes a sign-in.
  'auth.trader.logout': {
    most: SIGN_INS,
    ask: async (one) => {
      await one.terminal.post('/auth/logout');
      return signIn(one);
    },
  },
  'auth.trader.password': {
    most: SIGN_INS,
    ask: async (one, n) => {
      const passwords = n % 2 === 0 ? [STAFF_PASSWORD, NEW] : [NEW, STAFF_PASSWORD];
      const [current_password, new_password = ''] = passwords;
      const body = { current_password, new_password };
      await one.terminal.post('/auth/change-password', body);
      return signIn(one, new_password);
    },
  },
  'auth.trader.api_password': {
    most: own.session.most,
    ask: async ({ login, terminal }) => {
      await harness.patch('account', `${login}`, { api_enabled: true });
      const body = { current_password: STAFF_PASSWORD, api_password: NEW };
      return terminal.post('/auth/api-password', body);
    },
  },
  'auth.trader.otp.enrol': { most: own.session.most, ask: enrol },
  'watchlists.create': { most: watchlists.login.most, ask: watch('DELETE') },
  'watchlists.change': { most: watchlists.login.most, ask: watch('PATCH') },
  'watchlists.delete': { most: watchlists.login.most, ask: watch('DELETE') },
  'preferences.trader.merge': {
    most: SAVE_RATES.trader.saves.most,
    ask: ({ terminal }, n) =>
      terminal.patch('/me/preferences', { content: { n }, expected_version: 0 }),
    says: /60 saves at once and 60 saves a minute; try again after \d+ s/,
  },
  'mail.send_to_staff': {
    most: MAIL_SENDS,
    ask: ({ terminal }) => terminal.post('/mail', { to: 1, subject: 'Hi' }),
    says: /20 an hour/,
  },
  'mail.trader.draft': ofMail(
    MAIL_WRITES,
    ofDraft((terminal, _, { id }) => terminal.post('/mail/drafts', { id })),
  ),
  'mail.trader.redraft': ofMail(
    MAIL_WRITES,
    ofDraft((terminal, path) => terminal.put(path, {})),
  ),
  'mail.trader.delete': ofMail(
    MAIL_WRITES,
    ofDraft((terminal, _, { id }) => terminal.delete(`/mail/${id}`)),
  ),
  'mail.trader.attach': ofMail(MAIL_WRITES, file),
  'mail.trader.detach': ofMail(MAIL_WRITES, file),
};
/** Wrong codes are counted: five of them block, and each right one counts once in half a minute. */
const BY_CODE = ['auth.trader.otp.confirm', 'auth.trader.otp.disable'];
/** `actors/shard` shows that an account may trade, and check trades, at its rate. */
const BY_ACCOUNT = ['trades.check', 'trades.create'];
/** `sign-up.test.ts` shows the limits of people without an account. */
const BY_ADDRESS = ['register', 'register.code'];

const writing = (audience: string) =>
  routes.filter((one) => one.audience === audience && one.method !== 'GET').map(({ name }) => name);

test`Every route of traders that writes has a limit`((t) => {
  t.same(
    writing('trader').sort(),
    [...Object.keys(WRITING), ...BY_CODE, ...BY_ACCOUNT, ...BY_ADDRESS].sort(),
  );
});

const NEVER = 500;
const FIGURES = /\d+ times in a row and \d+ times a minute/;

/** Asks until it is refused; answers how often it was not, and the refusal. */
const drain = async (ask: (n: number) => Promise<Answer>) => {
  for (let n = 0; n < NEVER; n += 1) {
    const answer = await ask(n);
    if (answer.code !== 'ok') return { n, answer };
  }
  throw new Error(`not refused after ${NEVER} times`);
};

/** One route of each limit; the deep run does all. */
const SHOWN = [
  'auth.trader.login',
  'auth.trader.refresh',
  'watchlists.change',
  'mail.send_to_staff',
  'mail.trader.redraft',
];
const shown = Object.entries(WRITING).filter(([name]) => RUN !== 'test' || SHOWN.includes(name));

for (const [name, { most, ask, says }] of shown) {
  test`${name} is refused when what a login may write is used up`(async (t) => {
    const one = await owner();
    const { n, answer } = await drain((n) => ask(one, n));
    t.equal(n, most);
    t.match(answer, { ...TOO_MANY, message: says ?? FIGURES });
    const written = harness.log.length;
    const wait = Number(answer.headers.get('retry-after'));
    t.match(await ask(one, n), TOO_MANY);
    t.ok(harness.log.length <= written + 1, 'and nothing is written but a sign-out');
    harness.now += wait * 1000;
    t.equal((await ask(one, n)).code, 'ok', 'until then');
  });
}

for (const [name, path] of BY_CODE.map((name) => [name, name.replace(/.*otp./, '')] as const)) {
  test`${name} is refused after wrong codes`(async (t) => {
    const one = await owner();
    const app = await enrolled(http, one.terminal);
    const send = (code: string, to = path) => one.terminal.post(`/auth/otp/${to}`, { code });
    if (path === 'disable') await send(app.code(), 'confirm');
    for (let n = 0; n < 5; n += 1) t.equal((await send(app.wrong())).code, 'auth.otp_invalid');
    t.match(await send(app.next()), TOO_MANY);
  });
}

test`What all sessions of a login write together has a limit`(async (t) => {
  const one = await owner();
  const sessions: Terminal[] = [];
  for (let n = 0; n < own.login.most / own.session.most + 1; n += 1) {
    sessions.push(await http.signedIn('trader', { login: one.login, terminal: 'desktop' }));
  }
  let count = 0;
  for (const terminal of sessions) count += (await drain(() => refresh({ terminal }))).n;
  t.equal(count, own.login.most);
});

test`Who has another password of a login uses up nothing of the owner’s`(async (t) => {
  const one = await owner();
  await harness.patch('account', `${one.login}`, OTHER_HASHES);
  const drained: Terminal[] = [];
  for (let n = 0; n < 5; n += 1) {
    const body = { login: one.login, password: 'Invest-1x', terminal: 'desktop' };
    drained.push(await http.signedIn('trader', body));
  }
  for (const terminal of drained) await drain(() => refresh({ terminal }));
  const investor = { login: one.login, password: 'Invest-1x', terminal: 'desktop' };
  await drain(() => http.terminal('trader').signIn(investor));
  t.equal((await refresh(one)).code, 'ok');
  t.equal((await signIn(one)).code, 'ok');
});

test`Wrong passwords use up nothing of what a login may write`(async (t) => {
  const one = await owner();
  for (let n = 0; n < sign_in.login.most; n += 1) {
    await harness.signIn({ login: one.login, password: 'Wr0ng-pass', ip: `198.51.100.${n % 250}` });
  }
  t.equal((await signIn(one)).code, 'ok');
});

test`Who has written too much still signs out and changes the password`(async (t) => {
  for (const [path, body] of [
    ['/auth/logout', undefined],
    ['/auth/change-password', { current_password: STAFF_PASSWORD, new_password: NEW }],
  ] as const) {
    const one = await owner();
    await drain(() => enrol(one));
    t.equal((await one.terminal.post(path, body)).code, 'ok');
  }
});

/** Writes as staff, until it is refused. */
const drainWork = async (t: Test, note: () => Promise<{ ok: boolean; message?: string }>) => {
  const { most } = WRITE_RATES.work.session;
  for (let n = 0; n < most; n += 1) await note();
  t.match(await note(), {
    ok: false,
    code: 'auth.too_many_attempts',
    message: `${most} times in a row`,
  });
};

test`What staff change has a limit of its own, for a session and for a login`(async (t) => {
  const desk = await openDesk();
  const note = (session: string) => {
    const caller = staffCaller({ session });
    const decide = (draft: { note(kind: 'auth', login: number, text: string): void }) =>
      ok(draft.note('auth', 1, 'done'));
    return desk.write(decide, whoOf(caller), []);
  };
  await drainWork(t, () => note('a'));
  t.match(await note('b'), { ok: false, message: /A login may write/ });
  const own = { by: 1, ip: '', spender: spenderOf('own', staffCaller()) };
  const other = desk.write((tx) => ok(tx.note('auth', 1, 'done')), own, []);
  t.ok((await other).ok, 'his tokens and codes do not count with it');
  desk.now += 10;
  t.ok((await note('b')).ok);
});

test`Payments take of what staff may write`(async (t) => {
  const desk = await openDesk();
  const { login } = await desk.openAccount();
  const reach = () => desk.ask('accounts.reach', { login, writes: true });
  desk.now += 60_000;
  await drainWork(t, async () => reach());
  t.ok((await desk.ask('accounts.reach', { login })).ok, 'to read takes nothing');
});

test`A sign-in that is refused as too often forgets no failure of others`(async (t) => {
  const desk = await openDesk();
  await desk.patch('account', '1001', OTHER_HASHES);
  const program = { ...PROGRAM, ip: '198.51.100.9' };
  const { most } = WRITE_RATES.sign_in.login;
  for (let n = 0; n < most; n += 1) t.equal(codeOf(await desk.signIn(program)), 'ok');
  const secret = recordCipher(desk.keys).seal(
    Buffer.alloc(20).toString('base64'),
    codePlace(1001, 'secret'),
  );
  const codes = { login: 1001, pending: '', pending_at: 0, last_step: 0, in_row: 0, wrong: [] };
  await desk.write((tx) => ok(tx.put('otp', { ...codes, secret })));
  for (let n = 0; n < WRITTEN_IN_ROW; n += 1)
    await desk.signIn({ password: 'Wr0ng-pass', login: 5000 + n });
  const guess = async () => codeOf(await desk.signIn({ password: 'Wr0ng-pass', login: 6000 }));
  for (let n = 0; n < 5; n += 1) {
    t.equal(await guess(), 'auth.invalid_credentials');
    const refused = await desk.signIn({ ...program, otp: '000000' });
    t.match(refused, { code: 'auth.too_many_attempts', message: /A login may write/ });
  }
  t.equal(await guess(), 'auth.too_many_attempts');
});

test`Names beyond the bound push out those that were used longest ago`((t) => {
  const allowances = new Allowances({ most: 1, perMinute: 1 }, 100);
  for (let n = 0; n < 1_000; n += 1) t.equal(allowances.take(`${n}`, 1, 0), 0);
  t.equal(privateSize(allowances, '#byName'), 100);
  t.equal(allowances.take('999', 1, 0), 60_000, 'the newest are there');
  t.equal(allowances.take('0', 1, 0), 0);
  t.end();
});
