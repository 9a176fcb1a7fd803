// Tables: rows by keyboard, sorted by the server, marked, with a menu; long ones draw a part.

import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { common } from '../texts/common.js';
import { Button } from './button.js';
import { Icon } from './icons.js';
import { rowHeight, rowSize } from './look.js';
import { type MenuItem, MenuList } from './menu.js';
import type { Anchor } from './popover.js';
import { useDrawnRows } from './table-rows.js';
import { isNarrow } from './window.js';

/** A column. */
export interface Column<Row> {
  /** Unique in the table; the name by which the server sorts, if it does. */
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** In px; without it the column shares the room that is left. */
  readonly width?: number | undefined;
  /** Numbers stand at the end. */
  readonly isNumber?: boolean | undefined;
  readonly isSortable?: boolean | undefined;
  /** A sum under the column. */
  readonly sum?: ComponentChildren;
}

/** The order of the rows. */
export interface Sort {
  readonly key: string;
  readonly direction: 'asc' | 'desc';
}

/** The key of a row. */
export type RowKey = string | number;

/** The props of a table. */
interface TableProps<Row> {
  /** Names the table to readers of the screen. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => RowKey;
  readonly sort?: Sort | null | undefined;
  readonly onSort?: ((sort: Sort) => void) | undefined;
  /** Enter and a double click. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** Each move to another row; the selected one is drawn so. */
  readonly onSelect?: ((row: Row) => void) | undefined;
  readonly selected?: RowKey | null | undefined;
  /** The actions of a row: the button at its end, Shift+F10, the right mouse button. */
  readonly menuOf?: ((row: Row) => readonly MenuItem[]) | undefined;
  /** Keys of a row beside these: answers true if it took the key. */
  readonly onRowKey?: ((row: Row, key: string) => boolean) | undefined;
  readonly marked?: ReadonlySet<RowKey> | undefined;
  /** Space and the boxes before the rows. */
  readonly onMark?: ((marked: ReadonlySet<RowKey>) => void) | undefined;
  /** The last rows are in sight: there may be more to read. */
  readonly onEnd?: (() => void) | undefined;
  /** The rows that are drawn, for their live values. */
  readonly onDrawn?: ((rows: readonly Row[]) => void) | undefined;
  /** A row in two lines on a phone, instead of its columns. */
  readonly narrow?: ((row: Row) => ComponentChildren) | undefined;
  readonly classOf?: ((row: Row) => string) | undefined;
}

const NARROW_ROW = 56;

const nextIndex = (key: string, at: number, count: number, page: number): number | undefined => {
  const next = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  }[key];
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next));
};

interface HeadProps<Row> {
  readonly table: TableProps<Row>;
}

const toggled = (keys: ReadonlySet<RowKey>, key: RowKey): ReadonlySet<RowKey> => {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
};

const Head = <Row,>({ table }: HeadProps<Row>) => {
  const { columns, rows, keyOf, sort, onSort, marked, onMark, menuOf } = table;
  const isAll =
    marked !== undefined && rows.length > 0 && rows.every((row) => marked.has(keyOf(row)));
  return (
    <thead>
      <tr>
        {onMark === undefined ? null : (
          <th class="mark">
            <input
              type="checkbox"
              aria-label={common().marked(marked?.size ?? 0)}
              checked={isAll}
              onChange={() => onMark(isAll ? new Set() : new Set(rows.map(keyOf)))}
            />
          </th>
        )}
        {columns.map(({ key, title, isNumber, isSortable }) => {
          const isSorted = sort?.key === key;
          const direction = isSorted && sort.direction === 'asc' ? 'desc' : 'asc';
          const order = sort?.direction === 'asc' ? 'ascending' : 'descending';
          return (
            <th
              key={key}
              scope="col"
              class={isNumber ? 'end' : ''}
              aria-sort={isSorted ? order : undefined}
            >
              {isSortable && onSort !== undefined ? (
                <button type="button" onClick={() => onSort({ key, direction })}>
                  {title}
                  {isSorted ? (
                    <Icon name={sort.direction === 'asc' ? 'chevronUp' : 'chevronDown'} />
                  ) : null}
                </button>
              ) : (
                title
              )}
            </th>
          );
        })}
        {menuOf === undefined ? null : (
          <th class="actions">
            <span class="visually-hidden">{common().actions}</span>
          </th>
        )}
      </tr>
    </thead>
  );
};

interface RowProps<Row> {
  readonly table: TableProps<Row>;
  readonly row: Row;
  readonly index: number;
  readonly isActive: boolean;
  readonly isNarrowRow: boolean;
  readonly onActive: (index: number) => void;
  readonly onMenu: (row: Row, anchor: Anchor) => void;
}

const TableRow = <Row,>(props: RowProps<Row>) => {
  const { table, row, index, isActive, isNarrowRow, onActive, onMenu } = props;
  const { columns, keyOf, marked, onMark, onOpen, menuOf, narrow, classOf, selected } = table;
  const key = keyOf(row);
  const isMarked = marked?.has(key) ?? false;
  return (
    <tr
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      class={classOf?.(row) ?? ''}
      aria-rowindex={index + 2}
      aria-selected={isMarked || (selected !== undefined && selected === key)}
      onFocus={() => onActive(index)}
      onDblClick={() => onOpen?.(row)}
      onContextMenu={(event) => {
        if (menuOf === undefined) return;
        event.preventDefault();
        onMenu(row, { x: event.clientX, y: event.clientY });
      }}
    >
      {onMark === undefined ? null : (
        <td class="mark">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={String(key)}
            checked={isMarked}
            onChange={() => onMark(toggled(marked ?? new Set(), key))}
          />
        </td>
      )}
      {isNarrowRow && narrow !== undefined ? (
        <td class="whole">{narrow(row)}</td>
      ) : (
        columns.map((column) => (
          <td key={column.key} class={column.isNumber ? 'end' : ''}>
            {column.cell(row)}
          </td>
        ))
      )}
      {menuOf === undefined ? null : (
        <td class="actions">
          <Button
            icon="more"
            class="bare"
            label={common().actions}
            onClick={(event) => onMenu(row, event.currentTarget)}
          />
        </td>
      )}
    </tr>
  );
};

