// Filters of lists of staff: a mask of groups, a symbol, a login.

import { useRef } from 'preact/hooks';
import { unwrap } from '../../client/index.js';
import { useStaff, useStaffStore } from '../frame/store.js';
import { texts } from '../texts/language.js';
import { Combobox, fitting, type Option } from '../ui/combobox.js';
import { TextField } from '../ui/field.js';

const words = texts({
  groups: ['Groups', 'Gruppen'],
  allGroups: ['all, or a mask: real\\*', 'alle, oder Maske: real\\*'],
  symbol: ['Symbol', 'Symbol'],
  allSymbols: ['all', 'alle'],
  login: ['Account', 'Konto'],
});

interface MaskFieldProps {
  readonly value: string;
  readonly onChoose: (mask: string) => void;
  readonly isSearch?: boolean | undefined;
}

/** The masks of the folders above a path of a group: `real\*` of `real\standard`. */
const foldersOf = (path: string): readonly string[] => {
  const parts = path.split('\\');
  return parts.slice(1).map((_, at) => `${parts.slice(0, at + 1).join('\\')}\\*`);
};

/** A mask of groups: typed, or a group or folder that is offered. */
export const GroupField = ({ value, onChoose, isSearch }: MaskFieldProps) => {
  const { rest } = useStaff();
  const { session } = useStaffStore();
  /** Read once for a field: what is typed only chooses among them. */
  const reading = useRef<Promise<readonly Option[]> | null>(null);
  const read = async (): Promise<readonly Option[]> => {
    const { items } = await unwrap(rest.GET('/admin/v1/accounts/groups'));
    const paths = items.map(({ path }) => path);
    const masks = [...new Set(paths.flatMap(foldersOf)), ...paths];
    return masks.map((mask) => ({ value: mask, text: mask }));
  };
  const find = async (text: string): Promise<readonly Option[]> => {
    if (!session.can('accounts.groups')) return [];
    reading.current ??= read();
    try {
      return fitting(await reading.current, text);
    } catch (error) {
      reading.current = null;
      throw error;
    }
  };
  return (
    <Combobox
      label={words().groups}
      value={value}
      onChoose={(mask) => onChoose(mask.trim())}
      find={find}
      isFree
      isSearch={isSearch}
      placeholder={words().allGroups}
    />
  );
};

interface SymbolFieldProps {
  readonly value: string;
  readonly onChoose: (symbol: string) => void;
}

/** A symbol by its name, or none. */
export const SymbolField = ({ value, onChoose }: SymbolFieldProps) => {
  const { symbols } = useStaff();
  const options = symbols.list.value.map(({ name, description }) => ({
    value: name,
    text: name,
    hint: description,
  }));
  return (
    <Combobox
      label={words().symbol}
      value={value}
      onChoose={(symbol) => onChoose(symbol.trim())}
      options={options}
      isFree
      placeholder={words().allSymbols}
    />
  );
};

interface LoginFieldProps {
  readonly value: string;
  readonly onInput: (login: string) => void;
}

/** A login, or none. */
export const LoginField = ({ value, onInput }: LoginFieldProps) => (
  <TextField
    label={words().login}
    value={value}
    onInput={(text) => onInput(text.replace(/\D/g, ''))}
    inputMode="numeric"
  />
);
