// The texts of all operations, by the name of their route.

import { accountTexts } from './account-texts.js';
import { authTexts } from './auth-texts.js';
import { connectionTexts } from './connection-texts.js';
import type { OperationTexts } from './operation-text.js';
import { positionTexts } from './position-texts.js';
import { ruleTexts } from './rule-texts.js';
import { signUpTexts } from './sign-up-texts.js';
import { staffTexts } from './staff-texts.js';
import { symbolTexts } from './symbol-texts.js';
import { tradingTexts } from './trading-texts.js';
import { transferTexts } from './transfer-texts.js';

export const OPERATIONS: OperationTexts = {
  ...authTexts,
  ...accountTexts,
  ...staffTexts,
  ...tradingTexts,
  ...positionTexts,
  ...symbolTexts,
  ...ruleTexts,
  ...signUpTexts,
  ...connectionTexts,
  ...transferTexts,
};
