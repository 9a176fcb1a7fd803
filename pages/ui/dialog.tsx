// Dialogs: over the page, closed by Esc, with the focus back where it was.

import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { common } from '../texts/common.js';
import { Button } from './button.js';

/** The props of a dialog. It is drawn while it is open: the caller leaves it out to close it. */
interface DialogProps {
  readonly title: string;
  /** Esc and the cross; also a click beside the dialog if `closesBeside`. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** Buttons at the end, the harmless one first. */
  readonly footer?: ComponentChildren;
  readonly closesBeside?: boolean | undefined;
  /** `top`: what opens below a field of it needs the room. */
  readonly size?: 'small' | 'wide' | 'top' | undefined;
  /** Enter in a field of it, and its submit button. */
  readonly onSubmit?: (() => void) | undefined;
}

/** The first field that can be filled in. */
const FIELD = '.body :is(input, select, textarea):enabled';

/**
 * A dialog that the rest of the page waits for. Its first field gets the focus, also one that is
 * drawn later, unless the dialog draws an element with the focus.
 */
export const Dialog = (props: DialogProps) => {
  const { title, onClose, children, footer, closesBeside = false, size = 'small' } = props;
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Keys that are pressed right after the opening belong to the dialog.
  useLayoutEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const isPlaced = useRef(false);
  useLayoutEffect(() => {
    // The browser puts the focus on the cross where no element asks for it.
    const field = element.current?.querySelector<HTMLElement>(FIELD);
    if (isPlaced.current || !field) return;
    isPlaced.current = true;
    if (element.current?.querySelector('header :focus')) field.focus();
  });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it as well
    <dialog
      ref={element}
      class={size}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (closesBeside && event.target === element.current) onClose();
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit?.();
        }}
      >
        <header>
          <h2 id={id}>{title}</h2>
          <Button icon="close" label={common().close} onClick={onClose} class="bare" />
        </header>
        <div class="body stack">{children}</div>
        {footer === undefined ? null : <footer>{footer}</footer>}
      </form>
    </dialog>
  );
};
