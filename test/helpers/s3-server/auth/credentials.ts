/** Keys of the store, and what each may do. */
export const RIGHTS = [
  'list',
  'read',
  'write',
  /** A delete that leaves a delete marker, or takes an object of a bucket without versions. */
  'remove',
  'remove-version',
  /** Sets and extends retention. */
  'lock',
  /** Shortens or passes retention in GOVERNANCE mode. */
  'bypass',
  /** Creates and configures buckets. */
  'administer',
] as const

export type Right = (typeof RIGHTS)[number]

export interface Credential {
  id: string
  secret: string
  rights: readonly Right[]
}
