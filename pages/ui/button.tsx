// Buttons.

import type { ComponentChildren, TargetedMouseEvent } from 'preact';
import { Icon, type IconName } from './icons.js';

/** `main` is the one action that a view wants; `danger` takes something away. */
export type Tone = 'plain' | 'main' | 'danger' | 'buy' | 'sell';

interface ButtonProps {
  readonly children?: ComponentChildren;
  readonly icon?: IconName | undefined;
  readonly tone?: Tone | undefined;
  readonly onClick?: ((event: TargetedMouseEvent<HTMLButtonElement>) => void) | undefined;
  readonly isOff?: boolean | undefined;
  /** Something is under way: the button is off and says so. */
  readonly isBusy?: boolean | undefined;
  readonly type?: 'button' | 'submit' | undefined;
  /** For an icon alone: its words, which are shown on hover as well. */
  readonly label?: string | undefined;
  readonly isPressed?: boolean | undefined;
  readonly isFocused?: boolean | undefined;
  readonly class?: string | undefined;
}

/** A button: with words, or with an icon and a `label`. */
export const Button = ({
  children,
  icon,
  tone = 'plain',
  onClick,
  isOff = false,
  isBusy = false,
  type = 'button',
  label,
  isPressed,
  isFocused = false,
  class: more = '',
}: ButtonProps) => (
  <button
    type={type}
    class={`button ${tone} ${children === undefined ? 'icon-alone' : ''} ${more}`}
    onClick={onClick}
    disabled={isOff || isBusy}
    aria-busy={isBusy}
    aria-label={label}
    aria-pressed={isPressed}
    title={label}
    autofocus={isFocused}
  >
    {icon === undefined ? null : <Icon name={icon} />}
    {children}
  </button>
);
