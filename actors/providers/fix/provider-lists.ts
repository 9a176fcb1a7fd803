// Lists that a session asks its provider for, put together from their pages.

import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import type { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import type { FixWriter } from '../../../wire/codec/fix/fix-writer.js';
import { patience } from '../../shared/failpoint.js';
import type { FixEnv } from './endpoint.js';
import type { FixSession } from './session.js';

/** Time for all pages of a list. */
const LIST_MS = patience(8_000);
/** Most entries of a list. */
export const OFFERED_MAX = 20_000;

/** The part of a provider's text that may be shown: not our password, and at most so much. */
export type ReadPeerText = (text: string, most: number) => string;

/** A page of a list: its entries by name, and whether it is the last one of so many entries. */
interface ProviderPage<T> {
  readonly entries: readonly (readonly [name: string, entry: T])[];
  isLast(count: number): boolean;
}

/** How a list is asked for, and its pages are read. */
export interface ListForm<T> {
  /** The entries of the list, in words. */
  readonly noun: string;
  /** The prefix of the ids of requests, and their tag. */
  readonly prefix: string;
  readonly idTag: number;
  /** The type of the request, and its fields after the id. */
  readonly request: string;
  fields(writer: FixWriter): unknown;
  /**
   * A page; a text = why there is no list. The message holds during the call; `shown` leaves of a
   * text what may be shown.
   */
  page(message: FixMessage, shown: ReadPeerText): ProviderPage<T> | string;
}

/** The lists of one kind that a session asks for, one at a time. */
export class ProviderLists<T> {
  /** By name: an entry that a page repeats is kept once. */
  readonly #entries = new Map<string, T>();
  #lastRequest = 0;
  #timer: unknown;
  #asked: Promise<Outcome<readonly T[]>> | undefined;
  #answer: (list: Outcome<readonly T[]>) => void = () => undefined;

  constructor(
    private readonly form: ListForm<T>,
    private readonly send: FixSession['send'],
    private readonly env: Pick<FixEnv, 'setTimer' | 'clearTimer'>,
    private readonly shown: ReadPeerText,
  ) {}

  /** Asks the provider; a list that is under way already is waited for. */
  ask(): Promise<Outcome<readonly T[]>> {
    if (this.#asked !== undefined) return this.#asked;
    this.#lastRequest += 1;
    const { request, idTag, noun } = this.form;
    const sent = this.send(request, (writer) => {
      writer.text(idTag, this.#id);
      this.form.fields(writer);
    });
    if (sent === undefined)
      return Promise.resolve(refuse('conflict', 'The connection is not on line.'));
    this.#asked = new Promise((resolve) => {
      this.#answer = resolve;
    });
    const late = refuse('timeout', `The provider did not send its list of ${noun} in time.`);
    this.#timer = this.env.setTimer(() => this.#end(late), LIST_MS);
    return this.#asked;
  }

  get #id(): string {
    return `${this.form.prefix}${this.#lastRequest}`;
  }

  /** Takes a page. */
  take(message: FixMessage): void {
    if (this.#asked === undefined || message.text(this.form.idTag) !== this.#id) return;
    const page = this.form.page(message, this.shown);
    if (typeof page === 'string') return this.refused(page);
    for (const [name, entry] of page.entries) this.#entries.set(name, entry);
    if (this.#entries.size > OFFERED_MAX) {
      return this.refused(`more than ${OFFERED_MAX} ${this.form.noun}`);
    }
    if (page.isLast(this.#entries.size)) this.#end(ok([...this.#entries.values()]));
  }

  refused(why: string): void {
    const what = `The provider does not send its list of ${this.form.noun}`;
    this.#end(refuse('conflict', `${what}: ${why}.`));
  }

  /** The session is gone. */
  closed(): void {
    this.#end(refuse('conflict', 'The connection was lost.'));
  }

  #end(list: Outcome<readonly T[]>): void {
    this.env.clearTimer(this.#timer);
    this.#asked = undefined;
    this.#entries.clear();
    this.#answer(list);
  }
}
