// Keys: what is registered at the moment, the list that `?` shows, and single letters in fields.

import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { texts } from '../texts/language.js';
import { Dialog } from './dialog.js';

const words = texts({
  title: ['Keys', 'Tasten'],
  list: ['This list', 'Diese Liste'],
});

/** A key and what it does. */
interface KeyBinding {
  /** As it is shown: `Ctrl+S`, `Shift+F10`, `/`, `B`; modifiers in the order Ctrl Alt Shift. */
  readonly key: string;
  /** The effect of the key, in words. */
  readonly text: string;
  readonly run: () => void;
  readonly isOff?: boolean | undefined;
}

interface Registered {
  readonly part: string;
  /** The newest bindings of the part, which each drawing of it makes again. */
  readonly bindings: { readonly current: readonly KeyBinding[] };
}

const registered = signal<readonly Registered[]>([]);
const isListShown = signal(false);

/** Do single letters work? A user may switch them off. */
export const lettersWork = signal(true);

/** The name of the pressed key with its modifiers. */
const nameOf = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string => {
  const isLetter = /^\p{L}$/u.test(key);
  const isSign = key.length === 1 && !isLetter;
  const modifiers = [
    ctrlKey || metaKey ? 'Ctrl' : '',
    altKey ? 'Alt' : '',
    // A sign such as `?` has its Shift in it.
    shiftKey && !isSign ? 'Shift' : '',
  ].filter(Boolean);
  const name = { ArrowUp: 'Up', ArrowDown: 'Down', ' ': 'Space', Delete: 'Del' }[key] ?? key;
  return [...modifiers, isLetter ? name.toUpperCase() : name].join('+');
};

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type));

/** Is it one letter or sign? A user may switch these off. */
const isSingle = (name: string): boolean => /^(Shift\+)?.$/u.test(name) || name === 'Space';

/** Does a field want the key for itself? Backspace and Del edit what is typed there. */
const isForField = (name: string): boolean => !/^(?:Ctrl|Alt)\+|F\d+$|^Escape$/.test(name);

const onKeyDown = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
  const name = nameOf(event);
  if (isField(event.target) && isForField(name)) return;
  if (isSingle(name) && !lettersWork.peek()) return;
  // The newest part has its keys first: a view over its frame, a ticket over its view.
  for (const { bindings } of registered.peek().toReversed()) {
    const found = bindings.current.find(({ key, isOff }) => key === name && isOff !== true);
    if (found === undefined) continue;
    event.preventDefault();
    found.run();
    return;
  }
};

/**
 * Registers the keys of a part while it is drawn; `?` lists them under its name. A key does what
 * the part can be seen to do: nothing is done by keys alone.
 */
export const useKeys = (part: string, bindings: readonly KeyBinding[]): void => {
  const newest = useRef(bindings);
  newest.current = bindings;
  // Keys of a drawn view work at once: an effect after the paint would lose a quick user's key.
  useLayoutEffect(() => {
    const one: Registered = { part, bindings: newest };
    registered.value = [...registered.value, one];
    return () => {
      registered.value = registered.value.filter((other) => other !== one);
    };
  }, [part]);
};

/** Moves the focus to the search field of the view: the first with `data-search`. */
export const focusSearch = (): void => {
  document.querySelector<HTMLInputElement>('[data-search]')?.focus();
};

/** Shows the list of keys. */
export const showKeys = (): void => {
  isListShown.value = true;
};

/** Listens to keys and draws their list; the frame of each app has one. */
export const Keys = () => {
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  useKeys(words().title, [{ key: '?', text: words().list, run: showKeys }]);
  if (!isListShown.value) return null;
  return (
    <Dialog
      title={words().title}
      closesBeside
      onClose={() => {
        isListShown.value = false;
      }}
    >
      {registered.value.toReversed().map(({ part, bindings }) => (
        <section key={part} class="keys">
          <h3>{part}</h3>
          <dl class="facts">
            {bindings.current.map(({ key, text }) => (
              <div key={key}>
                <dt>{text}</dt>
                <dd>
                  <kbd>{key}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
};
