// The journal as the database has it: lines found newest first, a bounded part at a time.

import { type JournalViewer, seesAll, viewOf } from '../../wire/accounts/view.js';
import { inScope } from '../../wire/base/mask.js';
import type { JournalPart, JournalPlace, JournalQuery, ReadAt } from '../../wire/desk/queries.js';
import type { JournalRow } from '../../wire/rest/accounts/journal.js';
import type { Database, Statement } from '../database/database.js';
import { fencedRead } from './fence.js';

/** Lines that one query looks through: some ms of a reader, where each is of another account. */
const PART_LINES = 1000;

/** Which lines an index has together. */
const SOURCES = {
  all: '',
  by: 'by = @by AND ',
  login: 'login = @login AND ',
  kind: 'kind = @kind AND ',
} as const;
type LineSource = keyof typeof SOURCES;

/** A member of staff has caused fewest; a login has fewer than a kind, a kind fewer than all. */
const sourceOf = ({ by, login, kind }: JournalQuery): LineSource => {
  if (by !== undefined) return 'by';
  if (login !== undefined) return 'login';
  return kind === undefined ? 'all' : 'kind';
};

// The index is entered by time alone; lines of the same moment that were shown are passed over.
const BEHIND = 'time <= @time AND (time, id) < (@time, @id)';
const NEWEST_FIRST = 'ORDER BY time DESC, id DESC';
/** SQLite knows the letter cases of ASCII alone, and is faster there than a function of ours. */
const HAS_TEXT = `(@text IS NULL OR
  CASE WHEN @ascii THEN instr(lower(text), @text) > 0 ELSE has_part(text, @text) END)`;

const isAscii = (text: string): boolean => [...text].every((one) => one < '\u0080');

/** The statements over the lines of a source. */
const statementsOf = (db: Database, source: LineSource) => ({
  /** The last line of a part. */
  end: db.prepare(
    `SELECT time, id FROM journal WHERE ${SOURCES[source]}time >= @from AND ${BEHIND}
     ${NEWEST_FIRST} LIMIT 1 OFFSET ${PART_LINES - 1}`,
  ),
  /** The matching lines of a part, without regard to the reader. */
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

/** A part without the state of the database that it was read at. */
type FoundLines = Omit<JournalPart, keyof ReadAt>;
const NOTHING: FoundLines = { items: [], found: 0, behind: null };

type AccountGroup = { readonly group: string; readonly hidden: number | null };
/** The fields of a line that decide whether it is shown. */
type FoundLine = readonly [time: number, id: number, login: number, setting: string, group: string];
/** A reader's sight: logins, and settings of a kind that may stand under a group. */
interface VisibleLines {
  readonly login: (login: number) => boolean;
  readonly setting: (kind: string, group: string) => boolean;
}

/** Searches the journal. */
export class Journal {
  readonly #db: Database;
  readonly #sources: Readonly<Record<LineSource, ReturnType<typeof statementsOf>>>;
  readonly #line: Statement;
  readonly #account: Statement;

  constructor(db: Database) {
    this.#db = db;
    db.function('has_part', { deterministic: true }, (text, part) =>
      String(text).toLowerCase().includes(String(part)) ? 1 : 0,
    );
    this.#sources = {
      all: statementsOf(db, 'all'),
      by: statementsOf(db, 'by'),
      login: statementsOf(db, 'login'),
      kind: statementsOf(db, 'kind'),
    };
    this.#line = db.prepare('SELECT id, time, by, ip, kind, login, text FROM journal WHERE id = ?');
    this.#account = db.prepare(
      `SELECT record ->> '$.group' AS "group", record ->> '$.hidden' AS hidden FROM records
       WHERE kind = 'account' AND key = ?`,
    );
  }

  /** The next part: what of it fits, and where to go on. */
  part(query: JournalQuery): JournalPart {
    return fencedRead(this.#db, query, NOTHING, () => this.#search(query));
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
   * Lines of a login are for readers who see the login; lines of a deleted login are for readers
   * with a whole scope. Lines without a login are about settings, a symbol or the server: they are
   * for readers of those settings; where it is not known which settings, for readers who see
   * everything.
   */
  #sightOf(viewer: JournalViewer): VisibleLines {
    const all = seesAll(viewer);
    const view = viewOf(viewer);
    const logins = remembered((login: number) => {
      const account = this.#account.get(String(login)) as AccountGroup | undefined;
      return view(account?.group ?? '', account?.hidden === 1);
    });
    const groups = remembered((group: string) => inScope(viewer.group_scope, group));
    return {
      login: (login) => all || login === 0 || login === viewer.login || logins(login),
      setting: (kind, group) =>
        kind === '' ? all : viewer.settings.includes(kind) && (group === '' || groups(group)),
    };
  }

  /** A line as it is shown; the user who caused it is shown to readers in whose view they are. */
  #shown(id: number, sight: VisibleLines): JournalRow {
    const { time, ...line } = this.#line.get(id) as Omit<JournalRow, 'time'> & { time: number };
    const cause = sight.login(line.by) ? {} : { by: 0, ip: '' };
    return { ...line, ...cause, time: new Date(time).toISOString() };
  }
}

/** Each question is answered once. */
const remembered = <K>(answer: (of: K) => boolean): ((of: K) => boolean) => {
  const known = new Map<K, boolean>();
  return (of) => {
    const before = known.get(of);
    if (before !== undefined) return before;
    const now = answer(of);
    known.set(of, now);
    return now;
  };
};
