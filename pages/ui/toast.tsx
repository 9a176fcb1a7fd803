// Toasts: what became of an act, for some seconds; a refusal stays until it is closed.

import { signal } from '@preact/signals';
import type { Refusal } from '../live/refusal.js';
import { common } from '../texts/common.js';
import { refusalText } from '../texts/refusals.js';
import { Button } from './button.js';

/** A toast. */
interface Toast {
  readonly text: string;
  readonly tone?: 'plain' | 'good' | 'bad';
  readonly action?: { readonly text: string; readonly run: () => void };
}

/** The time in ms that a toast stays; those of refusals stay. */
const SHOWN_MS = 6_000;
/** More toasts push the oldest out. */
const SHOWN_MAX = 4;

const shown = signal<readonly Toast[]>([]);

const remove = (one: Toast): void => {
  shown.value = shown.value.filter((other) => other !== one);
};

/** Shows a toast. */
export const toast = (one: Toast): void => {
  shown.value = [...shown.value, one].slice(-SHOWN_MAX);
  if (one.tone !== 'bad') setTimeout(() => remove(one), SHOWN_MS);
};

/** Shows a refusal as a toast. */
export const toastRefusal = (refusal: Refusal): void =>
  toast({ text: refusalText(refusal), tone: 'bad' });

/** Draws the toasts; the frame of each app has one. */
export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {shown.value.map((one) => (
      <div key={one} class={`toast ${one.tone ?? 'plain'}`}>
        <span class="grow">{one.text}</span>
        {one.action === undefined ? null : (
          <Button
            onClick={() => {
              one.action?.run();
              remove(one);
            }}
          >
            {one.action.text}
          </Button>
        )}
        <Button icon="close" label={common().close} onClick={() => remove(one)} class="bare" />
      </div>
    ))}
  </div>
);
