/**
 * Two random states of one organization: the first is backed up, the second is what is found. Plan, restore, read-back,
 * a second plan and the undo, each judged through the emulator's state: the restore gives the first but for what its
 * plan said, the second plan is empty, and the undo gives the second but for what was said to last.
 */
import { join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { inWorld, type Planned, TITLE, type World } from '../restore-world.ts'
import { isRevived, lasts, unannounced } from './announced.ts'
import { editSpace, type SpaceEdit, spaceEdit, spaceOf } from './space-edits.ts'
import { type Difference, differencesOf, readSpace } from './space-facts.ts'
import { setByHand, writeSpace, writeSpaceFolder } from './write-space.ts'

export const PROFILES = ['document', 'full', 'current'] as const

export interface TwoStates {
  profile: (typeof PROFILES)[number]
  /** Of a space that is nearly empty. */
  first: readonly SpaceEdit[]
  /** Of the first state. */
  second: readonly SpaceEdit[]
  /** What the first state does not have is deleted. */
  deletes: boolean
  /** Of bodies, that backups keep. Absent: both. */
  formats?: 'document' | 'markdown' | undefined
}

export const twoStates: fc.Arbitrary<TwoStates> = fc.record({
  profile: fc.constantFrom(...PROFILES),
  first: fc.array(spaceEdit, { maxLength: 20 }),
  second: fc.array(spaceEdit, { minLength: 1, maxLength: 8 }),
  deletes: fc.boolean(),
})

export async function assertRoundTrip({
  profile,
  first,
  second,
  deletes,
  formats,
}: TwoStates): Promise<void> {
  const states = { first: spaceOf(first), second: editSpace(spaceOf(first), second) }
  const options = (folder: string) => {
    writeSpaceFolder(join(folder, 'docs'), states.first)
    return {
      profile,
      members: 1,
      teams: 0,
      comments: 0,
      load: [{ title: 'Docs', folder: join(folder, 'docs') }],
    }
  }
  const settings = formats === undefined ? {} : { DOCVAULT_BACKUP_FORMATS: formats }
  const assertIn = async (world: World) => {
    const { emulator, folder } = world
    const space = spaceIn(world)
    setByHand(emulator, space, states.first)
    const snapshot = await world.backUp()
    const source = readSpace(emulator, space)
    await writeSpace(emulator, space, join(folder, 'docs'), states.second)
    const found = readSpace(emulator, space)
    const request = {
      onConflict: 'update' as const,
      allowWidening: TITLE,
      ...(deletes ? { deleteExtra: TITLE } : {}),
    }
    const plan = await world.plan(snapshot, request)
    const judge = (saying: Planned) => {
      const open = unannounced(saying, space, source, readSpace(emulator, space), found)
      return open
        .filter(one => deletes || one.property !== 'extra' || !had(found, one))
        .filter(one => profile !== 'document' || one.property !== 'document')
        .filter(one => formats !== 'document' || one.property !== 'Markdown')
        .map(wordsOf)
    }
    if (plan.steps.length === 0) {
      expect(judge(plan), 'there is nothing to do').toEqual([])
      return
    }
    const result = await world.apply(plan)
    expect(result.outcome.failures, 'failures').toEqual([])
    expect(judge(plan), 'after the restore').toEqual([])
    expect(result.verification.differences, 'its own comparison').toEqual([])
    expect(
      (await world.plan(snapshot, request)).steps.map(one => `${one.name}: ${one.reason}`),
      'the second plan',
    ).toEqual([])
    const undo = await world.planUndo(result.run)
    expect(undo.skipped, 'left by the undo').toEqual([])
    const undone = await world.apply(undo)
    expect(undone.outcome.failures, 'failures of the undo').toEqual([])
    const left = differencesOf(found, readSpace(emulator, space))
    expect(
      left.filter(one => !lasts(plan, space, one) && !isRevived(plan, undo, space, one)).map(wordsOf),
      'after the undo',
    ).toEqual([])
    expect(undone.verification.differences, 'the comparison of the undo').toEqual([])
    if (left.length > 0) expect(undone.undone, `undone, but for ${left.map(wordsOf).join('; ')}`).toBeNull()
  }
  await inWorld(options, assertIn, settings)
}

function had(found: ReturnType<typeof readSpace>, { id }: Difference): boolean {
  return [...found.pages, ...found.files, ...found.contents].some(one => one.id === id)
}

function wordsOf({ kind, title, property, was, is }: Difference): string {
  return `${kind} ${title}: ${property}: ${shorten(was)} → ${shorten(is)}`
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 300 ? `${text.slice(0, 297)}…` : text
}

function spaceIn({ emulator }: World): string {
  const { spaces } = emulator.state()
  const [space] = Array.isArray(spaces) ? spaces : []
  return String(space?.id)
}
