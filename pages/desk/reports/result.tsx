// A made report: its sections, a page of rows at a time, their sums, and the file.

import { useEffect, useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { useQuery } from '../../frame/routes.js';
import { useStaff } from '../../frame/store.js';
import { type Attempt, attempt } from '../../live/refusal.js';
import { grouped, withDigits } from '../../texts/numbers.js';
import { Button } from '../../ui/button.js';
import { Empty, Loaded, Note } from '../../ui/loaded.js';
import { type Column, Table } from '../../ui/table.js';
import { Tabs } from '../../ui/tabs.js';
import { Time, UserText } from '../../ui/values.js';
import { columnText, valueText } from './report-words.js';
import { STATE_LOOKS, words } from './words.js';

type WholeJob = components['schemas']['WholeReportJob'];
type Section = components['schemas']['ReportSection'];
type Value = Section['rows'][number][number];
type ReportColumn = Section['columns'][number];
/** A row with its place. */
interface PlacedRow {
  readonly at: number;
  readonly values: readonly Value[];
}

/** Rows of a page. */
const PAGE_ROWS = 200;
/** Time in ms between two readings of a report that is being made. */
const POLL_MS = 2_000;

const NUMBERS: readonly string[] = ['integer', 'money', 'price', 'volume', 'percent', 'rate'];
/** Whole numbers that name something have no groups of digits. */
const isName = (name: string): boolean => /(^|_)(id|login|order|deal|position|by)$/.test(name);

const textOf = ({ name, type, digits }: ReportColumn, value: string): string => {
  if (type === 'integer') return isName(name) ? value : grouped(value);
  if (type === 'money') return grouped(digits === null ? value : withDigits(value, digits));
  // Zeros at the end of sizes and rates say nothing; the digits of a price do, up to its symbol's.
  if (type === 'price') return value.replace(/(\.\d{5})0+$/, '$1');
  return NUMBERS.includes(type) ? grouped(withDigits(value, 0)) : valueText(name, value);
};

const cellOf = (column: ReportColumn, value: Value | undefined) => {
  if (value == null || value === '') return '–';
  if (column.type === 'time') return <Time at={value as string | number} />;
  if (typeof value === 'boolean') return value ? words().yes : words().no;
  const text = textOf(column, String(value));
  return (
    <span title={text}>
      <UserText>{text}</UserText>
    </span>
  );
};

/** Room in px of a character, and of what stands around the text of a cell. */
const CHARACTER = 7.5;
const AROUND = 28;
/** Longer texts are cut: their cells have the whole text as a title. */
const CHARACTERS_MAX = 40;
const TIME_CHARACTERS = 19;

/** The room that a column needs for its title and for its values on this page. */
const widthOf = (column: ReportColumn, at: number, rows: Section['rows']): number => {
  const lengths = rows.map((values) => {
    const value = values[at];
    if (column.type === 'time') return TIME_CHARACTERS;
    return value == null ? 0 : textOf(column, String(value)).length;
  });
  const longest = Math.max(columnText(column.name).length, ...lengths);
  return Math.round(Math.min(longest, CHARACTERS_MAX) * CHARACTER) + AROUND;
};

const columnsOf = ({ columns, rows }: Section): readonly Column<PlacedRow>[] =>
  columns.map((column, at) => ({
    key: column.name,
    title: columnText(column.name),
    width: widthOf(column, at, rows),
    isNumber: NUMBERS.includes(column.type),
    cell: ({ values }: PlacedRow) => cellOf(column, values[at]),
  }));

const Totals = ({ section }: { readonly section: Section }) => {
  const { totals, columns } = section;
  if (totals.length === 0) return null;
  return (
    <dl class="line report-totals">
      {totals.map(({ currency = '', ...sums }) => (
        <div key={currency} class="line">
          <b>
            {words().totals} {currency}
          </b>
          {columns.flatMap((column) => {
            const sum = sums[column.name];
            if (sum === undefined) return [];
            return [
              <span key={column.name}>
                <dt class="muted">{columnText(column.name)}</dt> <dd>{textOf(column, sum)}</dd>
              </span>,
            ];
          })}
        </div>
      ))}
    </dl>
  );
};

const Pager = ({ section }: { readonly section: Section }) => {
  const { change } = useQuery();
  const { page, row_count } = section;
  const pages = Math.max(1, Math.ceil(row_count / PAGE_ROWS));
  const go = (to: number): void => change({ page: to === 1 ? undefined : String(to) });
  return (
    <div class="line report-pager">
      <span class="muted grow">
        {words().rows}: {grouped(String(row_count))}
      </span>
      <Button
        icon="chevronLeft"
        label={words().before}
        isOff={page <= 1}
        onClick={() => go(page - 1)}
      />
      <span>{words().page(page, pages)}</span>
      <Button
        icon="chevronRight"
        label={words().next}
        isOff={page >= pages}
        onClick={() => go(page + 1)}
      />
    </div>
  );
};

const SectionRows = ({ section }: { readonly section: Section }) => {
  const columns = columnsOf(section);
  const width = columns.reduce((sum, one) => sum + (one.width ?? 0), 0);
  return (
    <div class="panel report-section">
      {section.rows.length === 0 ? (
        <Empty text={words().noRows} />
      ) : (
        <div class="report-wide" style={{ '--width': `${width}px` }}>
          <Table
            label={section.title}
            columns={columns}
            rows={section.rows.map((values, at) => ({ at, values }))}
            keyOf={({ at }) => at}
          />
        </div>
      )}
      <Totals section={section} />
      <Pager section={section} />
    </div>
  );
};

interface ResultProps {
  readonly id: number;
  /** May rows be taken away as a file? */
  readonly canExport: boolean;
}

/** Reads a job with a page of a section; again while it is being made. */
const useJob = (id: number, section: number, page: number) => {
  const live = useStaff();
  const [read, setRead] = useState<Attempt<WholeJob> | null>(null);
  const load = async (): Promise<void> => {
    const params = { path: { id }, query: { page, limit: PAGE_ROWS } };
    const job = await attempt(unwrap(live.rest.GET('/admin/v1/reports/jobs/{id}', { params })));
    setRead(job);
  };
  const state = read?.ok ? read.value.state : null;
  const isUnderWay = state === 'queued' || state === 'running';
  useEffect(() => void load(), [id, section, page]);
  useEffect(() => (isUnderWay ? live.poll(load, POLL_MS) : undefined), [isUnderWay, id]);
  return { read, load };
};

/** A made report, with the section and the page of the address. */
export const Result = ({ id, canExport }: ResultProps) => {
  const { query, change } = useQuery();
  const number = Number(query.section ?? 1);
  const { read, load } = useJob(id, number, Number(query.page ?? 1));
  const job = read?.ok ? read.value : null;
  const section = job?.sections[number - 1];
  const names = (job?.sections ?? []).map(({ title }, at) => ({
    name: String(at + 1),
    text: title,
  }));
  return (
    <Loaded
      status={read === null ? 'loading' : read.ok ? 'ready' : 'failed'}
      refusal={read === null || read.ok ? null : read.refusal}
      hasContent={job !== null}
      onRetry={() => void load()}
    >
      {job === null ? null : (
        <>
          <div class="line report-head">
            <h2 class="grow">
              #{job.id} <UserText>{job.name}</UserText>{' '}
              <span class={STATE_LOOKS[job.state]}>{words()[job.state]}</span>
            </h2>
            {job.params.from === null ? null : (
              <span class="muted">
                {job.params.from} – {job.params.to}
              </span>
            )}
            {job.state === 'done' && canExport ? (
              <a
                class="button"
                href={`/admin/v1/reports/jobs/${id}/download?section=${number}`}
                download
              >
                {words().csv}
              </a>
            ) : null}
          </div>
          {job.error === '' ? null : <Note tone="warn">{job.error}</Note>}
          {job.state !== 'done' ? <Note>{words().waits}</Note> : null}
          {section === undefined ? null : names.length > 1 ? (
            <Tabs
              label={words().report}
              tabs={names}
              selected={String(number)}
              onSelect={(name) => change({ section: name, page: undefined })}
            >
              <SectionRows section={section} />
            </Tabs>
          ) : (
            <SectionRows section={section} />
          )}
        </>
      )}
    </Loaded>
  );
};
