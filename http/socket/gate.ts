// The gate of live sockets: may a client upgrade, and does its session still hold?

import { randomUUID } from 'node:crypto';
import type { ActorsClient } from '../../actors/client.js';
import type { Audience, SessionCopy } from '../../wire/accounts/identity.js';
import { addressAllowed } from '../../wire/base/address.js';
import { done, type Outcome, refuse } from '../../wire/base/codes.js';
import { encodingFor } from '../../wire/codec/frames.js';
import { accessOf } from '../../wire/settings/servers.js';
import { refusal } from '../rest/envelope.js';
import type { Answer, Incoming } from '../server/exchange.js';
import { type Identity, identify, isAdmitted, originAllowed } from '../session/identify.js';
import type { Admission } from './connection/connection.js';

/** The version of the protocol that RFC 6455 sets down. */
const VERSION = '13';
/** Refusals of an upgrade speak of no request of the API: their id is made here. */
export const refuseUpgrade = (outcome: Exclude<Outcome<unknown>, { ok: true }>): Answer =>
  refusal(randomUUID(), outcome);

/** Signs upgrades in. */
export class SocketGate {
  readonly #client: Pick<ActorsClient, 'settings' | 'desk'>;
  readonly #identity: Identity;

  constructor(client: Pick<ActorsClient, 'settings' | 'desk'>, identity: Identity) {
    this.#client = client;
    this.#identity = identity;
  }

  /**
   * Signs an upgrade in by its bearer token, or by cookies from an allowed origin. Refused as REST
   * requests are; restricted sessions have no socket.
   */
  async admit(request: Incoming, audience: Audience): Promise<Outcome<Admission>> {
    const counted = await this.#count(request.address);
    if (!counted.ok) return counted;
    if (request.headers.get('sec-websocket-version') !== VERSION) {
      return refuse('invalid_input', `sec-websocket-version: must be ${VERSION}`);
    }
    const encoding = encodingFor(request.headers.get('sec-websocket-protocol') ?? '');
    const found = await identify(request, audience, this.#identity);
    if (!found.ok) return found;
    const session = found.data;
    if (session.must_change_password) return refuse('auth.password_change_required');
    if (session.must_enrol_otp) return refuse('auth.otp_enrol_required');
    if (session.browser && !this.#isOwnPage(request)) return refuse('auth.csrf_invalid');
    if (encoding === undefined) {
      return refuse('invalid_input', 'sec-websocket-protocol: none of these is spoken here');
    }
    return done({ audience, encoding, session, needsHello: session.browser });
  }

  /** The session as it is now; undefined when it ended or may not have a socket any more. */
  current({ id }: SessionCopy, address: string): SessionCopy | undefined {
    const session = this.#identity.sessions.get(id);
    if (session === undefined || session.must_change_password || session.must_enrol_otp) {
      return undefined;
    }
    const isLetIn =
      addressAllowed(address, session.ip_allow) && isAdmitted(session, this.#identity);
    return isLetIn ? session : undefined;
  }

  /** Antiflood counts upgrades like sign-ins. */
  #count(ip: string): Promise<Outcome<null>> | Outcome<null> {
    const { antiflood_enabled } = accessOf(this.#client.settings().logical_server);
    return antiflood_enabled ? this.#client.desk('auth.checkBlocked', { ip }) : done(null);
  }

  /** Cookies travel with any page's upgrade: only a page of ours may use them. */
  #isOwnPage(request: Incoming): boolean {
    return request.headers.has('origin') && originAllowed(request, this.#identity.allowedOrigins);
  }
}
