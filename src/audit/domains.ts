/** Whose address is not of the organization. */

/** Without any known domain, or without an address, nobody is called an outsider. */
export function isOutsideOf(email: string | null, domains: readonly string[]): boolean {
  const own = email?.split('@').at(-1)?.toLowerCase()
  if (own === undefined || domains.length === 0) return false
  return !domains.some(domain => own === domain.toLowerCase() || own.endsWith(`.${domain.toLowerCase()}`))
}
