/**
 * What matters to a security reviewer. How much a change of a field matters stands in the declaration of its kind; what
 * depends on more than the field is a rule here, one file for each thing that a reviewer asks about, and stands before
 * the declaration. Severities can be changed, and rules switched off, by `audit.rules`.
 */
import { resources } from '../../resources/index.ts'
import { SEVERITIES } from '../severity.ts'
import { CONTENT_RULES } from './content.ts'
import { declaredRules } from './declared.ts'
import { MASS_CHANGE } from './mass-change.ts'
import { MEMBER_RULES } from './members.ts'
import { PUBLICATION_RULES } from './publication.ts'
import { ROLE_RULES } from './roles.ts'
import type { Rule } from './rule.ts'
import { SIGN_ON_RULES } from './sign-on.ts'

/** The most severe first. */
export const RULES: readonly Rule[] = [
  MASS_CHANGE,
  ...SIGN_ON_RULES,
  ...PUBLICATION_RULES,
  ...ROLE_RULES,
  ...MEMBER_RULES,
  ...CONTENT_RULES,
  ...declaredRules(resources),
].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))

/** Names of before the declarations were rules: a configuration may still have them. */
export const FORMER_NAMES: Readonly<Record<string, readonly string[]>> = {
  'saml-provider-removed': ['saml-provider.removed'],
  'saml-provider-added': ['saml-provider.added'],
  'saml-endpoint-changed': [
    'saml-provider.ssoURL',
    'saml-provider.entityID',
    'saml-provider.certificate',
    'saml-provider.status',
  ],
  'sso-domain-changed': ['organization.emailDomains'],
  'invite-link-created': ['link-invite.added'],
  'member-removed': ['member.removed'],
  'team-removed': ['team.removed', 'team-member.removed'],
  'team-renamed': ['team.title'],
  'direct-grant': ['space-user-grant.added', 'collection-user-grant.added', 'site-user-grant.added'],
  'team-grant': ['space-team-grant.added', 'collection-team-grant.added', 'site-team-grant.added'],
  'grant-revoked': [
    'space-user-grant.removed',
    'collection-user-grant.removed',
    'site-user-grant.removed',
    'space-team-grant.removed',
    'collection-team-grant.removed',
    'site-team-grant.removed',
  ],
  'integration-installed': ['installation.added'],
  'visitor-access-changed': [
    'site-visitor-auth.added',
    'site-visitor-auth.removed',
    'site-visitor-auth.backend',
    'site-visitor-auth.integration',
    'site-visitor-auth.privateKey',
    'site-visitor-auth.fallbackURL',
    'space.visitorAuth',
  ],
  'profile-edited': [
    'user.displayName',
    'user.email',
    'organization.title',
    'organization.hostname',
    'collection.title',
    'space.title',
    'site.title',
    'site.hostname',
    'site.basename',
  ],
}
