// Tooltips: how a figure is made, for the pointer and for the keyboard.

import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { usePopover } from './popover.js';

interface TooltipProps {
  readonly text: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Explains its content while the pointer or the focus is on it; Esc hides it. */
export const Tooltip = ({ text, children }: TooltipProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const owner = useRef<HTMLButtonElement>(null);
  const element = useRef<HTMLDivElement>(null);
  const id = useId();
  usePopover(element, anchor, 'top');
  const hide = (): void => setAnchor(null);
  const show = (): void => setAnchor(owner.current);
  return (
    <>
      <button
        ref={owner}
        type="button"
        class="explained"
        aria-describedby={anchor === null ? undefined : id}
        onMouseEnter={show}
        onMouseLeave={hide}
        onFocus={show}
        onBlur={hide}
        onClick={show}
        onKeyDown={(event) => {
          if (event.key === 'Escape') hide();
        }}
      >
        {children}
      </button>
      {anchor === null ? null : (
        <div ref={element} class="tooltip" role="tooltip" id={id} popover="manual">
          {text}
        </div>
      )}
    </>
  );
};
