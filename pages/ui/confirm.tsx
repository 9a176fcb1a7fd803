// Confirmations: a question with its consequence (K1), a code of the server (K3), a typed name
// (K4).

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { BrokerError, type Confirmed, confirmed, type StaffClient } from '../../client/index.js';
import { type Attempt, attempt } from '../live/refusal.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/language.js';
import { Button, type Tone } from './button.js';
import { Dialog } from './dialog.js';
import { TextField } from './field.js';

const words = texts({
  typeName: [
    (name: string) => `Type ${name} to confirm`,
    (name) => `Zur Bestätigung ${name} eingeben`,
  ],
  codeTitle: ['Confirm with a code', 'Mit Code bestätigen'],
  codeAsk: [
    'This action moves money or prices. Type the code to confirm it.',
    'Diese Handlung bewegt Geld oder Preise. Zur Bestätigung den Code eingeben.',
  ],
  code: ['Code', 'Code'],
  act: ['It confirms', 'Er bestätigt'],
  shown: ['Code to type', 'Einzugebender Code'],
  differs: ['The code above is another.', 'Der Code oben ist ein anderer.'],
  expired: [
    'The code was no longer valid, and nothing was done. This is a new code.',
    'Der Code galt nicht mehr, und nichts ist geschehen. Dies ist ein neuer Code.',
  ],
  confirm: ['Confirm', 'Bestätigen'],
});

/** A question before an act. */
interface Question {
  readonly title: string;
  /** The consequence, in figures. */
  readonly text: ComponentChildren;
  /** The verb on the button, such as "Close 3 positions". */
  readonly action: string;
  readonly tone?: Tone;
  /** K4: the name or number that the user types before the button works. */
  readonly typed?: string;
}

/** A code that the user types. */
interface ShownCode {
  readonly code: string;
  /** What it confirms. */
  readonly action: string;
  /** The code before it was typed too late. */
  readonly isNew: boolean;
}

/** The question that is open, and the function that takes its answer. */
type Asked =
  | {
      readonly kind: 'question';
      readonly question: Question;
      readonly answer: (is: boolean) => void;
    }
  | {
      readonly kind: 'code';
      readonly code: ShownCode;
      readonly answer: (typed: string | null) => void;
    };

const asked = signal<readonly Asked[]>([]);

/** Asks the user; true = go on. The harmless button has the focus. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    const one: Asked = {
      kind: 'question',
      question,
      answer: (is) => {
        asked.value = asked.value.filter((other) => other !== one);
        resolve(is);
      },
    };
    asked.value = [...asked.value, one];
  });

const typeCode = (code: ShownCode): Promise<string | null> =>
  new Promise((resolve) => {
    const one: Asked = {
      kind: 'code',
      code,
      answer: (typed) => {
        asked.value = asked.value.filter((other) => other !== one);
        resolve(typed);
      },
    };
    asked.value = [...asked.value, one];
  });

/** The user left the dialog of a code. */
const LEFT = 'client.closed';

/**
 * Makes a call of staff that the server may want to be confirmed by a code (K3): the code is shown,
 * and the user types it. Null = the user left the dialog, and nothing was done. `what` says in
 * words what the code confirms. A code that was typed too late is followed by a new one.
 *
 *     const close = (given: Confirmed) =>
 *       unwrap(rest.POST('/admin/v1/positions/bulk-close', { body: { ...body, ...given } }));
 *     const answer = await confirmedAct(rest, close, 'Close 3 positions');
 */
export const confirmedAct = async <T,>(
  rest: StaffClient['rest'],
  call: (given: Confirmed) => Promise<T>,
  what?: string,
): Promise<Attempt<T> | null> => {
  let isLeft = false;
  let isTyped = false;
  const make = (): Promise<Attempt<T>> =>
    attempt(
      confirmed(rest, call, async (code, action) => {
        const typed = await typeCode({ code, action: what ?? action, isNew: isTyped });
        isTyped = true;
        if (typed !== null) return typed;
        isLeft = true;
        throw new BrokerError(LEFT, 'the user typed no code');
      }),
    );
  let done = await make();
  while (isTyped && !done.ok && done.refusal.code === 'confirmation_required') done = await make();
  return isLeft ? null : done;
};

const QuestionDialog = ({ question, answer }: Extract<Asked, { kind: 'question' }>) => {
  const { title, text, action, tone = 'main', typed } = question;
  const [value, setValue] = useState('');
  const mayGo = typed === undefined || value.trim() === typed;
  const go = (): void => {
    if (mayGo) answer(true);
  };
  return (
    <Dialog
      title={title}
      onClose={() => answer(false)}
      onSubmit={typed === undefined ? undefined : go}
      footer={
        <>
          <Button onClick={() => answer(false)} isFocused={typed === undefined}>
            {common().cancel}
          </Button>
          <Button tone={tone} onClick={go} isOff={!mayGo}>
            {action}
          </Button>
        </>
      }
    >
      <div>{text}</div>
      {typed === undefined ? null : (
        <TextField label={words().typeName(typed)} value={value} onInput={setValue} isFocused />
      )}
    </Dialog>
  );
};

const CodeDialog = ({ code: shown, answer }: Extract<Asked, { kind: 'code' }>) => {
  const { code, action, isNew } = shown;
  const [value, setValue] = useState('');
  const typed = value.trim();
  const isRight = typed === code;
  return (
    <Dialog
      title={words().codeTitle}
      onClose={() => answer(null)}
      onSubmit={() => isRight && answer(typed)}
      footer={
        <>
          <Button onClick={() => answer(null)}>{common().cancel}</Button>
          <Button tone="main" type="submit" isOff={!isRight}>
            {words().confirm}
          </Button>
        </>
      }
    >
      {isNew ? <p role="status">{words().expired}</p> : null}
      <p>{words().codeAsk}</p>
      <dl class="facts">
        <dt>{words().shown}</dt>
        <dd>
          <output class="code">{code}</output>
        </dd>
        <dt>{words().act}</dt>
        <dd>{action}</dd>
      </dl>
      <TextField
        label={words().code}
        fault={!isRight && typed.length >= code.length ? words().differs : null}
        value={value}
        onInput={setValue}
        inputMode="numeric"
        isFocused
      />
    </Dialog>
  );
};

/** Draws what is asked; the frame of each app has one. */
export const Confirmations = () => {
  const one = asked.value.at(-1);
  if (one === undefined) return null;
  return one.kind === 'question' ? (
    <QuestionDialog key={one} {...one} />
  ) : (
    <CodeDialog key={one} {...one} />
  );
};
