import type { Page, Revision } from '../platform/operations/content-shapes.ts'
import type { Space } from '../platform/operations/spaces.ts'
import { UPLOAD_ORIGIN } from './asset.ts'
import { source } from './resource.ts'

/**
 * The content of a space is read as one revision: tree, files and reusable contents in one atomic answer
 * (consistency.md 1.2 and 1.3). What it contains is kept as resources of their own; here stays the rest of the
 * answer, with the tree as ids.
 */
export const revision = source<Revision, Space>({
  kind: 'revision',
  parent: 'space',
  doc: "A space's content as a whole: the order and nesting of its pages, and its variables.",
  api: '4.11',
  read: (platform, { parent }) =>
    platform.capabilities.prefer(
      'getRevisionById',
      () => platform.content.revision(parent.id, parent.revision),
      () => platform.content.currentRevision(parent.id),
    ),
  token: parent => ({ value: parent.revision, trust: 'proof' }),
  tokenOf: item => item.id,
  observe: (item, notes) => {
    for (const { downloadURL } of item.files)
      if (URL.canParse(downloadURL)) notes.set(UPLOAD_ORIGIN + new URL(downloadURL).origin, '')
  },
  id: () => 'content',
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
  references: {},
  audit: null,
  restore: {
    fidelity: 'part',
    note: 'order and nesting as the import format can say it; variables cannot be set',
  },
})

interface Branch {
  id: string
  pages?: Branch[]
}

function skeletonOf(item: Revision): unknown {
  const { files, reusableContents, pages, ...rest } = item
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
