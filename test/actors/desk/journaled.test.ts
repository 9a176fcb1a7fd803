// Every change of the desk stands in the journal, in the event of the change, without its secrets.

import t from 'tap';
import { CODES } from '../../../wire/base/codes.js';
import type { DeskOp } from '../../../wire/desk/operations.js';
import { ADDRESS, codeOf, type DeskHarness, openDesk } from '../../support/desk-harness.js';
import { type Change, type Changes, caller, waysOf } from './changes.js';
import { PEOPLE } from './changes-people.js';
import { SESSIONS } from './changes-sessions.js';
import { SETTINGS } from './changes-settings.js';

/** What changes nothing, and therefore has no line. */
const UNJOURNALED = {
  'auth.otp_status': 'reads',
  'auth.verify': 'reads a session for a front that does not know it',
  'auth.activity': 'who is online is no event',
  'confirmations.issue': 'a code lies in memory alone, for two minutes',
  'confirmations.use': 'what is confirmed has its own line',
  'online.list': 'reads',
  'online.window': 'reads',
  'lists.reader': 'reads who reads a list',
  'accounts.groups': 'reads',
  'journal.reader': 'reads who reads the journal',
  'reports.reader': 'reads who reads reports',
  'reports.available': 'reads',
  'reports.jobs.list': 'reads',
  'reports.jobs.read': 'reads; a job whose result is gone expires',
  'accounts.read': 'reads',
  'accounts.reach': 'reads',
  'accounts.next_login': 'reads',
  'accounts.import_begin': 'reads',
  'payments.groups': 'reads',
  'payments.begin': 'reads',
  'positions.change_begin': 'reads',
  'positions.delete_begin': 'stores a key at most; the end of the deletion writes the line',
  'clients.read': 'reads',
  'settings.list': 'reads',
  'settings.read': 'reads',
  'transfer.catalog': 'reads',
  'transfer.export': 'reads',
  'transfer.preview': 'reads what an import would do',
  'config.export': 'reads',
  'brands.of_host': 'reads',
  'brands.image': 'reads',
  'brands.image_of_host': 'reads',
  'licence.status': 'reads; a check with another result writes a line',
  'routing.test': 'reads which rule would take a request',
  'holidays.check': 'reads',
  'datafeeds.statuses': 'reads',
  'gateways.statuses': 'reads',
  'gateways.transactions': 'reads',
  'gateways.accounts': 'reads',
  'connections.offered': 'reads',
  'mail.reader': 'reads',
  'mail.read': 'reads',
  'mail.file': 'reads',
  'mail.mailboxes': 'reads',
  'mail.outbox': 'reads',
  'mail.outgoing': 'reads what a send would be',
  'mail.mark': 'marks in one’s own mailbox',
  'mail.delete': 'copies in one’s own mailbox',
  'mail.draft': 'drafts are one’s own',
  'mail.attach': 'drafts are one’s own',
  'mail.detach': 'drafts are one’s own',
  'preferences.read': 'reads',
  'watchlists.read': 'reads',
  'staff.list': 'reads',
  'staff.read': 'reads',
  'staff.reports': 'reads',
  'staff.rights': 'reads',
  'sign_up.options': 'reads',
  'applications.read': 'reads',
  'maintenance.read': 'reads',
  'maintenance.runs': 'reads',
} as const satisfies Readonly<Partial<Record<DeskOp, string>>>;

/** Every other operation, with its ways: one that is missing is a fault of types. */
const OPERATIONS: Omit<Required<Changes>, keyof typeof UNJOURNALED> = {
  ...SESSIONS,
  ...PEOPLE,
  ...SETTINGS,
};

const SECRET = /password|secret|token|code|otp|hash|uri|bytes/;

/**
 * Texts of what is asked or answered that nobody is to read in the journal. The codes of answers
 * are public.
 */
const secretsIn = (value: unknown, name = ''): string[] => {
  if ((CODES as readonly unknown[]).includes(value)) return [];
  if (typeof value === 'string') return SECRET.test(name) && value.length > 3 ? [value] : [];
  if (value instanceof Uint8Array || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => secretsIn(inner, key));
};

/** Makes a change; answers what of it is in the log, and what of it is secret. */
const made = async (harness: DeskHarness, op: DeskOp, { input }: Change) => {
  const asked = await input(harness);
  const before = harness.log.length;
  const answer = await harness.desk.handle(op, asked as never);
  const data: unknown = answer.ok ? answer.data : {};
  const secrets = [...secretsIn(asked), ...secretsIn(data)];
  // The administrator asks as that caller; all else is by a trader, or by the server.
  const by = 'caller' in asked && asked.caller === caller ? 1 : 0;
  return { code: codeOf(answer), events: harness.log.slice(before), secrets, by };
};

for (const { op, change } of waysOf(OPERATIONS)) {
  t.test(`${op} writes its lines with its event: ${change.as}`, async (t) => {
    const { code = 'ok', lines, because, events = 1 } = change;
    const harness = await openDesk();
    const done = await made(harness, op, change);
    t.equal(done.code, code);
    t.equal(done.events.length, events, 'its events');
    const event = done.events.at(-1);
    const said = event?.journal.map(({ kind, login, text }) => [kind, login, text]);
    t.same(said, lines, because ?? 'the lines');
    const ip = op === 'server.note' || op === 'staff.administrator' ? '' : ADDRESS;
    t.same([event?.by, event?.ip], [done.by, ip], 'who, and from where');
    t.equal(lines.length > 0, because === undefined, 'there is none for a reason alone');
    const texts = JSON.stringify(said);
    for (const secret of done.secrets) t.notOk(texts.includes(secret), 'a secret');
    if (ip !== '') t.notOk(texts.includes(ip), 'the address, which not every reader sees');
  });
}
