// German sentences of the rights; the English ones are the server's.

import type { Right } from '../../../wire/accounts/rights.js';

/** The actions that each right opens. A right without a sentence does not compile. */
export const GERMAN_RIGHTS: Readonly<Record<Right, string>> = {
  'trades.view': 'Sieht Positionen, Aufträge und Abschlüsse der Konten im Bereich.',
  'trades.edit': 'Handelt für Kunden im Bereich und beantwortet ihre Anfragen als Händler.',
  'trades.delete': 'Löscht Positionen von Konten im Bereich.',
  'accounts.view': 'Sieht Konten im Bereich.',
  'accounts.edit': 'Eröffnet und ändert Konten im Bereich.',
  'accounts.balance': 'Zahlt bei Konten im Bereich ein und aus.',
  'accounts.online': 'Sieht, wer im Bereich online ist, und meldet Sitzungen ab.',
  'accounts.delete': 'Löscht Konten im Bereich.',
  'accounts.password': 'Setzt und prüft Passwörter von Konten im Bereich.',
  'accounts.hidden': 'Sieht Konten, die vor anderen verborgen sind.',
  applications: 'Sieht, genehmigt und lehnt Anträge auf Echtkonten ab.',
  'clients.view': 'Sieht Kunden und ihre Konten.',
  'config.staff': 'Pflegt Mitarbeiter im Bereich, die nicht mehr dürfen als man selbst.',
  mailbox: 'Liest und schreibt Post an Kunden und Mitarbeiter.',
  notifications: 'Sendet Mitteilungen an Terminals.',
  confirm_actions: 'Bestätigt Handlungen, die einen Code verlangen.',
  'terminal.admin': 'Meldet sich am Terminal für Administratoren an.',
  'server.machines': 'Sieht die Rechner, auf denen die Plattform läuft.',
  'config.view': 'Liest alle Einstellungen ohne Geheimnisse und Mitarbeiter im Bereich.',
  'config.symbols': 'Pflegt Symbole.',
  'symbols.quick_edit':
    'Ändert Spread, Swaps und Handel von Symbolen, setzt manuelle Kurse und berichtigt Balken, ' +
    'beides in ihren Grenzen.',
  'config.leverage': 'Pflegt Hebelprofile.',
  'config.groups': 'Pflegt Gruppen im Bereich.',
  'config.datafeeds': 'Pflegt Kursquellen.',
  'config.gateways': 'Pflegt Gateways.',
  'config.routing': 'Pflegt die Regeln der Auftragsleitung.',
  'config.holidays': 'Pflegt Feiertage.',
  'config.reports': 'Pflegt Berichte und sieht alle.',
  'config.allocation': 'Pflegt die Regeln, nach denen neue Konten ihre Gruppen bekommen.',
  reports: 'Fordert Berichte an, die die eigenen Berichtszeilen freigeben.',
  'reports.export': 'Gibt Berichte als Datei aus, wo die Berichtszeilen es erlauben.',
  'config.servers': 'Pflegt Server, Lizenz und Marken.',
  'config.white_labels': 'Ändert Marken, zusammen mit config.servers.',
  'config.mail': 'Pflegt Mailserver.',
  'journal.view':
    'Liest das Journal so weit zurück wie erlaubt, mit Handlungen der Mitarbeiter im Bereich.',
  'fields.name': 'Sieht Namen von Konten.',
  'fields.email': 'Sieht E-Mail-Adressen von Konten.',
  'fields.phone': 'Sieht Telefonnummern von Konten.',
  'fields.address': 'Sieht Postadressen von Konten.',
  'fields.documents': 'Sieht Ausweisnummern und Bankverbindungen von Konten.',
};
