/** Removes a bundle that docvault wrote, and nothing else: other files, and the folders that hold them, stay. */
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openFolderTarget } from './folder-target.ts'
import { MANIFEST } from './plan-paths.ts'

/** False: the folder is none of ours. */
export function removeBundle(folder: string): boolean {
  if (!existsSync(join(folder, MANIFEST))) return false
  const target = openFolderTarget(folder, true)
  // Nothing was put: everything that was there before is stale.
  target.removeStale()
  rmSync(join(folder, MANIFEST), { force: true })
  if (readdirSync(folder).length === 0) rmdirSync(folder)
  return true
}
