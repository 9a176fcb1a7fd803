// The texts of sign-up.

import { texts } from '../../texts/language.js';

/** The texts. */
export const words = texts({
  title: ['Open an account', 'Konto eröffnen'],
  kind: ['Account', 'Konto'],
  demo: ['Demo', 'Demo'],
  real: ['Real', 'Real'],
  demoText: [
    'A demo account is opened at once, with money to practise.',
    'Ein Demokonto ist sofort offen, mit Geld zum Üben.',
  ],
  realText: [
    'The broker decides on the application and answers by e-mail.',
    'Der Broker entscheidet über den Antrag und antwortet per E-Mail.',
  ],
  country: ['Country of residence', 'Wohnsitzland'],
  choose: ['Choose', 'Wählen'],
  offer: ['Offer', 'Angebot'],
  leverage: ['Leverage', 'Hebel'],
  leverageUsual: [(own: number) => `Usual, 1:${own}`, (own) => `Üblich, 1:${own}`],
  name: ['First and last name', 'Vor- und Nachname'],
  email: ['E-mail', 'E-Mail'],
  phone: ['Phone', 'Telefon'],
  address: ['Street and house', 'Straße und Hausnummer'],
  city: ['City', 'Ort'],
  password: ['Password', 'Passwort'],
  passwordHint: [
    '8 to 16 characters: lower and upper case letters, a digit and a symbol.',
    '8 bis 16 Zeichen: Klein- und Großbuchstaben, eine Ziffer, ein Sonderzeichen.',
  ],
  code: ['Code from the e-mail', 'Code aus der E-Mail'],
  codeHint: ['6 digits, valid for 15 minutes.', '6 Ziffern, 15 Minuten gültig.'],
  sendCode: ['Send a code', 'Code senden'],
  sendAgain: ['Send another code', 'Neuen Code senden'],
  againIn: [(seconds: number) => `Another code in ${seconds} s`, (s) => `Neuer Code in ${s} s`],
  codeSent: [
    (email: string) => `A code was sent to ${email}.`,
    (email) => `Ein Code ging an ${email}.`,
  ],
  confirmed: ['The address is confirmed.', 'Die Adresse ist bestätigt.'],
  notSent: [
    'The broker cannot send e-mails now. Please try later.',
    'Der Broker kann gerade keine E-Mails senden. Bitte später versuchen.',
  ],
  openDemo: ['Open the demo account', 'Demokonto eröffnen'],
  apply: ['Send the application', 'Antrag senden'],
  opened: ['Your demo account is open.', 'Das Demokonto ist offen.'],
  login: ['Your login', 'Der Login'],
  deposit: ['Money on it', 'Guthaben'],
  keepLogin: [
    'Write the login down: it is asked for at each sign-in.',
    'Den Login bitte notieren: er wird bei jeder Anmeldung gebraucht.',
  ],
  start: ['Sign in with it', 'Damit anmelden'],
  received: [
    'The application was received. The answer comes by e-mail.',
    'Der Antrag ist eingegangen. Die Antwort kommt per E-Mail.',
  ],
  closed: [
    'Accounts are not opened here at the moment.',
    'Zurzeit werden hier keine Konten eröffnet.',
  ],
  notHere: ['There is no offer for this country.', 'Für dieses Land gibt es kein Angebot.'],
  demoPage: [
    'Demo accounts are opened at this page',
    'Demokonten werden auf dieser Seite eröffnet',
  ],
  toSignIn: ['To the sign-in', 'Zur Anmeldung'],
});
