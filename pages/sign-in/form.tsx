// The forms of the sign-in and of security: sent by Enter, with the refusal of the session's act.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Refusal } from '../live/refusal.js';
import { refusalText } from '../texts/refusals.js';

/** Runs an act of the session; the refusal stays until the next try. */
export const useAct = () => {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  /** Resolves to whether the act was done. */
  const run = async (act: Promise<Refusal | null>): Promise<boolean> => {
    setRefusal(null);
    const refused = await act;
    setRefusal(refused);
    return refused === null;
  };
  return { refusal, run };
};

/** The sentence of a refusal, below the fields. */
export const Fault = ({ refusal }: { readonly refusal: Refusal | null }) =>
  refusal === null ? null : (
    <p class="fault" role="alert">
      {refusalText(refusal)}
    </p>
  );

interface FormProps {
  readonly onSubmit: () => void;
  readonly children: ComponentChildren;
}

/** A form that is sent by its button or by Enter. */
export const Form = ({ onSubmit, children }: FormProps) => (
  <form
    class="stack"
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
  </form>
);
