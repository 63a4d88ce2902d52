/** What may happen to the objects of a replica behind everybody's back. */
import { LEASE_KEY } from '../../../src/replica/layout.ts'
import type { MemoryObject } from '../memory-store.ts'

export interface Injury {
  kind: string
  /** What was hit; two where they were swapped. */
  keys: string[]
  /** Whether names and sizes alone give it away. */
  isVisible: boolean
  objects: Map<string, MemoryObject>
}

export interface Injured {
  objects: ReadonlyMap<string, MemoryObject>
  /** What keys held before they were replaced. */
  older: ReadonlyMap<string, Buffer>
}

/** Below n; the same for the same seed. */
export type Random = (n: number) => number

export function seeded(seed: number): Random {
  let state = seed >>> 0
  return n => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n
  }
}

/** Each class of objects is hit as often as any other, however many there are of it. */
export function injure(injured: Injured, random: Random): Injury {
  const groups = Map.groupBy(
    [...injured.objects.keys()].filter(key => key !== LEASE_KEY).sort(),
    key => key.split('/')[0] ?? '',
  )
  const pick = <T>(from: readonly T[]): T => {
    const chosen = from[random(from.length)]
    if (chosen === undefined) throw new Error('there is nothing to choose from')
    return chosen
  }
  const group = pick([...groups.values()])
  const key = pick(group)
  return pick(KINDS)({ ...injured, key, others: group.filter(other => other !== key) }, random)
}

interface Wound extends Injured {
  key: string
  /** Of the same class. */
  others: string[]
}

type Kind = (wound: Wound, random: Random) => Injury

const KINDS: Kind[] = [flip, cut, remove, swap, restoreOlder]

function bytesOf({ objects }: Injured, key: string): Buffer {
  const object = objects.get(key)
  if (object === undefined) throw new Error(`${key} is there`)
  return object.bytes
}

function replaced(wound: Wound, kind: string, bytes: ReadonlyMap<string, Buffer | null>): Injury {
  const objects = new Map(wound.objects)
  let isVisible = false
  for (const [key, content] of bytes) {
    const object = objects.get(key)
    if (object === undefined) throw new Error(`${key} is there`)
    if (content?.length !== object.bytes.length) isVisible = true
    if (content === null) objects.delete(key)
    else objects.set(key, { ...object, bytes: content, tag: `${object.tag}-${kind}` })
  }
  return { kind, keys: [...bytes.keys()], isVisible, objects }
}

function flip(wound: Wound, random: Random): Injury {
  const bytes = Buffer.from(bytesOf(wound, wound.key))
  const at = random(bytes.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))
  return replaced(wound, 'flip', new Map([[wound.key, bytes]]))
}

function cut(wound: Wound, random: Random): Injury {
  const bytes = bytesOf(wound, wound.key)
  return replaced(wound, 'cut', new Map([[wound.key, bytes.subarray(0, random(bytes.length))]]))
}

function remove(wound: Wound): Injury {
  return replaced(wound, 'remove', new Map([[wound.key, null]]))
}

/** With one of its class; what has none is overwritten by something else of the replica. */
function swap(wound: Wound, random: Random): Injury {
  const among =
    wound.others.length > 0 ? wound.others : [...wound.objects.keys()].filter(key => key !== wound.key)
  const other = among[random(among.length)] ?? ''
  const [mine, theirs] = [bytesOf(wound, wound.key), bytesOf(wound, other)]
  return replaced(
    wound,
    'swap',
    new Map(
      wound.others.length > 0
        ? [
            [wound.key, theirs],
            [other, mine],
          ]
        : [[wound.key, theirs]],
    ),
  )
}

/** What it was once; where it was never another one, what its neighbour of before is. */
function restoreOlder(wound: Wound, random: Random): Injury {
  const older = wound.older.get(wound.key)
  if (older !== undefined && !older.equals(bytesOf(wound, wound.key)))
    return replaced(wound, 'old version', new Map([[wound.key, older]]))
  const before = wound.others.filter(other => other < wound.key).at(-1)
  if (before === undefined) return flip(wound, random)
  return replaced(wound, 'old version', new Map([[wound.key, bytesOf(wound, before)]]))
}
