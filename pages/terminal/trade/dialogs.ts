// The dialogs of rows, which are loaded when the first one is opened.

import lazy from 'preact-iso/lazy';

/** The dialog of an act on a position. */
export const PositionDialog = lazy(
  async () => (await import('../../ticket/position-dialogs.js')).PositionDialog,
);

/** The dialog of an act on an order. */
export const OrderDialog = lazy(
  async () => (await import('../../ticket/order-dialogs.js')).OrderDialog,
);
