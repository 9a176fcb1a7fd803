// Parses quotes from lines of text: `time,symbol,bid,ask`.

/** Longest line; longer ones are skipped. */
export const LINE_LENGTH_MAX = 1024;

/** time, symbol, bid, ask */
export const COLUMNS = 4;
const EPOCH_SECONDS = /^\d{9,10}$/;
const EPOCH_MS = /^\d{12,13}$/;
const DATE_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?$/;

/** A line's fields; prices are still text. */
export interface QuoteLine {
  /** ms since 1970 */
  readonly time: number;
  readonly symbol: string;
  readonly bid: string;
  readonly ask: string;
  /** Price of a trade, if the file has trades; empty = none in this line. */
  readonly last: string;
}

/**
 * Parses a time to ms: RFC 3339 (a blank instead of T is allowed, without a zone UTC), or whole
 * seconds or ms since 1970. Undefined when it is none of these, or before 1970.
 */
export const parseTime = (text: string): number | undefined => {
  if (EPOCH_MS.test(text)) return Number(text);
  if (EPOCH_SECONDS.test(text)) return Number(text) * 1000;
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const time = Date.parse(`${match[1]}T${match[2]}${match[3] ?? 'Z'}`);
  return time > 0 ? time : undefined;
};

/**
 * The number of columns in a header line; a fifth one is `last`, the price of a trade. Undefined
 * when it is no header line.
 */
export const headerColumns = (line: string): number | undefined => {
  if (!/^\s*"?time"?\s*,/i.test(line)) return undefined;
  return /,\s*"?last"?\s*$/i.test(line) ? COLUMNS + 1 : COLUMNS;
};

/** The fields of a line, or a sentence about its fault. */
export const parseLine = (line: string, columns = COLUMNS): QuoteLine | string => {
  const fields = line.split(',');
  if (fields.length !== columns) return `${fields.length} fields where ${columns} are expected`;
  const [timeText = '', symbol = '', bid = '', ask = '', last = ''] = fields.map((field) =>
    field.trim(),
  );
  const time = parseTime(timeText);
  if (time === undefined) return 'the time is malformed';
  if (symbol === '') return 'the symbol is missing';
  return { time, symbol, bid, ask, last };
};

/** Splits a stream of text into lines; a line that is too long is returned as `null`. */
export class LineCutter {
  #rest = '';
  #skipping = false;

  /** The lines that the text completes. */
  cut(text: string): (string | null)[] {
    const lines: (string | null)[] = [];
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      lines.push(this.#line(text.slice(from, end)));
      from = end + 1;
    }
    this.#rest += text.slice(from);
    if (this.#rest.length > LINE_LENGTH_MAX) {
      this.#skipping = true;
      this.#rest = '';
    }
    return lines;
  }

  /** The last line, when the text ends without a line break. */
  end(): (string | null)[] {
    return this.#rest === '' && !this.#skipping ? [] : [this.#line('')];
  }

  #line(tail: string): string | null {
    const line = this.#rest + tail;
    const skipped = this.#skipping || line.length > LINE_LENGTH_MAX;
    this.#rest = '';
    this.#skipping = false;
    return skipped ? null : line.trim();
  }
}
