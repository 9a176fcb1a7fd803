// Texts of the sign-in.

import { texts } from '../texts/language.js';

/** Texts of the sign-in; the reasons why a session is over have the names of the store. */
export const words = texts({
  login: ['Login', 'Login'],
  loginFault: ['A login is a number.', 'Ein Login ist eine Zahl.'],
  password_: ['Password', 'Passwort'],
  terminal: ['Terminal', 'Terminal'],
  keep: ['Stay signed in', 'Angemeldet bleiben'],
  signIn: ['Sign in', 'Anmelden'],
  signOut: ['Sign out', 'Abmelden'],
  code: ['One-time code', 'Einmalcode'],
  codeHint: ['From your authenticator app.', 'Aus der Authenticator-App.'],
  mustChange: [
    'The password must be changed before you go on.',
    'Bevor es weitergeht, muss das Passwort geändert werden.',
  ],
  passwordNow: ['Present password', 'Bisheriges Passwort'],
  passwordNew: ['New password', 'Neues Passwort'],
  passwordHint: [
    '8 to 16 characters: lower and upper case letters, a digit and a symbol.',
    '8 bis 16 Zeichen: Klein- und Großbuchstaben, eine Ziffer, ein Sonderzeichen.',
  ],
  passwordAgain: ['New password again', 'Neues Passwort noch einmal'],
  notSame: ['The passwords differ.', 'Die Passwörter sind verschieden.'],
  change: ['Change password', 'Passwort ändern'],
  changed: ['The password is changed.', 'Das Passwort ist geändert.'],
  mustSetUp: ['Your group requires one-time codes.', 'Die Gruppe verlangt Einmalcodes.'],
  setUp: [
    'Scan this with an authenticator app, or type the secret into it.',
    'Das Bild mit einer Authenticator-App lesen, oder das Geheimnis dort eintippen.',
  ],
  secret: ['Secret', 'Geheimnis'],
  firstCode: ['First code of the app', 'Erster Code der App'],
  turnOn: ['Turn codes on', 'Codes einschalten'],
  ended: ['The session has ended.', 'Die Sitzung ist zu Ende.'],
  kick: ['Staff have ended the session.', 'Die Sitzung wurde vom Broker beendet.'],
  logout: ['You signed out elsewhere.', 'Die Abmeldung geschah an anderer Stelle.'],
  password: ['The password was changed.', 'Das Passwort wurde geändert.'],
  refresh_reused: [
    'The session was closed because an old key of it was used.',
    'Die Sitzung wurde geschlossen, weil ein alter Schlüssel benutzt wurde.',
  ],
  replaced: ['You signed in elsewhere.', 'Die Anmeldung geschah an anderer Stelle.'],
  expired: [
    'The session is over; sign in again.',
    'Die Sitzung ist abgelaufen; bitte neu anmelden.',
  ],
  account_changed: [
    'Another account signed in in this browser.',
    'In diesem Browser ist jetzt ein anderes Konto angemeldet.',
  ],
  account_disabled: ['The account is disabled.', 'Das Konto ist gesperrt.'],
  not_allowed: [
    'This address or terminal may not sign in any more.',
    'Von dieser Adresse oder diesem Terminal ist keine Anmeldung mehr erlaubt.',
  ],
});
