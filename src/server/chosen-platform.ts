/** Which platform a request is about. Of those of others, not even the names are told. */
import { UsageError } from '../model/errors.ts'
import { type Identity, organizationsFor, tenantsFor } from './people/identity.ts'
import type { DaemonView, PlatformView } from './view.ts'

/** Those that have something which whoever asks may see, or are of their tenants. */
export function visiblePlatforms(view: Pick<DaemonView, 'platforms'>, identity: Identity): PlatformView[] {
  const [sees, tenants] = [organizationsFor(identity, 'viewer'), tenantsFor(identity, 'viewer')]
  if (sees === null || tenants === null) return view.platforms()
  const has = (platform: PlatformView) => platform.organizations().some(({ id }) => sees.includes(id))
  return view.platforms().filter(platform => tenants.includes(platform.tenant) || has(platform))
}

/** The only one where none is named. Throws UsageError. */
export function chosenPlatform(view: DaemonView, identity: Identity, name: string | undefined): PlatformView {
  const [all, visible] = [view.platforms(), visiblePlatforms(view, identity)]
  const [only] = visible.length === 1 ? visible : all
  const isOnly = visible.length === 1 || all.length === 1
  const found = name === undefined && isOnly ? only : visible.find(platform => platform.name === name)
  if (found) return found
  const names = visible.map(platform => platform.name).join(', ')
  throw new UsageError(name === undefined ? 'which platform?' : `there is no platform ${name}`, {
    hint: names === '' ? 'of none of them you may see anything' : `platforms are ${names}`,
  })
}
