// The identities of the demo provider and of the sessions with it.

/** The identity of the demo provider in both sessions. */
export const PROVIDER_ID = 'DEMO-PROVIDER';
/** The identities of its peer: for prices, and for orders. */
export const PRICES_ID = 'BROKERD-PRICES';
export const ORDERS_ID = 'BROKERD-ORDERS';
/** The user name of both sessions. */
export const PROVIDER_USER = 'brokerd';

/** How the demo provider is reached. */
export interface ProviderAccess {
  /** `host:port` */
  readonly server: string;
  readonly password: string;
}
