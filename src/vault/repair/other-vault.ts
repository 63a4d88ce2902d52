/** Another vault, as it comes out of a replica: what it has of the digests that are looked for, and its rows. */
import { existsSync } from 'node:fs'
import type { OtherCatalog } from '../catalog/other-rows.ts'
import { nodeDisk } from '../files/disk.ts'
import { makeFileStore } from '../files/file-store.ts'
import { layoutOf } from '../layout.ts'
import { openCopy, readOrNull } from './sources.ts'
import { openFiles } from './stray-files.ts'
import type { ContentSource } from './types.ts'
import { foundBytes, HELD_BYTES } from './wanted.ts'

/** `name`: for people, as what rows came from. */
export function otherCatalog(path: string, name: string): OtherCatalog {
  return { file: layoutOf(path).catalog, name }
}

/** `name`: for people, as what bytes came from. */
export function makeOtherVault(path: string, name: string): ContentSource {
  const layout = layoutOf(path)
  const files = makeFileStore(layout.folders, nodeDisk)
  return {
    async open(wanted) {
      const large = wanted.filter(({ bytes }) => bytes > HELD_BYTES)
      const paths = large.map(({ digest }) => files.pathOf(digest)).filter(file => existsSync(file))
      const inFiles = await openFiles(paths, large, () => name)
      const digests = new Set(wanted.map(({ digest }) => digest))
      const catalog = openCopy({ file: layout.catalog, name }, files, digests)
      return {
        async find(content) {
          if (content.bytes > HELD_BYTES) return inFiles.find(content)
          const bytes = readOrNull(() => catalog?.read(content.digest) ?? null)
          return bytes === null ? null : foundBytes(name, bytes)
        },
        close: () => catalog?.close(),
      }
    },
  }
}
