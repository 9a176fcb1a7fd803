// The gate of live sockets: may a client upgrade, and is its session still valid?

import { randomUUID } from 'node:crypto';
import type { ActorsClient } from '../../actors/client.js';
import type { Audience, SessionCopy } from '../../wire/accounts/identity.js';
import { addressAllowed } from '../../wire/base/address.js';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import { encodingFor } from '../../wire/codec/frames.js';
import { modeStepAt } from '../../wire/settings/config.js';
import { accessOf } from '../../wire/settings/servers.js';
import { refusal } from '../rest/envelope.js';
import type { Answer, Header, Incoming } from '../server/exchange.js';
import { type Identity, identify, isAdmitted, originAllowed } from '../session/identify.js';
import type { Admission } from './connection/connection.js';

/** The protocol version of RFC 6455. */
const VERSION = '13';
/** The refusal of an upgrade; its request id is made here, because no API request is involved. */
export const refuseUpgrade = (
  outcome: Exclude<Outcome<unknown>, { ok: true }>,
  headers: readonly Header[] = [],
): Answer => refusal(randomUUID(), outcome, headers);

/** Signs in upgrades. */
export class SocketGate {
  constructor(
    private readonly client: Pick<ActorsClient, 'settings' | 'desk' | 'now'>,
    private readonly identity: Identity,
  ) {}

  /**
   * Signs in an upgrade by bearer token, or by cookies from an allowed origin. Refused like REST
   * requests; restricted sessions may not open a socket.
   */
  async admit(request: Incoming, audience: Audience): Promise<Outcome<Admission>> {
    const counted = await this.#count(request.address);
    if (!counted.ok) return counted;
    if (request.headers.get('sec-websocket-version') !== VERSION) {
      return refuse('invalid_input', `sec-websocket-version: must be ${VERSION}`);
    }
    const encoding = encodingFor(request.headers.get('sec-websocket-protocol') ?? '');
    const found = await identify(request, audience, this.identity);
    if (!found.ok) return found;
    const session = found.data;
    const closed = this.closedText(audience);
    if (closed !== undefined) {
      const why = closed === '' ? '.' : `: ${closed}`;
      return refuse('trade.disabled', `The platform is closed for traders${why}`);
    }
    if (session.must_change_password) return refuse('auth.password_change_required');
    if (session.must_enrol_otp) return refuse('auth.otp_enrol_required');
    if (session.browser && !this.#isOwnPage(request)) return refuse('auth.csrf_invalid');
    if (encoding === undefined) {
      return refuse(
        'invalid_input',
        'sec-websocket-protocol: this server supports none of these protocols',
      );
    }
    return ok({ audience, encoding, session, needsHello: session.browser });
  }

  /** The present session; undefined when it ended or may not have a socket any more. */
  current({ id }: SessionCopy, address: string): SessionCopy | undefined {
    const session = this.identity.sessions.get(id);
    if (session === undefined || session.must_change_password || session.must_enrol_otp) {
      return undefined;
    }
    const isLetIn = addressAllowed(address, session.ip_allow) && isAdmitted(session, this.identity);
    return isLetIn ? session : undefined;
  }

  /** The text of staff for a platform that is closed for the audience; undefined = not closed. */
  closedText(audience: Audience): string | undefined {
    const [platform] = this.client.settings().platform;
    const { mode, text } = modeStepAt(platform?.modes, this.client.now());
    return audience === 'trader' && mode === 'closed' ? text : undefined;
  }

  /** Antiflood counts upgrades like sign-ins. */
  #count(ip: string): Promise<Outcome<null>> | Outcome<null> {
    const { antiflood_enabled } = accessOf(this.client.settings().logical_server);
    return antiflood_enabled ? this.client.desk('auth.checkBlocked', { ip }) : ok(null);
  }

  /** Any page's upgrade carries cookies, so only pages of allowed origins may use them. */
  #isOwnPage(request: Incoming): boolean {
    return request.headers.has('origin') && originAllowed(request, this.identity.allowedOrigins);
  }
}
