// Sign-up over REST: what is offered, the form, the e-mailed code, and applications for staff.

import { type Static, Type } from '@sinclair/typebox';
import { APPLICANT_TEXTS, APPLICATION_STATES } from '../../accounts/application.js';
import { ApplicantAddress } from '../../accounts/mail.js';
import { PasswordText } from '../../accounts/password.js';
import { FIELD_RIGHTS } from '../../accounts/profile.js';
import { Decimal, Id, Named, Time, TimeOrNull, WholeText, Words } from '../../base/schema.js';
import { FENCE } from '../../fields/fence.js';
import { inputCheck } from '../../fields/input-faults.js';
import { LANGUAGES } from '../../settings/sign-up.js';
import { LOGIN_MAX } from '../../trading/daily.js';
import type { ListFields } from '../lists/list-fields.js';
import { pageOf } from '../trading/history.js';
import { Version } from './accounts.js';

/** A demo account, or the application for a real account. */
const SIGN_UP_KINDS = ['demo', 'real'] as const;
export type SignUpKind = (typeof SIGN_UP_KINDS)[number];

/** Most bytes of a form. */
export const FORM_BYTES_MAX = 10 * 1024;

const Country = () => WholeText(64);
const Line = () => Type.Optional(WholeText(128));
/** Of the e-mails; empty = the usual one. */
const FormLanguage = () => Type.Optional(Words([...LANGUAGES, ''] as const));
const Leverage = () => Type.Integer({ minimum: 1, maximum: 10_000 });

/** Who asks for what is offered. */
export const SignUpQuery = Named('SignUpQuery', {
  country: Type.Optional(Country()),
  lang: Type.Optional(WholeText(16)),
});

/** Whose offers staff look at. */
export const SignUpPreviewQuery = Named('SignUpPreviewQuery', {
  country: Type.Optional(Country()),
  host: Type.Optional(WholeText(255)),
});

const SignUpOffer = Named('SignUpOffer', {
  /** 0 = the fallback group, without a rule. */
  allocation_id: Type.Integer(),
  countries: Type.Array(Type.String()),
  currency: Type.String(),
  default_leverage: Type.Integer(),
  description: Type.String(),
  kind: Words(SIGN_UP_KINDS),
  leverages: Type.Array(Type.Integer()),
});

const SignUpLink = Named('SignUpLink', {
  caption: Type.String(),
  caption_type: Type.Integer(),
  sort: Type.Integer(),
  url: Type.String(),
});

/** What people can sign up for. */
export const SignUpOptions = Named('SignUpOptions', {
  allocations: Type.Array(SignUpOffer),
  confirm_demo: Type.Boolean(),
  confirm_real: Type.Boolean(),
  demo: Type.Boolean(),
  real: Type.Boolean(),
  demo_url: Type.String(),
  deposit_url: Type.String(),
  withdraw_url: Type.String(),
  links: Type.Array(SignUpLink),
});
export type SignUpOptions = Static<typeof SignUpOptions>;

/** Asks for a code. */
export const SignUpCodeBody = Named('SignUpCodeBody', {
  email: ApplicantAddress(),
  language: FormLanguage(),
});

/** Was a code sent, or is the address confirmed already? */
export const CodeSent = Named('CodeSent', { confirmed: Type.Boolean(), sent: Type.Boolean() });
export type CodeSent = Static<typeof CodeSent>;

/** The form. */
export const RegisterBody = Named('RegisterBody', {
  type: Words(SIGN_UP_KINDS),
  /** First and last name. */
  name: WholeText(128, 3),
  email: ApplicantAddress(),
  phone: Line(),
  address: Line(),
  city: Line(),
  country: Type.Optional(Country()),
  language: FormLanguage(),
  code: Type.Optional(WholeText(16)),
  /** Of a demo account; passwords of real accounts are made by the server. */
  password: Type.Optional(PasswordText()),
  allocation_id: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  leverage: Type.Optional(Leverage()),
});
export type RegisterForm = Static<typeof RegisterBody>;

/** All faults of a form. */
export const registerFault = inputCheck(RegisterBody);

/** What became of a form. A received application tells nothing more: its other fields are empty. */
export const Registered = Named('Registered', {
  type: Words(SIGN_UP_KINDS),
  status: Words(['opened', 'received'] as const),
  login: Type.Integer(),
  group: Type.String(),
  currency: Type.String(),
  deposit: Decimal(),
  leverage: Type.Integer(),
});
export type Registered = Static<typeof Registered>;

const texts = Object.fromEntries(APPLICANT_TEXTS.map((name) => [name, Type.String()])) as {
  [K in (typeof APPLICANT_TEXTS)[number]]: ReturnType<typeof Type.String>;
};

/** An application for a real account; a text without the right to its field reads empty. */
export const Application = Named('Application', {
  id: Type.Integer(),
  version: Type.Integer(),
  status: Words(APPLICATION_STATES),
  ...texts,
  language: Type.String(),
  group: Type.String(),
  leverage: Type.Integer(),
  allocation_id: Type.Integer(),
  brand_id: Type.Union([Type.Integer(), Type.Null()]),
  confirmed: Type.Boolean(),
  ip: Type.String(),
  comment: Type.String(),
  reason: Type.String(),
  login: Type.Integer(),
  decided_by: Type.Integer(),
  decided_at: TimeOrNull(),
  created_at: Time(),
  updated_at: Time(),
});

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
  status: Type.Optional(Words(APPLICATION_STATES)),
  email: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  from: Type.Optional(Time()),
  to: Type.Optional(Time()),
  page: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  ...FENCE,
});

/** The id in a path. */
export const ApplicationPath = Named('ApplicationPath', { id: Id() });

const GroupPath = () => Type.String({ minLength: 1, maxLength: 128 });

/** Changes the given fields if `version` is current. */
export const ApplicationPatchBody = Named('ApplicationPatch', {
  version: Version(),
  group: Type.Optional(GroupPath()),
  leverage: Type.Optional(Leverage()),
  comment: Type.Optional(WholeText(1024)),
});
export type ApplicationPatch = Static<typeof ApplicationPatchBody>;

/** Opens the account; what is left out is that of the application, and the next free login. */
export const ApproveBody = Named('ApproveBody', {
  group: Type.Optional(GroupPath()),
  leverage: Type.Optional(Leverage()),
  login: Type.Optional(Type.Integer({ minimum: 0, maximum: LOGIN_MAX })),
});
export type Approval = Static<typeof ApproveBody>;

/** Rejects an application; the applicant reads the reason. */
export const RejectBody = Named('RejectBody', { reason: Type.Optional(WholeText(512)) });
export type Rejection = Static<typeof RejectBody>;
