// The form of the look: theme, colours, rows, language, single-letter keys; for both apps.

import type { Signal } from '@preact/signals';
import { LANGUAGES, type Language, language, texts } from '../texts/language.js';
import { Button } from '../ui/button.js';
import { CheckField, Segments } from '../ui/field.js';
import { lettersWork, showKeys } from '../ui/keys.js';
import { PALETTES, palette, ROW_SIZES, rowSize, THEMES, theme } from '../ui/look.js';
import { Profit, Side } from '../ui/values.js';

const words = texts({
  theme: ['Theme', 'Farbschema'],
  system: ['As the system', 'Wie das System'],
  light: ['Light', 'Hell'],
  dark: ['Dark', 'Dunkel'],
  palette: ['Up and down', 'Auf und ab'],
  usual: ['Green and red', 'Grün und Rot'],
  safe: ['Blue and orange', 'Blau und Orange'],
  rows: ['Rows', 'Zeilen'],
  compact: ['Compact', 'Dicht'],
  normal: ['Normal', 'Normal'],
  touch: ['For fingers', 'Für Finger'],
  language: ['Language', 'Sprache'],
  en: ['English', 'English'],
  de: ['Deutsch', 'Deutsch'],
  keys: ['Keys', 'Tasten'],
  letters: ['Single letters are keys', 'Einzelne Buchstaben sind Tasten'],
  lettersHint: [
    'Such as B for a buy ticket. Never while you type in a field.',
    'Etwa B für einen Kauf. Nie, während man in ein Feld schreibt.',
  ],
  allKeys: ['Show all keys', 'Alle Tasten zeigen'],
  example: ['How it looks', 'So sieht es aus'],
});

interface ChoiceOfProps<T extends string> {
  readonly label: string;
  readonly chosen: Signal<T>;
  readonly values: readonly T[];
}

const ChoiceOf = <T extends 'system' | 'light' | 'dark' | keyof ReturnType<typeof words>>({
  label,
  chosen,
  values,
}: ChoiceOfProps<T>) => (
  <Segments
    label={label}
    value={chosen.value}
    choices={values.map((value) => ({ value, text: words()[value] }))}
    onSelect={(value) => {
      chosen.value = value;
    }}
  />
);

/** The form; what is chosen counts at once. */
export const LookForm = () => (
  <div class="stack look-form">
    <ChoiceOf label={words().theme} chosen={theme} values={THEMES} />
    <ChoiceOf label={words().palette} chosen={palette} values={PALETTES} />
    <p class="line">
      <span class="muted">{words().example}</span>
      <Side side="buy" />
      <Profit value="12.50" />
      <Side side="sell" />
      <Profit value="-3.20" />
    </p>
    <ChoiceOf label={words().rows} chosen={rowSize} values={ROW_SIZES} />
    <ChoiceOf<Language> label={words().language} chosen={language} values={LANGUAGES} />
    <fieldset class="stack start">
      <legend>{words().keys}</legend>
      <CheckField
        label={words().letters}
        hint={words().lettersHint}
        isChecked={lettersWork.value}
        onChange={(isChecked) => {
          lettersWork.value = isChecked;
        }}
      />
      <Button onClick={showKeys}>{words().allKeys}</Button>
    </fieldset>
  </div>
);
