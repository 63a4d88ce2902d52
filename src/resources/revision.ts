import type { UnreadableItem } from '../platform/errors.ts'
import type { Page } from '../platform/operations/content-shapes.ts'
import type { SoundRevision } from '../platform/operations/sound-revision.ts'
import type { Space } from '../platform/operations/spaces.ts'
import { UPLOAD_ORIGIN } from './asset.ts'
import type { Published } from './field-path.ts'
import { source } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    revision: Kept<SoundRevision, Published<'Revision'>>
  }
}

const CONTENT = 'content'

/**
 * The content of a space is read as one revision: tree, files and reusable contents in one atomic answer
 * (docs/concepts/consistency.md). What it contains is kept as resources of their own; here stays the rest of the
 * answer, with the tree as ids.
 */
export const revision = source<'revision', Space>({
  kind: 'revision',
  parent: 'space',
  doc: "A space's content as a whole: the order and nesting of its pages, and its variables.",
  api: '4.11',
  read: (platform, { parent, hold }) =>
    platform.capabilities.prefer(
      'getRevisionById',
      () => platform.content.soundRevision(parent.id, parent.revision, hold),
      () => platform.content.currentSoundRevision(parent.id, hold),
    ),
  token: parent => ({ value: parent.revision, trust: 'proof' }),
  tokenOf: item => item.id,
  unreadable: item => ({ items: unplaced(item), within: 'the answer', mayBe: () => false }),
  observe: (item, notes) => {
    for (const { downloadURL } of item.files)
      if (URL.canParse(downloadURL)) notes.set(UPLOAD_ORIGIN + new URL(downloadURL).origin, '')
  },
  id: () => CONTENT,
  label: () => 'content',
  stored: skeletonOf,
  volatile: [
    '**.urls',
    'id',
    'parents',
    'createdAt',
    'git',
    'type',
    'mergedFrom',
    'files',
    'reusableContents',
  ],
  defaults: { tags: [] },
  references: {},
  contents: ['pages', 'files', 'reusableContents'],
  audit: null,
  restore: {
    fidelity: 'part',
    note: 'order and nesting as the import format can say it; variables cannot be set',
  },
})

/** Where a page stands that has no id, or is below one that could not be read, the tree does not say. */
function unplaced({ unreadable }: SoundRevision): UnreadableItem[] {
  const count = unreadable.pages.filter(page => page.hides).length
  const message = `the tree is not all there: ${count} of its items could not be read with what may stand below`
  return count === 0 ? [] : [{ id: CONTENT, position: 1, message }]
}

interface Branch {
  id: string
  pages?: Branch[]
}

function skeletonOf(item: SoundRevision): unknown {
  const { files, reusableContents, pages, unreadable: _unreadable, ...rest } = item
  return {
    ...rest,
    pages: pages.map(branchOf),
    files: files.map(file => file.id),
    reusableContents: (reusableContents ?? []).map(content => content.id),
  }
}

function branchOf(page: Page): Branch {
  return page.pages && page.pages.length > 0
    ? { id: page.id, pages: page.pages.map(branchOf) }
    : { id: page.id }
}
