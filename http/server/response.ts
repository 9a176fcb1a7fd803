// The response to one request: its head, its body, and its end, by the server or by the client.

import { patience } from '../../actors/client.js';
import { isBodyWritten, joined, lengthOf, type Outlet, partsOf } from './body-writer.js';
import type { Answer, Header, Incoming } from './exchange.js';
import { type AddressShare, BODY_BYTES_MAX } from './limits.js';
import { native } from './native.js';

/** A client that reads fewer bytes of its answer than this in this time is cut off. */
const READ_BYTES = 262_144;
const READ_MS = patience(60_000);

/** Stands on every answer. */
const SECURITY_HEADERS: readonly Header[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cache-Control', 'no-store'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];
const CSP = 'Content-Security-Policy';
const CSP_DEFAULT = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";
const HSTS: Header = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'];

/** Header lines as the library takes them in one call, for each call has its price. */
type Lines = readonly [name: string, valueAndMore: string];

/** Adds lines: values are written as they are. */
const withLines = ([first, lines]: Lines, headers: readonly Header[]): Lines => {
  let all = lines;
  for (const [name, value] of headers) all += `\r\n${name}: ${value}`;
  return [first, all];
};

/** The headers of every answer; HTML pages bring a Content-Security-Policy of their own. */
export interface Fixed {
  readonly withPolicy: Lines;
  readonly withoutPolicy: Lines;
}

/** The headers of every answer; `secure` adds HSTS. */
export const fixedHeaders = (secure: boolean): Fixed => {
  const [first, ...others] = SECURITY_HEADERS as [Header, ...Header[]];
  const withoutPolicy = withLines(first, secure ? [...others, HSTS] : others);
  return { withPolicy: withLines(withoutPolicy, [[CSP, CSP_DEFAULT]]), withoutPolicy };
};

const REASONS: Readonly<Record<number, string>> = {
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

/** Does the connection end with the answer? Of one without a body, or to one of unknown length. */
const isLast = ({ method, headers }: Incoming): boolean =>
  method === 'HEAD' || headers.has('transfer-encoding');

/** The library's interface to a request that waits for its answer. */
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
  /** It waits for its answer, or for its reader. */
  waits(exchange: Exchange): void;
  /** It is late: the answer is given in the handler's stead. */
  late(exchange: Exchange): void;
  /** Is there room for so many bytes of an answer until they are read? Counted until it is over. */
  keeps(exchange: Exchange, bytes: number): boolean;
  /** The answer where there is none. */
  crowded(): Answer;
  /** It is over. */
  ends(exchange: Exchange): void;
}

/**
 * One request until its answer is handed over or given up; each call is safe after that. Of a body
 * the network gets what it takes: a client that asks on without reading is cut off, instead of
 * answers piling up for it.
 */
export class Exchange {
  #open = true;
  #isAnswered = false;
  #isWaiting = false;
  /** Bytes of the answer that count as waiting for readers. */
  kept = 0;
  /** Is its body read still? Its sender is late then, not its answer. */
  isReading = false;
  /** Bytes handed over so far, how many it were at the last look, and when the next one is due. */
  #taken = 0;
  #takenBefore = 0;
  #readBy = Number.POSITIVE_INFINITY;

  /** `lateAt`: when it is given up, on the clock of `look`. */
  constructor(
    readonly incoming: Incoming,
    /** The open requests and sockets of its address, where it counts with them. */
    public share: AddressShare | undefined,
    private readonly res: PendingResponse,
    private readonly fixed: Fixed,
    public lateAt: number,
    private readonly keeper: Keeper,
  ) {}

  /**
   * The answer takes longer than the turn of the request, so that its connection may end before. To
   * be called within that turn: the library drops requests that are neither answered nor waiting.
   */
  wait(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.res.onAborted(() => this.end());
    this.keeper.waits(this);
  }

  /** Is it late? A body that is handed over has all the time that it needs, while it is read. */
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

  /** Does it wait for an answer still? */
  get isOpen(): boolean {
    return this.#open && !this.#isAnswered;
  }

  /** The request is over, for it becomes a socket, which counts for the address instead. */
  handOver(): AddressShare {
    const { share } = this;
    if (share === undefined) throw new Error('what is not counted is refused');
    this.share = undefined;
    this.end();
    return share;
  }

  /** The exchange is over: answered, aborted or upgraded. */
  end(): void {
    if (!this.#open) return;
    this.#open = false;
    this.keeper.ends(this);
  }

  /**
   * The last answer of a connection leaves a turn later: what stands behind the request in the same
   * packet would be answered too, but while an answer is owed the library cuts the connection.
   */
  answer(answer: Answer): void {
    if (!this.isOpen) return;
    this.#isAnswered = true;
    if (answer.close !== true && !isLast(this.incoming)) return this.#write(answer, false);
    this.wait();
    setImmediate(() => this.#write(answer, true));
  }

  #write(answer: Answer, close: boolean): void {
    if (!this.#open) return;
    const { res } = this;
    const parts = partsOf(answer.body);
    const length = lengthOf(parts);
    if (this.incoming.method === 'HEAD' && length > 0) return this.#writeHeadAlone(answer, length);
    if (length > BODY_BYTES_MAX) {
      if (!this.keeper.keeps(this, length)) return this.#write(this.keeper.crowded(), close);
      this.kept = length;
    }
    let isWhole = true;
    const write = (): void => {
      this.#writeHead(answer);
      if (close) res.end(joined(parts), close);
      else isWhole = isBodyWritten(res, parts, length, 0);
    };
    // Within the turn of the request the library gathers what is written anyway.
    if (this.#isWaiting) res.cork(write);
    else write();
    if (isWhole) return this.end();
    this.wait();
    res.onWritable((offset) => {
      this.#taken = offset;
      const isDone = isBodyWritten(res, parts, length, offset);
      if (isDone) this.end();
      return isDone;
    });
  }

  /**
   * The older build ends no connection while a body is owed: that is done when the head has left.
   * Its only way ends TLS without a word.
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
    const { withPolicy, withoutPolicy } = this.fixed;
    const hasPolicy = headers.some(([name]) => name === CSP);
    const [name, lines] = withLines(hasPolicy ? withoutPolicy : withPolicy, headers);
    if (status !== 200) this.res.writeStatus(statusLine(status));
    this.res.writeHeader(name, lines);
  }
}
