/**
 * The services that the emulator plays, and what each of them has.
 */
/** What each of them has: docs/development/platform.md#services. */
export const PROFILES = ['document', 'full', 'current'] as const
export type Profile = (typeof PROFILES)[number]

/**
 * Which services offer an operation, or a field: `always`; `extension` = not documented
 * (docs/development/platform.md#sections); `newest` = only the newest service; `dropped` = documented, but gone from
 * the newest service; `retired` = neither documented nor there any more; `replaced` = documented, and of another form
 * in the services that there are.
 */
export type Offer = 'always' | 'extension' | 'newest' | 'dropped' | 'retired' | 'replaced'

const OFFERED: Record<Offer, readonly Profile[]> = {
  always: PROFILES,
  extension: ['full', 'current'],
  newest: ['current'],
  dropped: ['document', 'full'],
  retired: ['full'],
  replaced: ['document'],
}

export function isOffered({ offer = 'always' }: { offer?: Offer }, profile: Profile): boolean {
  return OFFERED[offer].includes(profile)
}
