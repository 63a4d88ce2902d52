import type { Comment } from '../platform/operations/comment-shapes.ts'
import type { Space } from '../platform/operations/spaces.ts'
import { commentMeaning, firstWords } from './comment-meaning.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    comment: Kept<Comment, Published<'Comment'>>
  }
}

export const comment = listed<'comment', Space>({
  kind: 'comment',
  parent: 'space',
  doc: 'A comment on a space, with its reactions and whether it is resolved.',
  api: '4.1',
  list: (platform, { parent }) =>
    platform.comments.list(parent.id, { status: 'all', format: 'markdown', order: 'asc' }),
  absence: {
    isGone: async (platform, { id }, { parent }) => (await platform.comments.find(parent.id, id)) === null,
  },
  // Counts open ones only: blind to edits, reactions, replies, and to one that comes while another goes.
  token: space => ({ value: String(space.comments), trust: 'hint' }),
  everyRun: 'lists',
  id: item => item.id,
  label: firstWords,
  ...commentMeaning,
  audit: null,
  words: { added: 'posted', removed: 'deleted' },
  restore: {
    fidelity: 'part',
    note: 'text, page and whether resolved; author and time are named in the text',
  },
})
