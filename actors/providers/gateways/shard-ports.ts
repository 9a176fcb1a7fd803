// The shards as the gateways' thread reaches them: reports go to them without another thread
// between.

import type { MessagePort } from 'node:worker_threads';
import type { ProviderReports, ReportsAnswer, ReportsQuestion } from '../../messages.js';
import { shardOf } from '../../shared/shard-of.js';

/** A shard, and the questions that it has not answered. */
interface ShardPort {
  readonly port: MessagePort;
  readonly waiting: Map<number, (isDone: boolean) => void>;
}

/** The ports of all shards. */
export class ShardPorts {
  readonly #shards: (ShardPort | undefined)[];
  #lastId = 0;

  constructor(shards: number) {
    this.#shards = new Array(shards).fill(undefined);
  }

  /** Takes the port of a shard that is ready; that of the thread before it is closed. */
  attach(index: number, port: MessagePort): void {
    this.#shards[index]?.port.close();
    const shard: ShardPort = { port, waiting: new Map() };
    this.#shards[index] = shard;
    port.on('message', ({ id, isDone }: ReportsAnswer) => {
      shard.waiting.get(id)?.(isDone);
      shard.waiting.delete(id);
    });
    port.on('close', () => {
      if (this.#shards[index] === shard) this.#shards[index] = undefined;
      for (const answer of shard.waiting.values()) answer(false);
    });
    // It does not keep the thread alive.
    port.unref();
  }

  /**
   * Tells reports to the account's shard; true = they have had their effect and are committed,
   * false = they are to be told again.
   */
  report(reports: ProviderReports): Promise<boolean> {
    const shard = this.#shards[shardOf(reports.login, this.#shards.length)];
    if (shard === undefined) return Promise.resolve(false);
    this.#lastId += 1;
    const question: ReportsQuestion = { id: this.#lastId, ...reports };
    return new Promise((resolve) => {
      shard.waiting.set(question.id, resolve);
      shard.port.postMessage(question);
    });
  }
}
