// Menus: a button with its actions, and the menu of a row.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, type Tone } from './button.js';
import { Icon, type IconName } from './icons.js';
import { type Anchor, usePopover } from './popover.js';

/** An action of a menu. */
export interface MenuItem {
  readonly text: string;
  readonly run: () => void;
  readonly icon?: IconName | undefined;
  /** Its key, which the view has registered. */
  readonly key?: string | undefined;
  readonly isOff?: boolean | undefined;
  readonly tone?: Tone | undefined;
}

interface MenuListProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly anchor: Anchor;
  readonly onClose: () => void;
}

/** The actions beside their anchor, the first in focus; Esc and a click beside close them. */
export const MenuList = ({ label, items, anchor, onClose }: MenuListProps) => {
  const element = useRef<HTMLDivElement>(null);
  usePopover(element, anchor);
  const buttons = (): HTMLButtonElement[] =>
    Array.from(element.current?.querySelectorAll('button:not(:disabled)') ?? []);
  useLayoutEffect(() => {
    const before = document.activeElement;
    buttons()[0]?.focus();
    return () => {
      const { activeElement } = document;
      const isLost = activeElement === null || activeElement === document.body;
      const isWithin = element.current?.contains(activeElement) ?? false;
      if ((isLost || isWithin) && before instanceof HTMLElement) before.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const next = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      all[next]?.focus();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
  };
  return (
    <div
      ref={element}
      class="menu"
      role="menu"
      aria-label={label}
      popover="auto"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose();
      }}
    >
      {items.map(({ text, run, icon, key, isOff = false, tone = 'plain' }) => (
        <button
          key={text}
          type="button"
          role="menuitem"
          class={tone}
          disabled={isOff}
          onClick={() => {
            onClose();
            run();
          }}
        >
          {icon === undefined ? <span class="icon" /> : <Icon name={icon} />}
          <span class="grow">{text}</span>
          {key === undefined ? null : <kbd>{key}</kbd>}
        </button>
      ))}
    </div>
  );
};

interface MenuProps {
  /** The words of the button, or the label of its icon. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** An icon instead of words. */
  readonly icon?: IconName | undefined;
  readonly isOff?: boolean | undefined;
  readonly children?: ComponentChildren;
}

/** A button that opens its actions. */
export const Menu = ({ label, items, icon, isOff, children }: MenuProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        icon={icon}
        label={icon === undefined ? undefined : label}
        isOff={isOff}
        onClick={(event) => setAnchor(anchor === null ? event.currentTarget : null)}
      >
        {icon === undefined ? (
          <>
            {children ?? label}
            <Icon name="chevronDown" />
          </>
        ) : undefined}
      </Button>
      {anchor === null ? null : (
        <MenuList label={label} items={items} anchor={anchor} onClose={() => setAnchor(null)} />
      )}
    </>
  );
};
