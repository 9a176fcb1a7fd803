// The types of settings that staff maintain over REST, each with its record.

import type { MailServerRecord } from '../accounts/mail.js';
import type { AllocationRecord, AllocationSettingsRecord } from './allocations.js';
import type { BrandRecord } from './brands.js';
import type { SettingsKinds } from './config.js';
import type { LeverageSwitchRecord } from './leverage.js';
import type { ReportConfigRecord } from './reports.js';
import type { SettingForm } from './setting.js';
import type { EmailTemplateRecord, SignUpRecord } from './sign-up.js';

/** The record of each type: of those that every thread has a copy of, and of others. */
export interface SettingRecords extends SettingsKinds {
  leverage_switch: LeverageSwitchRecord;
  report: ReportConfigRecord;
  allocation: AllocationRecord;
  allocation_settings: AllocationSettingsRecord;
  brand: BrandRecord;
  sign_up: SignUpRecord;
  email_template: EmailTemplateRecord;
  mail_server: MailServerRecord;
}
export type SettingKind = keyof SettingRecords;

/** The API form of a type of settings. */
export type Setting = SettingForm<SettingKind>;
