// German sentences under the fields of what decides on trades: symbols, groups, leverage, routing,
// holidays. Each stands beside its English sentence; a test finds those that are missing.

/** What the fields mean. */
export const TRADING_HINTS: readonly (readonly [english: string, german: string])[] = [
  ['0 = Sunday to 6 = Saturday.', '0 = Sonntag bis 6 = Samstag.'],
  [
    'A quote of a datafeed that is further than this from the last accepted quote is held ' +
      'back; 0 = no quote is held back.',
    'Ein Kurs einer Kursquelle, der weiter als das vom letzten entfernt ist, wird ' +
      'zurückgehalten; 0 = keiner.',
  ],
  [
    'Account that sends the request; omitted = no particular account.',
    'Konto, das die Anfrage sendet; weggelassen = kein bestimmtes.',
  ],
  [
    'Accounts between which traders may move money; stored only.',
    'Konten, zwischen denen Kunden Geld umbuchen dürfen; wird nur gespeichert.',
  ],
  [
    'After this time positions can only be closed; not set = no limit.',
    'Nach dieser Zeit kann nur geschlossen werden; nicht gesetzt = keine Grenze.',
  ],
  ['Are bars made of bids or of trades?', 'Entstehen Balken aus Geldkursen oder aus Umsätzen?'],
  [
    'Are margin rates of positions renewed at the end of a day?',
    'Werden die Margin-Kurse der Positionen am Ende des Tages erneuert?',
  ],
  ['Are positions against each other refused?', 'Werden gegenläufige Positionen abgelehnt?'],
  [
    'Are profits unusable until the day ends?',
    'Sind Gewinne bis zum Ende des Tages nicht verfügbar?',
  ],
  [
    'Are results converted at the rate of deal or market?',
    'Werden Ergebnisse zum Kurs des Abschlusses oder des Markts umgerechnet?',
  ],
  ['Are swaps charged?', 'Werden Swaps berechnet?'],
  [
    'Are the two levels in percent of margin or in money?',
    'Sind die beiden Schwellen Prozent der Margin oder Geld?',
  ],
  [
    'Base of the charge: each deal or each lot.',
    'Grundlage der Berechnung: jeder Abschluss oder jedes Lot.',
  ],
  [
    'Before this time positions can only be closed; not set = no limit.',
    'Vor dieser Zeit kann nur geschlossen werden; nicht gesetzt = keine Grenze.',
  ],
  ['Bought or sold.', 'Gekauft oder verkauft.'],
  ['Calendar year; 0 = every year.', 'Kalenderjahr; 0 = jedes Jahr.'],
  ['Class of the instrument.', 'Klasse des Instruments.'],
  ['Color in lists.', 'Farbe in Listen.'],
  [
    'Commission, a share for the agent, or a fee.',
    'Provision, Anteil des Vermittlers oder Gebühr.',
  ],
  [
    'Company that the accounts of the group belong to.',
    'Firma, zu der die Konten der Gruppe gehören.',
  ],
  ['Comparison: equal, not, greater, less.', 'Vergleich: gleich, ungleich, größer, kleiner.'],
  [
    'Contract size of a covered lot, or money where initial margin is set.',
    'Kontraktgröße eines gedeckten Lots, oder Geld, wo die anfängliche Margin gesetzt ist.',
  ],
  ['Country of the instrument.', 'Land des Instruments.'],
  ['Currency in which margin is counted.', 'Währung, in der die Margin gerechnet wird.'],
  ['Currency of prices and results.', 'Währung der Preise und Ergebnisse.'],
  [
    'Currency of the accounts; fixed once the group has an account.',
    'Währung der Konten; fest, sobald die Gruppe ein Konto hat.',
  ],
  [
    'Currency of the mode specified; empty = none.',
    'Währung der Art „angegebene Währung“; leer = keine.',
  ],
  ['Currency of turnovers; empty = deposit.', 'Währung der Umsätze; leer = Kontowährung.'],
  [
    'Currency of values; empty = the deposit currency.',
    'Währung der Werte; leer = die Kontowährung.',
  ],
  ['Currency or asset that is traded.', 'Währung oder Wert, der gehandelt wird.'],
  [
    'Currency, points or percent that the value is in.',
    'Währung, Punkte oder Prozent, in denen der Wert steht.',
  ],
  ['Day of the month.', 'Tag des Monats.'],
  [
    'Days without a sign-in after which a demo account ends; 0 = never.',
    'Tage ohne Anmeldung, nach denen ein Demokonto endet; 0 = nie.',
  ],
  ['Dealers that are taken to be on line.', 'Händler, die als bereit gelten.'],
  ['Deals that buy, that sell, or all.', 'Abschlüsse, die kaufen, die verkaufen, oder alle.'],
  ['Deals that open, that close, or all.', 'Abschlüsse, die eröffnen, die schließen, oder alle.'],
  ['Deals with a profit, with a loss, or all.', 'Abschlüsse mit Gewinn, mit Verlust, oder alle.'],
  [
    'Decimals of amounts; omitted = by ISO 4217.',
    'Nachkommastellen der Beträge; weggelassen = nach ISO 4217.',
  ],
  ['Decimals of the prices.', 'Nachkommastellen der Preise.'],
  [
    'Distance from the price asked for that is still accepted.',
    'Abstand vom gefragten Preis, der noch angenommen wird.',
  ],
  [
    'Distance from the price within which nothing can be changed.',
    'Abstand vom Preis, in dem nichts geändert werden kann.',
  ],
  ['Divisor of the yearly rate.', 'Teiler des Jahreszinses.'],
  ['Divisor of yearly percents.', 'Teiler der Jahresprozente.'],
  [
    'Do accounts without margin stop out when equity is negative?',
    'Kommt es bei Konten ohne Margin zum Stop-out, wenn die Equity negativ ist?',
  ],
  [
    'Do groups that name the profile use the leverage of the profile?',
    'Benutzen Gruppen, die das Profil nennen, seinen Hebel?',
  ],
  [
    'Do minimum and maximum bound all deals of an order, or each deal?',
    'Gelten Minimum und Maximum für alle Abschlüsse eines Auftrags oder für jeden?',
  ],
  [
    'Do orders and stops outlive the trading day?',
    'Gelten Aufträge und Stops über den Handelstag hinaus?',
  ],
  ['Does a compensation take the credit away?', 'Nimmt ein Ausgleich den Kredit weg?'],
  [
    'Does a holiday pay no swap, and does the day before pay that swap too?',
    'Fällt an einem Feiertag kein Swap an, und am Tag davor auch der seine?',
  ],
  [
    'Does a position stay open if the margin does not allow its stop loss or take profit?',
    'Bleibt eine Position offen, wenn die Margin ihren Stop Loss oder Take Profit nicht erlaubt?',
  ],
  [
    'Does the server make statements for accounts of the group?',
    'Erstellt der Server Auszüge für Konten der Gruppe?',
  ],
  [
    'End of the range in lots or value; 0 = open.',
    'Ende des Bereichs in Lots oder Wert; 0 = offen.',
  ],
  ['End of the range; 0 = open.', 'Ende des Bereichs; 0 = offen.'],
  ['Every condition must hold.', 'Jede Bedingung muss erfüllt sein.'],
  ['Exchange at which the instrument is listed.', 'Börse, an der das Instrument notiert.'],
  [
    'Factor of each night, Sunday first; not set = by the triple day.',
    'Faktor jeder Nacht, Sonntag zuerst; nicht gesetzt = nach dem dreifachen Tag.',
  ],
  ['Factor of the initial margin.', 'Faktor der anfänglichen Margin.'],
  ['Factor of the margin held.', 'Faktor der gehaltenen Margin.'],
  [
    'Factor of the margin held; 0 = as initial.',
    'Faktor der gehaltenen Margin; 0 = wie anfänglich.',
  ],
  ['Factors by size.', 'Faktoren nach Größe.'],
  [
    'Factors of the margin by side and kind of order.',
    'Faktoren der Margin nach Seite und Art des Auftrags.',
  ],
  ['Field of the request that is compared.', 'Feld der Anfrage, das verglichen wird.'],
  [
    'Fixed spread; 0 = the spread of the datafeed.',
    'Fester Spread; 0 = der Spread der Kursquelle.',
  ],
  ['Floating leverage; not set = none.', 'Gestaffelter Hebel; nicht gesetzt = keiner.'],
  [
    'Floating results that count for the free margin.',
    'Schwebende Ergebnisse, die zur freien Margin zählen.',
  ],
  [
    'Folders and name, joined by backslashes; unique in any letter case.',
    'Ordner und Name mit Backslash dazwischen; eindeutig, gleich ob groß oder klein geschrieben.',
  ],
  [
    'Folders and name; fixed once the group has an account.',
    'Ordner und Name; fest, sobald die Gruppe ein Konto hat.',
  ],
  [
    'For reject the text for the client, for delay 1 to 60000 milliseconds; else empty.',
    'Beim Ablehnen der Text für den Kunden, beim Warten 1 bis 60000 Millisekunden; sonst leer.',
  ],
  ['Formula of margin and result.', 'Formel von Margin und Ergebnis.'],
  [
    'Further quotes after which a new level is accepted.',
    'So viele weitere Kurse, dann gilt das neue Niveau.',
  ],
  [
    'Group of the account; omitted = the group that the account has.',
    'Gruppe des Kontos; weggelassen = die, die das Konto hat.',
  ],
  [
    'Hedging: several positions of a symbol; netting: one position.',
    'Hedging: mehrere Positionen je Symbol; Netting: eine Position.',
  ],
  [
    'Hour on the server clock; replaces the hour of time.',
    'Stunde der Serveruhr; ersetzt die Stunde der Zeit.',
  ],
  [
    'International number of the security; empty = none.',
    'Internationale Nummer des Wertpapiers; leer = keine.',
  ],
  [
    'Is a negative balance after a stop-out set to zero?',
    'Wird ein negativer Kontostand nach einem Stop-out auf null gesetzt?',
  ],
  [
    'Is margin checked again before a request that waited is executed?',
    'Wird die Margin vor der Ausführung einer Anfrage, die gewartet hat, noch einmal geprüft?',
  ],
  [
    'Is the margin of the larger side charged when hedged?',
    'Wird bei gegenläufigen Positionen die Margin der größeren Seite verlangt?',
  ],
  ['Is the record in use?', 'Wird der Datensatz benutzt?'],
  [
    'Is the rule skipped while no dealer of the rule is on line?',
    'Wird die Regel übergangen, solange keiner ihrer Händler bereit ist?',
  ],
  ['Kind of order that the factor is for.', 'Art des Auftrags, für die der Faktor gilt.'],
  ['Kind of order; omitted = market.', 'Art des Auftrags; weggelassen = Markt.'],
  ['Kind of request; omitted = open.', 'Art der Anfrage; weggelassen = Eröffnen.'],
  [
    'Kinds of orders that the rule takes; empty = all.',
    'Arten von Aufträgen, für die die Regel gilt; leer = alle.',
  ],
  ['Kinds of orders, and stops, that are allowed.', 'Erlaubte Arten von Aufträgen und Stops.'],
  [
    'Kinds of requests that the rule takes; empty = all.',
    'Arten von Anfragen, für die die Regel gilt; leer = alle.',
  ],
  [
    'Kinds of terminals that the accounts of the group may use.',
    'Arten von Terminals, die Konten der Gruppe benutzen dürfen.',
  ],
  [
    'Larger trades are executed on request; 0 = none are.',
    'Größere Geschäfte werden auf Anfrage ausgeführt; 0 = keine.',
  ],
  [
    'Largest distance of a staff price from the market, of a corrected price from the deals, ' +
      'and of a quick edit; 0 = staff may only publish the first price.',
    'Größter Abstand: eines Preises von Mitarbeitern vom Markt, eines berichtigten Preises ' +
      'von den Abschlüssen, und bei schnellen Änderungen; 0 = Mitarbeiter dürfen nur den ersten ' +
      'Preis setzen.',
  ],
  ['Largest size of a trade.', 'Größte Größe eines Geschäfts.'],
  [
    'Last part of the path; fixed once the symbol exists.',
    'Letzter Teil des Pfads; fest, sobald es das Symbol gibt.',
  ],
  [
    'Least charge of an order or deal; 0 = none.',
    'Mindestens so viel je Auftrag oder Abschluss; 0 = ohne Grenze.',
  ],
  [
    'Least distance of stops and orders from the price.',
    'Kleinster Abstand der Stops und Aufträge vom Preis.',
  ],
  ['Least number of characters.', 'Kleinste Zahl von Zeichen.'],
  ['Level at which positions are closed.', 'Schwelle, bei der Positionen geschlossen werden.'],
  ['Level at which the account is warned.', 'Schwelle, bei der das Konto gewarnt wird.'],
  [
    'Leverage of accounts without a leverage of their own.',
    'Hebel der Konten, die keinen eigenen haben.',
  ],
  [
    'Leverage profile of the groups after the switch; not set = none.',
    'Hebelprofil der Gruppen nach dem Wechsel; nicht gesetzt = keines.',
  ],
  [
    'Leverage profile of the groups before the switch; not set = none.',
    'Hebelprofil der Gruppen vor dem Wechsel; nicht gesetzt = keines.',
  ],
  ['Lifetimes allowed for pending orders.', 'Erlaubte Laufzeiten von Pending Orders.'],
  [
    'Logins in order; of a gateway rule, ids of gateways. A disabled rule may have none.',
    'Logins in ihrer Reihenfolge; bei einer Gateway-Regel die Nummern der Gateways. Eine ' +
      'ausgeschaltete Regel darf keine haben.',
  ],
  [
    'Masks of group paths; groups are found at the time of the switch.',
    'Masken von Gruppenpfaden; welche Gruppen passen, zählt beim Wechsel.',
  ],
  ['Masks of names or paths; ! excludes.', 'Masken von Namen oder Pfaden; ! schließt aus.'],
  [
    'May accounts of the group send and get internal mail?',
    'Dürfen Konten der Gruppe interne Post senden und bekommen?',
  ],
  ['May accounts of the group sign in?', 'Dürfen sich Konten der Gruppe anmelden?'],
  ['May accounts of the group trade?', 'Dürfen Konten der Gruppe handeln?'],
  ['May pending orders have an end?', 'Dürfen Pending Orders ein Ende haben?'],
  ['Measure of the tiers.', 'Maß der Stufen.'],
  [
    'Measure of the tiers: lots or value, of all symbols together or of each symbol.',
    'Maß der Stufen: Lots oder Wert, aller Symbole zusammen oder jedes Symbols.',
  ],
  [
    'Minute of the day at which the session ends, exclusive.',
    'Minute des Tages, mit der die Zeit endet; sie gehört nicht mehr dazu.',
  ],
  [
    'Minute of the day, on the server clock, at which the session starts.',
    'Minute des Tages nach der Serveruhr, mit der die Zeit beginnt.',
  ],
  ['Money for a lot held; 0 = as initial.', 'Geld je gehaltenem Lot; 0 = wie anfänglich.'],
  ['Money for a lot; 0 = by formula.', 'Geld je Lot; 0 = nach der Formel.'],
  ['Money that a new demo account gets.', 'Geld, das ein neues Demokonto bekommt.'],
  ['Month, 1 to 12.', 'Monat, 1 bis 12.'],
  [
    'Most charge of an order or deal; 0 = none.',
    'Höchstens so viel je Auftrag oder Abschluss; 0 = ohne Grenze.',
  ],
  [
    'Most lots in one direction, orders included; 0 = no limit.',
    'Höchstens so viele Lots in einer Richtung, Aufträge mitgezählt; 0 = ohne Grenze.',
  ],
  [
    'Most pending orders of an account; 0 = none.',
    'Höchstens so viele Pending Orders je Konto; 0 = ohne Grenze.',
  ],
  [
    'Most positions of an account; 0 = none.',
    'Höchstens so viele Positionen je Konto; 0 = ohne Grenze.',
  ],
  [
    'Most symbols that a terminal watches; 0 = none.',
    'Höchstens so viele Symbole beobachtet ein Terminal; 0 = ohne Grenze.',
  ],
  [
    'Move against the client that is passed over.',
    'Bewegung zulasten des Kunden, die übergangen wird.',
  ],
  [
    'Move in favour of the client that is passed over.',
    'Bewegung zugunsten des Kunden, die übergangen wird.',
  ],
  [
    'Must accounts of the group use one-time codes?',
    'Müssen Konten der Gruppe Einmalcodes benutzen?',
  ],
  [
    'Must owners change the password at the first sign-in?',
    'Müssen Inhaber das Passwort bei der ersten Anmeldung ändern?',
  ],
  [
    'Must the oldest position be closed first?',
    'Muss die älteste Position zuerst geschlossen werden?',
  ],
  ['Name of the rule, as shown with charges.', 'Name der Regel, wie er bei Kosten steht.'],
  ['Name of the rule.', 'Name der Regel.'],
  ['Name of the symbol.', 'Name des Symbols.'],
  ['No news, headlines, or whole texts.', 'Keine Nachrichten, Überschriften oder ganze Texte.'],
  [
    'Offered symbols; the first row that fits decides.',
    'Angebotene Symbole; die erste passende Zeile entscheidet.',
  ],
  [
    'Older quotes are not traded at; 0 = any age.',
    'Zu älteren Kursen wird nicht gehandelt; 0 = jedes Alter.',
  ],
  [
    'Oldest price that is dealt at; 0 = any that is not better than the market.',
    'Ältester Preis, zu dem gehandelt wird; 0 = jeder, der nicht besser ist als der Markt.',
  ],
  [
    'On request, instantly, at market or at an exchange.',
    'Auf Anfrage, sofort, zum Marktpreis oder an einer Börse.',
  ],
  ['Page for deposits; empty = none.', 'Seite für Einzahlungen; leer = keine.'],
  ['Page for help; empty = none.', 'Seite für Hilfe; leer = keine.'],
  ['Page for withdrawals; empty = none.', 'Seite für Auszahlungen; leer = keine.'],
  ['Part of the markup taken from the bid.', 'Teil des Aufschlags, der vom Bid abgeht.'],
  ['Place among the rows, from 1 on.', 'Platz unter den Zeilen, ab 1.'],
  ['Place in the order of the list, from 1 on.', 'Platz in der Reihenfolge der Liste, ab 1.'],
  ['Policies allowed for market orders.', 'Erlaubte Füllregeln von Marktaufträgen.'],
  ['Rates by range.', 'Sätze nach Bereich.'],
  ['Reasons of deals; empty = all.', 'Gründe der Abschlüsse; leer = alle.'],
  ['Rules of commissions and fees.', 'Regeln für Provisionen und Gebühren.'],
  ['Shift of the ask.', 'Verschiebung des Ask.'],
  ['Shift of the bid.', 'Verschiebung des Bid.'],
  ['Size.', 'Größe.'],
  ['Sizes are multiples of this step.', 'Größen sind Vielfache dieses Schritts.'],
  ['Smallest size of a trade.', 'Kleinste Größe eines Geschäfts.'],
  [
    'Smallest step of the price; 0 = one point. A price of the symbol.',
    'Kleinster Schritt des Preises; 0 = ein Punkt. Ein Preis des Symbols.',
  ],
  ['Start of the range, in the measure of the rule.', 'Anfang des Bereichs, im Maß der Regel.'],
  [
    'Start of the range; the end of the tier before.',
    'Anfang des Bereichs; das Ende der Stufe davor.',
  ],
  [
    'Swap for a night; above zero in favour of the client.',
    'Swap für eine Nacht; über null zugunsten des Kunden.',
  ],
  [
    "Symbol whose quotes are used; not set = the symbol's own quotes.",
    'Symbol, dessen Kurse gelten; nicht gesetzt = die eigenen.',
  ],
  [
    'Symbols for which the rule charges: names or paths.',
    'Symbole, für die die Regel berechnet: Namen oder Pfade.',
  ],
  [
    'Symbols of the row: names or paths, * and ! allowed.',
    'Symbole der Zeile: Namen oder Pfade, * und ! sind erlaubt.',
  ],
  [
    'Symbols to which the rule applies: names or paths.',
    'Symbole, für die die Regel gilt: Namen oder Pfade.',
  ],
  [
    'Text for people, which the server does not use.',
    'Text für Menschen; der Server benutzt ihn nicht.',
  ],
  ['Text of the user for the record.', 'Text des Benutzers für den Vermerk.'],
  [
    'The decision, or a change before the walk goes on. confirm_market_price and ' +
      'confirm_request_price fill at the market, or at the price asked for; reject refuses; ' +
      'requote offers the market price; dealer asks the dealers in turn, online_dealers whoever ' +
      'is on line; gateway sends to the first of the gateways in dealers that is on line; delay ' +
      'waits, clear_stops removes the stops, and both go on.',
    'Die Entscheidung, oder eine Änderung, nach der es weitergeht. Marktpreis und Preis der ' +
      'Anfrage bestätigen führen dazu aus; Ablehnen weist ab; Neuer Preis bietet den Marktpreis ' +
      'an; Händler fragt die Händler der Reihe nach, Händler online jeden, der bereit ist; ' +
      'Gateway sendet an das erste bereite der Gateways unter Händler; Warten und Stops ' +
      'entfernen gehen danach weiter.',
  ],
  ['The first that fits a symbol decides.', 'Die erste, die zu einem Symbol passt, entscheidet.'],
  ['The instrument in words.', 'Das Instrument in Worten.'],
  ['The rate.', 'Der Satz.'],
  [
    'Time at which the groups get the former profile back; not set = never.',
    'Zeit, zu der die Gruppen ihr früheres Profil zurückbekommen; nicht gesetzt = nie.',
  ],
  [
    'Time at which the request arrives; omitted = now.',
    'Zeit, zu der die Anfrage kommt; weggelassen = jetzt.',
  ],
  ['Time in which these quotes must come.', 'Zeit, in der diese Kurse kommen müssen.'],
  [
    'Time of the charge: at once, at the end of the day or of the month.',
    'Zeit der Berechnung: sofort, am Ende des Tages oder des Monats.',
  ],
  [
    'Time of the switch; a past time means at once.',
    'Zeit des Wechsels; eine vergangene heißt sofort.',
  ],
  [
    'Time that the dealers together have to decide; for rules that ask dealers.',
    'Zeit, die die Händler zusammen für die Entscheidung haben; für Regeln, die Händler fragen.',
  ],
  [
    'Time that traders see back; 0 = everything.',
    'So weit zurück sehen Kunden ihre Geschichte; 0 = alles.',
  ],
  [
    'Times at which quotes are taken, on the server clock.',
    'Zeiten, zu denen Kurse angenommen werden, nach der Serveruhr.',
  ],
  [
    'Times at which the symbol trades, on the server clock.',
    'Zeiten, zu denen das Symbol gehandelt wird, nach der Serveruhr.',
  ],
  [
    'Trades that are allowed: none, buy, sell, close, or all.',
    'Erlaubter Handel: keiner, kaufen, verkaufen, schließen oder alles.',
  ],
  [
    'Treatment of a request that no dealer decided in time, or that all returned: reject ' +
      'refuses the request, market confirms the request at the market price, next asks the next ' +
      'rule.',
    'Was mit einer Anfrage geschieht, die kein Händler rechtzeitig entschied oder die alle ' +
      'zurückgaben: ablehnen, zum Marktpreis bestätigen, oder die nächste Regel fragen.',
  ],
  ['Unique among the profiles.', 'Eindeutig unter den Profilen.'],
  ['Unique among the rules.', 'Eindeutig unter den Regeln.'],
  ['Unit in which swaps are counted.', 'Einheit, in der Swaps gerechnet werden.'],
  ['Units of the base asset in one lot.', 'Einheiten des Basiswerts in einem Lot.'],
  ['Validity of an offered price.', 'So lange gilt ein angebotener Preis.'],
  [
    'Value of a tick of one lot; 0 = by the contract size.',
    'Wert eines Ticks bei einem Lot; 0 = nach der Kontraktgröße.',
  ],
  ['Value to compare with; texts are masks.', 'Wert, mit dem verglichen wird; Texte sind Masken.'],
  ['Weekday whose night counts three times.', 'Wochentag, dessen Nacht dreifach zählt.'],
  [
    'Weekday, 0 = Sunday; replaces the weekday of time.',
    'Wochentag, 0 = Sonntag; ersetzt den Wochentag der Zeit.',
  ],
  ['Whole positions, or as much as is needed?', 'Ganze Positionen, oder so viel wie nötig?'],
  ['Widens the spread of the symbol.', 'Verbreitert den Spread des Symbols.'],
  ['Yearly interest on the balance.', 'Jährlicher Zins auf den Kontostand.'],
];
