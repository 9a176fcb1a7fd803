// People who sign up at a server with a mail server that keeps e-mails, for tests over REST.

import type { Test } from 'tap';
import type { MailServerRecord } from '../../../../wire/accounts/mail.js';
import { type Code, statusOf } from '../../../../wire/base/codes.js';
import {
  type Answer,
  Asking,
  dataOf,
  type Fields,
  type HttpHarness,
  httpFor,
} from '../../../support/http-harness.js';
import { formOf } from '../../../support/sign-up.js';
import { MAIL } from '../settings/setting-families.js';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export const settingsPath = '/sign-up/settings';

/** Is it refused with the code, naming a field? */
export const refused = (t: Test, answer: Answer, code: Code, says: RegExp = /./): void => {
  t.match(answer, { status: statusOf(code), code, message: says });
};

export const from = (address: string, host = 'broker.example') => ({
  headers: { 'x-forwarded-for': address, host },
});
export const codeIn = (text = ''): string => /\b\d{6}\b/.exec(text)?.[0] ?? '';
export const otherThan = (code: string): string =>
  String((Number(code) + 1) % 1e6).padStart(6, '0');

/** An administrator, who asks in a session of the present time. */
class Administrator extends Asking {
  constructor(readonly http: HttpHarness) {
    super();
  }

  async ask(...asked: Parameters<Asking['ask']>): Promise<Answer> {
    return (await this.http.signedIn('staff')).ask(...asked);
  }
}

/** Opens the server for a test file, which closes it at its end. */
export const openSignUp = async (t: Pick<Test, 'teardown'>) => {
  // Who asks is known by the address that the proxy names.
  const http = await httpFor(t, { trustedProxies: ['127.0.0.1'] });
  const { harness } = http;
  const people = http.terminal('trader');
  harness.desk.mailQueue.start();

  let made = 0;
  /** An address of a network of its own, and an e-mail address that nobody has. */
  const newAddress = (): string => {
    made += 1;
    return `2001:db8:${made.toString(16)}::1`;
  };
  const newEmail = (): string => {
    made += 1;
    return `p${made}@client.example`;
  };

  const register = (given: Fields = {}, address = newAddress(), host?: string): Promise<Answer> =>
    people.ask('POST', '/register', {
      body: formOf({ email: newEmail(), ...given }),
      ...from(address, host),
    });
  const askCode = (email: string, address = newAddress()): Promise<Answer> =>
    people.ask('POST', '/register/code', { body: { email }, ...from(address) });
  const options = (query = '', host?: string): Promise<Fields> =>
    people.read(`/register?${query}`, from(newAddress(), host));

  const admin = new Administrator(http);

  /** Changes the settings of sign-up for a test. */
  const set = async (t: Test, path: string, fields: Fields): Promise<void> => {
    const before = await admin.read(path);
    const way = path === settingsPath ? 'PATCH' : 'PUT';
    const change = async (given: Fields): Promise<void> => {
      const { version } = await admin.read(path);
      const { updated_at: _, ...rest } = before;
      const body = way === 'PUT' ? { ...rest, ...given, version } : { ...given, version };
      dataOf(await admin.ask(way, path, { body }));
    };
    await change(fields);
    const old = Object.fromEntries(Object.keys(fields).map((name) => [name, before[name]]));
    t.teardown(() => change(old));
  };

  /** E-mails go to a server that keeps them; answers those to a person. */
  const server: Partial<MailServerRecord> = { ...MAIL.body(1), is_default: true };
  await admin.made('/mail-servers', server);
  const sentTo = async (email: string, count = 1) => {
    const found = () => harness.posted.filter(({ to }) => to === email);
    while (found().length < count) await new Promise(setImmediate);
    return found();
  };
  /** The newest code that a person was sent, of so many. */
  const codeOf = async (email: string, count = 1): Promise<string> =>
    codeIn((await sentTo(email, count)).at(-1)?.text);
  const accountOf = (login: unknown) => harness.desk.records.get('account', String(login))?.record;
  const lastApplication = () => {
    const all = harness.log.flatMap(({ changes }) => changes);
    return all.findLast(({ kind }) => kind === 'application')?.record as unknown as Fields;
  };
  return {
    http,
    harness,
    people,
    newAddress,
    newEmail,
    register,
    askCode,
    options,
    admin,
    set,
    sentTo,
    codeOf,
    accountOf,
    lastApplication,
  };
};
