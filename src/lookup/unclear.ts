/**
 * The error for a name that means nothing in a snapshot, or more than one thing: where what is called so stands, in which
 * nights, and what to type for each. Lists a bounded number.
 */
import { readTogether } from '../diff/describe.ts'
import { type NamedCandidate, UsageError } from '../model/errors.ts'
import { printable } from '../model/printable.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import { sealedBackups } from '../vault/sealed-backups.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'
import { candidateLine, nightsOf } from './candidate-line.ts'
import { Best, type Fitting } from './find.ts'
import { type Life, type Lives, livesOf } from './lives.ts'
import { makeFit, makeNames, matchOf, type NameWish } from './names.ts'
import { type Stay, staysIn } from './stays.ts'

/** A name that somebody typed, and where. */
export interface Asked {
  vault: Vault
  snapshot: SnapshotSummary
  wish: NameWish
  /** What to type for a thing as a snapshot has it; null where things of its kind cannot be meant. */
  command(resource: StoredResource, snapshot: number): string | null
}

const MOST_LISTED = 10
const MOST_OF_OTHER_KINDS = 5

/** For several that the snapshot has. */
export function ambiguous(asked: Asked, { fit, found, count }: Fitting<StoredResource>): UsageError {
  const { vault, wish, snapshot } = asked
  const backups = backupsOf(asked)
  const candidates = found.slice(0, MOST_LISTED).map(resource => {
    const stays = staysIn(backups, vault.versions(resource.key))
    return candidateOf(asked, { resource, stays, snapshot }, matchOf(fit))
  })
  const more =
    count > candidates.length
      ? [
          `… and ${count - candidates.length} more: ${lsOf(asked)} --grep '${printable(wish.name)}'\` lists them`,
        ]
      : []
  return new UsageError(`snapshot ${snapshot.snapshot} has ${count} of ${wish.kind} ${nameOf(wish)}`, {
    hint: ['say which:', ...candidates.map(candidateLine), ...more].join('\n'),
    candidates,
  })
}

/** For what the snapshot does not have. `lives`: where that was looked for already. */
export function missing(asked: Asked, lives: Lives = livesIn(asked)): UsageError {
  const { snapshot, wish } = asked
  const message = `snapshot ${snapshot.snapshot} has no ${wish.kind} ${nameOf(wish)}`
  const called = lives.found.slice(0, MOST_LISTED).map(life => candidateOf(asked, life, matchOf(lives.fit)))
  const [life, another] = lives.found
  if (life && called[0] && !another)
    return new UsageError(message, { hint: whereItIs(life, called[0]), candidates: called })
  if (called.length > 0) {
    const first = `other snapshots have ${lives.count} that were called so; say which:`
    return new UsageError(message, {
      hint: [first, ...called.map(candidateLine)].join('\n'),
      candidates: called,
    })
  }
  const others = [...ofOtherKinds(asked), ...lives.near.map(near => candidateOf(asked, near, 'near'))]
  const hint =
    others.length === 0
      ? `no snapshot has it; ${lsOf(asked)}\` lists what is there`
      : ['no snapshot has it; what comes near it:', ...others.map(candidateLine)].join('\n')
  return new UsageError(message, { hint, candidates: others })
}

export function livesIn(asked: Asked): Lives {
  return livesOf(asked.vault, backupsOf(asked), asked.wish)
}

/** Where nothing but what a restore has read is known of an organization, that. */
function backupsOf({ vault, snapshot }: Asked): SnapshotSummary[] {
  const backups = sealedBackups(vault, snapshot.organization)
  return backups.length === 0 ? [snapshot] : backups
}

function nameOf({ name, within }: NameWish): string {
  return printable(`${name}${within === undefined ? '' : ` in ${within}`}`)
}

function lsOf({ snapshot, wish }: Asked): string {
  return `\`docvault ls ${snapshot.snapshot} --kind ${wish.kind}`
}

function whereItIs({ snapshot, title }: Life, candidate: NamedCandidate): string {
  const kept = snapshot.forgotten ? ', and is forgotten' : ''
  const isThere = candidate.stood[0]?.last === null
  const later = title === null ? '' : `; later it is called ${printable(title)}`
  return `snapshot ${snapshot.snapshot} of ${snapshot.started} has it${kept}: \`${candidate.command}\`; it ${isThere ? 'has stood ' : ''}${nightsOf(candidate)}${later}`
}

function candidateOf(
  { vault, command, snapshot: asked }: Asked,
  { resource, stays, snapshot }: Pick<Life, 'resource' | 'stays' | 'snapshot'>,
  match: NamedCandidate['match'],
): NamedCandidate {
  const names = makeNames(vault)(resource, vault.firstKept(resource.since))
  const at = stays.some(stay => isIn(stay, asked.snapshot)) ? asked : snapshot
  const nightOf = ({ snapshot: number, started }: SnapshotSummary) => ({ snapshot: number, started })
  return {
    kind: resource.kind,
    id: resource.id,
    title: names.title,
    within: names.within,
    path: names.paths[0] ?? null,
    match,
    stood: stays.map(({ first, last, lasts }) => ({
      first: nightOf(first),
      last: lasts ? null : nightOf(last),
    })),
    command: command(resource, at.snapshot) ?? '',
  }
}

function isIn({ first, last }: Stay, snapshot: number): boolean {
  return first.snapshot <= snapshot && snapshot <= last.snapshot
}

/** What the snapshot has that is called so and is something else. */
function ofOtherKinds(asked: Asked): NamedCandidate[] {
  const { vault, wish, command, snapshot } = asked
  const [fitOf, namesOf] = [makeFit({ name: wish.name }), makeNames(vault)]
  const best = new Best<StoredResource>()
  const wanted = function* () {
    for (const resource of vault.resources(snapshot.snapshot))
      if (resource.kind !== wish.kind && command(resource, snapshot.snapshot) !== null) yield resource
  }
  for (const resource of readTogether(vault, wanted()))
    best.add(fitOf(namesOf(resource, snapshot.snapshot)), resource)
  const backups = backupsOf(asked)
  return best.found.slice(0, MOST_OF_OTHER_KINDS).map(resource => {
    const stays = staysIn(backups, vault.versions(resource.key))
    return candidateOf(asked, { resource, stays, snapshot }, 'kind')
  })
}
