// The licence: which companies may be served.

/** What an applied licence allows; one record with the key `licence`. */
export interface LicenceRecord {
  readonly companies: readonly { readonly name: string }[];
}
