/** Of a platform, or a tenant: it stands in folders, labels and addresses. */
export function isName(raw: unknown): raw is string {
  return typeof raw === 'string' && /^[a-z0-9][a-z0-9-]*$/.test(raw)
}
