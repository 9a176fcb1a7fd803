// Sign-up over REST: the offers, the form, the e-mailed code, and applications for staff.

import { type Static, Type } from '@sinclair/typebox';
import { APPLICANT_TEXTS, APPLICATION_STATES } from '../../accounts/application.js';
import { ApplicantAddress } from '../../accounts/mail.js';
import { PasswordText } from '../../accounts/password.js';
import { FIELD_RIGHTS } from '../../accounts/profile.js';
import {
  Decimal,
  Id,
  Named,
  OrNull,
  refersTo,
  Time,
  TimeOrNull,
  WholeText,
  Words,
} from '../../base/schema.js';
import { FENCE } from '../../fields/fence.js';
import { inputCheck } from '../../fields/input-faults.js';
import { section, wordedAs } from '../../fields/words.js';
import { LANGUAGES, SignUpRecord } from '../../settings/sign-up.js';
import { LOGIN_MAX } from '../../trading/daily.js';
import type { ListFields } from '../lists/list-fields.js';
import { PAGE } from '../lists/page-params.js';
import { pageOf } from '../trading/history.js';
import { Version } from './accounts.js';

const person = section('Person');
const place = section('Place');
const offer = section('Offer');
const link = section('Link');
const offers = section('Offers');
const kinds = section('Kinds');
const pages = section('Pages');
const code = section('Code');
const form = section('Form');
const result = section('Result');
const identity = section('Identity');
const account = section('Account');
const decision = section('Decision');
const filters = section('Filters');

/** A demo account, or the application for a real account. */
const SIGN_UP_KINDS = ['demo', 'real'] as const;
export type SignUpKind = (typeof SIGN_UP_KINDS)[number];

/** Most bytes of a form. */
export const FORM_BYTES_MAX = 10 * 1024;

const Country = () => WholeText(64);
const Line = () => Type.Optional(WholeText(128));
const FormLanguage = () =>
  person(
    'Language',
    'Language of e-mails: `en`, `de`, or empty for the default language.',
    Type.Optional(Words([...LANGUAGES, ''] as const)),
  );
const Leverage = () => Type.Integer({ minimum: 1, maximum: 10_000 });

/** The country and language of a person who asks for the offers. */
export const SignUpQuery = Named('SignUpQuery', {
  country: person(
    'Country',
    'Country of residence; letter case is ignored.',
    Type.Optional(Country()),
  ),
  lang: person('Language', 'Replaces `{lang}` in web addresses.', Type.Optional(WholeText(16))),
});

/** The country and host for which staff look at the offers. */
export const SignUpPreviewQuery = Named('SignUpPreviewQuery', {
  country: SignUpQuery.properties.country,
  host: place(
    'Host',
    'Host to which the form would be sent; the host decides the brand.',
    Type.Optional(WholeText(255)),
  ),
});

const SignUpOffer = Named('SignUpOffer', {
  allocation_id: offer(
    'Offer',
    'Allocation rule of the offer; 0 = the fallback group.',
    Type.Integer(),
  ),
  countries: offer(
    'Countries',
    'Countries to which the offer applies; empty = all.',
    Type.Array(Type.String()),
  ),
  currency: offer('Currency', 'Currency of the account.', Type.String()),
  default_leverage: offer(
    'Default leverage',
    'Leverage of people who choose none.',
    Type.Integer(),
    'number',
  ),
  description: offer('Description', 'Text for people who choose an offer.', Type.String()),
  kind: offer('Kind', '`demo` or `real`.', Words(SIGN_UP_KINDS)),
  leverages: offer(
    'Leverages',
    'Choices of leverage; empty = the default alone.',
    Type.Array(Type.Integer()),
    'number',
  ),
});

const SignUpLink = Named('SignUpLink', {
  caption: link('Caption', 'Text of the link.', Type.String()),
  caption_type: link(
    'Caption type',
    '0 = the caption; 1 to 8 = texts of the terminal.',
    Type.Integer(),
    'number',
  ),
  sort: link('Place', 'Place among the links, from 1 on.', Type.Integer(), 'number'),
  url: link('Address', 'Web address.', Type.String()),
});

