/**
 * Which recorded actions can have caused a change: those that the kind declares for the event. A service may call them
 * otherwise; then the words of the name have to say as much.
 */
import type { Kind } from '../../model/resource.ts'
import type { CausingAction } from '../../resources/causing-actions.ts'
import { declarationOf, resources } from '../../resources/index.ts'
import type { RuleEvent } from '../rules/rule.ts'

/** Null: nothing is known of an action by that name. */
export function causeBy(kind: Kind, event: RuleEvent, action: string): CausingAction | null {
  const known = declarationOf(kind)?.causes?.[event]?.find(cause => cause.action === action)
  if (known) return known
  return knownActions.has(action) || !saysAsMuch(kind, event, action) ? null : { action }
}

const knownActions: ReadonlySet<string> = new Set(
  resources
    .flatMap(({ causes }) => Object.values(causes ?? {}))
    .flatMap(actions => actions.map(cause => cause.action)),
)

const verbs: Readonly<Record<RuleEvent, RegExp>> = {
  added: /^(create|add|install|grant|join)(ed|d)?$/,
  modified: /^(update|change|set|edit|rename|move)(ed|d)?$/,
  removed: /^(delete|remove|uninstall|revoke|leave|left)(ed|d)?$/,
}

/** A name such as `team.member.removed`: the verb of the event, and all words of the kind but no other noun of one. */
function saysAsMuch(kind: Kind, event: RuleEvent, action: string): boolean {
  const words = wordsOf(action)
  const nouns = words.filter(word => !Object.values(verbs).some(verb => verb.test(word)))
  const own = new Set(kind.split('-'))
  const exact =
    nouns.length > 0 && nouns.every(word => own.has(word)) && [...own].every(word => nouns.includes(word))
  return exact && words.some(word => verbs[event].test(word))
}

function wordsOf(action: string): string[] {
  return action
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
}
