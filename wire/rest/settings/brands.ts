// Brands over REST.

import { Type } from '@sinclair/typebox';
import { section } from '../../fields/words.js';
import { BrandRecord } from '../../settings/brands.js';
import { setting } from '../../settings/setting.js';

const images = section('Images');

/** The API form of brands. */
export const BRANDS = setting({
  kind: 'brand',
  read: ['config.servers'],
  write: 'config.servers',
  alsoWrite: ['config.white_labels'],
  record: BrandRecord,
  server: ['id', 'is_default', 'is_licenced'],
  fixed: ['company'],
  ignored: {
    is_default: Type.Boolean(),
  },
  added: {
    has_logo: images('Logo', 'Is there a logo?', Type.Boolean()),
    has_banner: images('Banner', 'Is there a banner?', Type.Boolean()),
    has_icon: images('Icon', 'Is there an icon?', Type.Boolean()),
  },
  times: 'changed',
});
