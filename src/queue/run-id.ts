/** Names of runs, made so that asking for the same work again makes the same name. */
export function runId(base: string, organization?: string): string {
  // The queue keeps colons for itself.
  return organization === undefined ? base : `${base}.${organization.replaceAll(/[^\w-]/g, '_')}`
}
