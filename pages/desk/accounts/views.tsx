// Saved views of the list and its columns, kept with the login.

import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useStaff } from '../../frame/store.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { confirm } from '../../ui/confirm.js';
import { Dialog } from '../../ui/dialog.js';
import { CheckField, TextField } from '../../ui/field.js';
import { Menu } from '../../ui/menu.js';
import { toast } from '../../ui/toast.js';
import { COLUMN_NAMES, type ColumnName, columnText, USUAL_COLUMNS } from './columns.js';

const words = texts({
  views: ['Views', 'Ansichten'],
  columns: ['Columns', 'Spalten'],
  usual: ['Usual columns', 'Übliche Spalten'],
  up: [(name: string) => `${name}: further left`, (name) => `${name}: weiter nach links`],
  save: ['Save this view', 'Diese Ansicht speichern'],
  remove: ['Remove a view', 'Eine Ansicht entfernen'],
  name: ['Name', 'Name'],
  says: [
    'Search, filters, order and columns are saved for you, in every browser.',
    'Suche, Filter, Reihenfolge und Spalten werden für Sie gespeichert, in jedem Browser.',
  ],
  saved: [(name: string) => `View "${name}" is saved.`, (name) => `Ansicht „${name}“ gespeichert.`],
  sure: [(name: string) => `Remove the view "${name}"?`, (name) => `Ansicht „${name}“ entfernen?`],
});

/** A view that a user has saved. */
interface SavedView {
  readonly name: string;
  /** The part of the address after `?`. */
  readonly search: string;
  readonly columns: readonly ColumnName[];
}

const COLUMNS = 'accounts.columns';
const VIEWS = 'accounts.views';

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

interface SaveDialogProps {
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

const SaveDialog = ({ onSave, onClose }: SaveDialogProps) => {
  const [name, setName] = useState('');
  const typed = name.trim();
  return (
    <Dialog
      title={words().save}
      onClose={onClose}
      onSubmit={() => typed !== '' && onSave(typed)}
      footer={
        <>
          <Button onClick={onClose}>{common().cancel}</Button>
          <Button tone="main" type="submit" isOff={typed === ''}>
            {common().save}
          </Button>
        </>
      }
    >
      <TextField label={words().name} value={name} onInput={setName} maxLength={40} isFocused />
      <p class="hint">{words().says}</p>
    </Dialog>
  );
};

/** Saved views and columns. */
export const Views = () => {
  const { preferences } = useStaff();
  const { route, url } = useLocation();
  const [dialog, setDialog] = useState<'columns' | 'save' | null>(null);
  const shown = useShownColumns();
  const views = preferences.of<readonly SavedView[]>(VIEWS, []).value;
  const search = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  const current = views.find((view) => view.search === search && search !== '');
  const save = (name: string): void => {
    setDialog(null);
    const others = views.filter((view) => view.name !== name);
    preferences.set(VIEWS, [...others, { name, search, columns: shown }]);
    toast({ text: words().saved(name), tone: 'good' });
  };
  const remove = async (view: SavedView): Promise<void> => {
    const text = words().sure(view.name);
    if (!(await confirm({ title: words().remove, text, action: common().delete }))) return;
    preferences.set(
      VIEWS,
      views.filter((one) => one !== view),
    );
  };
  return (
    <>
      <Menu
        label={current?.name ?? words().views}
        items={[
          ...views.map((view) => ({
            text: view.name,
            ...(view === current && { icon: 'check' as const }),
            run: () => {
              preferences.set(COLUMNS, known(view.columns));
              route(`/desk/accounts${view.search}`);
            },
          })),
          { text: words().save, icon: 'star', run: () => setDialog('save') },
          ...(current === undefined
            ? []
            : [
                {
                  text: `${common().delete}: ${current.name}`,
                  icon: 'trash' as const,
                  tone: 'danger' as const,
                  run: () => void remove(current),
                },
              ]),
        ]}
      />
      <Button icon="settings" label={words().columns} onClick={() => setDialog('columns')} />
      {dialog === 'columns' ? <ColumnsDialog onClose={() => setDialog(null)} /> : null}
      {dialog === 'save' ? <SaveDialog onSave={save} onClose={() => setDialog(null)} /> : null}
    </>
  );
};
