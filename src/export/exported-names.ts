/**
 * The names that exports of all spaces made in a folder: what tells the bundle of a space that is gone, or has another
 * title now, from one that somebody put there. Written before each bundle, so that a killed export is known, too.
 */
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { removeBundle } from '../bundle/remove.ts'
import { isSafePath } from '../bundle/safe-path.ts'

export const EXPORTED = '.docvault-export'

const isName = (name: string) => isSafePath(name) && !name.includes('/')
const listSchema = z.object({ docvault: z.literal('export'), names: z.array(z.string().refine(isName)) })

export interface ExportedNames {
  /** Of a bundle that is about to be written. */
  add(name: string): void
  /** Removes what earlier exports of the same form wrote and this one did not. */
  removeOthers(): void
}

export function openExportedNames(
  folder: string,
  { zip, replace }: { zip: boolean; replace: boolean },
): ExportedNames {
  const before = new Set(readNames(folder))
  const now = new Set<string>()
  const isOurForm = (name: string) => name.endsWith('.zip') === zip
  return {
    add(name) {
      now.add(name)
      if (before.has(name)) return
      before.add(name)
      writeNames(folder, before)
    },
    removeOthers() {
      if (!replace) return
      for (const name of before) {
        if (now.has(name) || !isOurForm(name)) continue
        const path = join(folder, name)
        if (!zip) removeBundle(path)
        else if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) rmSync(path)
        before.delete(name)
      }
      writeNames(folder, before)
    },
  }
}

function readNames(folder: string): readonly string[] {
  try {
    const result = listSchema.safeParse(JSON.parse(readFileSync(join(folder, EXPORTED), 'utf8')))
    return result.success ? result.data.names : []
  } catch {
    return []
  }
}

function writeNames(folder: string, names: ReadonlySet<string>): void {
  const file = join(folder, EXPORTED)
  mkdirSync(folder, { recursive: true })
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, `${JSON.stringify({ docvault: 'export', names: [...names].sort() })}\n`, {
    flag: 'wx',
  })
  renameSync(`${file}.new`, file)
}
