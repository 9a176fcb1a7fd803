// What each staff route is asked of, for the matrix of authorization: inside a scope, and outside.

/** What stands for a path’s parameters and in the body, so that the route is reached. */
export interface Sample {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** What staff are answered in whose scope it does not lie: a code, or a list without it. */
  readonly outside: 'forbidden' | 'not_found' | 'invalid_input' | 'unlisted';
  /** Further rights that this sample needs beside the route's own. */
  readonly more?: readonly string[];
}

/** Whom and what the samples name; all lie in groups that the outsider does not reach. */
export interface Scene {
  readonly trader: number;
  readonly group: { readonly id: number; readonly path: string; readonly version: number };
  readonly allocation: { readonly id: number; readonly version: number };
  /** Staff users without rights, one of them to be deleted, and who is to become one. */
  readonly member: number;
  readonly leaver: number;
  readonly recruit: number;
  /** The id of a session of the trader. */
  readonly session: string;
}

const UUID = '0a52a3b0-91a5-4c7c-8b86-8d7d6c1f6a01';

/** The routes whose objects lie in groups. A route that is in neither list fails the matrix. */
export const scoped = ({
  trader,
  group,
  allocation,
  member,
  leaver,
  recruit,
  session,
}: Scene): Readonly<Record<string, Sample>> => ({
  'accounts.create': {
    body: {
      group: group.path,
      master_password: 'Matrix-1a',
      investor_password: 'Matrix-2b',
      name: 'Ada',
    },
    outside: 'forbidden',
  },
  'accounts.read': { path: { login: trader }, outside: 'forbidden' },
  'accounts.password': {
    path: { login: trader },
    body: { kind: 'phone', password: 'Matrix-4d' },
    outside: 'forbidden',
  },
  'accounts.password.check': {
    path: { login: trader },
    body: { kind: 'phone', password: 'Matrix-4d' },
    outside: 'forbidden',
  },
  'accounts.otp.reset': { path: { login: trader }, outside: 'forbidden' },
  'accounts.trade': {
    path: { login: trader },
    body: { request_id: UUID, kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1' },
    outside: 'forbidden',
  },
  'accounts.balance': {
    path: { login: trader },
    body: { request_id: UUID, action: 'balance', amount: '1' },
    outside: 'forbidden',
  },
  'staff.list': { outside: 'unlisted' },
  'staff.create': { body: { login: recruit }, outside: 'invalid_input' },
  'staff.read': { path: { login: member }, outside: 'not_found' },
  'staff.change': {
    path: { login: member },
    body: { version: 1, mailbox_name: 'Matrix' },
    outside: 'not_found',
  },
  'staff.disable': { path: { login: member }, outside: 'not_found' },
  'staff.password': {
    path: { login: member },
    body: { password: 'Matrix-3c' },
    outside: 'not_found',
  },
  'staff.reports': { path: { login: member }, outside: 'not_found' },
  'staff.put_reports': {
    path: { login: member },
    body: { version: 2, lines: [] },
    outside: 'not_found',
  },
  'online.list': { outside: 'unlisted' },
  'online.window': { outside: 'unlisted' },
  'online.kick_session': { path: { session }, outside: 'forbidden' },
  'online.kick': { body: { login: 1001 }, outside: 'forbidden' },
  'staff.journal': { path: { login: member }, outside: 'not_found' },
  'staff.delete': { path: { login: leaver }, outside: 'not_found' },
  'deals.explain': { path: { id: 1 }, outside: 'forbidden' },
  'groups.list': { outside: 'unlisted' },
  'groups.create': { body: { path: 'real\\matrix', currency: 'USD' }, outside: 'forbidden' },
  'groups.read': { path: { id: group.id }, outside: 'not_found' },
  'groups.change': {
    path: { id: group.id },
    body: { version: group.version, company: 'Matrix' },
    outside: 'not_found',
  },
  'groups.delete': { path: { id: group.id }, outside: 'not_found' },
  'account-allocations.list': { outside: 'unlisted' },
  'account-allocations.create': {
    body: { group_path: group.path },
    outside: 'forbidden',
  },
  'account-allocations.read': { path: { id: allocation.id }, outside: 'not_found' },
  'account-allocations.replace': {
    path: { id: allocation.id },
    body: { version: allocation.version, group_path: group.path },
    outside: 'not_found',
  },
  'account-allocations.delete': { path: { id: allocation.id }, outside: 'not_found' },
});

/** The routes that concern the whole platform, or who asks: a scope of groups does not matter. */
export const UNSCOPED: readonly RegExp[] = [
  /^auth\./,
  /^socket\./,
  /^confirmations\./,
  /^staff\.rights$/,
  /^preferences\./,
  /^quotes\.throw$/,
  /^(holidays|reports|leverage-profiles|mail-servers|datafeeds|gateways|routing|network)\./,
  /^config\.symbols\./,
  /^account-allocations\.settings\./,
  // Files are looked at item by item, journals line by line: their own tests show the scope.
  /^transfer\.|^config\.(export|import)$|^journal\./,
];
