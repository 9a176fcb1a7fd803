// A field that offers what fits to what is typed: symbols, groups, accounts.

import ComboboxKeys from '@github/combobox-nav';
import type { RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { common } from '../texts/common.js';
import { Field, type FieldProps } from './field.js';
import { usePopover } from './popover.js';

/** An entry that a combobox offers. */
export interface Option {
  readonly value: string;
  readonly text: string;
  /** A text in a weaker colour that distinguishes the entry from similar ones. */
  readonly hint?: string | undefined;
}

/** Options that fit to a text: at once, or from the server. */
export type FindOptions = (text: string) => readonly Option[] | Promise<readonly Option[]>;

/** Where options come from: a list that may be loaded later, or a search. */
type Offered =
  | { readonly options: readonly Option[]; readonly find?: never }
  | { readonly find: FindOptions; readonly options?: never };

type ComboboxProps = FieldProps & Offered & ComboboxEntry;

interface ComboboxEntry {
  readonly value: string;
  readonly onChoose: (value: string) => void;
  /** May a text be chosen that is not offered, such as a mask? */
  readonly isFree?: boolean | undefined;
  readonly placeholder?: string | undefined;
  /** `/` moves the focus here. */
  readonly isSearch?: boolean | undefined;
}

/** Most options that are drawn: the user types on. */
const OPTIONS_MAX = 50;

/** Options, and the text that they fit to; null = none were asked for. */
interface Found {
  readonly text: string | null;
  readonly options: readonly Option[];
}

const NONE: Found = { text: null, options: [] };

/**
 * The options of a search: those of an earlier text until the options of the text have come. One
 * search is under way at a time, because a server refuses many searches of one session: the search
 * of the newest text begins when the search before it has ended.
 */
const useSearch = (find: FindOptions | undefined, text: string, isOpen: boolean): Found => {
  const [found, setFound] = useState(NONE);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    if (!isOpen || find === undefined) return undefined;
    let isOver = false;
    const search = async (): Promise<void> => {
      if (isOver) return;
      const options = await find(text);
      if (!isOver) setFound({ text, options: options.slice(0, OPTIONS_MAX) });
    };
    before.current = before.current.then(search).catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [text, isOpen]);
  return found;
};

/**
 * Up, Down and Enter in the field go over the options of the list; null = the list is closed. They
 * work as soon as the list is drawn: an effect after the paint would miss a quick Enter.
 */
const useListKeys = (
  input: RefObject<HTMLInputElement | null>,
  list: RefObject<HTMLDivElement | null>,
  options: readonly Option[] | null,
  firstOptionSelectionMode: 'none' | 'active',
): void => {
  useLayoutEffect(() => {
    if (options === null || input.current === null || list.current === null) return undefined;
    const keys = new ComboboxKeys(input.current, list.current, {
      firstOptionSelectionMode,
      tabInsertsSuggestions: false,
    });
    keys.start();
    return () => keys.destroy();
  }, [options]);
};

/**
 * Enter that is pressed before the options of the typed text have come: the current value of what
 * is returned says that it was pressed, and `take` is called once the options have come.
 */
const useEarlyEnter = (hasCome: boolean, take: () => void): { current: boolean } => {
  const isEntered = useRef(false);
  useLayoutEffect(() => {
    if (!hasCome || !isEntered.current) return;
    isEntered.current = false;
    take();
  }, [hasCome]);
  return isEntered;
};

const isSame = (one: readonly Option[], other: readonly Option[]): boolean =>
  one.length === other.length && one.every(({ value }, at) => value === other[at]?.value);

/** The newest options: of the search, or those of the list that contain the text. */
const useFound = ({ find, options }: Offered, text: string, isOpen: boolean): Found => {
  const searched = useSearch(find, text, isOpen);
  const listed = useRef<readonly Option[]>([]);
  if (options === undefined) return searched;
  const fits = isOpen ? fitting(options, text).slice(0, OPTIONS_MAX) : [];
  if (!isSame(listed.current, fits)) listed.current = fits;
  return { text, options: listed.current };
};

/** Options of a list that contain the text, those that begin with it first. */
export const fitting = (options: readonly Option[], text: string): readonly Option[] => {
  const wanted = text.toLowerCase();
  const ranked = options.flatMap((option) => {
    const all = `${option.text} ${option.hint ?? ''}`.toLowerCase();
    if (!all.includes(wanted)) return [];
    return [{ option, rank: all.startsWith(wanted) ? 0 : 1 }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ option }) => option);
};

interface OptionListProps {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly id: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly anchor: HTMLElement | null;
  readonly choose: (value: string) => void;
}

const OptionList = ({ list, id, label, options, anchor, choose }: OptionListProps) => {
  usePopover(list, anchor);
  const onCommit = (event: Event): void => {
    const { value } = (event.target as HTMLElement).dataset;
    if (value !== undefined) choose(value);
  };
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      class="menu"
      aria-label={label}
      popover="manual"
      tabIndex={-1}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      {...{ 'oncombobox-commit': onCommit }}
    >
      {options.length === 0 ? <div class="muted">{common().nothing}</div> : null}
      {options.map((option) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
        <div key={option.value} role="option" data-value={option.value}>
          <bdi>{option.text}</bdi>
          {option.hint === undefined ? null : <span class="muted">{option.hint}</span>}
        </div>
      ))}
    </div>
  );
};

/** A text field with a list of options below it; Down opens it, Enter takes, Esc leaves. */
export const Combobox = (props: ComboboxProps) => {
  const { value, onChoose, isFree = false, placeholder, isSearch = false } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const isOpen = typed !== null;
  const { text, options } = useFound(props, typed ?? '', isOpen);
  useListKeys(input, list, isOpen ? options : null, isFree ? 'none' : 'active');
  const choose = (chosen: string): void => {
    setTyped(null);
    onChoose(chosen);
  };
  const leave = (): void => {
    if (isFree && typed !== null && typed !== value) choose(typed);
    else setTyped(null);
  };
  const isEntered = useEarlyEnter(text === typed, () => {
    if (options[0] !== undefined) choose(options[0].value);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && isOpen && !isFree && text !== typed) {
      event.preventDefault();
      event.stopImmediatePropagation();
      isEntered.current = true;
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setTyped(null);
    } else if (event.key === 'ArrowDown' && !isOpen) setTyped('');
    else if (event.key === 'Enter' && isFree && !event.defaultPrevented) leave();
  };
  return (
    <Field {...props}>
      {(attributes) => (
        <>
          <input
            {...attributes}
            ref={input}
            type="text"
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            autocomplete="off"
            spellcheck={false}
            placeholder={placeholder}
            data-search={isSearch ? '' : undefined}
            value={typed ?? value}
            onInput={(event) => {
              isEntered.current = false;
              setTyped(event.currentTarget.value);
            }}
            onClick={() => setTyped(typed ?? '')}
            onBlur={leave}
            onKeyDown={onKeyDown}
          />
          {isOpen ? (
            <OptionList
              {...{ list, options, choose }}
              id={listId}
              label={props.label}
              anchor={input.current}
            />
          ) : null}
        </>
      )}
    </Field>
  );
};
