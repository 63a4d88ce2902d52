/** The masked vault that a request asks for, and what a plan says of it: what is masked, what is lost by it, what is not looked into. */
import { UsageError } from '../../model/errors.ts'
import { plural } from '../../model/plural.ts'
import type { Vault } from '../../vault/vault.ts'
import { requestOfRun } from '../plan/document.ts'
import { NAMED_LISTS } from '../read/named-items.ts'
import type { RestoreRequest } from '../request.ts'
import { LEFT_OUT, maskVault } from './masked-vault.ts'
import { Masking } from './masking.ts'
import { shapeOf } from './names.ts'
import { type KnownPerson, peopleOf } from './people.ts'
import { MASKED_DOMAIN } from './pseudonyms.ts'

export interface MaskedSource {
  source: Vault
  /** As the masked source calls what was chosen by its title. */
  request: RestoreRequest
  /** Sentences for the plan. */
  words: string[]
}

/** Null: nothing is to be masked. Throws UsageError where a masked copy cannot be what was asked for. */
export function openMasked(vault: Vault, request: RestoreRequest): MaskedSource | null {
  const { mask, snapshot } = request
  if (mask === undefined) return null
  assertMaskable(vault, request)
  if (mask.key === undefined) throw new UsageError('a masked copy wants a key, and the request has none')
  const people = peopleOf(vault, snapshot)
  const masking = new Masking(mask.key, people)
  const source = maskVault(vault, masking, mask.what)
  const chosen = NAMED_LISTS.flatMap(list =>
    request[list] === undefined ? [] : [[list, request[list].map(name => masking.text(name))] as const],
  )
  const words = [...peopleWords(people), ...remarkWords(request), ...leftOutWords(vault, snapshot)]
  return {
    source,
    request: { ...request, ...Object.fromEntries(chosen) },
    words: [...words, ...binaryWords(vault, source, snapshot), NOT_KNOWN],
  }
}

function assertMaskable(vault: Vault, { snapshot, to, takeBack, people }: RestoreRequest): void {
  const organization = vault.snapshot(snapshot)?.organization
  if (organization === to || takeBack !== undefined)
    throw new UsageError('--mask is for another organization, and the snapshot is of this one', {
      hint: 'name the organization for the copy with --to',
    })
  if (people !== undefined)
    throw new UsageError('--person and --mask exclude each other: a masked copy has nobody', {
      hint: 'leave --person out',
    })
  const earlier = vault.restoreRuns().find(run => {
    const { mask, takeBack: back } = requestOfRun(run)
    const of = vault.snapshot(run.snapshot)?.organization
    const isSame = of === undefined || of === organization
    return run.target === to && isSame && run.state !== 'undone' && mask === undefined && back === undefined
  })
  if (earlier !== undefined)
    throw new UsageError(`restore ${earlier.id} brought this organization's content there unmasked`, {
      hint: 'take an organization that has nothing of it yet',
    })
}

function peopleWords(people: readonly KnownPerson[]): string[] {
  const shapes = people.flatMap(({ names }) => names.map(shapeOf))
  const count = (shape: ReturnType<typeof shapeOf>) => shapes.filter(known => known === shape).length
  const some = (number: number, words: string) => (number === 0 ? [] : [`${plural(number, 'name')} ${words}`])
  return [
    `${plural(people.length, 'person', 'people')}: name, address, picture and id become pseudonyms by the key of this plan, in fields, titles, pages and files that are text`,
    `every other e-mail address in them, too`,
    `nobody is invited: masked addresses are at ${MASKED_DOMAIN}, which receives no mail; memberships, teams' people, roles and grants of people do not come back`,
    ...some(count('word'), 'of one word: that word is replaced wherever it stands, whatever it means there'),
    ...some(
      count('short'),
      'of one or two letters: replaced as a whole word in the same spelling, whatever it means there',
    ),
    ...some(count(null), 'without a letter or digit: replaced where a person is named, and left in texts'),
  ]
}

function remarkWords({ mask }: RestoreRequest): string[] {
  return mask?.what.includes('comments')
    ? ['the text of comments and replies is replaced']
    : ['comments and replies keep their text but for names and addresses; --mask people,comments replaces it']
}

function leftOutWords(vault: Vault, snapshot: number): string[] {
  const counts = [...LEFT_OUT].flatMap(kind => {
    const count = vault.sizes(snapshot, kind).reduce((sum, { size }) => sum + size, 0)
    return count === 0 ? [] : [`${count} × ${kind}`]
  })
  const list = counts.length === 0 ? '' : ` (${counts.join(', ')})`
  return [`left out: single sign-on, domains whose people may join, invitations by link${list}`]
}

function binaryWords(vault: Vault, source: ReturnType<typeof maskVault>, snapshot: number): string[] {
  let count = 0
  for (const resource of vault.resources(snapshot))
    for (const part of resource.parts)
      if (part.name !== 'document' && part.name !== 'markdown' && !source.isText(part)) count++
  if (count === 0) return []
  return [
    `NOT masked: ${plural(count, 'file')} that ${count === 1 ? 'is' : 'are'} no text (pictures, PDF, archives): whom they show or name nobody has looked at`,
  ]
}

const NOT_KNOWN =
  "NOT masked: first or last names on their own, nicknames, names of people whom the snapshot does not know, names in escapes of HTML or JSON, words of the platform (types, roles, icons, names of fields) that are also somebody's name, and the domains and host names of the company"
