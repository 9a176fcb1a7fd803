// The mail queue for tests: a desk whose e-mails a test takes, refuses or keeps.

import type { MailQueue, NewEmail } from '../../../../actors/desk/mail/mail-queue.js';
import type { MailTransport } from '../../../../actors/desk/mail/transport.js';
import type { Decide } from '../../../../actors/desk/state/writer.js';
import type {
  Delivery,
  EmailRecord,
  Letter,
  MailRoute,
  MailServerRecord,
  SentEmailRecord,
} from '../../../../wire/accounts/mail.js';
import { DeskHarness, dataOf } from '../../../support/desk-harness.js';

/** A try that waits for what the test makes of it. */
export interface Sending {
  readonly route: MailRoute;
  readonly letter: Letter;
  end(delivery: Delivery): void;
}

/** An e-mail to a client, through the default server. */
export const EMAIL: NewEmail = {
  server_id: null,
  to: 'ann@client.example',
  subject: 'Code',
  text: '123456',
};

export const ACCEPTED: Delivery = { kind: 'accepted' };
/** A refusal that may be over at the next try. */
export const refused = (error = '451 later'): Delivery => ({ kind: 'failed', error, final: false });

/** Keeps every try until the test ends it, or all are broken off. */
export class HeldPost implements Pick<MailTransport, 'send' | 'close'> {
  readonly sendings: Sending[] = [];
  closed = false;
  #asked = (): void => {};

  send(route: MailRoute, letter: Letter): Promise<Delivery> {
    return new Promise((resolve) => {
      this.sendings.push({ route, letter, end: resolve });
      this.#asked();
    });
  }

  close(): void {
    this.closed = true;
    for (const { end } of this.sendings) end({ kind: 'aborted' });
  }

  /** The try of a number, from 1, when it has begun. */
  async sending(number: number): Promise<Sending> {
    while (this.sendings.length < number) {
      await new Promise<void>((resolve) => {
        this.#asked = resolve;
      });
    }
    return this.sendings[number - 1] as Sending;
  }
}

/** A desk and what is done with its e-mails. */
export class MailQueueHarness {
  readonly harness: DeskHarness;
  readonly post = new HeldPost();

  constructor(harness = new DeskHarness()) {
    this.harness = harness;
    harness.mail = this.post;
  }

  get mailQueue(): MailQueue {
    return this.harness.desk.mailQueue;
  }

  /** What a restart leaves: the log. */
  restarted(): MailQueueHarness {
    return new MailQueueHarness(this.harness.restarted());
  }

  /** Adds a mail server; it is the default one unless told otherwise. */
  async server(given: Partial<MailServerRecord> = {}): Promise<void> {
    const record = {
      id: 1,
      name: `server ${given.id ?? 1}`,
      server: '127.0.0.1:25',
      sender_email: 'office@broker.example',
      is_default: true,
      ...given,
    };
    await this.write((tx) => tx.create('mail_server', record));
  }

  /** Puts an e-mail into the queue. */
  async queue(given: Partial<NewEmail> = {}): Promise<void> {
    await this.write((tx, now) => this.mailQueue.add(tx, [{ ...EMAIL, ...given }], now));
  }

  /** Writes a decision of the server's own; it must be good. */
  async write(decide: Decide<unknown>): Promise<void> {
    dataOf(await this.harness.write(decide));
  }

  /** Resolves when what the desk holds fits. */
  async until(fits: () => boolean): Promise<void> {
    while (!fits()) {
      await new Promise<void>((resolve) => {
        this.harness.onCommitted = resolve;
      });
    }
  }

  /** Ends the try of a number and waits until that is written. */
  async end(number: number, delivery: Delivery): Promise<void> {
    const { log } = this.harness;
    const sending = await this.post.sending(number);
    const before = log.length;
    sending.end(delivery);
    await this.until(() => log.length > before);
  }

  /** Sets the clock forward and has the mail queue look. */
  async pass(ms: number): Promise<void> {
    this.harness.now += ms;
    this.mailQueue.look();
  }

  /** The e-mails that wait or are being sent. */
  waiting(): EmailRecord[] {
    return Array.from(this.harness.desk.records.all('email'), ({ record }) => record);
  }

  /** What became of an e-mail. */
  became(id: number): SentEmailRecord | undefined {
    return this.harness.desk.records.get('sent_email', String(id))?.record;
  }

  /** What a server has done. */
  stats(id = 1): unknown {
    return this.harness.desk.records.get('mail_stats', String(id))?.record;
  }
}

/** An office with a default server that sends. */
export const openMailQueue = async (
  given?: Partial<MailServerRecord>,
  harness = new DeskHarness(),
): Promise<MailQueueHarness> => {
  const post = new MailQueueHarness(harness);
  await post.server(given);
  post.mailQueue.start();
  return post;
};
