// The shards as the gateways' thread reaches them: reports go to them without another thread
// between. The main thread reports which gateways are on line: a shard may learn it later.

import type { MessagePort } from 'node:worker_threads';
import { shardOf } from '../../shared/shard-of.js';
import type { ProviderReports, ReportsAnswer, ReportsQuestion } from './gateway-messages.js';

class ShardPort {
  /** The questions that are not answered, by id. */
  readonly #waiting = new Map<number, (isDone: boolean) => void>();
  #lastId = 0;
  #isClosed = false;

  constructor(private readonly port: MessagePort) {
    port.on('message', ({ id, isDone }: ReportsAnswer) => {
      this.#waiting.get(id)?.(isDone);
      this.#waiting.delete(id);
    });
    port.on('close', () => {
      this.#isClosed = true;
      for (const answer of this.#waiting.values()) answer(false);
      this.#waiting.clear();
    });
    // It does not keep the thread alive.
    port.unref();
  }

  ask(reports: ProviderReports): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false);
    this.#lastId += 1;
    const question: ReportsQuestion = { id: this.#lastId, ...reports };
    return new Promise((resolve) => {
      this.#waiting.set(question.id, resolve);
      this.port.postMessage(question);
    });
  }

  close(): void {
    this.port.close();
  }
}

/** The ports of all shards, by index. */
export class ShardPorts {
  readonly #shards: readonly { port: ShardPort | undefined }[];

  constructor(shards: number) {
    this.#shards = Array.from({ length: shards }, () => ({ port: undefined }));
  }

  /** Takes the port of a shard that is ready; that of the thread before it is closed. */
  attach(index: number, port: MessagePort): void {
    const shard = this.#shards[index];
    if (shard === undefined) throw new RangeError(`there is no shard ${index}`);
    shard.port?.close();
    shard.port = new ShardPort(port);
  }

  /**
   * Sends reports to the account's shard; true = they have had their effect and are committed,
   * false = they are to be sent again.
   */
  async report(reports: ProviderReports): Promise<boolean> {
    const shard = this.#shards[shardOf(reports.login, this.#shards.length)];
    return (await shard?.port?.ask(reports)) ?? false;
  }
}
