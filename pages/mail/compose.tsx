// Writing a message: its addressees, text and files. What is not sent is kept as a draft.

import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { attempt, type Refusal } from '../live/refusal.js';
import { texts } from '../texts/language.js';
import { refusalText } from '../texts/refusals.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field, TextField } from '../ui/field.js';
import { RefusalNote } from '../ui/loaded.js';
import { toast, toastRefusal } from '../ui/toast.js';
import { UserText } from '../ui/values.js';
import type { DraftBody, MailCalls, MailMessage } from './calls.js';

const words = texts({
  write: ['Write', 'Schreiben'],
  answer: ['Answer', 'Antworten'],
  subject: ['Subject', 'Betreff'],
  body: ['Text', 'Text'],
  send: ['Send', 'Senden'],
  save: ['Save as draft', 'Als Entwurf sichern'],
  saved: ['Kept as a draft.', 'Als Entwurf gesichert.'],
  attach: ['Attach a file', 'Datei anhängen'],
  attachHint: [
    'Up to 5 files of 1 MiB, 2 MiB together.',
    'Bis zu 5 Dateien je 1 MiB, zusammen 2 MiB.',
  ],
  remove: [(name: string) => `Remove ${name}`, (name) => `${name} entfernen`],
});

/** The message that is being written: all members of a draft. */
export interface Writing {
  /** The draft that it is kept in; 0 = none yet. */
  readonly id: number;
  readonly subject: string;
  readonly body: string;
  readonly reply_to: number;
  /** A trader's addressee; 0 = none. */
  readonly to: number;
  /** Logins as staff type them. */
  readonly to_logins: string;
  readonly to_group: string;
  readonly email: boolean;
  readonly files: MailMessage['attachments'];
}

const EMPTY: Writing = {
  id: 0,
  subject: '',
  body: '',
  reply_to: 0,
  to: 0,
  to_logins: '',
  to_group: '',
  email: false,
  files: [],
};

/** A new message, with what is known of it. */
export const newWriting = (given: Partial<Writing> = {}): Writing => ({ ...EMPTY, ...given });

/** Goes on with a draft. */
export const writingOf = ({ id, subject, body, draft, attachments }: MailMessage): Writing =>
  newWriting({
    ...{ id, subject, body, files: attachments },
    ...(draft !== null && { ...draft, to_logins: draft.to_logins.join(', ') }),
  });

/** Answers the newest received message of a thread. */
export const answerTo = (messages: readonly MailMessage[]): Writing => {
  const received = messages.findLast(({ folder }) => folder === 'inbox');
  const newest = received ?? messages.at(-1);
  if (newest === undefined) return EMPTY;
  const subject = /^re:/i.test(newest.subject) ? newest.subject : `Re: ${newest.subject}`;
  return newWriting({
    subject,
    reply_to: newest.id,
    ...(received !== undefined && { to: received.from, to_logins: String(received.from) }),
  });
};

/** The logins that are typed, with commas or spaces between. */
export const loginsIn = (typed: string): readonly number[] =>
  typed.split(/[\s,;]+/).flatMap((one) => (/^\d{1,15}$/.test(one) ? [Number(one)] : []));

/** The draft that keeps it. */
const draftOf = ({ files: _, to_logins, ...members }: Writing): DraftBody => ({
  ...members,
  to_logins: [...loginsIn(to_logins)],
});

const isSame = (one: Writing, other: Writing): boolean =>
  JSON.stringify(draftOf(one)) === JSON.stringify(draftOf(other));

/** The parts of the dialog that differ between traders and staff. */
export interface ComposeParts {
  readonly calls: MailCalls;
  /** The fields of addressees. */
  readonly addressees: (
    writing: Writing,
    change: (members: Partial<Writing>) => void,
    refusal: Refusal | null,
  ) => ComponentChildren;
  /** A hint below the text. */
  readonly bodyHint?: string | undefined;
  /** Sends it; the sentence of what became of it, or null where the user did not go on. */
  readonly send: (writing: Writing) => Promise<string | null>;
}

interface ComposeProps extends ComposeParts {
  readonly start: Writing;
  /** `isChanged`: the mailbox has another message or draft than before. */
  readonly onClose: (isChanged: boolean) => void;
}

interface FilesProps {
  readonly files: Writing['files'];
  readonly onAttach: (file: File) => void;
  readonly onDetach: (file: number) => void;
  readonly isBusy: boolean;
}

