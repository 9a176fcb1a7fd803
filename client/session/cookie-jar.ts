// Cookies of one server for programs outside of browsers: kept, sent along, dropped.

/** A cookie as the server set it; its life is the server's matter, which clears it. */
interface Cookie {
  readonly value: string;
  readonly path: string;
}

const attributeOf = (attributes: readonly string[], name: string): string | undefined =>
  attributes
    .find((one) => one.toLowerCase().startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .trim();

const fits = (path: string, to: string): boolean =>
  path === '/' || to === path || to.startsWith(path.endsWith('/') ? path : `${path}/`);

/** The cookies of one server. */
export class CookieJar {
  readonly #cookies = new Map<string, Cookie>();

  /** Keeps what an answer sets and drops what it clears. */
  take(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const cut = pair.indexOf('=');
      const name = pair.slice(0, cut);
      const age = attributeOf(attributes, 'max-age');
      if (age !== undefined && Number(age) <= 0) this.#cookies.delete(name);
      else {
        const path = attributeOf(attributes, 'path') ?? '/';
        this.#cookies.set(name, { value: pair.slice(cut + 1), path });
      }
    }
  }

  /** The `Cookie` header of a request to a path; empty without any. */
  header(path: string): string {
    return [...this.#cookies]
      .filter(([, cookie]) => fits(cookie.path, path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }
}
