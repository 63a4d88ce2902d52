/**
 * What matters to a security reviewer, as data: which change of which kind, under which condition, how much, and which
 * controls it speaks to; one file for each thing that a reviewer asks about. A change takes the highest severity of the
 * rules that match it; one that no rule matches is `info`. Severities can be changed, and rules switched off, by
 * `audit.rules`.
 */
import { SEVERITIES } from '../severity.ts'
import { CONTENT_RULES } from './content.ts'
import { MEMBER_RULES } from './members.ts'
import { PUBLICATION_RULES } from './publication.ts'
import { ROLE_RULES } from './roles.ts'
import type { Rule } from './rule.ts'
import { SIGN_ON_RULES } from './sign-on.ts'

/** The most severe first. */
export const RULES: readonly Rule[] = [
  ...SIGN_ON_RULES,
  ...PUBLICATION_RULES,
  ...ROLE_RULES,
  ...MEMBER_RULES,
  ...CONTENT_RULES,
].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
