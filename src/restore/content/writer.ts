/**
 * How page content gets into a space: one interface, a writer for each way that services offer (`capabilities.ts` says
 * what each can). All of them write into a draft or an empty space, and can tell afterwards which of it is which of
 * the snapshot.
 */
import type { RestoreKnowledge, RestoreSession } from '../apply/session.ts'
import type { StateItem } from '../state.ts'
import { writeBodies } from './bodies.ts'
import type { PartWay } from './capabilities.ts'
import type { Draft } from './draft.ts'
import { type Edit, editPages } from './edit-pages.ts'
import { importMissing } from './import-missing.ts'
import { importBeside, importIntoPages } from './import-page.ts'
import { type Wanted, writeStructure } from './structure.ts'
import type { ContentMatches } from './target-tree.ts'

export interface ContentWriter {
  /** What `add` makes has its bodies at once. */
  whole: boolean
  /** The pages, files and (where it can) reusable contents that the draft lacks, and places. Adds nothing twice. */
  add(session: RestoreSession, owner: StateItem, draft: Draft, wanted: Wanted): Promise<ContentMatches>
  /** Bodies of what was added without. Repeatable. */
  fill(session: RestoreSession, owner: StateItem, draft: Draft, pages: readonly StateItem[]): Promise<void>
  /** Bodies and settings of pages that are there. Repeatable. */
  edit(session: RestoreSession, owner: StateItem, draft: Draft, edits: readonly Edit[]): Promise<void>
}

/** `git/import`, another way that services offer, writes no parts: see `git-import.ts`. */
export const writers: Readonly<Record<PartWay, ContentWriter>> = {
  batch: {
    whole: false,
    add: writeStructure,
    fill: async (session, owner, draft, pages) => {
      await writeBodies(session, owner, draft, pages)
      await editPages(
        session,
        owner,
        draft,
        pages.map(item => ({ item, settings: true, body: null, revert: false })),
      )
    },
    edit: editPages,
  },
  'page-import': {
    whole: false,
    add: (session, owner, target, part) => importMissing({ session, owner, target, part, below: true }),
    // What a bundle brought cannot name what it did not bring. What never had a body is there as it was.
    fill: (session, owner, draft, pages) =>
      importIntoPages(
        session,
        owner,
        draft,
        pages.filter(item => hasBody(session.knowledge, item)),
      ),
    edit: (session, owner, draft, edits) =>
      importIntoPages(
        session,
        owner,
        draft,
        edits.map(edit => edit.item),
      ),
  },
  import: {
    whole: true,
    add: (session, owner, target, part) => importMissing({ session, owner, target, part, below: false }),
    fill: async () => {},
    edit: (session, owner, draft, edits) =>
      importBeside(
        session,
        owner,
        draft,
        edits.map(edit => edit.item),
      ),
  },
}

function hasBody({ source }: RestoreKnowledge, item: StateItem): boolean {
  return source.part(item, 'markdown') !== null || source.part(item, 'document') !== null
}
