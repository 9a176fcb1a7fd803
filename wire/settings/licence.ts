// The licence: which companies may be served.

/** The limits of an applied licence; one record with the key `licence`. */
export interface LicenceRecord {
  readonly companies: readonly { readonly name: string }[];
}
