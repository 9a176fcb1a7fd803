// Tabs of one browser that share a session by its cookies: one of them renews it and informs the
// others.

import type { ChannelLike, LockManagerLike, Platform } from './platform.js';

/** The messages between tabs. */
type TabMessage =
  /** The key by which another tab may repeat the renewal, if its answer is lost. */
  | { readonly kind: 'renewing'; readonly login: number; readonly key: string }
  | {
      readonly kind: 'renewed';
      readonly login: number;
      readonly access_expires_at: string;
      readonly csrf_token: string;
    }
  | { readonly kind: 'signed_out'; readonly login: number };

/** The tabs of an origin that use the same server with the same audience. */
export class Tabs {
  readonly #locks: LockManagerLike | undefined;
  readonly #channel: ChannelLike | undefined;

  /** `received` gets the messages of other tabs. */
  constructor(
    private readonly name: string,
    { locks, openChannel }: Pick<Platform, 'locks' | 'openChannel'>,
    received: (message: TabMessage) => void,
  ) {
    this.#locks = locks;
    this.#channel = openChannel?.(name);
    if (this.#channel === undefined) return;
    this.#channel.onmessage = ({ data }) => received(data as TabMessage);
  }

  /** Runs while no other tab runs; at once where there are no locks. */
  exclusively<T>(run: () => Promise<T>): Promise<T> {
    return this.#locks === undefined ? run() : this.#locks.request(this.name, run);
  }

  post(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }

  close(): void {
    this.#channel?.close();
  }
}