/** The options of sign-up. */
export const SignUpOptions = Named(
  'SignUpOptions',
  wordedAs(SignUpRecord.properties, {
    allocations: offers(
      'Offers',
      'Groups that are offered, the default of each kind first.',
      Type.Array(SignUpOffer),
    ),
    confirm_demo: Type.Boolean(),
    confirm_real: Type.Boolean(),
    demo: kinds('Demo', 'Can demo accounts be opened here?', Type.Boolean()),
    real: Type.Boolean(),
    demo_url: pages('Demo page', 'Page for demo accounts; empty = here.', Type.String()),
    deposit_url: pages('Deposit page', 'Page for deposits; empty = none.', Type.String()),
    withdraw_url: pages('Withdrawal page', 'Page for withdrawals; empty = none.', Type.String()),
    links: pages(
      'Links',
      'Links of the first set that is for the country.',
      Type.Array(SignUpLink),
    ),
  }),
);
export type SignUpOptions = Static<typeof SignUpOptions>;

/** Asks for a code. */
export const SignUpCodeBody = Named('SignUpCodeBody', {
  email: person('E-mail', 'Address to which the code is sent.', ApplicantAddress()),
  language: FormLanguage(),
});

/** Was a code sent, or is the address confirmed already? */
export const CodeSent = Named('CodeSent', {
  confirmed: code(
    'Confirmed',
    'Was the address confirmed within the last 72 hours?',
    Type.Boolean(),
  ),
  sent: code('Sent', 'Was a code made and e-mailed?', Type.Boolean()),
});
export type CodeSent = Static<typeof CodeSent>;

/** The form. */
export const RegisterBody = Named('RegisterBody', {
  type: form(
    'Kind',
    '`demo` opens an account at once; `real` is an application.',
    Words(SIGN_UP_KINDS),
  ),
  name: person('Name', 'First and last name.', WholeText(128, 3)),
  email: person('E-mail', 'E-mail address of the person.', ApplicantAddress()),
  phone: person('Phone', 'Phone number.', Line()),
  address: person('Address', 'Street and house.', Line()),
  city: person('City', 'City of residence.', Line()),
  country: person(
    'Country',
    'Country of residence, preferably as ISO code.',
    Type.Optional(Country()),
  ),
  language: FormLanguage(),
  code: form(
    'Code',
    'Code that was e-mailed, if the kind of account needs a code.',
    Type.Optional(WholeText(16)),
  ),
  /** Of a demo account; passwords of real accounts are made by the server. */
  password: form('Password', 'Master password of the demo account.', Type.Optional(PasswordText())),
  allocation_id: form(
    'Offer',
    'Allocation rule of the offer; 0 = the fallback group.',
    Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  ),
  leverage: form(
    'Leverage',
    "Leverage, one of the offer's; absent = the default of the offer.",
    Type.Optional(Leverage()),
    'number',
  ),
});
export type RegisterForm = Static<typeof RegisterBody>;

/** All faults of a form. */
export const registerFault = inputCheck(RegisterBody);

/** The outcome of a form. The other fields of a received application are empty. */
export const Registered = Named('Registered', {
  type: result('Kind', '`demo` or `real`.', Words(SIGN_UP_KINDS)),
  status: result(
    'Status',
    '`opened`, or `received` for an application.',
    Words(['opened', 'received'] as const),
  ),
  login: result('Login', 'Login of the demo account; 0 = none.', Type.Integer()),
  group: result('Group', 'Group of the demo account; empty = none.', Type.String()),
  currency: result('Currency', 'Currency of the demo account; empty = none.', Type.String()),
  deposit: result('Deposit', 'Money that the demo account begins with.', Decimal(), 'money'),
  leverage: result('Leverage', 'Leverage of the demo account; 0 = none.', Type.Integer(), 'number'),
});
export type Registered = Static<typeof Registered>;

const texts = Object.fromEntries(APPLICANT_TEXTS.map((name) => [name, Type.String()])) as {
  [K in (typeof APPLICANT_TEXTS)[number]]: ReturnType<typeof Type.String>;
};

