// The response to a request: its head, its body, and its end by the server or the client.

import { patience } from '../../actors/client.js';
import type { AddressShare } from './address-gauge.js';
import { BODY_BYTES_MAX } from './body-limits.js';
import {
  type BodyPart,
  joined,
  lengthOf,
  type Outlet,
  partsOf,
  SourceWriter,
  type Written,
  writeBody,
} from './body-writer.js';
import {
  type Answer,
  type BodySource,
  describeCause,
  type Header,
  type Incoming,
  isSource,
} from './exchange.js';
import { native } from './native.js';

/** A client that reads fewer bytes of its answer than this within the time is disconnected. */
const READ_BYTES = 262_144;
const READ_MS = patience(60_000);

/** Sent with every answer. */
const SECURITY_HEADERS: readonly Header[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cache-Control', 'no-store'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];
const CSP = 'Content-Security-Policy';
const CACHE = 'Cache-Control';
const CSP_DEFAULT = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";
const HSTS: Header = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'];

/** Header lines in the form for one library call, because each call has a cost. */
type Lines = readonly [name: string, valueAndMore: string];

/** Adds headers whose values are written unchanged. */
const withLines = ([first, lines]: Lines, headers: readonly Header[]): Lines => {
  let all = lines;
  for (const [name, value] of headers) all += `\r\n${name}: ${value}`;
  return [first, all];
};

/**
 * The fixed headers of answers: all of them, or only those that the answer does not set. HTML pages
 * set their own Content-Security-Policy, and answers that browsers may keep set their own
 * Cache-Control.
 */
export interface Fixed {
  readonly all: Lines;
  readonly ownPolicy: Lines;
  readonly ownCache: Lines;
  readonly ownBoth: Lines;
}

/** The headers of every answer; `secure` adds HSTS. */
export const fixedHeaders = (secure: boolean): Fixed => {
  const [first, ...others] = SECURITY_HEADERS as [Header, ...Header[]];
  const all = [...others, ...(secure ? [HSTS] : []), [CSP, CSP_DEFAULT] as const];
  const without = (...own: readonly string[]): Lines =>
    withLines(
      first,
      all.filter(([name]) => !own.includes(name)),
    );
  return {
    all: without(),
    ownPolicy: without(CSP),
    ownCache: without(CACHE),
    ownBoth: without(CSP, CACHE),
  };
};

const REASONS: Readonly<Record<number, string>> = {
  302: 'Found',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};
const statusLine = (status: number): string => `${status} ${REASONS[status] ?? 'Unknown'}`;

/** Must the connection end with the answer? Yes for HEAD, and for requests of unknown length. */
const isLast = ({ method, headers }: Incoming): boolean =>
  method === 'HEAD' || headers.has('transfer-encoding');

/** The library's interface to a request without an answer. */
interface PendingResponse extends Outlet {
  onAborted(run: () => void): unknown;
  onWritable(run: (offset: number) => boolean): unknown;
  cork(run: () => void): unknown;
  writeStatus(line: string): unknown;
  writeHeader(name: string, value: string): unknown;
  end(body: Uint8Array, close: boolean): unknown;
  endWithoutBody(length: number, close: boolean): unknown;
  close(): unknown;
}

/** The list of open requests. */
export interface Keeper {
  /** The exchange waits for its answer, or for its reader. */
  waits(exchange: Exchange): void;
  /** The exchange is late: the answer is given instead of the handler. */
  late(exchange: Exchange): void;
  /**
   * Is there room for `bytes` bytes of an answer until they are read? Counted until the exchange
   * ends.
   */
  keeps(exchange: Exchange, bytes: number): boolean;
  /** The answer when there is no room. */
  crowded(): Answer;
  /** The request failed by no fault of the client: for the log. */
  fails(exchange: Exchange, answer: Answer): void;
  ends(exchange: Exchange): void;
}

/**
 * A request until its answer is sent or abandoned; later calls have no effect. The network gets as
 * much of a body as it takes: a client that sends further requests without reading is disconnected,
 * so that answers cannot pile up.
 */
export class Exchange {
  #open = true;
  #isAnswered = false;
  #isWaiting = false;
  /** Bytes of the answer that count as unread. */
  kept = 0;
  /** Is its body still being read? Then its sender is late, not its answer. */
  isReading = false;
  /** Time limit of the answer in ms, which the refusal of a late one names. */
  answerMs = 0;
  /** The call that answers it, while that waits for its turn. */
  waiting: (() => void) | undefined;
  /** The body that is read while it is sent, if it is such a one. */
  #source: BodySource | undefined;
  /** Bytes sent so far, the number at the last check, and the time of the next one. */
  #taken = 0;
  #takenBefore = 0;
  #readBy = Number.POSITIVE_INFINITY;

  /** `lateAt`: when it is abandoned, in the time of `look`. */
  constructor(
    readonly incoming: Incoming,
    /** The open requests and sockets of its address, if it is counted there. */
    public share: AddressShare | undefined,
    private readonly res: PendingResponse,
    private readonly fixed: Fixed,
    public lateAt: number,
    private readonly keeper: Keeper,
  ) {}

  /**
   * The answer takes longer than this turn of the event loop, so that the connection may end before
   * it. Must be called within the turn: the library drops requests that are neither answered nor
   * waiting.
   */
  wait(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.res.onAborted(() => this.end());
    this.keeper.waits(this);
  }

  /** Abandons the exchange if it is late. A body may take any time as long as it is read. */
  look(now: number): void {
    if (this.isOpen) {
      if (now < this.lateAt) return;
      if (this.isReading) this.res.close();
      else this.keeper.late(this);
    } else if (this.#readBy === Number.POSITIVE_INFINITY) this.#readBy = now + READ_MS;
    else if (now >= this.#readBy) {
      if (this.#taken - this.#takenBefore < READ_BYTES) return void this.res.close();
      this.#takenBefore = this.#taken;
      this.#readBy = now + READ_MS;
    }
  }

  /** Is there no answer yet? */
  get isOpen(): boolean {
    return this.#open && !this.#isAnswered;
  }

  /** Ends the request because it becomes a socket, which counts for the address instead. */
  handOver(): AddressShare {
    const { share } = this;
    if (share === undefined) throw new Error('what is not counted is refused');
    this.share = undefined;
    this.end();
    return share;
  }

  /** Ends the exchange: answered, aborted or upgraded. */
  end(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#source?.close();
    this.keeper.ends(this);
  }

  /**
   * The last answer of a connection is sent one turn later. Otherwise requests after it in the same
   * packet would be answered, too; while an answer is missing the library closes the connection
   * instead.
   */
  answer(answer: Answer): void {
    if (!this.isOpen) {
      if (isSource(answer.body)) answer.body.close();
      return;
    }
    this.#isAnswered = true;
    if (answer.why !== undefined) this.keeper.fails(this, answer);
    if (answer.close !== true && !isLast(this.incoming)) return this.#write(answer, false);
    this.wait();
    setImmediate(() => this.#write(answer, true));
  }

  #write(answer: Answer, close: boolean): void {
    if (!this.#open) return;
    const { res } = this;
    if (isSource(answer.body)) return this.#writeSource(answer, answer.body, close);
    const parts = partsOf(answer.body);
    const length = lengthOf(parts);
    if (this.incoming.method === 'HEAD' && length > 0) return this.#writeHeadAlone(answer, length);
    if (length > BODY_BYTES_MAX) {
      if (!this.keeper.keeps(this, length)) return this.#write(this.keeper.crowded(), close);
      this.kept = length;
    }
    let written: Written = 'whole';
    const write = (): void => {
      this.#writeHead(answer);
      if (close) res.end(joined(parts), close);
      else written = writeBody(res, parts, length, 0);
    };
    // Within the request's own turn the library buffers writes anyway.
    if (this.#isWaiting) res.cork(write);
    else write();
    if (written === 'whole') return this.end();
    this.wait();
    res.onWritable((offset) => this.#writeOn(parts, length, offset));
    if (written === 'paused') this.#writeLater(parts, length);
  }

  /** Writes a body that is read while it is sent; one that fails midway ends the connection. */
  #writeSource(answer: Answer, source: BodySource, close: boolean): void {
    const { res } = this;
    this.#source = source;
    this.wait();
    if (this.incoming.method === 'HEAD') return this.#writeHeadAlone(answer, source.length);
    // The library cannot end a connection behind such a body: see `isLast`.
    if (close) return void res.close();
    res.cork(() => this.#writeHead(answer));
    const writer = new SourceWriter(res, source, {
      isOpen: () => this.#open,
      sent: (offset) => {
        this.#taken = offset;
      },
      ended: () => this.end(),
      failed: (error) => {
        this.keeper.fails(this, { ...answer, why: `a body was cut: ${describeCause(error)}` });
        res.close();
      },
    });
    res.onWritable((offset) => writer.writeOn(offset));
    writer.writeOn(0);
  }

  /** Writes a body from an offset; returns whether the network took all that was written. */
  #writeOn(parts: readonly BodyPart[], length: number, offset: number): boolean {
    this.#taken = offset;
    const written = writeBody(this.res, parts, length, offset);
    if (written === 'whole') this.end();
    if (written === 'paused') this.#writeLater(parts, length);
    return written !== 'full';
  }

  /** Writes on when other connections had their turn. */
  #writeLater(parts: readonly BodyPart[], length: number): void {
    const { res } = this;
    setImmediate(() => {
      if (this.#open) res.cork(() => this.#writeOn(parts, length, res.getWriteOffset()));
    });
  }

  /**
   * Answers a request by the head alone, and ends the connection. The older build does not end a
   * connection while the announced body is unsent, so it is closed a turn later: for TLS without a
   * closing message.
   */
  #writeHeadAlone(answer: Answer, length: number): void {
    const { res } = this;
    const { endsWithoutBody } = native();
    res.cork(() => {
      this.#writeHead(answer);
      if (endsWithoutBody) return void res.endWithoutBody(length, true);
      res.writeHeader('Connection', 'close');
      res.tryEnd('', length);
    });
    if (endsWithoutBody) return this.end();
    setImmediate(() => {
      if (this.#open) res.close();
    });
  }

  #writeHead({ status, headers = [] }: Answer): void {
    const { all, ownPolicy, ownCache, ownBoth } = this.fixed;
    const hasPolicy = headers.some(([name]) => name === CSP);
    const isKept = headers.some(([name]) => name === CACHE);
    const fixed = isKept ? [ownCache, ownBoth] : [all, ownPolicy];
    const [name, lines] = withLines(fixed[Number(hasPolicy)] as Lines, headers);
    if (status !== 200) this.res.writeStatus(statusLine(status));
    this.res.writeHeader(name, lines);
  }
}
