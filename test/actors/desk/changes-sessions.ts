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
import { type Changes, caller, coded, enrolled, PASSWORD, signedIn, TRADER } from './changes.js';

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
      as: 'who signs in',
      input: () => credentials(),
      lines: [['auth', TRADER, 'signed in, terminal desktop']],
    },
    {
      as: 'a wrong password',
      input: () => credentials({ password: 'Wrong-1x' }),
      code: 'auth.invalid_credentials',
      lines: [['auth', TRADER, 'sign-in failed']],
    },
    {
      as: 'the last of too many',
      input: async (harness) => {
        await failed(harness, 4);
        return credentials({ password: 'Wrong-1x' });
      },
      code: 'auth.invalid_credentials',
      lines: [
        ['auth', TRADER, 'sign-in failed'],
        ['auth', TRADER, 'sign-in blocked'],
      ],
    },
    {
      as: 'who is kept out',
      input: async (harness) => {
        await harness.patch('account', `${TRADER}`, { enabled: false });
        return credentials();
      },
      code: 'auth.account_disabled',
      lines: [['auth', TRADER, 'sign-in refused: auth.account_disabled']],
    },
    {
      as: 'a trader among staff',
      input: () => credentials({ audience: 'staff', terminal: 'manager' }),
      code: 'auth.not_staff',
      lines: [['auth', TRADER, 'sign-in refused: auth.not_staff']],
    },
    {
      as: 'a wrong code',
      input: async (harness) => {
        const { secret } = await coded(harness);
        return credentials({ otp: wrongAt(secret, harness.now) });
      },
      code: 'auth.otp_invalid',
      lines: [['auth', TRADER, 'wrong one-time code']],
    },
  ],
  'auth.checkBlocked': {
    as: 'an address that is blocked',
    input: async (harness) => {
      await admit(harness, { antiflood_enabled: true, antiflood_connections: 2 });
      await harness.desk.handle('auth.checkBlocked', { ip: ADDRESS });
      return { ip: ADDRESS };
    },
    code: 'auth.too_many_attempts',
    lines: [['auth', 0, 'sign-in blocked by antiflood']],
  },
  'auth.refresh': [
    {
      as: 'new tokens',
      input: async (harness) => refreshOf(dataOf(await harness.signIn())),
      lines: [],
      because: 'terminals do it by themselves; the sign-in has a line',
    },
    {
      as: 'an old token',
      input: async (harness) => {
        const tokens = dataOf(await harness.signIn());
        await harness.refresh(tokens);
        harness.now += 60_000;
        return refreshOf(tokens);
      },
      code: 'auth.refresh_reused',
      lines: [['auth', TRADER, 'old refresh token used: session closed']],
    },
  ],
  'auth.logout': {
    as: 'who signs out',
    input: async (harness) => {
      const { session } = await signedIn(harness);
      return { audience: 'trader', session, ip: ADDRESS };
    },
    lines: [['auth', TRADER, 'signed out']],
  },
  'auth.otp_enrol': {
    as: 'a secret',
    input: async (harness) => ({ caller: await signedIn(harness) }),
    lines: [['auth', TRADER, 'one-time codes: a secret was made']],
  },
  'auth.otp_confirm': {
    as: 'the first code',
    input: async (harness) => {
      const { trader, secret } = await enrolled(harness);
      return { caller: trader, code: codeAt(secret, harness.now) };
    },
    lines: [['auth', TRADER, 'one-time codes turned on']],
  },
  'auth.otp_disable': {
    as: 'the last code',
    input: async (harness) => {
      const { trader, secret } = await coded(harness);
      return { caller: trader, code: codeAt(secret, harness.now) };
    },
    lines: [['auth', TRADER, 'one-time codes turned off']],
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
      as: 'a wrong one',
      input: async (harness) => ({
        caller: await signedIn(harness),
        current_password: 'Wrong-1x',
        new_password: PASSWORD,
      }),
      code: 'auth.invalid_credentials',
      lines: [['auth', TRADER, 'change of the password failed']],
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
      as: 'a wrong one',
      input: async (harness) => ({
        caller: await withPrograms(harness),
        current_password: 'Wrong-1x',
        api_password: PASSWORD,
      }),
      code: 'auth.invalid_credentials',
      lines: [['auth', TRADER, 'setting of the API password failed']],
    },
  ],
  'online.kick': {
    as: 'a login',
    input: async (harness) => {
      await harness.signIn();
      return { caller, login: TRADER };
    },
    lines: [['auth', TRADER, 'kicked: 1 sessions ended']],
  },
  'online.kick_session': {
    as: 'a session',
    input: async (harness) => ({ caller, session: (await signedIn(harness)).session }),
    lines: [['auth', TRADER, 'kicked: a session of terminal desktop ended']],
  },
} satisfies Changes;