const Files = ({ files, onAttach, onDetach, isBusy }: FilesProps) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div class="stack start">
      {files.map(({ id, name, size }) => (
        <span key={id} class="line">
          <UserText>{name}</UserText>
          <span class="muted">{Math.ceil(size / 1024)} KiB</span>
          <Button
            icon="close"
            class="bare"
            label={words().remove(name)}
            isOff={isBusy}
            onClick={() => onDetach(id)}
          />
        </span>
      ))}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={words().attach}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) onAttach(file);
          currentTarget.value = '';
        }}
      />
      <span class="line">
        <Button icon="upload" isBusy={isBusy} onClick={() => input.current?.click()}>
          {words().attach}
        </Button>
        <span class="hint">{words().attachHint}</span>
      </span>
    </div>
  );
};

/** Acts on what is written: keeping, files, sending. */
const useWriting = ({ start, calls, send, onClose }: ComposeProps) => {
  const [writing, setWriting] = useState(start);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const kept = useRef(start);
  const change = (members: Partial<Writing>): void => setWriting((now) => ({ ...now, ...members }));
  const busy = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    const done = await attempt(act());
    setBusy(false);
    setRefusal(done.ok ? null : done.refusal);
  };
  /** Keeps it as a draft, and answers the draft's id. */
  const keep = async (): Promise<number> => {
    const { id } = await calls.save(draftOf(writing));
    kept.current = { ...writing, id };
    change({ id });
    return id;
  };
  const isKept = isSame(writing, kept.current);
  const isChanged = (): boolean => kept.current !== start;
  const took = ({ id, attachments }: MailMessage): void => change({ id, files: attachments });
  return {
    writing,
    change,
    refusal,
    isBusy,
    attach: (file: File) =>
      busy(async () =>
        took(await calls.attach(writing.id === 0 ? await keep() : writing.id, file)),
      ),
    detach: (file: number) => busy(async () => took(await calls.detach(writing.id, file))),
    save: () =>
      busy(async () => {
        await keep();
        toast({ text: words().saved, tone: 'good' });
        onClose(true);
      }),
    send: () =>
      busy(async () => {
        const sentence = await send(writing);
        if (sentence === null) return;
        toast({ text: sentence, tone: 'good' });
        onClose(true);
      }),
    /** Closes; what was written stays as a draft. */
    leave: async () => {
      if (isKept) return onClose(isChanged());
      const saved = await attempt(keep());
      if (saved.ok) toast({ text: words().saved });
      else toastRefusal(saved.refusal);
      onClose(true);
    },
  };
};

/** The dialog in which a message is written. */
export const Compose = (props: ComposeProps) => {
  const { writing, change, refusal, isBusy, attach, detach, save, send, leave } = useWriting(props);
  const note = useId();
  return (
    <Dialog
      title={writing.reply_to === 0 ? words().write : words().answer}
      size="wide"
      onClose={() => void leave()}
      footer={
        <>
          <Button isBusy={isBusy} onClick={() => void save()}>
            {words().save}
          </Button>
          <Button tone="main" isBusy={isBusy} onClick={() => void send()}>
            {words().send}
          </Button>
        </>
      }
    >
      {refusal === null ? null : (
        <div id={note}>
          <RefusalNote refusal={refusal} />
          {refusal.faults.slice(1).map((fault) => (
            <p key={fault.field} class="fault">
              {fault.field}: {fault.message}
            </p>
          ))}
        </div>
      )}
      {props.addressees(writing, change, refusal)}
      <TextField
        label={words().subject}
        value={writing.subject}
        maxLength={256}
        onInput={(subject) => change({ subject })}
      />
      <Field label={words().body} hint={props.bodyHint}>
        {(attributes) => (
          <textarea
            {...attributes}
            rows={10}
            dir="auto"
            value={writing.body}
            onInput={({ currentTarget }) => change({ body: currentTarget.value })}
          />
        )}
      </Field>
      <Files
        files={writing.files}
        isBusy={isBusy}
        onAttach={(file) => void attach(file)}
        onDetach={(file) => void detach(file)}
      />
    </Dialog>
  );
};

/** The sentence at a field of addressees. */
export const faultAt = (refusal: Refusal | null, field: string): string | null =>
  refusal !== null && refusal.field?.split('.')[0] === field ? refusalText(refusal) : null;

/** The button that begins a message. */
export const WriteButton = ({ onClick }: { readonly onClick: () => void }) => (
  <Button icon="pencil" tone="main" onClick={onClick}>
    {words().write}
  </Button>
);

/** The button that answers a thread. */
export const AnswerButton = ({ onClick }: { readonly onClick: () => void }) => (
  <Button icon="pencil" tone="main" onClick={onClick}>
    {words().answer}
  </Button>
);
