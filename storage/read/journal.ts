// The journal in the database: searches lines, newest first, a limited part at a time.

import { FIELD_RIGHTS } from '../../wire/accounts/profile.js';
import type { Right } from '../../wire/accounts/rights.js';
import { type JournalViewer, seesAll, viewOf } from '../../wire/accounts/scope.js';
import { inScope } from '../../wire/base/mask.js';
import { remembered } from '../../wire/base/remembered.js';
import type { ReadAt } from '../../wire/queries/fenced-query.js';
import type {
  JournalPart,
  JournalPlace,
  JournalQuery,
} from '../../wire/queries/journal-queries.js';
import type { JournalRow } from '../../wire/rest/accounts/journal.js';
import type { ChangedField } from '../../wire/trading/events.js';
import type { Database, Statement } from '../database/database.js';
import { fencedRead } from './rows/fenced-read.js';

/** Lines searched by one query: some ms of a reader thread where each is of another account. */
const PART_LINES = 1000;

/** The condition of each index on its lines. */
const SOURCES = {
  all: '',
  by: 'by = @by AND ',
  login: 'login = @login AND ',
  kind: 'kind = @kind AND ',
} as const;
type LineSource = keyof typeof SOURCES;

/**
 * The most selective index: a staff user has the fewest lines, a login fewer than a kind, and a
 * kind fewer than the whole journal.
 */
const sourceOf = ({ by, login, kind }: JournalQuery): LineSource => {
  if (by !== undefined) return 'by';
  if (login !== undefined) return 'login';
  return kind === undefined ? 'all' : 'kind';
};

// The index is searched by time only; lines of the same time that were shown before are skipped.
const BEHIND = 'time <= @time AND (time, id) < (@time, @id)';
const NEWEST_FIRST = 'ORDER BY time DESC, id DESC';
/** SQLite ignores letter case only in ASCII, and is faster there than a function of ours. */
const HAS_TEXT = `(@text IS NULL OR
  CASE WHEN @ascii THEN instr(lower(text), @text) > 0 ELSE has_part(text, @text) END)`;

const isAscii = (text: string): boolean => [...text].every((one) => one < '\u0080');

/** The statements over a set of lines. */
const statementsOf = (db: Database, source: LineSource) => ({
  /** The last line of a part. */
  end: db.prepare(
    `SELECT time, id FROM journal WHERE ${SOURCES[source]}time >= @from AND ${BEHIND}
     ${NEWEST_FIRST} LIMIT 1 OFFSET ${PART_LINES - 1}`,
  ),
  /** The matching lines of a part, whether or not the reader may see them. */
  lines: db
    .prepare(
      `SELECT time, id, login, setting, "group" FROM journal
       WHERE ${SOURCES[source]}${BEHIND} AND time >= @endTime
         AND (time, id) >= (@endTime, @endId)
         AND (@kind IS NULL OR kind = @kind) AND (@login IS NULL OR login = @login) AND ${HAS_TEXT}
       ${NEWEST_FIRST}`,
    )
    .raw(),
});

/** A part without the state of the database at which it was read. */
type FoundLines = Omit<JournalPart, keyof ReadAt>;
const NO_LINES: FoundLines = { items: [], found: 0, behind: null };

type GroupOfAccount = { readonly group: string; readonly hidden: number | null };
/** The fields of a line that decide whether the reader may see it. */
type FoundLine = readonly [time: number, id: number, login: number, setting: string, group: string];
/**
 * The tests of a reader: visible logins, and visible settings of a type, which may belong to a
 * group.
 */
interface VisibleLines {
  readonly login: (login: number) => boolean;
  readonly setting: (kind: string, group: string) => boolean;
  /** A changed field of a person, masked where its right is missing. */
  readonly change: (change: ChangedField) => ChangedField;
}

/** A line as it is stored: its time in ms, its changes as JSON. */
type StoredLine = Omit<JournalRow, 'time' | 'changes'> & { time: number; changes: string };

/** The text in place of a value that the reader may not see. */
const HIDDEN = '********';