/** An application for a real account; a text without the right to its field reads empty. */
export const Application = Named(
  'Application',
  wordedAs(RegisterBody.properties, {
    id: Type.Integer(),
    version: Type.Integer(),
    status: identity('Status', '`received`, `approved` or `rejected`.', Words(APPLICATION_STATES)),
    ...texts,
    language: Type.String(),
    group: account(
      'Group',
      'Preferred group; once approved, the group of the account.',
      Type.String(),
    ),
    leverage: account('Leverage', 'Leverage that is asked for.', Type.Integer(), 'number'),
    allocation_id: account(
      'Offer',
      'Allocation rule of the offer; 0 = the fallback group.',
      Type.Integer(),
    ),
    brand_id: account(
      'Brand',
      'Brand of the host that the form was sent to; null = none.',
      OrNull(Type.Integer()),
    ),
    confirmed: identity(
      'Confirmed',
      'Did the person show that the e-mail address is theirs?',
      Type.Boolean(),
    ),
    ip: identity('Address', 'Address that the form came from.', Type.String()),
    comment: decision('Comment', 'Note for staff.', Type.String()),
    reason: decision('Reason', 'Reason of the rejection, which the person reads.', Type.String()),
    login: account('Login', 'Account that was opened; 0 = none.', Type.Integer()),
    decided_by: decision(
      'Decided by',
      'Staff user who approved or rejected the application; 0 = nobody.',
      Type.Integer(),
      'id',
    ),
    decided_at: decision('Decided', 'Time of the approval or rejection.', TimeOrNull()),
    created_at: Time(),
    updated_at: Time(),
  }),
);

/** A page of applications, the oldest first. */
export const ApplicationPage = pageOf(Application);

const emailRight = FIELD_RIGHTS.email;

/** The fields by which applications are filtered. */
export const APPLICATION_FIELDS: ListFields = {
  status: { type: 'text' },
  email: { type: 'text', ...(emailRight && { right: emailRight }) },
  created_at: { type: 'time' },
};

/** Filters and page of the list of applications; times are of receipt, `to` exclusive. */
export const ApplicationListParams = Named('ApplicationListParams', {
  status: filters(
    'Status',
    'Only applications in this state.',
    Type.Optional(Words(APPLICATION_STATES)),
  ),
  email: filters(
    'E-mail',
    'A part of the e-mail address.',
    Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  ),
  from: filters('From', 'Received at this time or later.', Type.Optional(Time())),
  to: filters('To', 'Received before this time.', Type.Optional(Time())),
  ...PAGE,
  ...FENCE,
});

/** The id in a path. */
export const ApplicationPath = Named('ApplicationPath', { id: Id() });

const GroupPath = () => refersTo('group', 'path', Type.String({ minLength: 1, maxLength: 128 }));

/** Changes the given fields if `version` is current. */
export const ApplicationPatchBody = Named(
  'ApplicationPatch',
  wordedAs(Application.properties, {
    version: Version(),
    group: Type.Optional(GroupPath()),
    leverage: Type.Optional(Leverage()),
    comment: Type.Optional(WholeText(1024)),
  }),
);
export type ApplicationPatch = Static<typeof ApplicationPatchBody>;

/** Opens the account; defaults are the values of the application, and the next free login. */
export const ApproveBody = Named('ApproveBody', {
  group: account(
    'Group',
    'Group of the account; omitted = the group of the application.',
    Type.Optional(GroupPath()),
  ),
  leverage: account(
    'Leverage',
    'Leverage of the account; omitted = the requested leverage.',
    Type.Optional(Leverage()),
    'number',
  ),
  login: account(
    'Login',
    'Login of the account; 0 or omitted = the next free login.',
    Type.Optional(Type.Integer({ minimum: 0, maximum: LOGIN_MAX })),
  ),
});
export type Approval = Static<typeof ApproveBody>;

/** Rejects an application; the applicant reads the reason. */
export const RejectBody = Named('RejectBody', {
  reason: decision('Reason', 'Text that is e-mailed to the person.', Type.Optional(WholeText(512))),
});
export type Rejection = Static<typeof RejectBody>;
