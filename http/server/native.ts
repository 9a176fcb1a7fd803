// Which build of uWebSockets.js serves: the newer one where it loads, else the older one.

import { createRequire } from 'node:module';
import type {
  AppOptions,
  HttpRequest,
  HttpResponse,
  TemplatedApp,
  us_listen_socket,
  WebSocket,
} from '@btc-vision/uwebsockets.js';
import { HEAD_BYTES_MAX } from './head.js';

export type { HttpRequest, HttpResponse, WebSocket };

/** An app of either build; `listen` in the form that the types of both leave out. */
export interface NativeApp extends Omit<TemplatedApp, 'listen'> {
  listen(
    host: string,
    port: number,
    options: number,
    done: (token: us_listen_socket | false) => void,
  ): NativeApp;
}

/** The part of the library that is used, as both builds have it. */
interface NativeLibrary {
  readonly DISABLED: number;
  App(): NativeApp;
  SSLApp(options: AppOptions): NativeApp;
  us_listen_socket_close(token: us_listen_socket): void;
  us_socket_local_port(token: us_listen_socket): number;
  /** Sets one of the library's unnamed options. */
  _cfg(key: string): void;
}

/** One build: how it is loaded, and how it differs from the other. */
interface Build {
  /** The package that it is in. */
  readonly name: string;
  /** Throws where it has no binary for this Node.js and this system. */
  load(): NativeLibrary;
  /** Does `endWithoutBody` end the connection when asked to? */
  readonly endsWithoutBody: boolean;
}

const require = createRequire(import.meta.url);
const { platform, arch, version, versions } = process;

/** The builds, in the order in which they are tried. */
const BUILDS: readonly Build[] = [
  {
    name: '@btc-vision/uwebsockets.js',
    load: () => require('@btc-vision/uwebsockets.js') as NativeLibrary,
    endsWithoutBody: true,
  },
  {
    name: 'uWebSockets.js',
    // If no binary loads, the package's entry would serve in JavaScript: slowly, without TLS and
    // limits.
    load: () => {
      const system = `${platform}_${arch}_${versions.modules}`;
      return require(`uWebSockets.js/binaries/uws_${system}.node`) as NativeLibrary;
    },
    endsWithoutBody: false,
  },
];

/** The reason why a build does not load, in one line. */
const reason = (cause: unknown): string =>
  String(cause instanceof Error ? cause.message : cause).replace(/\n+/g, ' ');

const loadFirst = (): Build & { readonly library: NativeLibrary } => {
  // Both builds read this once, when they are loaded.
  process.env.UWS_HTTP_MAX_HEADERS_SIZE = String(HEAD_BYTES_MAX);
  const wanted = process.env.BROKERD_UWEBSOCKETS ?? '';
  const faults: string[] = [];
  for (const build of BUILDS) {
    if (wanted !== '' && wanted !== build.name) continue;
    try {
      return { ...build, library: build.load() };
    } catch (cause) {
      faults.push(`${build.name}: ${reason(cause)}`);
    }
  }
  const here = `Node.js ${version} (ABI ${versions.modules}) on ${platform} ${arch}`;
  const tried = faults.length > 0 ? faults.join('; ') : `BROKERD_UWEBSOCKETS names ${wanted}`;
  throw new Error(
    `no build of uWebSockets.js loads with ${here}: use Node.js 20, 22 or 24 with glibc 2.38 or ` +
      `later, or Node.js 20 with an older one (${tried})`,
  );
};

let loaded: ReturnType<typeof loadFirst> | undefined;

/**
 * The library, of the first build that loads. `BROKERD_UWEBSOCKETS` names the only package to try.
 * Throws, with the reasons, when none loads.
 */
export const native = (): ReturnType<typeof loadFirst> => {
  loaded ??= loadFirst();
  return loaded;
};
