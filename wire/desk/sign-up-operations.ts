// Desk operations of sign-up: forms and codes of people, applications and e-mails of staff.

import type { ApplicationRecord } from '../accounts/application.js';
import type { Outcome } from '../base/codes.js';
import type { Fields } from '../base/object.js';
import type {
  ApplicationPatch,
  Approval,
  CodeSent,
  Registered,
  RegisterForm,
  Rejection,
  SignUpOptions,
} from '../rest/accounts/sign-up.js';
import type { Language } from '../settings/sign-up.js';
import type { Caller } from './caller.js';

/** The operations of sign-up, with inputs and answers. */
export interface SignUpOps {
  /**
   * The options of sign-up; here and below `host` is the request's Host header. `ip` is null
   * where staff ask, whose questions are not limited by address.
   */
  'sign_up.options': {
    input: { host: string; country: string; lang: string; ip: string | null };
    output: SignUpOptions;
  };
  /** E-mails a code to an address that is not confirmed. */
  'sign_up.code': {
    input: { host: string; email: string; language: Language | ''; ip: string };
    output: CodeSent;
  };
  /**
   * Opens a demo account, or stores an application. `form` is a refusal where the form is at fault;
   * its code is checked even so, if it has one with an e-mail address (`proof`).
   */
  'sign_up.register': {
    input: {
      host: string;
      ip: string;
      proof: { readonly email: string; readonly code: string } | null;
      form: Outcome<RegisterForm>;
    };
    output: Registered;
  };
  'applications.read': { input: { caller: Caller; id: number }; output: ApplicationRecord };
  'applications.change': {
    input: { caller: Caller; id: number; body: ApplicationPatch };
    output: ApplicationRecord;
  };
  /** Opens the account of an application, with passwords that are e-mailed. */
  'applications.approve': {
    input: { caller: Caller; id: number; body: Approval };
    output: ApplicationRecord;
  };
  'applications.reject': {
    input: { caller: Caller; id: number; body: Rejection };
    output: ApplicationRecord;
  };
  /**
   * Changes a template of e-mails; its HTML is cleaned. `fields` null = back to the built-in texts.
   */
  'email-templates.change': {
    input: { caller: Caller; id: string; version: number; fields: Fields | null };
    output: Fields;
  };
}
