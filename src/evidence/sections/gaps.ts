/** What could not be read in snapshots of the period, from when to when, and when it was read again. */
import { isSealed } from '../../model/snapshot.ts'
import { isIn } from '../period.ts'
import { listed, type SectionFacts, section } from '../section.ts'
import { type EvidenceSnapshot, unknownBefore, vaultBegan } from '../sources.ts'
import { timeWords } from '../words.ts'

interface GapFacts {
  organization: string
  kind: string
  /** Id; with the resource where only that was not read. */
  where: string
  class: string
  message: string
  first_snapshot: number
  first_at: string
  last_snapshot: number
  snapshots: number
  /** The next sealed snapshot in which it was read; null: none has yet. */
  read_again_at: string | null
}

interface UnreadFacts extends SectionFacts {
  sealed: number
  with_gaps: number
  gaps: GapFacts[]
  not_listed: number
}

export const gaps = section<UnreadFacts>({
  id: 'gaps',
  title: 'What could not be read',
  note: 'Each list or resource that a snapshot of the period had to leave out, as its seal says, with the first later snapshot that read it. What a gap hides is unknown in that snapshot, never removed.',
  collect(sources) {
    const sealed = sources.snapshots.filter(isSealed)
    const inPeriod = sealed.filter(({ started }) => isIn(sources.period, started))
    const streaks = sources.organizations.flatMap(({ id }) =>
      streaksOf(sealed.filter(({ organization }) => organization === id)),
    )
    const inTime = new Set(inPeriod.map(({ snapshot }) => snapshot))
    const touching = streaks.filter(({ members }) => members.some(member => inTime.has(member)))
    const all = listed(touching.map(({ members: _, ...facts }) => facts))
    return {
      sealed: inPeriod.length,
      with_gaps: inPeriod.filter(snapshot => snapshot.gaps.length > 0).length,
      gaps: all.listed,
      not_listed: all.not_listed,
      unknown: unknownBefore(sources, vaultBegan(sources), {
        what: 'what could not be read',
        why: 'this vault has no earlier snapshot',
      }),
    }
  },
  show: ({ sealed, with_gaps, gaps, not_listed }) => ({
    facts: [
      ['sealed snapshots begun in the period', String(sealed)],
      ['of these with something left out', String(with_gaps)],
    ],
    tables: [
      {
        title: 'Left out',
        columns: ['organization', 'what', 'under', 'why', 'first', 'snapshots', 'read again'],
        rows: gaps.map(gap => [
          gap.organization,
          gap.kind,
          gap.where,
          `${gap.class}: ${gap.message}`,
          `snapshot ${gap.first_snapshot}, ${timeWords(gap.first_at)}`,
          String(gap.snapshots),
          gap.read_again_at === null ? 'not yet' : timeWords(gap.read_again_at),
        ]),
        more: not_listed,
      },
    ],
  }),
})

interface Streak extends GapFacts {
  members: number[]
}

/** Of one organization: a gap goes on while the next snapshot has it too. */
function streaksOf(snapshots: readonly EvidenceSnapshot[]): Streak[] {
  const all: Streak[] = []
  let open = new Map<string, Streak>()
  for (const { snapshot, started, organization, gaps } of snapshots) {
    const going = new Map<string, Streak>()
    for (const { kind, parent, resource, class: reason, message } of gaps) {
      const where = resource === undefined ? parent : `${parent}, only ${resource}`
      const name = JSON.stringify([kind, where])
      const streak = going.get(name) ??
        open.get(name) ?? {
          ...{
            organization,
            kind,
            where,
            class: reason,
            message,
            first_snapshot: snapshot,
            first_at: started,
          },
          ...{ last_snapshot: snapshot, snapshots: 0, read_again_at: null, members: [] },
        }
      if (streak.snapshots === 0) all.push(streak)
      if (streak.members.at(-1) !== snapshot) {
        streak.snapshots++
        streak.members.push(snapshot)
      }
      streak.last_snapshot = snapshot
      going.set(name, streak)
    }
    for (const [name, streak] of open) if (!going.has(name)) streak.read_again_at = started
    open = going
  }
  return all
}
