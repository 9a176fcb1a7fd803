// Tabs: one of several parts of a view. The address of the view usually names the selected one.

import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { texts } from '../texts/language.js';
import { useKeys } from './keys.js';

const words = texts({
  before: ['Tab before', 'Voriger Reiter'],
  next: ['Next tab', 'Nächster Reiter'],
});

/** A tab by its name. */
interface Tab<Name extends string> {
  readonly name: Name;
  readonly text: string;
  /** A count behind the text. */
  readonly count?: number | undefined;
}

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly selected: Name;
  readonly onSelect: (name: Name) => void;
  /** Buttons at the end of the line of tabs. */
  readonly actions?: ComponentChildren;
  /** The part of the selected tab. */
  readonly children: ComponentChildren;
}

/** Tabs over their part; `[` and `]` go to the ones beside. */
export const Tabs = <Name extends string>(props: TabsProps<Name>) => {
  const { label, tabs, selected, onSelect, actions, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (by: number): void => {
    const at = tabs.findIndex(({ name }) => name === selected);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (next !== undefined) onSelect(next.name);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus(),
    );
  };
  useKeys(label, [
    { key: '[', text: words().before, run: () => move(-1) },
    { key: ']', text: words().next, run: () => move(1) },
  ]);
  return (
    <div class="tabs">
      <div class="line tab-line">
        <div ref={list} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
          {tabs.map(({ name, text, count }) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              aria-selected={name === selected}
              aria-controls={`${id}-part`}
              tabIndex={name === selected ? 0 : -1}
              onClick={() => onSelect(name)}
            >
              {text}
              {count === undefined ? null : <span class="count">{count}</span>}
            </button>
          ))}
        </div>
        {actions === undefined ? null : <div class="line tab-actions">{actions}</div>}
      </div>
      <div role="tabpanel" id={`${id}-part`} aria-labelledby={`${id}-${selected}`} class="part">
        {children}
      </div>
    </div>
  );
};
