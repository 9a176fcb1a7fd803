// Shares of mailings in the queue: who fails takes no room from others, and all are bounded.

import t from 'tap';
import { MessageShares } from '../../../../actors/desk/mail/message-shares.js';
import type { EmailRecord } from '../../../../wire/accounts/mail.js';

/** A mailing, and its mail server. */
interface Mailing {
  readonly id: number;
  readonly server_id: number | null;
}

const DEFAULT = 1;

/** A queue of e-mails of mailings, of which none is accepted. */
class FailingQueue {
  readonly shares = new MessageShares(5_000);
  waiting = 0;

  room(mailing: Mailing): number {
    return this.shares.roomFor(mailing, DEFAULT);
  }

  /** Adds e-mails of a mailing, or removes them. */
  change({ id, server_id }: Mailing, count: number): void {
    for (let n = 0; n < Math.abs(count); n += 1) {
      this.shares.count({ mail: id, server_id } as EmailRecord, count > 0 ? 1 : -1);
    }
    this.waiting += count;
  }

  /** Adds e-mails of the mailing until it gets no further ones; how many there are. */
  fill(mailing: Mailing): number {
    let added = 0;
    for (let room = this.room(mailing); room > 0; room = this.room(mailing)) {
      this.change(mailing, room);
      added += room;
    }
    return added;
  }
}

t.test('A mailing that fails leaves room to others, of its server too', async (t) => {
  const queue = new FailingQueue();
  const failing = { id: 1, server_id: 7 };
  const failed = queue.fill(failing);
  t.equal(failed, 167);
  t.equal(queue.room({ id: 2, server_id: 7 }), 111);
  t.equal(queue.room({ id: 3, server_id: 8 }), 162);
  queue.change(failing, -failed);
  t.equal(queue.fill(failing), failed, 'what has ended takes no room');
});

t.test('Mailings whose e-mails wait are bounded together', async (t) => {
  const queue = new FailingQueue();
  let id = 0;
  for (let server_id = 1; server_id <= 24; server_id += 1) {
    for (let n = 0; n < 4; n += 1) {
      id += 1;
      if (queue.fill({ id, server_id }) === 0) t.fail(`mailing ${id} gets no room`);
    }
  }
  const other = queue.room({ id: 9999, server_id: 99 });
  t.ok(other >= 20, `there is room for ${other} of another server`);
  for (let server_id = 100; server_id < 500; server_id += 1)
    queue.fill({ id: server_id, server_id });
  t.ok(queue.waiting <= 5000, `${queue.waiting} wait`);
});

t.test('The default server has one share, named or not', async (t) => {
  const queue = new FailingQueue();
  for (let id = 1; id <= 20; id += 1) queue.fill({ id, server_id: null });
  t.equal(queue.room({ id: 21, server_id: null }), 0);
  t.equal(queue.room({ id: 22, server_id: DEFAULT }), 0);
  t.ok(queue.room({ id: 23, server_id: 2 }) > 0);
  t.ok(queue.shares.roomFor({ id: 24, server_id: DEFAULT }, 2) > 0, 'another default, others wait');
  t.equal(queue.shares.roomFor({ id: 25, server_id: null }, null), 0, 'and with none these wait');
});
