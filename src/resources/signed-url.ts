/** Addresses that carry their own permission: it expires, changes with every answer, and opens the file to whoever has it. */

export function withoutSignature(url: string): string {
  return url.split('?', 1)[0] ?? url
}