/** Searches the journal. */
export class Journal {
  readonly #sources: Readonly<Record<LineSource, ReturnType<typeof statementsOf>>>;
  readonly #line: Statement;
  readonly #account: Statement;

  constructor(private readonly db: Database) {
    db.function('has_part', { deterministic: true }, (text, part) =>
      String(text).toLowerCase().includes(String(part)) ? 1 : 0,
    );
    this.#sources = {
      all: statementsOf(db, 'all'),
      by: statementsOf(db, 'by'),
      login: statementsOf(db, 'login'),
      kind: statementsOf(db, 'kind'),
    };
    this.#line = db.prepare(
      'SELECT id, time, by, ip, kind, login, text, changes FROM journal WHERE id = ?',
    );
    this.#account = db.prepare(
      `SELECT record ->> '$.group' AS "group", record ->> '$.hidden' AS hidden FROM records
       WHERE kind = 'account' AND key = ?`,
    );
  }

  /** Searches the next part: its matching lines, and the position to continue from. */
  part(query: JournalQuery): JournalPart {
    return fencedRead(this.db, query, NO_LINES, () => this.#search(query));
  }

  #search(query: JournalQuery): FoundLines {
    const { from, to, by = null, login = null, kind = null, skip, limit, count } = query;
    const behind = query.behind ?? { time: to, id: 0 };
    const { end, lines } = this.#sources[sourceOf(query)];
    const text = query.text?.toLowerCase() ?? null;
    const where = { by, login, kind, text, ascii: isAscii(text ?? '') ? 1 : 0, ...behind };
    const last = (end.get({ ...where, from }) ?? null) as JournalPlace | null;
    const until = { endTime: last?.time ?? from, endId: last?.id ?? 0 };
    const sight = this.#sightOf(query.viewer);
    if (by !== null && !sight.login(by)) return NO_LINES;
    const items: JournalRow[] = [];
    let found = 0;
    for (const line of lines.all({ ...where, ...until }) as FoundLine[]) {
      const [time, id, about, setting, group] = line;
      if (!(about === 0 ? sight.setting(setting, group) : sight.login(about))) continue;
      if (found === count) return { items, found, behind: { time, id } };
      found += 1;
      if (found > skip && items.length < limit) items.push(this.#shown(id, sight));
    }
    return { items, found, behind: last };
  }

  /**
   * Lines about a login are visible to readers who see the login; lines about a deleted login to
   * readers with unlimited scope. Lines without a login concern settings, a symbol or the server:
   * they are visible to readers of these settings, and, where the settings are not known, to
   * readers who see everything.
   */
  #sightOf(viewer: JournalViewer): VisibleLines {
    const all = seesAll(viewer);
    // A user who checks the acts of staff need not be able to maintain staff.
    const view = viewOf({ ...viewer, rights: [...viewer.rights, 'config.staff'] });
    const logins = remembered((login: number) => {
      const account = this.#account.get(String(login)) as GroupOfAccount | undefined;
      return view(account?.group ?? '', account?.hidden === 1);
    });
    const groups = remembered((group: string) => inScope(viewer.group_scope, group));
    const shown = (text: string): string => (text === '' ? '' : HIDDEN);
    return {
      change: (change) => {
        const right = (FIELD_RIGHTS as Readonly<Record<string, Right | undefined>>)[change.field];
        if (right === undefined || viewer.rights.includes(right)) return change;
        return { field: change.field, from: shown(change.from), to: shown(change.to) };
      },
      login: (login) => all || login === 0 || login === viewer.login || logins(login),
      setting: (kind, group) =>
        kind === '' ? all : viewer.settings.includes(kind) && (group === '' || groups(group)),
    };
  }

  /** A line as shown; the user who caused it is named only to readers who see that user. */
  #shown(id: number, sight: VisibleLines): JournalRow {
    const { time, changes, ...line } = this.#line.get(id) as StoredLine;
    const cause = sight.login(line.by) ? {} : { by: 0, ip: '' };
    const fields = changes === '' ? [] : (JSON.parse(changes) as ChangedField[]);
    const values = line.kind === 'account' ? fields.map(sight.change) : fields;
    return { ...line, ...cause, time: new Date(time).toISOString(), changes: values };
  }
}
