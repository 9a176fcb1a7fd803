// Saved views of the list and its columns, kept with the login.

import { useState } from 'preact/hooks';
import { useStaff } from '../../frame/store.js';
import { SavedViews } from '../../lists/saved-views.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { CheckField } from '../../ui/field.js';
import { COLUMN_NAMES, type ColumnName, columnText, USUAL_COLUMNS } from './columns.js';

const words = texts({
  columns: ['Columns', 'Spalten'],
  usual: ['Usual columns', 'Übliche Spalten'],
  up: [(name: string) => `${name}: further left`, (name) => `${name}: weiter nach links`],
});

const COLUMNS = 'accounts.columns';

const known = (names: readonly ColumnName[]): readonly ColumnName[] => {
  const shown = names.filter((name) => COLUMN_NAMES.includes(name));
  return shown.length === 0 ? USUAL_COLUMNS : shown;
};

/** The columns that the user wants. */
export const useShownColumns = (): readonly ColumnName[] =>
  known(useStaff().preferences.of<readonly ColumnName[]>(COLUMNS, USUAL_COLUMNS).value);

const ColumnsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { preferences } = useStaff();
  const shown = useShownColumns();
  const set = (columns: readonly ColumnName[]): void => preferences.set(COLUMNS, columns);
  const left = COLUMN_NAMES.filter((name) => !shown.includes(name));
  return (
    <Dialog
      title={words().columns}
      onClose={onClose}
      onSubmit={onClose}
      footer={
        <>
          <Button onClick={() => set(USUAL_COLUMNS)}>{words().usual}</Button>
          <Button type="submit" tone="main">
            {common().close}
          </Button>
        </>
      }
    >
      {shown.map((name, at) => (
        <div key={name} class="line">
          <div class="grow">
            <CheckField
              label={columnText(name)}
              isChecked
              isOff={shown.length === 1}
              onChange={() => set(shown.filter((one) => one !== name))}
            />
          </div>
          <Button
            icon="chevronUp"
            class="bare"
            label={words().up(columnText(name))}
            isOff={at === 0}
            onClick={() => set(shown.with(at, shown[at - 1] as ColumnName).with(at - 1, name))}
          />
        </div>
      ))}
      {left.map((name) => (
        <CheckField
          key={name}
          label={columnText(name)}
          isChecked={false}
          onChange={() => set([...shown, name])}
        />
      ))}
    </Dialog>
  );
};

/** Saved views and columns. */
export const Views = () => {
  const { preferences } = useStaff();
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <SavedViews
        preference="accounts.views"
        columns={useShownColumns()}
        onColumns={(columns) => preferences.set(COLUMNS, known(columns))}
      />
      <Button icon="settings" label={words().columns} onClick={() => setChoosing(true)} />
      {isChoosing ? <ColumnsDialog onClose={() => setChoosing(false)} /> : null}
    </>
  );
};
