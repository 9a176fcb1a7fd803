// Sign-up as the desk stores it: e-mailed codes, confirmed e-mail addresses, and counts of limits.
//
// E-mail addresses are keys here in their folded form, in which letter case is ignored.

/** The newest code of an e-mail address. */
export interface EmailCodeRecord {
  readonly email: string;
  /** The id of the server's key by which the tag was made. */
  readonly key: string;
  /** HMAC of the code; the code itself is not stored. */
  readonly tag: string;
  /** ms since 1970. */
  readonly issued_at: number;
  /** Wrong codes so far. */
  readonly tries: number;
}

/** An e-mail address whose owner sent back a code. */
export interface ConfirmedEmailRecord {
  readonly email: string;
  /** ms since 1970. */
  readonly at: number;
}

/** The count of a sign-up limit: the times in ms of the last hour, oldest first. */
export interface SignUpCountRecord {
  /** The limit, and the address or e-mail address that it counts. */
  readonly key: string;
  readonly times: readonly number[];
}

/** The open application of a confirmed e-mail address. */
export interface ApplicantRecord {
  readonly email: string;
  readonly application_id: number;
}
