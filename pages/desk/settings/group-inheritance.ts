// Values that the symbol rows of a group inherit from the symbols that their masks match.

import { useEffect, useState } from 'preact/hooks';
import { unwrap } from '../../../client/index.js';
import type { Inherited } from '../../forms/parts.js';
import type { RecordValues } from '../../forms/values.js';
import { valueText } from '../../forms/words.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { attempt } from '../../live/refusal.js';
import { compileMask } from '../../live/rows.js';
import { texts } from '../../texts/language.js';

const words = texts({
  differ: [
    (first: string, n: number) => `${first}, ${n - 1} other values by symbol`,
    (first, n) => `${first}, je nach Symbol ${n - 1} andere`,
  ],
});

/** The values that a row inherits from the symbols as they are now. */
const inheritedOf =
  (symbols: readonly RecordValues[]): Inherited =>
  (name, field, row) => {
    const fits = compileMask(String(row.mask ?? ''));
    const matched = symbols.filter((one) => fits(String(one.path)) || fits(String(one.name)));
    const { isNullable: _, ...own } = field;
    const values = [...new Set(matched.map((one) => valueText(one[name], own)))];
    const [first] = values;
    if (first === undefined) return null;
    return values.length === 1 ? first : words().differ(first, values.length);
  };

/** The values that symbol rows inherit; nothing is known without the right to read symbols. */
export const useInherited = (isGroup: boolean): Inherited | undefined => {
  const { rest } = useStaff();
  const { session } = useStaffStore();
  const [symbols, setSymbols] = useState<readonly RecordValues[]>([]);
  const mayRead = isGroup && session.can('config.symbols.list');
  useEffect(() => {
    if (!mayRead) return;
    void attempt(unwrap(rest.GET('/admin/v1/symbols'))).then((answer) => {
      if (answer.ok) setSymbols(answer.value as unknown as readonly RecordValues[]);
    });
  }, [mayRead]);
  return isGroup ? inheritedOf(symbols) : undefined;
};
