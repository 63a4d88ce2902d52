/**
 * What the base of a running snapshot has: looked up one by one, or, of scopes that were gathered, in memory. Both say
 * the same, whatever the running snapshot has written by then.
 */

import { digestOf } from '../model/digest.ts'
import type { Kind } from '../model/resource.ts'
import { type BaseResource, type BaseScope, loadBaseScope } from './catalog/base-scope.ts'
import type { CatalogWriter } from './catalog/catalog-writer.ts'
import { type BaseVersions, makeBaseVersions } from './catalog/current.ts'
import { anchorOf } from './catalog/resource-names.ts'
import { parsePartRows } from './catalog/views.ts'
import type { ResourceKey } from './types.ts'
import type { CurrentVersion, EqualItem } from './writer-types.ts'

/** Larger scopes are looked up one by one, so that memory does not grow with them: half a kilobyte a resource. */
const MOST_GATHERED = 20_000

/** Of one scope. */
export interface ScopeBase {
  parent: ResourceKey | null
  /** A term. */
  kind: number
}

export class BaseLookup {
  readonly #writer: CatalogWriter
  readonly #organization: number
  readonly #begun: { id: number; base: number | null }
  readonly #versions: BaseVersions
  readonly #gathered = new Map<string, BaseScope>()
  /** Of scopes that are gathered. */
  readonly #counts = new Map<string, number>()

  constructor(writer: CatalogWriter, organization: number, begun: { id: number; base: number | null }) {
    this.#writer = writer
    this.#organization = organization
    this.#begun = begun
    this.#versions = makeBaseVersions(writer.db, begun.id)
  }

  current(parent: ResourceKey | null, kind: Kind, id: string): CurrentVersion | null {
    const term = this.#writer.terms.find(kind)
    if (term === null) return null
    const gathered = this.#gathered.get(this.#labelOf({ parent, kind: term }))
    if (gathered !== undefined) return versionOf(gathered.get(id))
    const resource = this.#find({ parent, kind: term }, id)
    const version = resource === null ? undefined : this.#versions.find(resource)
    if (resource === null || version === undefined) return null
    const parts = parsePartRows(version.parts)
    return wholeOrNull({
      resource,
      content: version.content,
      digest: version.digest,
      changeDigest: version.change,
      parts: new Map(parts.map(({ name, content, digest }) => [name, { content, digest }])),
    })
  }

  /** As `current`, less what a comparison does not need. */
  glance(scope: ScopeBase, id: string): Pick<CurrentVersion, 'resource' | 'content' | 'changeDigest'> | null {
    if (this.#begun.base === null) return null
    const gathered = this.#gathered.get(this.#labelOf(scope))
    if (gathered !== undefined) return glanceOf(gathered.get(id))
    const resource = this.#find(scope, id)
    const version = resource === null ? undefined : this.#versions.glance(resource)
    if (resource === null || version === undefined) return null
    return { resource, content: version.content, changeDigest: version.change }
  }

  /** The resource of a gathered scope that has exactly these bytes and these parts; null where none is known to. */
  equal(scope: ScopeBase, { id, parts, json }: EqualItem): ResourceKey | null {
    const found = this.#gathered.get(this.#labelOf(scope))?.get(id)
    if (found === undefined || found.changeDigest === null || found.parts.length !== parts.length) return null
    const hasParts = found.parts.every(({ name, content }) =>
      parts.some(part => part.name === name && part.content === content),
    )
    if (!hasParts || digestOf(json()) !== found.digest) return null
    return found.resource
  }

  count(scope: ScopeBase): number {
    return this.#counts.get(this.#labelOf(scope)) ?? this.#countAll(scope)
  }

  #countAll({ parent, kind }: ScopeBase): number {
    return this.#versions.count(anchorOf(this.#organization, parent), kind)
  }

  /** Until it is released. */
  async gather(scope: ScopeBase): Promise<void> {
    if (this.#begun.base === null) return
    const count = this.#countAll(scope)
    if (count > MOST_GATHERED) return
    this.#counts.set(this.#labelOf(scope), count)
    const { db, terms } = this.#writer
    const place = {
      snapshot: this.#begun.id,
      anchor: anchorOf(this.#organization, scope.parent),
      kind: scope.kind,
    }
    this.#gathered.set(this.#labelOf(scope), await loadBaseScope(db, terms, place))
  }

  release(scope: ScopeBase): void {
    this.#gathered.delete(this.#labelOf(scope))
    this.#counts.delete(this.#labelOf(scope))
  }

  #find({ parent, kind }: ScopeBase, platformId: string): ResourceKey | null {
    return this.#writer.names.find({ organization: this.#organization, parent, kind, platformId })
  }

  #labelOf({ parent, kind }: ScopeBase): string {
    return `${anchorOf(this.#organization, parent)} ${kind}`
  }
}

function versionOf(found: BaseResource | undefined): CurrentVersion | null {
  if (found === undefined || found.changeDigest === null) return null
  const { resource, content, digest, changeDigest, parts } = found
  return {
    resource,
    content,
    digest,
    changeDigest,
    parts: new Map(parts.map(part => [part.name, { content: part.content, digest: part.digest }])),
  }
}

function glanceOf(
  found: BaseResource | undefined,
): Pick<CurrentVersion, 'resource' | 'content' | 'changeDigest'> | null {
  if (found === undefined) return null
  const { resource, content, changeDigest } = found
  return { resource, content, changeDigest: changeDigest ?? '' }
}

/** Of one that is lost in part nothing is compared or taken over: see `CHANGE` in catalog/current.ts. */
function wholeOrNull(version: CurrentVersion | undefined): CurrentVersion | null {
  return version === undefined || version.changeDigest === '' ? null : version
}
