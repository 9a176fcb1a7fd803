// The views of the terminal: a line each. The icon gives it a place in the bar, in this order.

import type { View } from '../frame/routes.js';
import { unreadMail } from '../mail/unread.js';
import { texts } from '../texts/language.js';

const words = texts({
  quotes: ['Quotes', 'Kurse'],
  chart: ['Chart', 'Chart'],
  symbol: ['Symbol', 'Symbol'],
  trade: ['Trade', 'Handel'],
  history: ['History', 'Historie'],
  account: ['Account', 'Konto'],
  mail: ['Mail', 'Post'],
  notifications: ['Notifications', 'Mitteilungen'],
  settings: ['Settings', 'Einstellungen'],
  signUp: ['Open an account', 'Konto eröffnen'],
});

/** The address of the terminal; its views stand below. */
export const BASE = '/terminal/';

/** The views, the most wanted first: a phone shows the first four in its bar. */
export const VIEWS: readonly View[] = [
  {
    path: 'quotes',
    title: () => words().quotes,
    load: () => import('./trade/quotes.js'),
    icon: 'list',
    isForPhones: true,
  },
  {
    path: 'chart/:symbol?',
    title: () => words().chart,
    load: () => import('./chart/chart.js'),
    icon: 'candles',
    isForPhones: true,
  },
  {
    path: '',
    title: () => words().trade,
    load: () => import('./trade/trade.js'),
    icon: 'trade',
    key: 'Alt+1',
  },
  {
    path: 'history/:tab?',
    title: () => words().history,
    load: () => import('./history/history.js'),
    icon: 'history',
    key: 'Alt+4',
  },
  {
    path: 'account',
    title: () => words().account,
    load: () => import('./account/account.js'),
    icon: 'wallet',
    key: 'Alt+5',
  },
  {
    path: 'symbol/:name',
    title: () => words().symbol,
    load: () => import('./symbols/symbol.js'),
  },
  {
    path: 'mail/:thread?',
    title: () => words().mail,
    load: () => import('./mail/mail.js'),
    icon: 'mail',
    key: 'Alt+6',
    count: () => unreadMail.value,
  },
  {
    path: 'notifications',
    title: () => words().notifications,
    load: () => import('./mail/notifications.js'),
    icon: 'bell',
    key: 'Alt+7',
  },
  {
    path: 'settings/:tab?',
    title: () => words().settings,
    load: () => import('./settings/settings.js'),
    icon: 'settings',
    key: 'Alt+9',
  },
  {
    path: 'sign-up',
    title: () => words().signUp,
    load: () => import('./sign-up/sign-up.js'),
    isOpen: true,
  },
];
