/**
 * A company's bad quarter, as data: in each step people edit what matters to security, then a snapshot is taken. Beside
 * the edits stands what the report of changes has to say about them; nothing else may be in it.
 */
import type { Company } from '../helpers/company.ts'

/** Severity, action, kind, title, and the rules in the order of the table of rules. */
export type Expected = readonly [
  severity: string,
  action: string,
  kind: string,
  title: string,
  rules: readonly string[],
]

export interface Step {
  edit(story: Story): Promise<void> | void
  /** An operation that fails while the snapshot after the edits is taken. */
  failing?: string
  expected: readonly Expected[]
}

export interface Story {
  company: Company
  /** Ids by what people know: an e-mail address before the @, a title. */
  id(kind: string, name: string): string
  call(method: string, path: string, body?: unknown): Promise<void>
  organization: string
}

/** Before the first snapshot. */
export async function begin({ company, id, call, organization }: Story): Promise<void> {
  const { emulator } = company
  emulator.patch('organization', organization, {
    sso: true,
    inviteLinks: false,
    mergeRules: { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] },
  })
  for (const one of people) emulator.patch('member', id('member', one), { sso: true })
  emulator.patch('site', id('site', 'Product Docs'), { visibility: 'share-link' })
  await call('PATCH', `collections/${id('collection', 'Internal')}`, { defaultLevel: 'inherit' })
}

const people = [
  'hiroshi.nakamura',
  'farid.okafor',
  'yara.nakamura',
  'ines.tanaka',
  'liam.yilmaz',
  'quinn.okafor',
  'mei.rossi',
  'chiara.kowalski',
  'hiroshi.garcia',
  'ada.brandt',
  'amara.schmidt',
  'elif.varga',
]

const certificate = '-----BEGIN CERTIFICATE-----\nc3dhcHBlZA==\n-----END CERTIFICATE-----'

