// The licence: the companies that the server may serve.

/** The limits of an applied licence; one record with the key `licence`. */
export interface LicenceRecord {
  readonly companies: readonly { readonly name: string }[];
}
