// Images of brands: stored and deleted by staff, and read by terminals of a host.

import type { NewFile } from '../../../wire/accounts/file.js';
import { type Outcome, ok, refuse, unwrap } from '../../../wire/base/codes.js';
import type { Fields } from '../../../wire/base/object.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import {
  type BrandImage,
  type BrandImageRecord,
  imageKey,
  imageName,
  imageTypeOf,
} from '../../../wire/settings/brands.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import type { FileContents } from '../state/file-contents.js';
import { whoOf } from '../state/writer.js';
import { fileLocks, SETTINGS_LOCK } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { brandOf, dropImage } from '../types/brands.js';
import { type HeldSetting, shownOf } from '../types/setting-types.js';
import { editorOf } from './setting-write.js';

type Files = Pick<FileContents, 'use' | 'release'>;

const imageOf = (reader: RecordReader, brand: number, kind: BrandImage) =>
  reader.get('brand_image', imageKey({ brand, kind }))?.record;

const NO_IMAGE = refuse('not_found', 'The brand has no such image.');

/**
 * Gives a brand an image, whose content is stored, within a decision under the locks of settings,
 * of the content and of the one that it replaces. The version of the brand increases.
 */
export const setImage = (tx: Transaction, files: Files, image: BrandImageRecord): void => {
  const before = imageOf(tx, image.brand, image.kind);
  if (before?.sha256 === image.sha256) return;
  files.use(tx, [image]);
  if (before !== undefined) files.release(tx, [before]);
  unwrap(tx.put('brand_image', image));
  markChanged(tx, image, before === undefined ? 'stored' : 'replaced');
};

/** Increases the version of a brand whose image changes. */
const markChanged = (tx: Transaction, { brand, kind }: BrandImageRecord, past: string): void => {
  const { record } = tx.get('brand', String(brand)) ?? {};
  if (record === undefined) return;
  unwrap(
    tx.quietly((inner) => {
      inner.amend('brand', String(brand), {});
      return ok(null);
    }),
  );
  tx.noteSetting('brand', `brand ${record.company} ${kind} ${past}`, record);
};

/** The locks of what a change of an image replaces. */
const locksOf = (brand: number, kind: BrandImage, stored: readonly BrandImageRecord[] = []) => {
  return (reader: RecordReader): string[] => {
    const before = imageOf(reader, brand, kind);
    return [SETTINGS_LOCK, ...fileLocks([...stored, ...(before ? [before] : [])])];
  };
};

/** An image as a download. */
const foundImage = (image: BrandImageRecord | undefined): DeskAnswer<'brands.image'> => {
  if (image === undefined) return NO_IMAGE;
  const { sha256, type } = image;
  return ok({ sha256, type, name: imageName(image) });
};

/** The operations on images of brands, by name. */
export const brandImageOps = (context: DeskContext, files: FileContents) => {
  const { records, writer } = context;
  type Named = DeskOps['brands.remove_image']['input'];

  /** Changes the images of a brand, which is then shown. */
  const change = (
    { caller, id, kind }: Named,
    stored: readonly BrandImageRecord[],
    decide: (tx: Transaction) => Outcome<null>,
  ): Promise<Outcome<Fields>> =>
    writer.change<Fields>(locksOf(id, kind, stored), whoOf(caller), (tx) => {
      const editor = editorOf(tx, { caller, kind: 'brand' });
      if (!editor.ok) return editor;
      if (tx.get('brand', String(id)) === undefined) return refuse('not_found');
      const decided = decide(tx);
      if (!decided.ok) return decided;
      const held = tx.get('brand', String(id)) as unknown as HeldSetting;
      return ok(shownOf('brand', held, tx, editor.data));
    });

  const put = async (given: Named & { readonly file: NewFile }): Promise<Outcome<Fields>> => {
    const { id, kind, file } = given;
    const type = imageTypeOf(file.bytes);
    if (!type.ok) return refuse('invalid_input', `file: ${type.message}`);
    if (records.get('brand', String(id)) === undefined) return refuse('not_found');
    return files.store([file], (stored) => {
      const images = stored.map(({ sha256, size }) => ({
        ...{ brand: id, kind, sha256, size },
        type: type.data,
      }));
      return change(given, images, (tx) => {
        for (const image of images) setImage(tx, files, image);
        return ok(null);
      });
    });
  };

  const remove = (given: Named): Promise<Outcome<Fields>> =>
    change(given, [], (tx) => {
      const image = imageOf(tx, given.id, given.kind);
      if (image === undefined) return NO_IMAGE;
      dropImage(tx, image);
      markChanged(tx, image, 'deleted');
      return ok(null);
    });

  return {
    'brands.image': ({ id, kind }) => foundImage(imageOf(records, id, kind)),
    'brands.image_of_host': ({ host, kind }) => {
      const brand = brandOf(records, host);
      return foundImage(brand && imageOf(records, brand.id, kind));
    },
    'brands.put_image': put,
    'brands.remove_image': remove,
  } satisfies Partial<Handlers>;
};
