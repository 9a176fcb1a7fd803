// Rights: every right, and a sentence that describes it. A new right is one line here.

/** A sentence for each right: the permission that it gives. */
const OPENS = {
  'trades.view': 'Sees positions, orders and deals of accounts in scope.',
  'trades.edit': 'Trades for clients in scope, and answers their requests as a dealer.',
  'trades.delete': 'Deletes positions of accounts in scope.',
  'accounts.view': 'Sees accounts in scope.',
  'accounts.edit': 'Opens and changes accounts in scope.',
  'accounts.balance': 'Pays into and out of accounts in scope.',
  'accounts.online': 'Sees who is online within the scope, and signs sessions out.',
  'accounts.delete': 'Deletes accounts in scope.',
  'accounts.password': 'Sets and checks passwords of accounts in scope.',
  'accounts.hidden': 'Sees accounts that are hidden from others.',
  applications: 'Sees, approves and refuses applications for real accounts.',
  'clients.view': 'Sees clients and the accounts linked to them.',
  'config.staff': 'Maintains staff users in scope who hold no more than oneself.',
  mailbox: 'Reads and writes mail to traders and staff.',
  notifications: 'Sends notifications to terminals.',
  confirm_actions: 'Confirms actions that ask for a code.',
  'terminal.admin': 'Signs in at the administrator terminal.',
  'server.machines': 'Sees the machines that the platform runs on.',
  'config.view': 'Reads all settings, secrets masked, and staff in scope; changes none.',
  'config.symbols': 'Maintains symbols.',
  'symbols.quick_edit':
    'Changes spread, swaps and trading of symbols; publishes manual quotes and corrects bars, ' +
    'both within their bounds.',
  'config.leverage': 'Maintains leverage profiles.',
  'config.groups': 'Maintains groups in scope.',
  'config.datafeeds': 'Maintains datafeeds.',
  'config.gateways': 'Maintains gateways.',
  'config.routing': 'Maintains routing rules.',
  'config.holidays': 'Maintains holidays.',
  'config.reports': 'Maintains report configurations, and sees all of them.',
  'config.allocation': 'Maintains the rules by which new accounts find their groups.',
  reports: 'Asks for reports that their report lines open.',
  'reports.export': 'Exports reports where the report lines of the user allow exports.',
  'config.servers': 'Maintains the logical servers, the licence and brands.',
  'config.white_labels': 'Changes brands, together with config.servers.',
  'config.mail': 'Maintains outgoing mail servers.',
  'journal.view':
    'Reads the journal as far back as the profile allows, with the acts of staff in scope.',
  'fields.name': 'Sees names of accounts.',
  'fields.email': 'Sees e-mail addresses of accounts.',
  'fields.phone': 'Sees phone numbers of accounts.',
  'fields.address': 'Sees postal addresses of accounts.',
  'fields.documents': 'Sees document numbers and bank accounts of accounts.',
} as const;

/** A right by its name. */
export type Right = keyof typeof OPENS;
/** All rights; an administrator of `create-admin` has them all. */
export const RIGHTS = Object.keys(OPENS) as readonly Right[];
/** Rights that restrict their holders and permit nothing. */
export const BINDING: readonly Right[] = ['confirm_actions'];
/** Jobs of staff users: the job in a sentence, and the rights that it needs. */
const JOBS = {
  dealer: [
    'Sees accounts and trades in scope, trades for clients and answers their requests.',
    ['trades.view', 'trades.edit', 'accounts.view', 'accounts.online', 'fields.name', 'mailbox'],
  ],
  back_office: [
    'Opens and maintains accounts, pays in and out, decides on applications, writes to clients.',
    [
      'accounts.view',
      'accounts.edit',
      'accounts.balance',
      'accounts.password',
      'accounts.online',
      'applications',
      'clients.view',
      'trades.view',
      'mailbox',
      'notifications',
      'reports',
      'reports.export',
      'fields.name',
      'fields.email',
      'fields.phone',
      'fields.address',
      'fields.documents',
      'confirm_actions',
    ],
  ],
  auditor: [
    'Reads settings, and staff, the journal, accounts and trades in scope; changes nothing.',
    ['config.view', 'journal.view', 'accounts.view', 'trades.view', 'clients.view', 'fields.name'],
  ],
} as const satisfies Readonly<Record<string, readonly [says: string, rights: readonly Right[]]>>;

/** A ready set of rights, by the job that it is for. */
type Role = keyof typeof JOBS;
export const ROLES = Object.keys(JOBS) as readonly Role[];
/** The rights of a role. */
export const rightsOf = (role: Role): readonly Right[] => JOBS[role][1];
/** The job of a role, in a sentence. */
export const jobOf = (role: Role): string => JOBS[role][0];

/** The permission that a right gives, in a sentence. */
export const opensOf = (right: Right): string => OPENS[right];
