// Cookies of one server for programs outside of browsers: stored, sent and removed.

/** A cookie as the server set it. Its lifetime is not tracked, because the server clears it. */
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

  /** Stores the cookies that an answer sets, and removes the ones that it clears. */
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

  /** The `Cookie` header of a request to a path; empty when there are no cookies. */
  header(path: string): string {
    return [...this.#cookies]
      .filter(([, cookie]) => fits(cookie.path, path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }
}
