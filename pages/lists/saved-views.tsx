// Views of a list that a user has saved, kept with the login: what its address says, and columns.

import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useStaff } from '../frame/store.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/language.js';
import { Button } from '../ui/button.js';
import { confirm } from '../ui/confirm.js';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/field.js';
import { Menu, type MenuItem } from '../ui/menu.js';
import { toast, toastRefusal } from '../ui/toast.js';

const words = texts({
  views: ['Views', 'Ansichten'],
  save: ['Save this view', 'Diese Ansicht speichern'],
  remove: ['Remove a view', 'Eine Ansicht entfernen'],
  name: ['Name', 'Name'],
  says: [
    'Search, filters, order and columns are saved for you, in every browser.',
    'Suche, Filter, Reihenfolge und Spalten werden für Sie gespeichert, in jedem Browser.',
  ],
  saved: [
    (name: string) => `View "${name}" is saved.`,
    (name) => `Ansicht „${name}“ ist gespeichert.`,
  ],
  sure: [(name: string) => `Remove the view "${name}"?`, (name) => `Ansicht „${name}“ entfernen?`],
});

/** A view that a user has saved. */
interface SavedView<Name extends string> {
  readonly name: string;
  /** The part of the address after `?`. */
  readonly search: string;
  /** Columns, of lists whose columns a user chooses. */
  readonly columns?: readonly Name[];
}

interface SavedViewsProps<Name extends string> {
  /** The preference in which they are kept. */
  readonly preference: string;
  /** The columns that are shown, of lists whose columns a user chooses. */
  readonly columns?: readonly Name[];
  /** A view is chosen: its columns. */
  readonly onColumns?: (columns: readonly Name[]) => void;
}

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

/** The menu of the saved views of a list. */
export const SavedViews = <Name extends string>(props: SavedViewsProps<Name>) => {
  const { preference, columns, onColumns } = props;
  const { preferences } = useStaff();
  const { route, url, path } = useLocation();
  const [isSaving, setSaving] = useState(false);
  const views = preferences.of<readonly SavedView<Name>[]>(preference, []).value;
  const search = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  const current = views.find((view) => view.search === search && search !== '');
  const save = async (name: string): Promise<void> => {
    setSaving(false);
    const others = views.filter((view) => view.name !== name);
    const saved = { name, search, ...(columns !== undefined && { columns }) };
    preferences.set(preference, [...others, saved]);
    // At once: it must be there after the next reload.
    await preferences.flush();
    const refusal = preferences.refusal.peek();
    if (refusal === null) toast({ text: words().saved(name), tone: 'good' });
    else toastRefusal(refusal);
  };
  const remove = async (view: SavedView<Name>): Promise<void> => {
    const text = words().sure(view.name);
    if (!(await confirm({ title: words().remove, text, action: common().delete }))) return;
    preferences.set(
      preference,
      views.filter((one) => one !== view),
    );
  };
  const removal = (view: SavedView<Name>): MenuItem => ({
    text: `${common().delete}: ${view.name}`,
    icon: 'trash',
    tone: 'danger',
    run: () => void remove(view),
  });
  return (
    <>
      <Menu
        label={current?.name ?? words().views}
        items={[
          ...views.map(
            (view): MenuItem => ({
              text: view.name,
              ...(view === current && { icon: 'check' }),
              run: () => {
                if (view.columns !== undefined) onColumns?.(view.columns);
                route(path + view.search);
              },
            }),
          ),
          { text: words().save, icon: 'star', run: () => setSaving(true) },
          ...(current === undefined ? [] : [removal(current)]),
        ]}
      />
      {isSaving ? (
        <SaveDialog onSave={(name) => void save(name)} onClose={() => setSaving(false)} />
      ) : null}
    </>
  );
};
