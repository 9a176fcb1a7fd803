// Frames of live sockets held against their description: what a server sends must be valid by it.

import { Ajv, type ValidateFunction } from 'ajv';
import { asyncApi } from '../../http/reference/asyncapi.js';
import { Cookies } from '../../http/session/cookies.js';

type Audience = 'trader' | 'staff';

/** The description that a server without TLS gives; the version is of no matter here. */
export const socketDescription = (version = '0.0.0') =>
  asyncApi({
    version,
    cookies: new Cookies(false),
    secure: false,
    socketsPerAccount: 20,
    tradesPerSec: 500,
    requestsPerSec: 1000,
  });

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** Compiles the payloads of a description's messages as they are needed. */
class Payloads {
  readonly #ajv = new Ajv({
    strict: false,
    meta: false,
    validateSchema: false,
    code: { optimize: false },
  });
  readonly #keys: ReadonlySet<string>;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(description: object) {
    const { components } = description as {
      components: { readonly messages: object };
    };
    this.#ajv.addFormat('date-time', DATE_TIME);
    this.#ajv.addSchema({ $id: 'doc', components });
    this.#keys = new Set(Object.keys(components.messages));
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** The first fault of a frame by the message of that key. */
  fault(key: string, frame: unknown): string | undefined {
    if (!this.has(key)) return `${key} is not described`;
    const known = this.#compiled.get(key);
    const ref = `doc#/components/messages/${key}/payload`;
    const validate = known ?? this.#ajv.compile({ $ref: ref });
    this.#compiled.set(key, validate);
    if (validate(frame)) return undefined;
    return `${key}: ${this.#ajv.errorsText(validate.errors)}`;
  }
}

let shared: Payloads | undefined;

const { 'x-close-codes': CLOSES } = socketDescription() as {
  readonly 'x-close-codes': readonly { readonly code: number }[];
};

/** What a client sees that closes without a code of its own. */
const WITHOUT_CODE = 1005;

/** Throws when a socket closed with a code that is not described. */
export const checkClose = (code: number): void => {
  if (code === WITHOUT_CODE || CLOSES.some((one) => one.code === code)) return;
  throw new Error(`the close code ${code} is not described`);
};

/** The frames of one connection: requests are noted, and what comes is held against them. */
export class DescribedFrames {
  readonly #asked = new Map<number, string>();
  readonly #payloads: Payloads;

  constructor(private readonly audience: Audience) {
    shared ??= new Payloads(socketDescription());
    this.#payloads = shared;
  }

  /** Notes a request, so that its answer is known; frames that are none are passed over. */
  sent(frame: unknown): void {
    if (typeof frame === 'string') return this.#sentText(frame);
    const { id, op, data } = (frame ?? {}) as { id?: number; op?: string; data?: unknown };
    if (typeof id !== 'number' || typeof op !== 'string') return;
    const { channel } = (data ?? {}) as { channel?: string };
    const ofChannel = op === 'subscribe' || op === 'unsubscribe' ? [channel] : [];
    this.#asked.set(id, [this.audience, op, ...ofChannel].join('.'));
  }

  #sentText(text: string): void {
    try {
      this.sent(JSON.parse(text));
    } catch {
      // Malformed on purpose: it is answered with a refusal, whose id is null.
    }
  }

  /** The fault of a request by its description. */
  requestFault(frame: { readonly id: number }): string | undefined {
    this.sent(frame);
    return this.#payloads.fault(`${this.#asked.get(frame.id)}.request`, frame);
  }

  /** Key of the message that a frame must be that came. */
  keyOf(frame: object): string {
    const { event, id, success } = frame as { event?: string; id?: number; success?: boolean };
    if (event !== undefined) return `${this.audience}.event.${event}`;
    const key = `${this.#asked.get(id ?? -1)}.${success === true ? 'reply' : 'refusal'}`;
    return this.#payloads.has(key) ? key : `${this.audience}.refusal`;
  }

  /** The fault of a frame that came. */
  came(frame: object): string | undefined {
    return this.#payloads.fault(this.keyOf(frame), frame);
  }
}
