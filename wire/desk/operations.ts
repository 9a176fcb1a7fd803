// All desk operations. The operations of a family stand in its file.

import type { Outcome } from '../base/codes.js';
import type { AccountOps } from './account-operations.js';
import type { BrandOps } from './brand-operations.js';
import type { BulkTradeOps } from './bulk-trade-operations.js';
import type { ClientOps } from './client-operations.js';
import type { ConnectionOps } from './connection-operations.js';
import type { IdentityOps } from './identity-operations.js';
import type { LicenceOps } from './licence-operations.js';
import type { MailOps } from './mail-operations.js';
import type { PaymentOps } from './payment-operations.js';
import type { PreferenceOps } from './preference-operations.js';
import type { PriceOps } from './price-operations.js';
import type { ReportJobOps } from './report-operations.js';
import type { ServerOps } from './server-operations.js';
import type { SettingOps } from './setting-operations.js';
import type { SignUpOps } from './sign-up-operations.js';
import type { StaffOps } from './staff-operations.js';
import type { TransferOps } from './transfer-operations.js';

/** Every desk operation: its input and its output. */
export interface DeskOps
  extends SignUpOps,
    ReportJobOps,
    PriceOps,
    BulkTradeOps,
    PaymentOps,
    IdentityOps,
    AccountOps,
    StaffOps,
    MailOps,
    ClientOps,
    SettingOps,
    TransferOps,
    BrandOps,
    LicenceOps,
    ConnectionOps,
    PreferenceOps,
    ServerOps {}

export type DeskOp = keyof DeskOps;

export type DeskAnswer<K extends DeskOp> = Outcome<DeskOps[K]['output']>;

/** A refusal that can be retried names the seconds to wait in its message, as `retry_after=N`. */
export const RETRY_AFTER = /retry_after=(\d+)/;
