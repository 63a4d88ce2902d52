/** Comments and change requests, with what hangs on them. */

import type { EmulatorOptions } from '../../../src/emulator/options.ts'
import type { StoredResource } from '../../../src/vault/vault.ts'
import { asKind } from '../../helpers/as-kind.ts'
import { type Company, handbookFiles } from '../../helpers/company.ts'
import { type KindCase, write } from './kind-case.ts'

const options: EmulatorOptions = { comments: 24, changeRequests: 16 }

/** Kinds whose only operation takes a space or a change request, and that nothing but the generator makes. */
const generated = (operation: string): KindCase => ({
  options,
  operation,
  remove: async () => 0,
  change: null,
})

type Files = Record<string, string | null>

/** Content of a draft: read by its revision, and changed by pulling in what changed in the main content. */
const drafted = (changed: Files, removed: Files): KindCase => ({
  options,
  operation: 'getRevisionById',
  stir: pull,
  remove: async company => {
    await company.edit(removed)
    if (Object.keys(removed).length === 0) return 0
    await pull(company)
    return 2
  },
  change: async company => {
    await company.edit(changed)
    await pull(company)
  },
})

const summary = handbookFiles['SUMMARY.md'] ?? ''

export const discussionCases: Readonly<Record<string, KindCase>> = {
  comment: {
    options,
    operation: 'listCommentsInSpace',
    remove: async company => {
      const gone = first(company, 'comment')
      company.emulator.remove('comment', gone.id)
      return 1 + below(company, gone, 'comment-reply')
    },
    change: async company => {
      const one = first(company, 'comment')
      await inSpace(company, 'PUT', `${one.parentId}/comments/${one.id}`, { body: { markdown: 'Reworded' } })
    },
  },
  'comment-reply': {
    options,
    operation: 'listCommentRepliesInSpace',
    remove: async company => {
      const one = first(company, 'comment-reply')
      await inSpace(company, 'DELETE', pathOfReply(company, one))
      return 1
    },
    change: async company => {
      const one = first(company, 'comment-reply')
      await inSpace(company, 'PUT', pathOfReply(company, one), { addedReactions: ['1f600'] })
    },
  },
  'change-request': {
    options,
    operation: 'listChangeRequestsForOrganization',
    remove: async company => {
      const gone = live(company)
      company.emulator.remove('change-request', gone.id)
      return 1 + everythingBelow(company, gone)
    },
    change: async company => {
      const { id } = live(company)
      company.emulator.patch('change-request', id, { subject: 'Renamed', updatedAt: '2026-11-22T00:00:00Z' })
    },
  },
  'change-request-revision': drafted({ '.gitbook/vars.yaml': 'product: docvault\n' }, {}),
  'change-request-page': drafted(
    { 'guides/linux.md': '# On Linux\n\nOtherwise.\n' },
    { 'SUMMARY.md': summary.replace('* [Empty](guides/empty.md)\n', '') },
  ),
  'change-request-page-group': drafted(
    { 'SUMMARY.md': summary.replace('## Guides', '## Manuals <a href="#guides" id="guides"></a>') },
    { 'SUMMARY.md': summary.replace('## Guides\n\n', '') },
  ),
  'change-request-reusable-content': drafted(
    { '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nOtherwise.\n' },
    { '.gitbook/includes/note.md': null, 'guides/install.md': '# Install\n' },
  ),
  'change-request-file': drafted(
    { '.gitbook/assets/notes (1).txt': 'other bytes' },
    { '.gitbook/assets/notes (1).txt': null },
  ),
  'change-request-comment': {
    options,
    operation: 'listCommentsInChangeRequest',
    remove: async company => {
      const gone = ofLive(company, 'change-request-comment')
      company.emulator.remove('comment', gone.id)
      return 1 + below(company, gone, 'change-request-reply')
    },
    change: async company => {
      const one = ofLive(company, 'change-request-comment')
      await inSpace(company, 'PUT', pathOfComment(company, one), { body: { markdown: 'Reworded' } })
    },
  },
  'change-request-reply': generated('listCommentRepliesInChangeRequest'),
  'change-request-review': generated('getReviewsByChangeRequestId'),
  'change-request-reviewer': generated('getRequestedReviewersByChangeRequestId'),
  'change-request-contributor': generated('getContributorsByChangeRequestId'),
}

function all(company: Company, kind: string): StoredResource[] {
  return [...company.vault().resources(1, { kind: asKind(kind) })]
}

function first(company: Company, kind: string): StoredResource {
  const [one] = all(company, kind)
  if (!one) throw new Error(`there is no ${kind}`)
  return one
}

function live(company: Company): StoredResource {
  const [found] = allLive(company)
  if (!found) throw new Error('no change request is live')
  return found
}

function allLive(company: Company): StoredResource[] {
  const vault = company.vault()
  const isLive = (one: StoredResource) => /"status":"(open|draft)"/.test(JSON.stringify(vault.readJson(one)))
  return all(company, 'change-request').filter(isLive)
}

/** A live change request of the handbook takes over what changed in the main content. */
async function pull(company: Company): Promise<void> {
  const vault = company.vault()
  const handbook = all(company, 'space').find(one => JSON.stringify(vault.readJson(one)).includes('Handbook'))
  const one = allLive(company).find(({ parentId }) => parentId === handbook?.id)
  if (!one) throw new Error('no change request of the handbook is live')
  await inSpace(company, 'POST', `${one.parentId}/change-requests/${one.id}/update`)
}

/** One under a change request that is read again in an exact run. */
function ofLive(company: Company, kind: string): StoredResource {
  const open = new Set(allLive(company).map(one => one.id))
  const found = all(company, kind).find(one => open.has(one.parentId ?? ''))
  if (!found) throw new Error(`no live change request has a ${kind}`)
  return found
}

function below(company: Company, parent: StoredResource, kind: string): number {
  return [...company.vault().resources(1, { kind: asKind(kind), parent: parent.key })].length
}

function everythingBelow(company: Company, parent: StoredResource): number {
  const kinds = Object.keys(discussionCases)
  return kinds
    .flatMap(kind => [...company.vault().resources(1, { kind: asKind(kind), parent: parent.key })])
    .reduce((sum, one) => sum + 1 + everythingBelow(company, one), 0)
}

function pathOfReply(company: Company, reply: StoredResource): string {
  const comment = all(company, 'comment').find(one => one.id === reply.parentId)
  return `${comment?.parentId}/comments/${comment?.id}/replies/${reply.id}`
}

function pathOfComment(company: Company, comment: StoredResource): string {
  const changeRequest = all(company, 'change-request').find(one => one.id === comment.parentId)
  return `${changeRequest?.parentId}/change-requests/${changeRequest?.id}/comments/${comment.id}`
}

async function inSpace(company: Company, method: string, path: string, body?: object): Promise<void> {
  await write(company, method, `/spaces/${path}`, body)
}
