/**
 * How page content gets into a space: one interface, a writer for each way that a service may offer. All of them write
 * into a draft or an empty space, and can tell afterwards which of it is which of the snapshot.
 */
import type { Doing } from '../doing.ts'
import type { WriterName } from '../restorer.ts'
import type { StateItem } from '../state.ts'
import { type Draft, type Matched, writeBodies, writeSkeleton } from './batch-writer.ts'
import { type BundlePart, importBundle } from './bundle-writer.ts'
import { editPage } from './edit-page.ts'
import { importPage } from './import-page.ts'

export interface ContentWriter {
  /** What `add` makes has its bodies at once. */
  whole: boolean
  /** The pages, files and (where it can) reusable contents that the draft lacks. Repeatable: adds nothing twice. */
  add(doing: Doing, owner: StateItem, draft: Draft, part: BundlePart): Promise<Matched>
  /** Bodies of what was added without. Repeatable. */
  fill(doing: Doing, owner: StateItem, draft: Draft, pages: readonly StateItem[]): Promise<void>
  /** Body and fields of a page that is there. Repeatable. */
  edit(doing: Doing, owner: StateItem, draft: Draft, page: StateItem): Promise<void>
}

/** `git/import`, the third way that services offer, is not among them: see `git-import.ts`. */
export const writers: Readonly<Record<WriterName, ContentWriter>> = {
  batch: { whole: false, add: writeSkeleton, fill: writeBodies, edit: editPage },
  import: {
    whole: true,
    add: (doing, owner, draft, part) => importBundle(doing, owner, draft, part),
    fill: async () => {},
    edit: importPage,
  },
}