/** The sums under the columns. */
const Foot = <Row,>({ table }: HeadProps<Row>) => {
  const { columns, onMark, menuOf } = table;
  if (columns.every(({ sum }) => sum === undefined)) return null;
  return (
    <tfoot>
      <tr>
        {onMark === undefined ? null : <td />}
        {columns.map(({ key, sum, isNumber }, at) => (
          <td key={key} class={isNumber ? 'end' : ''}>
            {sum ?? (at === 0 ? common().total : null)}
          </td>
        ))}
        {menuOf === undefined ? null : <td />}
      </tr>
    </tfoot>
  );
};

interface WidthsProps<Row> extends HeadProps<Row> {
  readonly isNarrowRow: boolean;
}

/** The columns' widths; the browser shares out what is left. A row in two lines is one column. */
const Widths = <Row,>({ table, isNarrowRow }: WidthsProps<Row>) => (
  <colgroup>
    {table.onMark === undefined ? null : <col class="mark" />}
    {isNarrowRow ? (
      <col />
    ) : (
      table.columns.map(({ key, width }) => (
        <col key={key} style={width === undefined ? {} : { width: `${width}px` }} />
      ))
    )}
    {table.menuOf === undefined ? null : <col class="actions" />}
  </colgroup>
);

/** The keys of a table: moves, opening, marking, the menu. */
const useRowKeys = <Row,>(
  table: TableProps<Row>,
  at: number,
  move: (index: number) => void,
  onMenu: (row: Row, anchor: Anchor) => void,
) => {
  const { rows, keyOf, onOpen, menuOf, marked, onMark, onRowKey } = table;
  return (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const target = event.target as HTMLElement;
    const row = rows[at];
    if (target.tagName !== 'TR' || row === undefined) return;
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight()) - 2);
    const next = nextIndex(event.key, at, rows.length, page);
    const isMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    if (next !== undefined && !event.altKey) move(next);
    else if (event.key === 'Enter' && onOpen !== undefined) onOpen(row);
    else if (event.key === ' ' && onMark !== undefined) {
      onMark(toggled(marked ?? new Set(), keyOf(row)));
    } else if (isMenu && menuOf !== undefined) onMenu(row, target);
    else if (onRowKey?.(row, event.key) !== true) return;
    event.preventDefault();
  };
};

/** A table that scrolls in the room that its view gives it. */
export const Table = <Row,>(table: TableProps<Row>) => {
  const { label, rows, keyOf, menuOf, onSelect, onEnd, onDrawn, narrow } = table;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [menu, setMenu] = useState<{ readonly row: Row; readonly anchor: Anchor } | null>(null);
  const isNarrowRow = isNarrow.value && narrow !== undefined;
  // Read so that the heights follow the look.
  const height = rowSize.value && isNarrowRow ? NARROW_ROW : rowHeight();
  const { items, before, after, scrollTo } = useDrawnRows(scroller, rows.length, height);
  const last = items.at(-1)?.index ?? -1;
  const first = items[0]?.index ?? 0;
  const at = Math.min(active, Math.max(0, rows.length - 1));
  useEffect(() => {
    onDrawn?.(rows.slice(first, last + 1));
  }, [rows, first, last]);
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 1) onEnd?.();
  }, [rows.length, last]);
  const activate = (index: number): void => {
    setActive(index);
    const row = rows[index];
    if (row !== undefined && index !== active) onSelect?.(row);
  };
  const move = (index: number): void => {
    activate(index);
    scrollTo(index);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`)?.focus(),
    );
  };
  const onMenu = (row: Row, anchor: Anchor): void => setMenu({ row, anchor });
  const onKeyDown = useRowKeys(table, at, move, onMenu);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the rows within
    <div ref={scroller} class={`table ${isNarrowRow ? 'narrow' : ''}`} onKeyDown={onKeyDown}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows take keys */}
      <table aria-label={label} aria-rowcount={rows.length + 1} role="grid">
        <Widths table={table} isNarrowRow={isNarrowRow} />
        {isNarrowRow ? null : <Head table={table} />}
        <tbody>
          {before > 0 ? <tr class="spacer" style={{ height: `${before}px` }} /> : null}
          {items.map(({ index }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <TableRow
                key={keyOf(row)}
                {...{ table, row, index, isNarrowRow, onMenu }}
                isActive={index === at}
                onActive={activate}
              />
            );
          })}
          {after > 0 ? <tr class="spacer" style={{ height: `${after}px` }} /> : null}
        </tbody>
        {isNarrowRow ? null : <Foot table={table} />}
      </table>
      {menu === null || menuOf === undefined ? null : (
        <MenuList
          label={common().actions}
          items={menuOf(menu.row)}
          anchor={menu.anchor}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
};
