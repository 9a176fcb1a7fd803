// The images of a brand: logo, banner and icon, stored, shown and deleted.

import { useRef, useState } from 'preact/hooks';
import { unwrap } from '../../../client/index.js';
import type { RecordPartProps } from '../../forms/record.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { attempt, type Refusal } from '../../live/refusal.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { confirm } from '../../ui/confirm.js';
import { RefusalNote } from '../../ui/loaded.js';
import { toast } from '../../ui/toast.js';

const words = texts({
  text: [
    'png, jpeg, gif, webp or ico, up to 1 MiB. Terminals show them at once.',
    'png, jpeg, gif, webp oder ico, bis 1 MiB. Terminals zeigen sie sofort.',
  ],
  logo: ['Logo', 'Logo'],
  banner: ['Banner', 'Banner'],
  icon: ['Icon', 'Symbolbild'],
  none: ['none', 'keines'],
  choose: ['Choose a file …', 'Datei wählen …'],
  stored: ['Stored.', 'Gespeichert.'],
  deleted: ['Deleted.', 'Gelöscht.'],
  deleteText: [
    'Terminals show their own image instead.',
    'Terminals zeigen stattdessen ihr eigenes Bild.',
  ],
});

const KINDS = ['logo', 'banner', 'icon'] as const;
type ImageKind = (typeof KINDS)[number];
const PATH = '/admin/v1/licence/brands/{id}/images/{kind}';

interface ImageProps extends RecordPartProps {
  readonly image: ImageKind;
}

/** An image, and the acts on it. */
const BrandImage = ({ image, record, onDone }: ImageProps) => {
  const { rest } = useStaff();
  const { session } = useStaffStore();
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const params = { path: { id: Number(record.id), kind: image } };
  const name = words()[image];
  const isThere = record[`has_${image}`] === true;
  const act = async (call: Promise<unknown>, text: string): Promise<void> => {
    const done = await attempt(call);
    setRefusal(done.ok ? null : done.refusal);
    if (!done.ok) return;
    toast({ text, tone: 'good' });
    onDone();
  };
  const store = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const body = new FormData();
    body.append('file', file);
    await act(unwrap(rest.PUT(PATH, { params, body: body as never })), words().stored);
  };
  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: `${common().delete}: ${name}`,
      text: words().deleteText,
      action: common().delete,
      tone: 'danger',
    });
    if (isSure) await act(unwrap(rest.DELETE(PATH, { params })), words().deleted);
  };
  // The version makes a new image a new address, of which the server sees nothing.
  const source = `/admin/v1/licence/brands/${record.id}/images/${image}#${record.version}`;
  return (
    <section class="panel brand-image" aria-label={name}>
      <h3>{name}</h3>
      {isThere ? <img src={source} alt={name} /> : <p class="muted">{words().none}</p>}
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
      {session.can('licence.brands.put_image') ? (
        <div class="line">
          <input
            ref={input}
            type="file"
            hidden
            aria-label={name}
            accept="image/png,image/jpeg,image/gif,image/webp,image/x-icon"
            onChange={({ currentTarget }) => void store(currentTarget.files?.[0])}
          />
          <Button icon="upload" onClick={() => input.current?.click()}>
            {words().choose}
          </Button>
          {isThere ? (
            <Button
              icon="trash"
              label={`${common().delete}: ${name}`}
              onClick={() => void remove()}
            />
          ) : null}
        </div>
      ) : null}
    </section>
  );
};

/** The images of a brand. */
export const BrandImages = (props: RecordPartProps) => (
  <>
    <p class="muted">{words().text}</p>
    <div class="brand-images">
      {KINDS.map((image) => (
        <BrandImage key={image} image={image} {...props} />
      ))}
    </div>
  </>
);
