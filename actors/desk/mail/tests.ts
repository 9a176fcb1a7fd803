// Tests of mail servers: sends one e-mail immediately and reports the server's answer.

import type { Delivery, Letter, MailServerRecord } from '../../../wire/accounts/mail.js';
import { ok, refuse } from '../../../wire/base/codes.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { UNRELEASED } from '../../folder/release.js';
import { patience } from '../../shared/failpoint.js';
import type { DeskContext } from '../state/desk-context.js';
import { whoOf } from '../state/writer.js';
import { routeOf } from './servers.js';

/** Time for a test, whose caller waits for the answer. */
const TEST_MS = patience(20_000);
/** Most tests at a time. */
const TESTS_MAX = 16;

const SEALED = 'The stored password cannot be opened; enter it again.';
const STOPPING = 'The server is stopping.';
const tooMany = refuse(
  'auth.too_many_attempts',
  'Too many tests of mail servers are under way. retry_after=20',
);

/** The reason why the server did not accept the e-mail; empty = accepted. */
const faultOf = (delivery: Delivery): string => {
  if (delivery.kind === 'accepted') return '';
  return delivery.kind === 'aborted' ? STOPPING : delivery.error;
};

const letterOf = (
  { id, name, sender_email }: MailServerRecord,
  to: string,
  at: number,
): Letter => ({
  messageId: `<test.${id}.${at}@${sender_email.replace(/.*@/, '')}>`,
  to,
  subject: `Test of the mail server ${name}`,
  text: `This e-mail was sent to test the mail server "${name}".\n`,
  at,
});

/** Tests mail servers, enabled or not; every attempt is journaled. */
export class MailTests {
  #underWay = 0;

  constructor(private readonly context: DeskContext) {}

  /** Sends an e-mail through a server; a refusal has the first line of the error. */
  async run(
    input: DeskOps['mail-servers.test']['input'],
  ): Promise<DeskAnswer<'mail-servers.test'>> {
    const { deps, records, writer } = this.context;
    const { caller, id, to } = input;
    const server = records.get('mail_server', String(id))?.record;
    if (server === undefined) return refuse('not_found');
    if (this.#underWay >= TESTS_MAX) return tooMany;
    const why = await this.#fault(server, to);
    const outcome = why === '' ? `sent to ${to}` : `not sent to ${to}: ${why}`;
    return deps.decide(() =>
      writer.change([], whoOf(caller), (tx) => {
        tx.noteSetting('mail_server', `test of mail server ${server.name} ${outcome}`);
        tx.keep();
        return why === '' ? ok(null) : refuse('invalid_input', why);
      }),
    );
  }

  async #fault(server: MailServerRecord, to: string): Promise<string> {
    const { keys, mail, now, unreleased } = this.context.deps;
    if (unreleased()) return UNRELEASED;
    const route = routeOf(server, keys);
    if (route === undefined) return SEALED;
    this.#underWay += 1;
    try {
      return faultOf(await mail.send(route, letterOf(server, to, now()), TEST_MS));
    } finally {
      this.#underWay -= 1;
    }
  }
}
