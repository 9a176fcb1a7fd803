// Applications for real accounts: the record, its states, and the steps of staff between them.

import { withheld } from './profile.js';
import type { Right } from './rights.js';

/** The states of an application. */
export const APPLICATION_STATES = ['received', 'approved', 'rejected'] as const;
type ApplicationState = (typeof APPLICATION_STATES)[number];

/** A step of an application from one state to another. */
interface ApplicationStep {
  readonly from: readonly ApplicationState[];
  readonly to: ApplicationState;
  /** For the journal. */
  readonly past: string;
}

/** The steps that staff take: an application is decided once. */
export const APPLICATION_STEPS = {
  change: { from: ['received'], to: 'received', past: 'changed' },
  approve: { from: ['received'], to: 'approved', past: 'approved' },
  reject: { from: ['received'], to: 'rejected', past: 'rejected' },
} as const satisfies Readonly<Record<string, ApplicationStep>>;
export type StaffApplicationStep = keyof typeof APPLICATION_STEPS;

/** The text fields that an applicant gives. */
export const APPLICANT_TEXTS = ['name', 'email', 'phone', 'address', 'city', 'country'] as const;
export type ApplicantText = (typeof APPLICANT_TEXTS)[number];

/** An application for a real account. The key is the id. */
export type ApplicationRecord = {
  readonly id: number;
  readonly version: number;
  readonly status: ApplicationState;
  /** Empty = the default of the sign-up settings. */
  readonly language: string;
  /** The preferred group, and the leverage asked for. */
  readonly group: string;
  readonly leverage: number;
  /** The allocation rule that offered the group; 0 = the fallback group, without a rule. */
  readonly allocation_id: number;
  /** The brand of the host that the form was sent to; null = none. */
  readonly brand_id: number | null;
  /** Did the applicant show that the e-mail address is theirs? */
  readonly confirmed: boolean;
  /** The address that the form came from. */
  readonly ip: string;
  /** For staff. */
  readonly comment: string;
  /** Why it was rejected; the applicant reads it. */
  readonly reason: string;
  /** The opened account; 0 = none. */
  readonly login: number;
  /** The staff user who approved or rejected it; 0 = nobody yet. */
  readonly decided_by: number;
  readonly decided_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
} & {
  readonly [K in ApplicantText]: string;
};

/** The application in the form for a reader with these rights. */
export const shownApplication = (
  application: ApplicationRecord,
  rights: readonly Right[],
): ApplicationRecord => ({ ...application, ...withheld(APPLICANT_TEXTS, rights) });
