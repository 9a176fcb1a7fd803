// Desk operations of sign-in, sessions and confirmations.

import type { Audience, SessionCopy } from '../accounts/identity.js';
import type { OtpEnrolment, OtpStatus } from '../rest/accounts/auth.js';
import type { Confirmation } from '../rest/accounts/confirmations.js';
import type { ConfirmedAction } from '../rest/accounts/confirmed-acts.js';
import type { OnlinePlace, OnlineRows, OnlineWindowParams } from '../rest/accounts/online.js';
import type { Caller } from './caller.js';

/** New tokens in plain text, returned once; only their hashes are stored. */
export interface IssuedTokens {
  readonly session: SessionCopy;
  readonly access_token: string;
  readonly refresh_token: string;
}

/** The operations of sign-in, sessions and confirmations, with inputs and answers. */
export interface IdentityOps {
  'auth.login': {
    input: {
      audience: Audience;
      login: number;
      password: string;
      terminal?: string;
      otp?: string;
      keep_signed_in?: boolean;
      ip: string;
      user_agent: string;
    };
    output: IssuedTokens;
  };
  'auth.refresh': {
    input: {
      audience: Audience;
      refresh_token: string;
      /** True where the tokens come from cookies: the csrf token must then match the session. */
      browser: boolean;
      csrf_token: string;
      /** The header X-APP-Account, where sent. */
      account?: string;
      /** An id of the use: a repeated request with the same Idempotency-Key has the same. */
      use: string;
      ip: string;
      user_agent: string;
    };
    output: IssuedTokens;
  };
  /** Ends a session named by its id, or by a live refresh token with its csrf token. */
  'auth.logout': {
    input: {
      audience: Audience;
      session?: string;
      refresh_token?: string;
      csrf_token?: string;
      account?: string;
      ip: string;
    };
    output: null;
  };
  /** Are one-time codes on for the login, and does its group demand them? */
  'auth.otp_status': { input: { caller: Caller }; output: OtpStatus };
  'auth.otp_enrol': { input: { caller: Caller }; output: OtpEnrolment };
  /**
   * Turns one-time codes on. Other sessions of the login end, and a browser's session gets new
   * tokens.
   */
  'auth.otp_confirm': {
    input: { caller: Caller; code: string };
    output: { readonly session: SessionCopy; readonly tokens?: IssuedTokens };
  };
  'auth.otp_disable': { input: { caller: Caller; code: string }; output: OtpStatus };
  /** Changes the caller's own master password and ends every session of the login. */
  'auth.password': {
    input: { caller: Caller; current_password: string; new_password: string };
    output: null;
  };
  /** Sets the password of the caller's programs and ends their sessions; empty text removes it. */
  'auth.api_password': {
    input: { caller: Caller; current_password: string; api_password: string };
    output: null;
  };
  /** Issues a code for one request of the caller, named by its action and its digest. */
  'confirmations.issue': {
    input: { caller: Caller; action: ConfirmedAction; digest: string };
    output: Confirmation;
  };
  /** Did the caller confirm the request? Only holders of `confirm_actions` must confirm. */
  'confirmations.use': {
    input: {
      caller: Caller;
      action: ConfirmedAction;
      digest: string;
      token: string;
      code: string;
    };
    output: null;
  };
  /** Counts an address's attempt to open a socket; refused while antiflood blocks the address. */
  'auth.checkBlocked': { input: { ip: string }; output: null };
  /** Finds the session of an access token that the front does not know; null = none. */
  'auth.verify': { input: { access_hash: string }; output: SessionCopy | null };
  /**
   * Reports sessions that made a request or have a socket, and when. It writes no event; the list
   * of online sessions uses it.
   */
  'auth.activity': {
    input: { sessions: readonly string[]; at: readonly number[] };
    output: null;
  };
  /** Lists the sessions in use that the caller may see, oldest first. */
  'online.list': { input: { caller: Caller }; output: OnlineRows };
  'online.window': {
    input: { caller: Caller; query: OnlineWindowParams };
    output: OnlineRows & OnlinePlace;
  };
  /** Ends all sessions of a login, or one session. */
  'online.kick': { input: { caller: Caller; login: number }; output: null };
  'online.kick_session': { input: { caller: Caller; session: string }; output: null };
}
