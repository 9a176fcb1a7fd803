// Brands: the default mark, and the brand that terminals of a host read.

import { ok, refuse } from '../../../wire/base/codes.js';
import type { Fields } from '../../../wire/base/object.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { TerminalBrand } from '../../../wire/settings/brands.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import type { FileContents } from '../state/file-contents.js';
import { whoOf } from '../state/writer.js';
import { SETTINGS_LOCK } from '../store/record-locks.js';
import { brandOf, shownImages } from '../types/brands.js';
import { takeDefaultMark } from '../types/rules/default-mark.js';
import { type HeldSetting, shownOf } from '../types/setting-types.js';
import { brandImageOps } from './brand-images.js';
import { editorOf } from './setting-write.js';

/** The fields of a brand as terminals read them where no brand serves the host. */
const NO_BRAND: Fields = Object.fromEntries(
  Object.entries(TerminalBrand.properties).map(([name, field]) => [name, field.default ?? '']),
);
/** No brand has this id. */
const NONE = 0;

/** Makes an enabled brand the default; the former default loses the mark. */
const makeDefault = (
  { writer }: DeskContext,
  { caller, id }: DeskOps['brands.make_default']['input'],
): Promise<DeskAnswer<'brands.make_default'>> => {
  const key = String(id);
  return writer.change([SETTINGS_LOCK], whoOf(caller), (tx) => {
    const editor = editorOf(tx, { caller, kind: 'brand' });
    if (!editor.ok) return editor;
    if (tx.get('brand', key)?.record.enabled === false) {
      return refuse('conflict', 'The brand is disabled; enable it first.');
    }
    const marked = tx.patch('brand', key, { is_default: true });
    if (!marked.ok) return marked;
    takeDefaultMark(tx, 'brand', marked.data);
    const held = tx.get('brand', key) as unknown as HeldSetting;
    return ok(shownOf('brand', held, tx, editor.data));
  });
};

/** The brand that serves a host, as terminals read it; empty values where there is none. */
const servedAt = (
  { records }: DeskContext,
  { host }: DeskOps['brands.of_host']['input'],
): DeskAnswer<'brands.of_host'> => {
  const brand = brandOf(records, host);
  const shown = { ...NO_BRAND, ...brand, ...shownImages(records, brand?.id ?? NONE) } as Fields;
  const names = Object.keys(TerminalBrand.properties);
  return ok(Object.fromEntries(names.map((name) => [name, shown[name]])) as TerminalBrand);
};

/** The operations on brands besides the operations on all settings, by name. */
export const brandOps = (context: DeskContext, files: FileContents) =>
  ({
    'brands.make_default': (input) => makeDefault(context, input),
    'brands.of_host': (input) => servedAt(context, input),
    ...brandImageOps(context, files),
  }) satisfies Partial<Handlers>;
