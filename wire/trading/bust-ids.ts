// Request ids by which a deal is taken back: they are made from the deal, so that each takes effect
// once.

import { serverId } from '../base/uuid.js';

/** Namespace of the request ids of busts. */
const BUST_NAMESPACE = 'b4e1b7c2-6a0f-5d6e-9c43-1f2a8a0d93e5';

/**
 * The request id of a deal's bust. A deal has only one, so that it is cancelled only once (§4.8).
 */
export const bustId = (dealId: number): string => serverId(BUST_NAMESPACE, String(dealId));

/** The request id by which a provider's total of an order is lowered, while the deal stays. */
export const providerBustId = (dealId: number): string =>
  serverId(BUST_NAMESPACE, `${dealId} provider`);
