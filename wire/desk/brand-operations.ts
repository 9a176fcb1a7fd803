// Desk operations of brands.

import type { NewFile } from '../accounts/file.js';
import type { Fields } from '../base/object.js';
import type { BrandImage, TerminalBrand } from '../settings/brands.js';
import type { Caller } from './caller.js';

/** The operations of brands, with inputs and answers. */
export interface BrandOps {
  'brands.make_default': { input: { caller: Caller; id: number }; output: Fields };
  /** The brand that serves a Host header, as terminals read it. */
  'brands.of_host': { input: { host: string }; output: TerminalBrand };
  /** An image of a brand, as a download: the SHA-256 of its content, its media type and name. */
  'brands.image': {
    input: { caller: Caller; id: number; kind: BrandImage };
    output: { readonly sha256: string; readonly type: string; readonly name: string };
  };
  /** The same of the brand that serves a Host header. */
  'brands.image_of_host': {
    input: { host: string; kind: BrandImage };
    output: BrandOps['brands.image']['output'];
  };
  'brands.put_image': {
    input: { caller: Caller; id: number; kind: BrandImage; file: NewFile };
    output: Fields;
  };
  'brands.remove_image': {
    input: { caller: Caller; id: number; kind: BrandImage };
    output: Fields;
  };
}
