/** One space of a snapshot as a zip, in the form in which it can be imported again. */
import { safeName } from '../bundle/safe-path.ts'
import { writeBundle } from '../bundle/write.ts'
import { UsageError } from '../model/errors.ts'
import { bundleSourceOf } from '../space/bundle-source.ts'
import type { Vault } from '../vault/vault.ts'

export interface SpaceZip {
  snapshot: number
  /** Id. */
  space: string
  /** Path of the file that is made. */
  zip: string
}

/** Answers what to call it. */
export async function writeSpaceZip(vault: Vault, { snapshot, space: id, zip }: SpaceZip): Promise<string> {
  const [space] = vault.find(snapshot, 'space', id)
  if (space === undefined) throw new UsageError(`snapshot ${snapshot} has no space ${id}`)
  const source = bundleSourceOf(vault, snapshot, space, { purpose: 'import' })
  await writeBundle({ zip }, source)
  return `${safeName(source.title, id)}.zip`
}
