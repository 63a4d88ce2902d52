/** Addresses that carry their own permission: it expires, changes with every answer, and opens the file to whoever has it. */

export function withoutSignature(url: string): string {
  return url.split('?', 1)[0] ?? url
}

const SIGNATURE = /[?&](?:token|signature|sig|expires|policy|key-pair-id|x-(?:amz|goog)-[\w-]+)=/i

/** A query that is no signature may be what tells one picture from another. */
export function unsigned(url: string): string {
  return SIGNATURE.test(url) ? withoutSignature(url) : url
}
