/** What each writer of content cannot say (consistency.md section 5, extensions.md C). */
import type { Kind } from '../../model/resource.ts'
import type { Loss } from '../restorer.ts'

const ALWAYS: readonly Loss[] = [
  { field: 'id', why: 'a new one' },
  { field: 'revisionId', why: 'a new one' },
]

const OF_PAGES: readonly Loss[] = [
  { field: 'layout', why: 'batches cannot set it', writers: ['batch'] },
  { field: 'layout.**', why: 'batches cannot set it', writers: ['batch'] },
  { field: 'cover', why: 'batches cannot set it', writers: ['batch'] },
  { field: 'cover.**', why: 'batches cannot set it', writers: ['batch'] },
  { field: 'variables', why: 'batches cannot set them', writers: ['batch'] },
  { field: 'variables.**', why: 'batches cannot set them', writers: ['batch'] },
  { field: 'type', why: 'groups, links and computed pages become ordinary pages', writers: ['batch'] },
  { field: 'target', why: 'a link becomes a page with the link in it', writers: ['batch'] },
  { field: 'target.**', why: 'a link becomes a page with the link in it', writers: ['batch'] },
  { field: 'href', why: 'a link becomes a page with the link in it', writers: ['batch'] },
  { field: 'computed', why: 'the source is restored, the page is not computed', writers: ['batch'] },
  { field: 'computed.**', why: 'the source is restored, the page is not computed', writers: ['batch'] },
  { field: 'slug', why: 'what a batch makes of a group or a link has one of its own', writers: ['batch'] },
  { field: 'path', why: 'what a batch makes of a group or a link has one of its own', writers: ['batch'] },
  { field: '(markdown)', why: 'the service makes it anew from the document', writers: ['batch'] },
]

const LOSSES: Readonly<Record<Kind, readonly Loss[]>> = {
  page: OF_PAGES,
  'page-group': OF_PAGES,
  'reusable-content': [
    { field: '(never read)', why: 'its body could not be read when the backup was taken' },
    { field: '(not shown)', why: 'written, but this service does not show it' },
  ],
  file: [
    { field: 'downloadURL', why: 'the address is the service’s' },
    { field: 'urls', why: 'the address is the service’s' },
  ],
  revision: [
    { field: 'variables', why: 'no operation sets them', writers: ['batch'] },
    { field: 'variables.**', why: 'no operation sets them', writers: ['batch'] },
    { field: 'reusableContents', why: 'batches cannot make them', writers: ['batch'] },
    { field: 'reusableContents.**', why: 'batches cannot make them', writers: ['batch'] },
  ],
}

/** Drafts start from the main content as it is restored, and are edited from there. */
const OF_DRAFTS: Readonly<Record<Kind, readonly Loss[]>> = {
  'change-request-revision': [{ field: '**', why: 'a draft starts from the content that the space has now' }],
  'change-request-page': [{ field: 'path', why: 'follows the place in the draft' }],
}

export function lossesOf(kind: Kind): readonly Loss[] {
  return [...ALWAYS, ...(LOSSES[kind.replace('change-request-', '')] ?? []), ...(OF_DRAFTS[kind] ?? [])]
}
