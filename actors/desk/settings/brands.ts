// Brands: the default mark, and the brand that terminals of a host read.

import { done, refuse } from '../../../wire/base/codes.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { TerminalBrand } from '../../../wire/settings/brands.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import type { FileContents } from '../state/file-contents.js';
import { whoOf } from '../state/writer.js';
import { SETTINGS_LOCK } from '../store/record-locks.js';
import { brandOf } from '../types/brands.js';
import { takeDefaultMark } from '../types/rules/default-mark.js';
import { type HeldSetting, shownOf } from '../types/setting-types.js';
import { brandImageOps } from './brand-images.js';
import { editorOf } from './setting-write.js';

const SHOWN = Object.keys(TerminalBrand.properties) as (keyof TerminalBrand)[];

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
    return done(shownOf('brand', held, tx, editor.data));
  });
};

/** The brand that serves a host, as terminals read it. */
const servedAt = (
  { records }: DeskContext,
  { host }: DeskOps['brands.of_host']['input'],
): DeskAnswer<'brands.of_host'> => {
  const brand = brandOf(records, host);
  if (brand === undefined) return refuse('not_found', 'No brand serves this host.');
  const fields = Object.fromEntries(SHOWN.map((name) => [name, brand[name]]));
  return done(fields as unknown as TerminalBrand);
};

/** The operations on brands besides the operations on all settings, by name. */
export const brandOps = (context: DeskContext, files: FileContents) =>
  ({
    'brands.make_default': (input) => makeDefault(context, input),
    'brands.of_host': (input) => servedAt(context, input),
    ...brandImageOps(context, files),
  }) satisfies Partial<Handlers>;
