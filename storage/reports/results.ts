// Results: the tables of finished reports as files, CSV with the offsets of every thousandth row.
//
// A report has a file for each section, and one that names them, written last: a report without it
// has no result.

import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { csvLine, csvText } from '../../client/csv.js';
import type { SectionsQuery } from '../../wire/queries/report-queries.js';
import {
  JOB_LIMITS,
  type ReportColumn,
  type ReportSection,
  type SectionHead,
} from '../../wire/rest/trading/report-jobs.js';
import { bytesText, diskSpaceNow } from '../files/disk-space.js';
import { writeWhole } from '../files/whole-file.js';
import type { ReportResults } from '../read/queries.js';
import { UnmadeReport } from './sections.js';

/** Name of the folder of results in the data folder. */
export const REPORTS_FOLDER = 'reports';

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
/** The mark with which spreadsheets know UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
/** Rows between two offsets. */
const BLOCK_ROWS = 1_000;
/** Characters that are written at a time. */
const WRITE_CHARS = 262_144;
/** Space of the disk that reports leave to the log, in bytes. */
const DISK_LEFT = 1 << 30;

/** A section as the file that names the sections has it. */
interface StoredSection extends SectionHead {
  /** The offsets of the rows 0, 1000, 2000 …, and of the end. */
  readonly offsets: readonly number[];
}

const headPath = (folder: string, id: number): string => join(folder, `${id}.json`);
const sectionPath = (folder: string, id: number, section: number): string =>
  join(folder, `${id}-${section}.csv`);

/** The path of a section's file and its size; undefined = there is none. */
export const sectionFile = (
  folder: string,
  id: number,
  section: number,
): { readonly path: string; readonly bytes: number } | undefined => {
  const bytes = storedSections(folder, id)?.[section - 1]?.offsets.at(-1);
  return bytes === undefined ? undefined : { path: sectionPath(folder, id, section), bytes };
};

/** Has a report a result? */
export const hasResult = (folder: string, id: number): boolean => existsSync(headPath(folder, id));

/** Removes the results of reports that `isKept` does not name, and the files of unfinished ones. */
export const sweepResults = (folder: string, isKept: (id: number) => boolean): void => {
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  for (const name of readdirSync(folder)) {
    const id = Number(/^\d+/.exec(name)?.[0] ?? 0);
    if (isKept(id) && hasResult(folder, id)) continue;
    rmSync(join(folder, name), { force: true });
  }
};

/** Removes a result: first the file that names the others. */
export const dropResult = (folder: string, id: number): void => {
  rmSync(headPath(folder, id), { force: true });
  for (let section = 1; existsSync(sectionPath(folder, id, section)); section += 1) {
    rmSync(sectionPath(folder, id, section));
  }
};

/** Writes the result of a report; all its sections together have limits. */
export class ResultWriter {
  readonly #sections: StoredSection[] = [];
  readonly #hash = createHash('sha256');
  #file = 0;
  #text: string[] = [];
  #chars = 0;
  #offsets: number[] = [];
  /** Bytes of the section, and rows. */
  #at = 0;
  #count = 0;
  rows = 0;
  bytes = 0;

  constructor(
    private readonly folder: string,
    private readonly id: number,
  ) {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    dropResult(folder, id);
  }

