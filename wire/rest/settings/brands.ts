// Brands over REST.

import { Type } from '@sinclair/typebox';
import { BrandRecord } from '../../settings/brands.js';
import { setting } from '../../settings/setting.js';

/** The API form of brands. */
export const BRANDS = setting({
  kind: 'brand',
  read: ['config.servers'],
  write: 'config.servers',
  alsoWrite: ['config.white_labels'],
  record: BrandRecord,
  server: ['id', 'is_default', 'is_licenced'],
  fixed: ['company'],
  ignored: { is_default: Type.Boolean() },
  added: { has_logo: Type.Boolean(), has_banner: Type.Boolean(), has_icon: Type.Boolean() },
  times: 'changed',
});
