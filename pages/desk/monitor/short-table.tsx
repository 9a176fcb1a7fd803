// A table of few rows that nobody sorts or opens: all are drawn.

import type { Column } from '../../ui/table.js';

interface ShortTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

/** A table as high as its rows. */
export const ShortTable = <Row extends { readonly name: string }>({
  label,
  columns,
  rows,
}: ShortTableProps<Row>) => (
  <div class="table">
    <table aria-label={label}>
      <colgroup>
        {columns.map(({ key, width }) => (
          <col key={key} style={width === undefined ? {} : { width: `${width}px` }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ key, title, isNumber }) => (
            <th key={key} scope="col" class={isNumber ? 'end' : ''}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            {columns.map(({ key, cell, isNumber }) => (
              <td key={key} class={isNumber ? 'end' : ''}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
