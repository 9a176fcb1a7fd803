// The sentence of a refusal: in English the server's own, in German built from its code and
// figures. A code without a German text is an error of the compiler.

import type { ClientCode } from '../../client/index.js';
import type { Code } from '../../wire/base/codes.js';
import type { Refusal, RefusalData } from '../live/refusal.js';
import { language } from './language.js';
import { grouped } from './numbers.js';

type Sentence = (data: RefusalData) => string;

/** `text` with a figure after it where the refusal has that. */
const withFigure =
  (text: string, ...figures: readonly (readonly [word: string, key: string])[]): Sentence =>
  (data) => {
    const known = figures.flatMap(([word, key]) => {
      const value = data[key];
      return value === undefined || value === null ? [] : [`${word} ${String(value)}`];
    });
    return known.length === 0 ? text : `${text.replace(/\.$/, '')}: ${known.join(', ')}.`;
  };

const LIMITS = [
  ['mindestens', 'min'],
  ['höchstens', 'max'],
  ['Schritt', 'step'],
  ['erlaubt', 'allowed'],
  ['belegt', 'used'],
] as const;

const limits = (text: string): Sentence => withFigure(text, ...LIMITS);
const plain =
  (text: string): Sentence =>
  () =>
    text;

const GERMAN: Readonly<Record<Code | ClientCode, Sentence>> = {
  ok: plain(''),
  invalid_input: limits('Die Eingabe ist nicht gültig.'),
  'auth.password_same': plain('Das neue Passwort ist das bisherige.'),
  'auth.password_weak': plain(
    'Ein Passwort hat 8 bis 16 Zeichen: Klein- und Großbuchstaben, eine Ziffer, ein Sonderzeichen.',
  ),
  'auth.code_invalid': plain('Der Code aus der E-Mail ist falsch oder abgelaufen.'),
  'auth.invalid_credentials': plain('Login oder Passwort ist falsch.'),
  'auth.session_expired': plain('Die Sitzung ist zu Ende; bitte neu anmelden.'),
  'auth.otp_invalid': plain('Der Einmalcode ist falsch.'),
  'auth.otp_not_set': plain('Zuerst müssen Einmalcodes eingerichtet werden.'),
  'auth.otp_required': plain('Ein Einmalcode ist nötig.'),
  'auth.refresh_reused': plain('Ein alter Schlüssel wurde benutzt; die Sitzung ist beendet.'),
  'auth.csrf_invalid': plain('Die Anfrage passt nicht zur Sitzung; bitte neu anmelden.'),
  'auth.invalid_terminal': plain('Diese Art Terminal ist hier nicht möglich.'),
  'auth.otp_enrol_required': plain('Die Gruppe verlangt Einmalcodes; bitte zuerst einrichten.'),
  'auth.password_change_required': plain('Zuerst muss das Passwort geändert werden.'),
  'auth.password_change_not_allowed': plain('Dieses Konto darf sein Passwort nicht ändern.'),
  'auth.account_disabled': plain('Das Konto ist gesperrt.'),
  'auth.ip_not_allowed': plain('Von dieser Adresse ist keine Anmeldung erlaubt.'),
  'auth.not_staff': plain('Das Konto hat keinen Zugang für Mitarbeiter.'),
  'auth.terminal_not_allowed': plain('Das Konto darf diese Art Terminal nicht benutzen.'),
  'auth.account_changed': plain('Inzwischen ist ein anderes Konto angemeldet.'),
  'auth.too_many_attempts': withFigure('Zu viele Versuche; bitte später noch einmal.', [
    'Sekunden',
    'retry_after',
  ]),
  forbidden: plain('Das liegt außerhalb der eigenen Rechte.'),
  confirmation_required: plain('Die Handlung muss mit dem gezeigten Code bestätigt werden.'),
  not_found: plain('Nicht gefunden.'),
  conflict: plain('Doppelt, veraltet oder noch in Gebrauch.'),
  internal: plain('Der Server hat einen Fehler; die Nummer der Anfrage hilft, ihn zu finden.'),
  timeout: plain('Keine Antwort in der Zeit; bitte nachsehen, ob es geschehen ist.'),
  'trade.invalid_request': limits('Der Auftrag ist fehlerhaft oder widerspricht sich.'),
  'trade.invalid_volume': limits('Das Volumen passt nicht.'),
  'trade.invalid_close_volume': limits('Die Position hat nicht so viel Volumen.'),
  'trade.invalid_price': limits('Der Preis passt nicht: Tick, Seite oder Abstand.'),
  'trade.invalid_stops': limits('Stop Loss oder Take Profit liegt falsch oder zu nah.'),
  'trade.invalid_expiration': limits('Diese Laufzeit ist nicht erlaubt oder schon vorbei.'),
  'trade.invalid_fill': limits('Diese Ausführungsart ist für das Symbol nicht erlaubt.'),
  'trade.invalid_order_kind': limits('Diese Auftragsart ist hier nicht erlaubt.'),
  'trade.no_changes': plain('Es hat sich nichts geändert.'),
  'trade.disabled': plain('Konto, Gruppe, Symbol oder Server ist für den Handel geschlossen.'),
  'trade.read_only': plain('Mit dem Investor-Passwort kann nicht gehandelt werden.'),
  'trade.expert_disabled': plain('Automatischer Handel ist nicht erlaubt.'),
  'trade.long_only': plain('In diesem Symbol eröffnen nur Käufe eine Position.'),
  'trade.short_only': plain('In diesem Symbol eröffnen nur Verkäufe eine Position.'),
  'trade.close_only': plain('Positionen können nur geschlossen werden.'),
  'trade.symbol_not_found': plain('Das Symbol ist unbekannt oder für die Gruppe nicht da.'),
  'trade.order_not_found': ({ field }) =>
    field === 'execution_id'
      ? 'Die Ausführung ist unbekannt: Der Auftrag hält keine mit dieser Nummer an.'
      : 'Das Konto hat diesen Auftrag nicht.',
  'trade.position_not_found': plain('Das Konto hat diese Position nicht.'),
  'trade.market_closed': withFigure('Der Markt ist geschlossen.', ['öffnet', 'opens_at']),
  'trade.off_quotes': plain('Es gibt keinen frischen Preis oder keinen Umrechnungskurs.'),
  'trade.requote': plain('Der Preis hat sich bewegt; hier ist ein neuer.'),
  'trade.price_changed': plain('Der Preis hat sich während der Ausführung bewegt.'),
  'trade.rejected': plain('Der Auftrag wurde abgelehnt.'),
  'trade.canceled': plain('Der Auftrag wurde vor der Ausführung zurückgezogen.'),
  'trade.no_money': ({ required, free, currency = '', rule = '' }) => {
    const [what, there] = {
      balance: ['Das Guthaben', 'vorhanden'],
      credit: ['Der Kredit', 'vorhanden'],
    }[rule] ?? ['Die freie Margin', 'frei'];
    if (required === undefined || free === undefined) return `${what} reicht nicht.`;
    const [needed, left] = [grouped(required), grouped(free)];
    return `${what} reicht nicht: nötig ${needed} ${currency}, ${there} ${left} ${currency}.`;
  },
  'trade.limit_orders': limits('Die Zahl der Aufträge ist an ihrer Grenze.'),
  'trade.limit_positions': limits('Die Zahl der Positionen ist an ihrer Grenze.'),
  'trade.limit_volume': limits('Das Volumen in dieser Richtung ist an seiner Grenze.'),
  'trade.limit_money': plain('Der Betrag ist zu groß.'),
  'trade.frozen': plain('Der Preis liegt zu nah an der Ausführung.'),
  'trade.locked': plain('Der Auftrag oder die Position wird gerade bearbeitet.'),
  'trade.order_changed': plain('Der Auftrag wurde inzwischen geändert oder ausgeführt.'),
  'trade.position_closed': plain('Die Position wurde inzwischen geschlossen.'),
  'trade.close_order_exists': plain('Ein Auftrag, der diese Position schließt, ist schon da.'),
  'trade.hedge_prohibited': plain('Die Gruppe verbietet gegenläufige Positionen.'),
  'trade.fifo_prohibited': plain('Die Gruppe schließt die älteste Position zuerst.'),
  'trade.too_many_requests': plain('Zu viele Aufträge auf einmal; es wurde nichts getan.'),
  'trade.no_connection': plain('Das gewählte Gateway ist nicht verbunden.'),
  'trade.timeout': plain('Keine Antwort in der Zeit; das Ergebnis wird nachgefragt.'),
  'client.busy': plain('Zu viele Anfragen sind unterwegs.'),
  'client.closed': plain('Die Sitzung ist geschlossen.'),
  'client.outcome_unknown': plain('Das Ergebnis ist noch nicht bekannt.'),
  'client.pending': plain('Die Liste ist noch nicht auf dem neuesten Stand.'),
  'client.protocol': plain('Die Antwort kam nicht vom Server.'),
  'client.unreachable': plain('Der Server ist nicht erreichbar.'),
};

/** Where the server has no sentence, or one with figures that pages write otherwise. */
const ENGLISH: Readonly<Record<ClientCode, Sentence>> &
  Readonly<Partial<Record<Code, (data: RefusalData) => string | undefined>>> = {
  'trade.no_money': ({ required, free, currency = '', rule = '' }) => {
    if (required === undefined || free === undefined) return undefined;
    const what = { balance: 'balance', credit: 'credit' }[rule] ?? 'free margin';
    const [needed, left] = [grouped(required), grouped(free)];
    return `Not enough ${what}: ${needed} ${currency} needed, ${left} ${currency} there.`;
  },
  'client.busy': plain('Too many requests are under way.'),
  'client.closed': plain('The session is closed.'),
  'client.outcome_unknown': plain('The outcome is not known yet.'),
  'client.pending': plain('The list is not current yet.'),
  'client.protocol': plain('The answer did not come from the server.'),
  'client.unreachable': plain('The server cannot be reached.'),
};

/** The sentence of a refusal, in the language of the pages. */
export const refusalText = ({ code, message, data }: Refusal): string => {
  if (language.value === 'de') return GERMAN[code]?.(data) ?? message;
  return ENGLISH[code]?.(data) ?? message;
};
