// Changes of sessions, sign-ins and passwords, with the lines that the journal has of them.

import { codeAt, wrongAt } from '../../support/authenticator.js';
import {
  ADDRESS,
  admit,
  credentials,
  type DeskHarness,
  dataOf,
  refreshOf,
  TRADER_PASSWORD,
} from '../../support/desk-harness.js';
import {
  type Changes,
  caller,
  coded,
  enrolled,
  line,
  PASSWORD,
  signedIn,
  TRADER,
} from './changes.js';

/** Fails to sign in so often. */
const failed = async (harness: DeskHarness, times: number): Promise<void> => {
  for (let n = 0; n < times; n += 1) await harness.signIn({ password: 'Wrong-1x' });
};

/** The owner of an account whose programs may sign in. */
const withPrograms = async (harness: DeskHarness) => {
  await harness.patch('account', `${TRADER}`, { api_enabled: true });
  return signedIn(harness);
};

/** Who comes and goes, and by what. */
export const SESSIONS = {
  'auth.login': [
    {
      ...{ as: 'who signs in', lines: line('auth', TRADER, 'signed in, terminal desktop') },
      input: () => credentials(),
    },
    {
      ...{ as: 'a wrong password', code: 'auth.invalid_credentials' },
      lines: line('auth', TRADER, 'sign-in failed'),
      input: () => credentials({ password: 'Wrong-1x' }),
    },
    {
      ...{ as: 'the last of too many', code: 'auth.invalid_credentials' },
      input: async (harness) => {
        await failed(harness, 4);
        return credentials({ password: 'Wrong-1x' });
      },
      lines: [
        ['auth', TRADER, 'sign-in failed'],
        ['auth', TRADER, 'sign-in blocked'],
      ],
    },
    {
      ...{ as: 'who is kept out', code: 'auth.account_disabled' },
      lines: line('auth', TRADER, 'sign-in refused: auth.account_disabled'),
      input: async (harness) => {
        await harness.patch('account', `${TRADER}`, { enabled: false });
        return credentials();
      },
    },
    {
      ...{ as: 'a trader among staff', code: 'auth.not_staff' },
      lines: line('auth', TRADER, 'sign-in refused: auth.not_staff'),
      input: () => credentials({ audience: 'staff', terminal: 'manager' }),
    },
    {
      ...{ as: 'a wrong code', code: 'auth.otp_invalid' },
      lines: line('auth', TRADER, 'wrong one-time code'),
      input: async (harness) => {
        const { secret } = await coded(harness);
        return credentials({ otp: wrongAt(secret, harness.now) });
      },
    },
  ],
  'auth.checkBlocked': {
    ...{ as: 'an address that is blocked', code: 'auth.too_many_attempts' },
    lines: line('auth', 0, 'sign-in blocked by antiflood'),
    input: async (harness) => {
      await admit(harness, { antiflood_enabled: true, antiflood_connections: 2 });
      await harness.desk.handle('auth.checkBlocked', { ip: ADDRESS });
      return { ip: ADDRESS };
    },
  },
  'auth.refresh': [
    {
      ...{ as: 'new tokens', lines: [] },
      because: 'terminals do it by themselves; the sign-in has a line',
      input: async (harness) => refreshOf(dataOf(await harness.signIn())),
    },
    {
      ...{ as: 'an old token', code: 'auth.refresh_reused' },
      lines: line('auth', TRADER, 'old refresh token used: session closed'),
      input: async (harness) => {
        const tokens = dataOf(await harness.signIn());
        await harness.refresh(tokens);
        harness.now += 60_000;
        return refreshOf(tokens);
      },
    },
  ],
  'auth.logout': {
    ...{ as: 'who signs out', lines: line('auth', TRADER, 'signed out') },
    input: async (harness) => {
      const { session } = await signedIn(harness);
      return { audience: 'trader', session, ip: ADDRESS };
    },
  },
  'auth.otp_enrol': {
    ...{ as: 'a secret', lines: line('auth', TRADER, 'one-time codes: a secret was made') },
    input: async (harness) => ({ caller: await signedIn(harness) }),
  },
  'auth.otp_confirm': {
    ...{ as: 'the first code', lines: line('auth', TRADER, 'one-time codes turned on') },
    input: async (harness) => {
      const { trader, secret } = await enrolled(harness);
      return { caller: trader, code: codeAt(secret, harness.now) };
    },
  },
  'auth.otp_disable': {
    ...{ as: 'the last code', lines: line('auth', TRADER, 'one-time codes turned off') },
    input: async (harness) => {
      const { trader, secret } = await coded(harness);
      return { caller: trader, code: codeAt(secret, harness.now) };
    },
  },
  'auth.password': [
    {
      as: 'another password',
      input: async (harness) => ({
        caller: await signedIn(harness),
        current_password: TRADER_PASSWORD,
        new_password: PASSWORD,
      }),
      lines: [['auth', TRADER, 'password changed; sessions closed']],
    },
    {
      ...{ as: 'a wrong one', code: 'auth.invalid_credentials' },
      lines: line('auth', TRADER, 'change of the password failed'),
      input: async (harness) => ({
        caller: await signedIn(harness),
        current_password: 'Wrong-1x',
        new_password: PASSWORD,
      }),
    },
  ],
  'auth.api_password': [
    {
      as: 'a password of programs',
      input: async (harness) => ({
        caller: await withPrograms(harness),
        current_password: TRADER_PASSWORD,
        api_password: PASSWORD,
      }),
      lines: [['auth', TRADER, 'API password set by the owner; sessions of programs closed']],
    },
    {
      ...{ as: 'a wrong one', code: 'auth.invalid_credentials' },
      lines: line('auth', TRADER, 'setting of the API password failed'),
      input: async (harness) => ({
        caller: await withPrograms(harness),
        current_password: 'Wrong-1x',
        api_password: PASSWORD,
      }),
    },
  ],
  'online.kick': {
    ...{ as: 'a login', lines: line('auth', TRADER, 'kicked: 1 sessions ended') },
    input: async (harness) => {
      await harness.signIn();
      return { caller, login: TRADER };
    },
  },
  'online.kick_session': {
    as: 'a session',
    input: async (harness) => ({ caller, session: (await signedIn(harness)).session }),
    lines: [['auth', TRADER, 'kicked: a session of terminal desktop ended']],
  },
} satisfies Changes;
