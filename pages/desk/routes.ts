// The views of the desk: a line each. The icon gives it a place in the rail, in this order.

import type { View } from '../frame/routes.js';
import { unreadMail } from '../mail/unread.js';
import { texts } from '../texts/language.js';

const words = texts({
  dealing: ['Dealing', 'Handelstisch'],
  positions: ['Positions', 'Positionen'],
  orders: ['Orders', 'Aufträge'],
  exposure: ['Exposure', 'Risiko'],
  accounts: ['Accounts', 'Konten'],
  card: ['Account', 'Konto'],
  clients: ['Clients', 'Kunden'],
  client: ['Client', 'Kunde'],
  applications: ['Applications', 'Anträge'],
  online: ['On line', 'Online'],
  journal: ['Journal', 'Journal'],
  settings: ['Settings', 'Einstellungen'],
  staff: ['Staff', 'Mitarbeiter'],
  transfer: ['Transfer', 'Übertragung'],
  reports: ['Reports', 'Berichte'],
  mail: ['Mail', 'Post'],
  mailings: ['Mailings', 'Aussendungen'],
  notifications: ['Notifications', 'Mitteilungen'],
  monitor: ['Monitor', 'Monitor'],
  me: ['Me', 'Ich'],
});

/** The address of the desk; its views stand below. */
export const BASE = '/desk/';

/** The views, the most wanted first; `needs` names the operation without which there is no view. */
export const VIEWS: readonly View[] = [
  {
    path: '',
    title: () => words().accounts,
    load: () => import('./accounts/accounts.js'),
    needs: 'accounts.window',
  },
  {
    path: 'accounts',
    title: () => words().accounts,
    load: () => import('./accounts/accounts.js'),
    icon: 'users',
    key: 'Alt+1',
    needs: 'accounts.window',
  },
  {
    path: 'accounts/:login/:tab?',
    title: () => words().card,
    load: () => import('./accounts/card.js'),
    needs: 'accounts.read',
  },
  {
    path: 'dealing',
    title: () => words().dealing,
    load: () => import('./dealing/dealing.js'),
    icon: 'hand',
    key: 'Alt+2',
    needs: 'dealing.list',
  },
  {
    path: 'positions',
    title: () => words().positions,
    load: () => import('./trading/positions.js'),
    icon: 'layers',
    key: 'Alt+3',
    needs: 'positions.all',
  },
  {
    path: 'orders',
    title: () => words().orders,
    load: () => import('./trading/orders.js'),
    icon: 'list',
    key: 'Alt+4',
    needs: 'positions.orders',
  },
  {
    path: 'exposure',
    title: () => words().exposure,
    load: () => import('./trading/exposure.js'),
    icon: 'scale',
    key: 'Alt+5',
    needs: 'reports.exposure',
  },
  {
    path: 'clients',
    title: () => words().clients,
    load: () => import('./people/clients.js'),
    icon: 'user',
    needs: 'clients.list',
  },
  {
    path: 'clients/:id',
    title: () => words().client,
    load: () => import('./people/client.js'),
    needs: 'clients.read',
  },
  {
    path: 'applications/:id?',
    title: () => words().applications,
    load: () => import('./people/applications.js'),
    icon: 'pencil',
    needs: 'applications.list',
  },
  {
    path: 'online',
    title: () => words().online,
    load: () => import('./online/online.js'),
    icon: 'users',
    needs: 'online.window',
  },
  {
    path: 'journal',
    title: () => words().journal,
    load: () => import('./journal/journal.js'),
    icon: 'scroll',
    needs: 'journal.list',
  },
  {
    path: 'settings/:kind?/:id?',
    title: () => words().settings,
    load: () => import('./settings/settings.js'),
    icon: 'settings',
  },
  {
    path: 'staff/:login?',
    title: () => words().staff,
    load: () => import('./staff/staff.js'),
    icon: 'shield',
    needs: 'staff.list',
  },
  {
    path: 'transfer',
    title: () => words().transfer,
    load: () => import('./transfer/transfer.js'),
    icon: 'upload',
    needs: 'transfer.catalog',
  },
  {
    path: 'reports/:tab?/:id?',
    title: () => words().reports,
    load: () => import('./reports/reports.js'),
    icon: 'database',
    needs: 'reports.list',
  },
  {
    path: 'mail/:thread?',
    title: () => words().mail,
    load: () => import('./mail/mail.js'),
    icon: 'mail',
    needs: 'mail.staff.list',
    count: () => unreadMail.value,
  },
  {
    path: 'mailings',
    title: () => words().mailings,
    load: () => import('./mail/mailings.js'),
    icon: 'upload',
    needs: 'mail.outbox',
  },
  {
    path: 'notifications',
    title: () => words().notifications,
    load: () => import('./mail/notifications.js'),
    icon: 'bell',
    needs: 'notifications.send',
  },
  {
    path: 'monitor/:server?',
    title: () => words().monitor,
    load: () => import('./monitor/monitor.js'),
    icon: 'gauge',
    needs: 'network.servers.monitor',
  },
  { path: 'me/:tab?', title: () => words().me, load: () => import('./me/me.js'), icon: 'user' },
];
