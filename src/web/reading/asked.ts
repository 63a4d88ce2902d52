/** What one request asks for: the names in its address, and the vault, organization, snapshot and resource that they mean. */
import { DocvaultError, UsageError } from '../../model/errors.ts'
import type { Kind } from '../../model/resource.ts'
import type { SnapshotSummary } from '../../model/snapshot.ts'
import { declarationOf } from '../../resources/index.ts'
import type { StoredResource, Vault } from '../../vault/vault.ts'
import { type Addresses, addressesIn } from '../addresses.ts'
import type { WebPlatform, WebSource } from '../source.ts'
import { restoresIn, seesKind, type Visit, type Visitor } from '../visitor.ts'
import { AuditorsOnly, NotThere, SeveralThere } from './errors.ts'
import type { Findings } from './findings.ts'
import { type Readers, sealedIn } from './readers.ts'

export interface Asked {
  source: WebSource
  readers: Readers
  visitor: Visitor
  /** To be told of each body that is shown. */
  looked: Visit['looked']
  signal: AbortSignal
  /** Of the address; empty where it has none. */
  param(name: string): string
  query(name: string): string | null
  queries(name: string): string[]
  cookie(name: string): string | null
}

export interface OrganizationAsked {
  /** What it is called in addresses. */
  key: string
  id: string
  title: string
  platform: WebPlatform
  vault: Vault
  found: Findings
  /** Those that are sealed, oldest first. */
  nights: readonly SnapshotSummary[]
  /** Also running and failed ones. */
  backups: readonly SnapshotSummary[]
  to: Addresses
}

export interface NightAsked extends OrganizationAsked {
  night: SnapshotSummary
}

export interface Survey {
  /** Of every platform, in the order of the configuration. */
  organizations: readonly OrganizationAsked[]
  /** Platforms whose vaults cannot be read, or are not there yet. */
  troubles: readonly { platform: string; error: DocvaultError }[]
}

/** What the visitor may not see is not in it. */
export function surveyOf({
  source,
  readers,
  visitor: { sees },
}: Pick<Asked, 'source' | 'readers' | 'visitor'>): Survey {
  const [found, troubles]: [
    ReturnType<typeof organizationsIn>,
    { platform: string; error: DocvaultError }[],
  ] = [[], []]
  for (const platform of source.platforms()) {
    try {
      found.push(...organizationsIn(platform, readers))
    } catch (error) {
      if (!(error instanceof DocvaultError)) throw error
      troubles.push(sees === null ? { platform: platform.name, error } : unnamedTrouble(error))
    }
  }
  const count = Map.groupBy(found, ({ id }) => id)
  const seen = found.filter(({ id }) => sees === null || sees.includes(id))
  const organizations = seen.map(({ id, platform, ...rest }) => {
    const key = (count.get(id)?.length ?? 0) > 1 ? `${platform.name}~${id}` : id
    return { id, platform, ...rest, key, to: addressesIn(key) }
  })
  return { organizations, troubles }
}

/** For who may not know what else there is. */
function unnamedTrouble({ code, retry }: DocvaultError): { platform: string; error: DocvaultError } {
  const error = new DocvaultError(
    code,
    'its vault cannot be read; something that you may see can be missing',
    {
      retry,
    },
  )
  return { platform: 'one platform', error }
}

function organizationsIn(platform: WebPlatform, readers: Readers) {
  const { vault, backups, found } = readers.of(platform)
  const byId = Map.groupBy(backups, ({ organization }) => organization)
  return [...byId].map(([id, own]) => ({
    ...{ id, platform, vault, found },
    title: own.at(-1)?.organizationTitle ?? id,
    backups: own,
    nights: sealedIn(own),
  }))
}

