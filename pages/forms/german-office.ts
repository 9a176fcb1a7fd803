// German sentences under the fields of all other settings, staff and bodies. Each stands beside its
// English sentence; a test finds those that are missing.

/** What the fields mean. */
export const OFFICE_HINTS: readonly (readonly [english: string, german: string])[] = [
  ['#rrggbb; empty = the colour of the terminal.', '#rrggbb; leer = die Farbe des Terminals.'],
  [
    '0 = no new demo accounts, 1 = days since the last sign-in, 2 = days since the opening.',
    '0 = keine neuen Demokonten, 1 = Tage seit der letzten Anmeldung, 2 = Tage seit der ' +
      'Eröffnung.',
  ],
  [
    '0 = the caption; 1 to 8 = texts of terminals.',
    '0 = die Beschriftung; 1 bis 8 = Texte der Terminals.',
  ],
  [
    'A fill further from the quote is held for staff; 0 = none is.',
    'Eine Ausführung, die weiter vom Kurs entfernt ist, wartet auf Mitarbeiter; 0 = keine.',
  ],
  [
    'A named set of rights, which the user gets in addition to rights.',
    'Benannte Rechte, die der Mitarbeiter zusätzlich bekommt.',
  ],
  [
    'Active: the server dials; Passive: the provider dials.',
    'Aktiv: der Server wählt an; Passiv: die Quelle wählt an.',
  ],
  ['Address of the page.', 'Adresse der Seite.'],
  ['Address that e-mails come from.', 'Absenderadresse der E-Mails.'],
  [
    'All report lines of the user, in their order.',
    'Alle Berichtszeilen des Mitarbeiters, in ihrer Reihenfolge.',
  ],
  ['Allowed choices; empty = the first alone.', 'Erlaubte Auswahl; leer = nur der erste.'],
  [
    'Are addresses blocked that try too often?',
    'Werden Adressen gesperrt, die es zu oft versuchen?',
  ],
  ['Are balances of the provider taken over?', 'Werden Guthaben der Quelle übernommen?'],
  [
    'Are digits and sizes taken from the provider?',
    'Werden Nachkommastellen und Größen von der Quelle übernommen?',
  ],
  ['Are timings of the session recorded?', 'Werden die Zeiten der Sitzung aufgezeichnet?'],
  [
    'Attempts within 3 s of each other that block an address.',
    'Versuche im Abstand von unter 3 s, nach denen eine Adresse gesperrt wird.',
  ],
  ['Beginning; left out = now.', 'Beginn; weggelassen = jetzt.'],
  ['Can people apply for real accounts?', 'Können Echtkonten beantragt werden?'],
  ['Can people open demo accounts?', 'Können Demokonten eröffnet werden?'],
  [
    'Classes of logins that the server admits; only the server api has this field.',
    'Arten von Anmeldungen, die der Server zulässt; nur der Server „api“ hat dieses Feld.',
  ],
  [
    'Company of the brand; a company has at most one brand.',
    'Firma der Marke; eine Firma hat höchstens eine Marke.',
  ],
  [
    "Coordinate of the server's location, for display; at most 8 decimals.",
    'Koordinate des Standorts, nur zur Anzeige; höchstens 8 Nachkommastellen.',
  ],
  ['Countries of residence; empty = every country.', 'Länder des Wohnsitzes; leer = alle.'],
  [
    'Countries of the people who see the links; empty = every country.',
    'Länder der Kunden, die die Links sehen; leer = alle.',
  ],
  [
    'Decimals that are kept; not set = all.',
    'Nachkommastellen, die bleiben; nicht gesetzt = alle.',
  ],
  [
    'Default watchlist where a brand has none.',
    'Erste Beobachtungsliste, wo eine Marke keine hat.',
  ],
  [
    'Do e-mails without a server of their own go out here?',
    'Gehen E-Mails ohne eigenen Server hier hinaus?',
  ],
  [
    'Does a demo account need a confirmed e-mail address?',
    'Braucht ein Demokonto eine bestätigte E-Mail-Adresse?',
  ],
  [
    'Does an application need a confirmed e-mail address?',
    'Braucht ein Antrag eine bestätigte E-Mail-Adresse?',
  ],
  [
    'Does the brand serve hosts that no brand names? At most one brand does.',
    'Gilt die Marke für Hosts, die keine Marke nennt? Höchstens eine Marke tut das.',
  ],
  ['Does the server connect to the provider?', 'Verbindet sich der Server mit der Quelle?'],
  [
    'Does the server use the news of the datafeed?',
    'Benutzt der Server die Nachrichten der Kursquelle?',
  ],
  [
    'Does the server use the quotes of the datafeed?',
    'Benutzt der Server die Kurse der Kursquelle?',
  ],
  ['E-mail address for questions; empty = none.', 'E-Mail-Adresse für Fragen; leer = keine.'],
  ['E-mail address; empty = none.', 'E-Mail-Adresse; leer = keine.'],
  [
    'Failures in 5 minutes that block an address.',
    'Fehlversuche in 5 Minuten, nach denen eine Adresse gesperrt wird.',
  ],
  ['Failures in a row before a long wait.', 'Fehlversuche in Folge vor einer langen Pause.'],
  [
    'Folder, sub-folder and report, joined by backslashes.',
    'Ordner, Unterordner und Bericht mit Backslash dazwischen.',
  ],
  [
    'Group of demo accounts while no allocation rule for demo accounts is enabled; empty = none.',
    'Gruppe der Demokonten, solange keine Zuteilungsregel für Demokonten eingeschaltet ist; ' +
      'leer = keine.',
  ],
  [
    'Group of real accounts while no allocation rule for real accounts is enabled; empty = none.',
    'Gruppe der Echtkonten, solange keine Zuteilungsregel für Echtkonten eingeschaltet ist; ' +
      'leer = keine.',
  ],
  ['Group that new accounts get.', 'Gruppe, in die neue Konten kommen.'],
  [
    'Host names of the brand, without port, in lower case.',
    'Hostnamen der Marke, ohne Port, in Kleinbuchstaben.',
  ],
  ['host:port of the provider.', 'Host:Port der Quelle.'],
  ['host:port of the SMTP server.', 'Host:Port des SMTP-Servers.'],
  [
    'HTML part with placeholders; empty = the text alone.',
    'HTML-Teil mit Platzhaltern; leer = nur der Text.',
  ],
  [
    'Id of the brand; not set = every brand of the company.',
    'Nummer der Marke; nicht gesetzt = jede Marke der Firma.',
  ],
  ['Id of the symbol.', 'Nummer des Symbols.'],
  [
    'Is the session encrypted whatever the parameters say?',
    'Ist die Sitzung verschlüsselt, was immer die Parameter sagen?',
  ],
  [
    'Is the value stored encrypted? ******** sent back keeps the value.',
    'Wird der Wert verschlüsselt gespeichert? ******** behält ihn.',
  ],
  [
    'Kind of connection; the module decides which parameters the record has.',
    'Art der Verbindung; das Modul bestimmt die Parameter.',
  ],
  ['Languages in which e-mails are written.', 'Sprachen, in denen E-Mails geschrieben werden.'],
  ['Length of the lifetime.', 'Länge der Lebensdauer.'],
  [
    'Leverage that is offered first; 0 = the default leverage of the group.',
    'Hebel, der zuerst angeboten wird; 0 = der Standardhebel der Gruppe.',
  ],
  [
    'Lifetime of demo accounts; not set = not set yet. Only the server trade has this field.',
    'Lebensdauer der Demokonten; nicht gesetzt = noch keine. Nur der Server „trade“ hat ' +
      'dieses Feld.',
  ],
  [
    'Links shown to people who sign up, by country.',
    'Links, die neue Kunden bei der Anmeldung sehen, nach Land.',
  ],
  [
    'Lists of group masks; a group is in scope if at least one list fits the group.',
    'Listen von Gruppenmasken; eine Gruppe ist im Bereich, wenn mindestens eine Liste passt.',
  ],
  [
    'Longest time in which the provider must answer.',
    'Längste Zeit, in der die Quelle antworten muss.',
  ],
  ['Markup of the ask.', 'Aufschlag auf den Ask.'],
  ['Markup of the bid.', 'Aufschlag auf den Bid.'],
  ['Mask of groups.', 'Maske von Gruppen.'],
  [
    'Masks in order; ! excludes, the last that fits decides.',
    'Masken in ihrer Reihenfolge; ! schließt aus, die letzte passende entscheidet.',
  ],
  ['Masks of their symbols, in order.', 'Masken ihrer Symbole, in ihrer Reihenfolge.'],
  ['May administrators sign in?', 'Dürfen sich Administratoren anmelden?'],
  ['May managers sign in?', 'Dürfen sich Manager anmelden?'],
  ['May programs sign in at the api terminal?', 'Dürfen sich Programme am API-Terminal anmelden?'],
  ['May the reports be exported?', 'Dürfen die Berichte ausgegeben werden?'],
  ['May the reports be seen?', 'Dürfen die Berichte gesehen werden?'],
  ['May the user sign in?', 'Darf sich der Mitarbeiter anmelden?'],
  ['May traders sign in?', 'Dürfen sich Kunden anmelden?'],
  [
    'May traders trade, close only, or neither?',
    'Dürfen Kunden handeln, nur schließen, oder keins von beiden?',
  ],
  ['Module that makes the report.', 'Modul, das den Bericht erstellt.'],
  [
    'Name at the provider; empty = the name of the symbol.',
    'Name bei der Quelle; leer = der Name des Symbols.',
  ],
  ['Name for people.', 'Name für Menschen.'],
  [
    'Name of a report configuration, or a mask of names.',
    'Name eines eingerichteten Berichts, oder eine Maske von Namen.',
  ],
  ['Name of the parameter in the module.', 'Name des Parameters im Modul.'],
  ['Name of the staff user.', 'Name des Mitarbeiters.'],
  ['Name of the terminal.', 'Name des Terminals.'],
  ['Name that e-mails come from.', 'Absendername der E-Mails.'],
  [
    'Name that traders see; empty = the name itself.',
    'Name, den Kunden sehen; leer = der Name selbst.',
  ],
  ['Name under which terminals show the server.', 'Name, unter dem Terminals den Server zeigen.'],
  ['Name where there is little room.', 'Name, wo wenig Platz ist.'],
  [
    'Names at the provider and markups, by symbol.',
    'Namen bei der Quelle und Aufschläge, nach Symbol.',
  ],
  ['Names of the rights that the user holds.', 'Namen der Rechte, die der Mitarbeiter hat.'],
  [
    'Network interface whose figures the monitor reads; empty = all but loopback.',
    'Netzwerkschnittstelle, deren Werte der Monitor liest; leer = alle außer Loopback.',
  ],
  [
    'Number of attempts to connect before a long pause.',
    'Zahl der Versuche vor einer langen Pause.',
  ],
  ['Number of the account.', 'Nummer des Kontos.'],
  ['Number of the record; set by the server.', 'Nummer des Datensatzes; der Server vergibt sie.'],
  [
    'Offer for people who choose none of the others.',
    'Angebot für alle, die keine der anderen wählen.',
  ],
  ['Page for demo accounts; empty = here.', 'Seite für Demokonten; leer = hier.'],
  [
    'Password at the provider; stored encrypted, never shown; ******** keeps the password.',
    'Passwort bei der Quelle; es wird verschlüsselt gespeichert und nie gezeigt; ******** ' +
      'behält es.',
  ],
  [
    'Password of the login; stored encrypted, never shown; ******** keeps the password.',
    'Passwort dazu; es wird verschlüsselt gespeichert und nie gezeigt; ******** behält es.',
  ],
  ['Phone number of the company.', 'Telefonnummer der Firma.'],
  ['Place among the lines, from 1 on; 0 = last.', 'Platz unter den Zeilen, ab 1; 0 = letzter.'],
  ['Place in the list, from 1 on; 0 = last.', 'Platz in der Liste, ab 1; 0 = letzter.'],
  [
    'Plain, upgraded by STARTTLS, or TLS from the start.',
    'Unverschlüsselt, mit STARTTLS oder von Anfang an mit TLS.',
  ],
  [
    'Planned opening of the platform; left out = none is planned.',
    'Geplante Öffnung der Plattform; weggelassen = keine.',
  ],
  ['Postal address of the company.', 'Postanschrift der Firma.'],
  [
    'Prefixes of addresses to sign in from; empty = any.',
    'Anfänge der Adressen, von denen die Anmeldung erlaubt ist; leer = alle.',
  ],
  [
    'Prefixes of addresses whose forms, codes and reads are not limited by address.',
    'Anfänge von Adressen, deren Formulare, Codes und Abrufe nicht nach Adresse begrenzt werden.',
  ],
  [
    'Rule by which the server clock has summer time.',
    'Regel, nach der die Serveruhr Sommerzeit hat.',
  ],
  [
    'Second connection of a module; not read by any yet.',
    'Zweite Verbindung eines Moduls; noch liest sie keines.',
  ],
  [
    'Secret that is stored encrypted and never shown; ******** keeps the secret.',
    'Geheimnis, das verschlüsselt gespeichert und nie gezeigt wird; ******** behält es.',
  ],
  ['Server clock from UTC, without summer time.', 'Serveruhr gegenüber UTC, ohne Sommerzeit.'],
  [
    'Settings for the intake of prices; only the server quote has this field.',
    'Einstellungen für die Annahme der Preise; nur der Server „quote“ hat dieses Feld.',
  ],
  ['Settings of the module, each key once.', 'Einstellungen des Moduls, jeder Name einmal.'],
  [
    'Silence after which the next datafeed prices a symbol.',
    'So lange schweigt eine Kursquelle, bis die nächste den Preis eines Symbols stellt.',
  ],
  [
    'Staff group, whose path has a part managers or administrators.',
    'Gruppe der Mitarbeiter; ihr Pfad hat einen Teil „managers“ oder „administrators“.',
  ],
  ['Subject with placeholders.', 'Betreff mit Platzhaltern.'],
  ['Symbols by group, where they differ.', 'Symbole nach Gruppe, wo sie abweichen.'],
  [
    'Symbols of the first watchlist of an account.',
    'Symbole der ersten Beobachtungsliste eines Kontos.',
  ],
  ['Text of the link.', 'Text des Links.'],
  ['Text part with placeholders.', 'Textteil mit Platzhaltern.'],
  ['Text that terminals show; empty = none.', 'Text, den Terminals zeigen; leer = keiner.'],
  ['The links, in order.', 'Die Links in ihrer Reihenfolge.'],
  ['The lower goes first where several fit.', 'Die niedrigere kommt zuerst, wo mehrere passen.'],
  ['The lowest comes first.', 'Die niedrigste kommt zuerst.'],
  ['The lowest that fits decides.', 'Die niedrigste, die passt, entscheidet.'],
  [
    'Time for which they are kept; 0 = not at all.',
    'So lange werden sie aufbewahrt; 0 = gar nicht.',
  ],
  [
    'Time of the server clock at which the trading day ends, HH:MM.',
    'Zeit der Serveruhr, zu der der Handelstag endet, HH:MM.',
  ],
  [
    'Time of the weekly maintenance, HH:MM; empty = none. Only the server trade has this field.',
    'Zeit der wöchentlichen Wartung, HH:MM; leer = keine. Nur der Server „trade“ hat dieses Feld.',
  ],
  [
    'Time that reports reach back; 0 = without limit.',
    'So weit zurück reichen Berichte; 0 = ohne Grenze.',
  ],
  [
    'Time that the reports reach back; 0 = without limit.',
    'So weit zurück reichen die Berichte; 0 = ohne Grenze.',
  ],
  [
    'Time that the user reads back in the journal; 0 = without limit.',
    'So weit zurück liest der Mitarbeiter das Journal; 0 = ohne Grenze.',
  ],
  [
    'Time without data after which the datafeed connects again.',
    'Zeit ohne Daten, nach der sich die Kursquelle neu verbindet.',
  ],
  ['Type of the value.', 'Art des Werts.'],
  [
    'Unique among connections of the kind: letters, digits, spaces, . _ & # -.',
    'Eindeutig unter den Verbindungen der Art: Buchstaben, Ziffern, Leerzeichen, . _ & # -.',
  ],
  [
    'Unique: letters, digits, spaces, . _ & # -.',
    'Eindeutig: Buchstaben, Ziffern, Leerzeichen, . _ & # -.',
  ],
  [
    'User name at the mail server; empty = no sign-in.',
    'Benutzername beim Mailserver; leer = ohne Anmeldung.',
  ],
  ['User name at the provider.', 'Benutzername bei der Quelle.'],
  ['User name of the second connection.', 'Benutzername der zweiten Verbindung.'],
  [
    'Value as text; asterisks stand for an encrypted value.',
    'Wert als Text; Sternchen stehen für einen verschlüsselten Wert.',
  ],
  ['Values of the module by name.', 'Werte des Moduls mit ihren Namen.'],
  [
    'Wait after a series that never signed in.',
    'Pause nach einer Reihe von Versuchen ohne Anmeldung.',
  ],
  ['Wait after many failures.', 'Pause nach vielen Fehlversuchen.'],
  ['Wait between two tries.', 'Pause zwischen zwei Versuchen.'],
  ['Web address of the company; empty = none.', 'Webadresse der Firma; leer = keine.'],
  [
    'Web address of the terms of use; empty = none.',
    'Webadresse der Nutzungsbedingungen; leer = keine.',
  ],
  ['Web addresses by the names of their pages.', 'Webadressen mit den Namen ihrer Seiten.'],
  [
    'Weekdays with an end of day, 0 = Sunday; the last day of a month always has an end of day.',
    'Wochentage mit einem Tagesende, 0 = Sonntag; der letzte Tag eines Monats hat immer eines.',
  ],
  ['Words of the type enum.', 'Wörter der Art „enum“.'],
];
