/** Its id, where a service answers either that or the whole thing. */
export function embeddedId(value: string | { readonly id: string }): string {
  return typeof value === 'string' ? value : value.id
}