/** Throws NotThere, SeveralThere, and why a vault that may have it cannot be read. */
export function organizationOf(asked: Asked): OrganizationAsked {
  const name = asked.param('org')
  const { organizations: all, troubles } = surveyOf(asked)
  const found = all.find(({ key }) => key === name)
  if (found) return found
  const ambiguous = all.filter(({ id }) => id === name)
  if (ambiguous.length > 1)
    throw new SeveralThere(
      `several platforms have an organization ${name}`,
      ambiguous.map(({ title, platform, to }) => ({
        title: `${title} on ${platform.name}`,
        address: to.home,
      })),
    )
  const [trouble] = troubles
  throw trouble?.error ?? new NotThere(`no vault here has an organization ${name}`)
}

/** A snapshot is named by its number here; other names were led there. Throws NotThere, SnapshotPruned. */
export function nightOf(asked: Asked): NightAsked {
  const organization = organizationOf(asked)
  const number = Number(asked.param('snap'))
  return { ...organization, night: nightIn(organization, number) }
}

export function nightIn({ vault, backups, id }: OrganizationAsked, number: number): SnapshotSummary {
  const known = backups.find(({ snapshot }) => snapshot === number)
  if (known) return known
  const summary = vault.resolve(String(number), { organization: id, allowRunning: true })
  if (summary.organization === id) return summary
  throw new NotThere(`snapshot ${number} is of another organization`)
}

/** What the address names in its snapshot, or of its organization in a query. Throws NotThere, SeveralThere. */
export function itemAt(
  asked: Asked,
  { vault, night, to }: NightAsked,
  kind: Kind,
  id: string,
): StoredResource {
  const found = within(asked, vault.find(night.snapshot, kind, id))
  const [only] = found
  if (only && found.length === 1) return only
  if (only)
    throw new SeveralThere(
      `${found.length} places have a ${kind} ${id} in snapshot ${night.snapshot}`,
      found.map(({ parentKind, parentId }) => ({
        title: `in ${parentKind} ${parentId}`,
        address: to.item(night.snapshot, { kind, id, within: parentId }),
      })),
    )
  throw new NotThere(`snapshot ${night.snapshot} has no ${kind} ${id}`, to.history({ kind, id }))
}

/** As the newest snapshot that has it has it. Throws NotThere, SeveralThere. */
export function lastOf(
  asked: Asked,
  organization: OrganizationAsked,
  kind: Kind,
  id: string,
): StoredResource {
  const { vault, nights, to } = organization
  for (const night of nights.toReversed()) {
    const found = within(asked, vault.find(night.snapshot, kind, id))
    const [only] = found
    if (only && found.length === 1) return only
    if (only)
      throw new SeveralThere(
        `${found.length} places have a ${kind} ${id}`,
        found.map(({ parentKind, parentId }) => ({
          title: `in ${parentKind} ${parentId}`,
          address: to.history({ kind, id, within: parentId }),
        })),
      )
  }
  throw new NotThere(`no snapshot that is kept has a ${kind} ${id}`)
}

function within(asked: Asked, found: readonly StoredResource[]): readonly StoredResource[] {
  const parent = asked.query('in')
  return parent === null ? found : found.filter(({ parentId }) => parentId === parent)
}

/** Throws NotThere, AuditorsOnly. */
export function kindOf(asked: Asked): Kind {
  const name = asked.param('kind')
  const declared = name === '' ? declarationOf('page') : declarationOf(name)
  if (declared) {
    assertSees(asked, organizationOf(asked), declared.kind)
    return declared.kind
  }
  throw new NotThere(`there is no kind "${name}"`)
}

/** Throws DocvaultError `forbidden`. */
export function assertRestores({ visitor }: Asked, { id }: Pick<OrganizationAsked, 'id'>): void {
  if (restoresIn(visitor, id)) return
  throw new DocvaultError('forbidden', 'you may look, and not restore', {
    hint: 'somebody with the role of a restorer may',
  })
}

/** Throws AuditorsOnly. */
export function assertSees({ visitor }: Asked, { id, title }: OrganizationAsked, kind: string): void {
  if (!seesKind(visitor, id, kind)) throw new AuditorsOnly(kind, title)
}

/** Of a query; null: it has none. Throws UsageError. */
export function numberIn(asked: Asked, name: string): number | null {
  const text = asked.query(name)
  if (text === null || text === '') return null
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`${name} "${text}" is no number`)
}