export const steps: readonly Step[] = [
  {
    // Roles up and down.
    async edit({ id, call, organization }) {
      await call('PATCH', `orgs/${organization}/members/${id('member', 'mei.rossi')}`, { role: 'edit' })
      await call('PATCH', `orgs/${organization}/members/${id('member', 'farid.okafor')}`, { role: 'review' })
      await call('PATCH', `orgs/${organization}/members/${id('member', 'liam.yilmaz')}`, { role: 'admin' })
      await call('PATCH', `orgs/${organization}/teams/${id('team', 'Support')}`, { title: 'Help desk' })
    },
    expected: [
      ['high', 'role changed', 'member', 'Liam Yılmaz', ['administrator-gained', 'role-raised']],
      ['medium', 'role changed', 'member', 'Mei Rossi', ['role-raised']],
      ['low', 'role changed', 'member', 'Farid Okafor', ['role-lowered']],
      ['low', 'renamed', 'team', 'Help desk', ['team.title']],
    ],
  },
  {
    // People join, one of them as an administrator from outside.
    edit({ company: { emulator } }) {
      const join = (displayName: string, email: string, role: string | null, sso: boolean) =>
        emulator.create('member', { displayName, email, role, sso })
      join('Mallory', 'mallory@evil.example', 'admin', true)
      join('Olga', 'olga@agency.example', null, true)
      join('Nina', 'nina@acme.example', 'read', false)
      join('Bob', 'bob@acme.example', 'read', true)
    },
    expected: [
      [
        'critical',
        'joined',
        'member',
        'Mallory',
        ['outside-administrator', 'administrator-gained', 'outside-guest-added'],
      ],
      ['medium', 'joined', 'member', 'Olga', ['outside-guest-added']],
      ['medium', 'joined', 'member', 'Nina', ['member-without-sso']],
      ['info', 'joined', 'member', 'Bob', ['member.added']],
    ],
  },
  {
    // One in and one out of a team: its count stays the same. Another team becomes powerful.
    async edit({ id, call, organization }) {
      const team = `orgs/${organization}/teams/${id('team', 'Documentation')}/members`
      await call('DELETE', `${team}/${id('member', 'quinn.okafor')}`)
      await call('PUT', `${team}/${id('member', 'mei.rossi')}`, { role: 'member' })
      const desk = `orgs/${organization}/teams/${id('team', 'Support')}/members`
      await call('PUT', `${desk}/${id('member', 'yara.nakamura')}`, { role: 'owner' })
      await call('POST', `spaces/${id('space', 'Handbook')}/permissions`, {
        role: 'admin',
        teams: [id('team', 'Engineering')],
      })
    },
    expected: [
      ['medium', 'role changed', 'team-member', 'Yara Nakamura', ['role-raised']],
      ['medium', 'granted', 'space-team-grant', 'Engineering', ['space-team-grant.added']],
      ['low', 'left team', 'team-member', 'Quinn Okafor', ['team-member.removed']],
      ['info', 'joined team', 'team-member', 'Mei Rossi', ['team-member.added']],
    ],
  },
  {
    // The powerful team grows; a guest from outside becomes an administrator; single sign-on is tampered with.
    async edit({ id, call, organization }) {
      const team = `orgs/${organization}/teams/${id('team', 'Engineering')}/members`
      await call('PUT', `${team}/${id('member', 'chiara.kowalski')}`, { role: 'member' })
      await call('PATCH', `orgs/${organization}/members/${id('member', 'olga')}`, { role: 'admin' })
      const saml = `orgs/${organization}/saml`
      await call('PATCH', `${saml}/${id('saml-provider', 'Acme single sign-on')}`, { certificate })
      await call('DELETE', `${saml}/${id('saml-provider', 'Contractors')}`)
      await call('POST', saml, { label: 'Shadow' })
    },
    expected: [
      [
        'critical',
        'role changed',
        'member',
        'Olga',
        ['outside-administrator', 'administrator-gained', 'role-raised'],
      ],
      ['critical', 'sign-on changed', 'saml-provider', 'Acme single sign-on', ['saml-provider.certificate']],
      ['critical', 'removed', 'saml-provider', 'Contractors', ['saml-provider.removed']],
      ['critical', 'created', 'saml-provider', 'Shadow', ['saml-provider.added']],
      ['high', 'joined team', 'team-member', 'Chiara Kowalski', ['privileged-team-grew']],
    ],
  },
  {
    // Spaces become public through their site; share links.
    async edit({ id, call, organization }) {
      const site = `orgs/${organization}/sites/${id('site', 'Product Docs')}`
      await call('PATCH', site, { visibility: 'public' })
      await call('PATCH', `${site}/share-links/${id('share-link', 'Partners of last year')}`, {
        active: true,
      })
      await call('POST', `${site}/share-links`, { name: 'Auditors' })
    },
    expected: [
      ['critical', 'access changed', 'site', 'Product Docs', ['content-made-public']],
      ['info', 'access changed', 'space', 'Handbook', []],
      ['info', 'access changed', 'space', 'Second', []],
      ['high', 'status changed', 'share-link', 'Partners of last year', ['share-link-activated']],
      ['high', 'created', 'share-link', 'Auditors', ['share-link-activated']],
    ],
  },
  {
    // The settings of the organization, one after another.
    async edit({ company: { emulator }, id, call, organization }) {
      emulator.patch('organization', organization, {
        defaultRole: 'edit',
        inviteLinks: true,
        sso: false,
        emailDomains: ['acme.example', 'acme.test'],
        mergeRules: { type: 'none' },
      })
      await call('POST', `orgs/${organization}/link-invites`, { role: 'edit' })
      await call('PATCH', `collections/${id('collection', 'Handbooks')}`, { defaultLevel: 'create' })
    },
    expected: [
      ['critical', 'access changed', 'organization', 'Acme Documentation', ['sso-switched-off']],
      ['critical', 'access changed', 'organization', 'Acme Documentation', ['organization.emailDomains']],
      ['high', 'role changed', 'organization', 'Acme Documentation', ['default-role-raised']],
      ['high', 'access changed', 'organization', 'Acme Documentation', ['invite-links-on']],
      ['medium', 'settings changed', 'organization', 'Acme Documentation', ['merge-rules-weakened']],
      ['medium', 'created', 'link-invite', 'as edit', ['link-invite.added']],
      ['medium', 'access changed', 'collection', 'Handbooks', ['default-level-raised']],
    ],
  },
  {
    // Two members leave while the list of members fails: told when it is read again.
    async edit({ id, call, organization }) {
      await call('DELETE', `orgs/${organization}/members/${id('member', 'amara.schmidt')}`)
      await call('DELETE', `orgs/${organization}/members/${id('member', 'liam.yilmaz')}`)
      const handbook = `spaces/${id('space', 'Handbook')}/permissions`
      await call('POST', `spaces/${id('space', 'Second')}/permissions`, {
        role: 'comment',
        users: [id('member', 'chiara.kowalski'), id('member', 'quinn.okafor')],
      })
      await call('PATCH', `${handbook}/users/${id('member', 'ines.tanaka')}`, { role: 'edit' })
      const links = `orgs/${organization}/sites/${id('site', 'Product Docs')}/share-links`
      await call('PATCH', `${links}/${id('share-link', 'Reviewers')}`, { active: false })
    },
    failing: 'listMembersInOrganizationById',
    expected: [
      ['medium', 'granted', 'space-user-grant', 'Chiara Kowalski', ['space-user-grant.added']],
      ['medium', 'granted', 'space-user-grant', 'Quinn Okafor', ['space-user-grant.added']],
      ['medium', 'role changed', 'space-user-grant', 'Ines Tanaka', ['role-raised']],
      ['low', 'status changed', 'share-link', 'Reviewers', ['share-link-deactivated']],
    ],
  },
  {
    // The list is read again. The administrators leave but one.
    async edit({ id, call, organization }) {
      await call('DELETE', `orgs/${organization}/members/${id('member', 'mallory')}`)
      await call('DELETE', `orgs/${organization}/members/${id('member', 'olga')}`)
      await call('PATCH', `orgs/${organization}/members/${id('member', 'yara.nakamura')}`, { role: 'read' })
    },
    expected: [
      ['high', 'left', 'member', 'Mallory', ['administrators-few']],
      ['high', 'left', 'member', 'Olga', ['administrators-few']],
      ['high', 'left', 'member', 'Liam Yılmaz', ['administrators-few']],
      ['high', 'role changed', 'member', 'Yara Nakamura', ['administrators-few', 'role-lowered']],
      ['low', 'left', 'member', 'Amara Schmidt', ['member.removed']],
    ],
  },
  {
    // Tidying up.
    async edit({ company: { emulator }, id, call, organization }) {
      await call(
        'DELETE',
        `spaces/${id('space', 'Second')}/permissions/users/${id('member', 'quinn.okafor')}`,
      )
      emulator.patch('member', id('member', 'hiroshi.garcia'), { disabled: true })
      await call('PATCH', `orgs/${organization}`, { defaultRole: 'comment' })
      await call('POST', `orgs/${organization}/sites/${id('site', 'Product Docs')}/unpublish`)
      await call('PATCH', `spaces/${id('space', 'Second')}`, { editMode: 'locked' })
      const links = `orgs/${organization}/sites/${id('site', 'Product Docs')}/share-links`
      await call('DELETE', `${links}/${id('share-link', 'Partners of last year')}`)
    },
    expected: [
      ['low', 'revoked', 'space-user-grant', 'Quinn Okafor', ['space-user-grant.removed']],
      ['low', 'status changed', 'member', 'Hiroshi García', ['member-disabled']],
      ['low', 'role changed', 'organization', 'Acme Documentation', ['default-lowered']],
      ['low', 'access changed', 'site', 'Product Docs', ['content-made-private']],
      ['info', 'access changed', 'space', 'Handbook', []],
      ['info', 'access changed', 'space', 'Second', []],
      ['low', 'deleted', 'share-link', 'Partners of last year', ['share-link-deactivated']],
      ['low', 'settings changed', 'space', 'Second', ['space.editMode']],
    ],
  },
]
