/** Finds the one resource that a command line names, by id or by path, in a snapshot. */
import { makeDescribe } from '../diff/describe.ts'
import { UsageError } from '../model/errors.ts'
import { resources } from '../resources/index.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'

export interface Named {
  kind: string
  /** For pages and files also the path. */
  id: string
  /** Id of the parent, where several have a resource of that id. */
  parent?: string | undefined
}

/** Throws UsageError saying what there is. */
export function findOne(vault: Vault, snapshot: number, { kind, id, parent }: Named): StoredResource {
  const byId = vault.find(snapshot, kind, id)
  const found = (byId.length > 0 ? byId : findByPath(vault, snapshot, kind, id)).filter(
    one => parent === undefined || one.parentId === parent,
  )
  if (found.length === 1 && found[0]) return found[0]
  if (found.length === 0) {
    throw new UsageError(`snapshot ${snapshot} has no ${kind} ${id}${parent ? ` in ${parent}` : ''}`, {
      hint: `\`docvault ls ${snapshot} --kind ${kind}\` lists them`,
    })
  }
  throw new UsageError(`snapshot ${snapshot} has ${found.length} of ${kind} ${id}`, {
    hint: `add --in with one of ${found.map(one => one.parentId).join(', ')}`,
  })
}

function findByPath(vault: Vault, snapshot: number, kind: string, path: string): StoredResource[] {
  const describe = makeDescribe(vault, resources)
  return [...vault.resources(snapshot, { kind })].filter(one => {
    const about = describe(one, snapshot)
    return about.gitPath === path || about.path === path
  })
}
