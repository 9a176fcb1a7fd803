// Session cookies of browser terminals: names, attributes, reading and clearing.

import type { Audience } from '../../wire/accounts/identity.js';
import type { IssuedTokens } from '../../wire/desk/identity-operations.js';
import type { Header } from '../server/exchange.js';

const PREFIX: Readonly<Record<Audience, string>> = { staff: 'admin', trader: 'trader' };

/** The value of a cookie in a Cookie header; undefined = not sent. */
const readCookie = (header: string, name: string): string | undefined => {
  for (const part of header.split(';')) {
    const cut = part.indexOf('=');
    if (cut > 0 && part.slice(0, cut).trim() === name) return part.slice(cut + 1).trim();
  }
  return undefined;
};

/** Names and attributes. Without TLS on loopback, browsers refuse Secure, so it is omitted. */
export class Cookies {
  constructor(private readonly secure: boolean) {}

  /** The names of an audience's cookies. */
  names(audience: Audience): { readonly access: string; readonly refresh: string } {
    return { access: this.#accessName(audience), refresh: this.#refreshName(audience) };
  }

  /** The access token in a request's cookie. */
  access(headers: ReadonlyMap<string, string>, audience: Audience): string | undefined {
    return readCookie(headers.get('cookie') ?? '', this.#accessName(audience));
  }

  /** The refresh token in a request's cookie. */
  refresh(headers: ReadonlyMap<string, string>, audience: Audience): string | undefined {
    return readCookie(headers.get('cookie') ?? '', this.#refreshName(audience));
  }

  /** Sets both cookies; they outlive the browser session only if the user stays signed in. */
  set(tokens: IssuedTokens, now: number): readonly Header[] {
    const { session } = tokens;
    const { audience } = session;
    const life = (until: number): string =>
      session.keep_signed_in ? `; Max-Age=${Math.max(0, Math.floor((until - now) / 1000))}` : '';
    return [
      this.#header(
        this.#accessName(audience),
        tokens.access_token,
        '/',
        life(session.access_expires_at),
      ),
      this.#header(
        this.#refreshName(audience),
        tokens.refresh_token,
        this.#refreshPath(audience),
        life(session.expires_at),
      ),
    ];
  }

  /** Clears both cookies. */
  clear(audience: Audience): readonly Header[] {
    const gone = '; Max-Age=0';
    return [
      this.#header(this.#accessName(audience), '', '/', gone),
      this.#header(this.#refreshName(audience), '', this.#refreshPath(audience), gone),
    ];
  }

  #accessName(audience: Audience): string {
    return `${this.secure ? '__Host-' : ''}${PREFIX[audience]}_access`;
  }

  #refreshName(audience: Audience): string {
    return `${this.secure ? '__Secure-' : ''}${PREFIX[audience]}_refresh`;
  }

  #refreshPath(audience: Audience): string {
    return `/${PREFIX[audience]}/v1/auth`;
  }

  #header(name: string, value: string, path: string, life: string): Header {
    const secure = this.secure ? '; Secure' : '';
    return [
      'Set-Cookie',
      `${name}=${value}; Path=${path}; HttpOnly; SameSite=Strict${secure}${life}`,
    ];
  }
}