  begin(columns: readonly ReportColumn[]): void {
    const path = sectionPath(this.folder, this.id, this.#sections.length + 1);
    this.#file = openSync(path, 'w', OWNER_ONLY_FILE);
    this.#at = 0;
    this.#count = 0;
    this.#offsets = [];
    this.#put(BYTE_ORDER_MARK + csvLine(columns.map(({ name }) => name)));
    this.#flush();
  }

  /** Adds rows to the section. Throws `UnmadeReport` when the report grows too large. */
  add(rows: readonly (readonly unknown[])[]): void {
    for (const row of rows) {
      if (this.#count % BLOCK_ROWS === 0) {
        this.#flush();
        this.#offsets.push(this.#at);
      }
      this.#put(csvLine(row));
      this.#count += 1;
    }
    this.rows += rows.length;
    if (this.rows > JOB_LIMITS.rows) {
      throw new UnmadeReport(`more than ${JOB_LIMITS.rows} rows; narrow the report`);
    }
  }

  end(head: Omit<SectionHead, 'row_count'>): void {
    this.#flush();
    fsyncSync(this.#file);
    closeSync(this.#file);
    this.#file = 0;
    const offsets = [...this.#offsets, this.#at];
    this.#sections.push({ ...head, row_count: this.#count, offsets });
  }

  /** Completes the result, which is on disk on return; answers the SHA-256 of all sections. */
  finish(): string {
    writeWhole(headPath(this.folder, this.id), JSON.stringify(this.#sections));
    return this.#hash.digest('hex');
  }

  /** Removes the written files. */
  discard(): void {
    if (this.#file !== 0) closeSync(this.#file);
    this.#file = 0;
    dropResult(this.folder, this.id);
  }

  #put(text: string): void {
    this.#text.push(text);
    this.#chars += text.length;
    if (this.#chars >= WRITE_CHARS) this.#flush();
  }

  #flush(): void {
    if (this.#chars === 0) return;
    const bytes = Buffer.from(this.#text.join(''));
    this.#text = [];
    this.#chars = 0;
    this.#check(bytes.length);
    for (let from = 0; from < bytes.length; ) from += writeSync(this.#file, bytes, from);
    this.#hash.update(bytes);
    this.#at += bytes.length;
    this.bytes += bytes.length;
  }

  #check(more: number): void {
    if (this.bytes + more > JOB_LIMITS.bytes) {
      throw new UnmadeReport(`more than ${bytesText(JOB_LIMITS.bytes)}; narrow the report`);
    }
    const { free } = diskSpaceNow(this.folder);
    if (free - more >= DISK_LEFT) return;
    const need = `reports leave ${bytesText(DISK_LEFT)} free`;
    throw new UnmadeReport(`the disk has ${bytesText(free)}, and ${need}`);
  }
}

const storedSections = (folder: string, id: number): readonly StoredSection[] | undefined => {
  const path = headPath(folder, id);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
};

const CELL = /("(?:[^"]|"")*"|[^,"\r\n]*)(,|\r\n)/y;

/** The lines of a text that `csvLine` wrote, as cells without their quotes. */
const cellsOf = (text: string): string[][] => {
  const lines: string[][] = [];
  let line: string[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const found = CELL.exec(text);
    if (found === null) throw new Error('the result of a report is damaged');
    const [, cell = '', end] = found;
    line.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  return lines;
};

const VALUES: Readonly<Record<string, (cell: string) => ReportSection['rows'][number][number]>> = {
  integer: Number,
  boolean: (cell) => cell === 'true',
  time: (cell) => cell || null,
  price: (cell) => cell || null,
  text: csvText,
};

/** Rows of a section from one on, at most so many. */
const rowsAt = (path: string, section: StoredSection, skip: number, limit: number) => {
  const { offsets, columns, row_count } = section;
  if (skip >= row_count) return [];
  const block = Math.floor(skip / BLOCK_ROWS);
  const last = Math.min(Math.ceil((skip + limit) / BLOCK_ROWS), offsets.length - 1);
  const from = offsets[block] as number;
  const bytes = Buffer.alloc((offsets[last] as number) - from);
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes, 0, bytes.length, from);
  } finally {
    closeSync(file);
  }
  const begin = skip - block * BLOCK_ROWS;
  const lines = cellsOf(bytes.toString()).slice(begin, begin + limit);
  return lines.map((cells) =>
    cells.map((cell, at) => (VALUES[columns[at]?.type ?? ''] ?? String)(cell)),
  );
};

const readSections = (
  folder: string,
  { job, section: wanted, page, limit }: SectionsQuery,
): readonly ReportSection[] | null => {
  const sections = storedSections(folder, job);
  if (sections === undefined) return null;
  const read = sections.map((section, at) => {
    if (wanted !== undefined && wanted !== at + 1) return [];
    const { offsets: _, ...head } = section;
    const rows = rowsAt(sectionPath(folder, job, at + 1), section, (page - 1) * limit, limit);
    return [{ ...head, page, rows }];
  });
  return read.flat();
};

/** Reads sections; null = there is no result, no sections = the report has none of that number. */
export const reportResults = (folder: string): ReportResults => ({
  sections: (query) => {
    const sections = readSections(folder, query);
    return sections && { sections };
  },
});
