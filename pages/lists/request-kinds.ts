// Words of the kinds of requests, as routing rules and causes of events name them.

import { texts } from '../texts/language.js';

/** The kinds of requests, as routing names them. */
const kinds = texts({
  price: ['Price', 'Preis'],
  open: ['Open', 'Eröffnen'],
  close: ['Close', 'Schließen'],
  close_by: ['Close by', 'Schließen gegen'],
  modify: ['Modify', 'Ändern'],
  pending: ['Pending', 'Auftrag'],
  pending_modify: ['Modify order', 'Auftrag ändern'],
  pending_cancel: ['Cancel order', 'Auftrag löschen'],
  activate: ['Activate', 'Auslösen'],
  activate_stop_limit: ['Activate stop limit', 'Stop Limit auslösen'],
  sl: ['Stop loss', 'Stop Loss'],
  tp: ['Take profit', 'Take Profit'],
  stopout_order: ['Stop-out of order', 'Stop-out Auftrag'],
  stopout_position: ['Stop-out', 'Stop-out'],
  expiration: ['Expiration', 'Ablauf'],
  balance: ['Money operation', 'Geldbewegung'],
  end_of_day: ['End of day', 'Tagesende'],
});

/** The word of a kind of request; by staff it begins with `dealer_`. */
export const kindText = (kind: string): string => {
  const name = kind.replace(/^dealer_/, '');
  return kinds()[name as keyof ReturnType<typeof kinds>] ?? name.replaceAll('_', ' ');
};
