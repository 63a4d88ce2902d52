import { textOf } from '../model/fields.ts'
import { IDENTITY } from './controls.ts'
import type { Published } from './field-path.ts'
import { member } from './member.ts'
import { type Item, listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    user: Kept<Item, Published<'User'>>
  }
}

/**
 * No operation lists people: these are all who are mentioned as members, authors or reviewers. Once known, a person
 * stays known, because what they wrote may still be there.
 */
export const user = listed<'user'>({
  kind: 'user',
  parent: 'organization',
  presentAs: member.kind,
  doc: 'A person who is mentioned anywhere: members, authors, reviewers. Grows only.',
  api: '2.1',
  absence: 'kept',
  inTurn: true,
  async *list(_platform, context) {
    yield* context.collected()
  },
  id: item => String(item.id),
  label: item => String(item.displayName ?? item.email ?? item.id),
  alsoCalled: item => [textOf(item.email)],
  volatile: ['urls', 'photoURL'],
  references: {},
  audit: { added: null, removed: null, fields: { email: 'medium', displayName: 'info' }, controls: IDENTITY },
  access: { of: 'person', as: 'identity' },
  restore: { fidelity: 'no', note: 'people are found again by their e-mail address' },
})
