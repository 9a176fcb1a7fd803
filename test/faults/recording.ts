// What a traced server did to its files and told its clients, in one order.

import { type Call, callsIn, stringsOf } from './strace.js';

/** When something began and ended, as calls do. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A write into a file; without bytes the file is cut or lengthened to end at its place. */
export interface FileWrite extends Span {
  readonly at: number;
  readonly bytes: Buffer | undefined;
  /** Durable when it ends: the file was opened so. */
  readonly isSync: boolean;
}

/** A file under whatever name. */
export interface RecordedFile {
  readonly writes: FileWrite[];
  readonly syncs: Span[];
}

/** A name that came, went or moved; a folder's has no file. */
export interface NameChange extends Span {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly file: RecordedFile | undefined;
}

/** A request whose answer a client was sent. */
export interface Answered {
  readonly id: string;
  /** When the sending began. */
  readonly at: number;
  readonly time: number;
}

/** A run of a server. */
export interface Recording {
  readonly data: string;
  readonly names: NameChange[];
  /** Syncs of folders, by path. */
  readonly folderSyncs: Map<string, Span[]>;
  /** In the order in which they were sent, each once. */
  readonly answered: Answered[];
  /** Begin and end of every write, sync and change of a name. */
  readonly moments: { readonly at: number; readonly time: number }[];
}

/** What is replayed of a data folder. */
const KEPT = [
  /^\/log(\/(new\.mdb|log-\d{16}\.(mdb|seg)))?$/,
  /^\/(brokerd|bars)\.db(-wal|-journal)?$/,
  /^\/fix(\/\w+(\.next)?)?$/,
];
/** The end of an answer on a socket: the number of its event. */
const ANSWER_END = /"seq":"(\d+)"\}\}/g;
/** A socket's bytes that may hold the beginning of the end of an answer. */
const TAIL = 60;

/** An open file: where the next write goes, and whether that is durable at once. */
interface Opened {
  position: number;
  readonly isAppending: boolean;
  readonly isSync: boolean;
}

const add = <K, V>(lists: Map<K, V[]>, key: K, value: V): void => {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
};

/** Reads a trace, call by call. */
class Recorder {
  readonly recording: Recording;
  readonly #files = new Map<string, RecordedFile>();
  readonly #sizes = new Map<RecordedFile, number>();
  readonly #opened = new Map<string, Opened>();
  readonly #answered = new Set<string>();
  readonly #tails = new Map<string, string>();

  constructor(
    private readonly data: string,
    /** Ids of requests by the number of their event. */
    private readonly asked: ReadonlyMap<string, string>,
  ) {
    const folderSyncs = new Map<string, Span[]>();
    this.recording = { data, names: [], folderSyncs, answered: [], moments: [] };
  }

  take(call: Call): void {
    if (call.result < 0) return;
    const { name, path } = call;
    if (/^(socket|TCP)/.test(path)) return this.#sent(call);
    if (name === 'fsync' && !this.#files.has(path)) return this.#folderSynced(call);
    if (name === 'openat') return this.#open(call);
    if (/^(rename|unlink|mkdir)/.test(name)) return this.#renamed(call);
    const file = this.#files.get(path);
    if (file === undefined) return;
    this.#note(call);
    if (/^f(data)?sync$/.test(name)) file.syncs.push(call);
    else if (name === 'lseek') this.#at(call).position = call.result;
    else if (name === 'ftruncate') this.#write(call, file, Number(call.args.slice(2)), undefined);
    else if (/write/.test(name)) this.#written(call, file);
    else throw new Error(`${name} of ${path} is not understood`);
  }

  #note({ start, end, time }: Call): void {
    for (const at of [start, end]) this.recording.moments.push({ at, time });
  }

  #isKept(path: string): boolean {
    if (!path.startsWith(this.data)) return false;
    return KEPT.some((kept) => kept.test(path.slice(this.data.length)));
  }

  #at({ fd, path }: Call): Opened {
    const opened = this.#opened.get(`${fd} ${path}`);
    if (opened === undefined) throw new Error(`${path} was not seen to be opened`);
    return opened;
  }

  #open(call: Call): void {
    const path = String(stringsOf(call)[0]);
    if (!this.#isKept(path)) return;
    this.#opened.set(`${call.result} ${path}`, {
      position: 0,
      isAppending: call.args.includes('O_APPEND'),
      isSync: /O_D?SYNC/.test(call.args),
    });
    const known = this.#files.get(path);
    if (known === undefined && call.args.includes('O_CREAT')) {
      this.#name(call, undefined, path, { writes: [], syncs: [] });
    }
    if (known !== undefined && call.args.includes('O_TRUNC')) {
      this.#write(call, known, 0, undefined);
    }
  }

  #renamed(call: Call): void {
    const [first, second] = stringsOf(call).map(String);
    if (first === undefined || ![first, second ?? ''].some((path) => this.#isKept(path))) return;
    if (call.name.startsWith('mkdir')) return this.#name(call, undefined, first, undefined);
    this.#name(call, first, second, this.#files.get(first));
  }

  #name(call: Call, from: string | undefined, to: string | undefined, file?: RecordedFile): void {
    const { start, end } = call;
    this.recording.names.push({ start, end, from, to, file });
    this.#note(call);
    if (from !== undefined) this.#files.delete(from);
    if (to !== undefined && file !== undefined) this.#files.set(to, file);
  }

  #folderSynced(call: Call): void {
    const { start, end, path } = call;
    if (path !== this.data && !this.#isKept(path)) return;
    add(this.recording.folderSyncs, path, { start, end });
    this.#note(call);
  }

  #written(call: Call, file: RecordedFile): void {
    const bytes = Buffer.concat(stringsOf(call)).subarray(0, call.result);
    if (call.name.startsWith('pwrite')) {
      return this.#write(call, file, Number(/(\d+)$/.exec(call.args)?.[1]), bytes);
    }
    const opened = this.#at(call);
    const at = opened.isAppending ? (this.#sizes.get(file) ?? 0) : opened.position;
    opened.position = at + bytes.length;
    this.#write(call, file, at, bytes);
  }

  #write(call: Call, file: RecordedFile, at: number, bytes: Buffer | undefined): void {
    const { start, end } = call;
    const isSync = bytes !== undefined && this.#at(call).isSync;
    file.writes.push({ start, end, at, bytes, isSync });
    const size = at + (bytes?.length ?? 0);
    const before = bytes === undefined ? 0 : (this.#sizes.get(file) ?? 0);
    this.#sizes.set(file, Math.max(before, size));
  }

  #sent(call: Call): void {
    const sent = Buffer.concat(stringsOf(call)).subarray(0, call.result).toString('latin1');
    const socket = `${call.fd} ${call.path}`;
    const text = (this.#tails.get(socket) ?? '') + sent;
    this.#tails.set(socket, text.slice(-TAIL));
    for (const [, seq = ''] of text.matchAll(ANSWER_END)) {
      const id = this.asked.get(seq);
      if (id === undefined || this.#answered.has(id)) continue;
      this.#answered.add(id);
      this.recording.answered.push({ id, at: call.start, time: call.time });
    }
  }
}

/**
 * Reads the trace of a server that worked on a data folder, from its first start on; `asked` are
 * the ids of requests whose answers count, by the numbers of their events.
 */
export const readRecording = (
  trace: string,
  data: string,
  asked: ReadonlyMap<string, string>,
): Recording => {
  const recorder = new Recorder(data, asked);
  for (const call of callsIn(trace)) recorder.take(call);
  const { recording } = recorder;
  recording.answered.sort((a, b) => a.at - b.at);
  return recording;
};
