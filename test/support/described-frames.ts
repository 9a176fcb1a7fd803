// Frames of live sockets held against their description: what a server sends must be valid by it.

import { Ajv, type ValidateFunction } from 'ajv';
import { Cookies } from '../../http/session/cookies.js';
import { asyncApi } from '../../http/socket/asyncapi.js';

type Audience = 'trader' | 'staff';

/** The description that a server without TLS gives; the version is of no matter here. */
export const socketDescription = (version = '0.0.0') =>
  asyncApi({ version, cookies: new Cookies(false), secure: false, socketsPerAccount: 20 });

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** Compiles the payloads of a description's messages as they are needed. */
class Payloads {
  readonly #ajv = new Ajv({ strict: false, validateSchema: false });
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
    const { id, op, data } = (frame ?? {}) as { id?: number; op?: string; data?: unknown };
    if (typeof id !== 'number' || typeof op !== 'string') return;
    const { channel } = (data ?? {}) as { channel?: string };
    const ofChannel = op === 'subscribe' || op === 'unsubscribe' ? [channel] : [];
    this.#asked.set(id, [this.audience, op, ...ofChannel].join('.'));
  }

  /** The fault of a request by its description. */
  requestFault(frame: { readonly id: number }): string | undefined {
    this.sent(frame);
    return this.#payloads.fault(`${this.#asked.get(frame.id)}.request`, frame);
  }

  /** The fault of a frame that came. */
  came(frame: object): string | undefined {
    const { event, id, success } = frame as { event?: string; id?: number; success?: boolean };
    if (event !== undefined) return this.#payloads.fault(`${this.audience}.event.${event}`, frame);
    const key = this.#asked.get(id ?? -1);
    const form = success === true ? 'reply' : 'refusal';
    const isKnown = key !== undefined && this.#payloads.has(`${key}.${form}`);
    return this.#payloads.fault(isKnown ? `${key}.${form}` : `${this.audience}.refusal`, frame);
  }
}
