/**
 * Packs that were decoded, for the units and the searches that come next: found by checksums of their stored bytes, so that
 * what is kept is what the index has; a text that was taken out of an index lies in no pack of it that is asked for. Bounded.
 *
 * What fits stays: what a search looks through before what it shows of it. When there is no more room, others pass by in a
 * part of it, so that one search of everything does not push out what all others need; what is asked for again by a later
 * search while it passes stays, for what was asked for longest ago.
 */
import { crc32 } from 'node:zlib'
import { type OpenPack, openPack, type StoredPack } from './text-copy.ts'

/** Of decoded bytes: those that stay, and those that pass by. */
const STAYING_BYTES = 48 * 1024 * 1024
const PASSING_BYTES = 8 * 1024 * 1024

interface KeptPack {
  opened: OpenPack
  /** The last that asked for it. */
  search: number
}

export interface KeptPacksLimits {
  stayingBytes: number
  passingBytes: number
}

export class KeptPacks {
  readonly #limits: KeptPacksLimits
  readonly #staying = new Map<string, KeptPack>()
  readonly #passing = new Map<string, KeptPack>()
  #search = 0

  constructor(limits: KeptPacksLimits = { stayingBytes: STAYING_BYTES, passingBytes: PASSING_BYTES }) {
    this.#limits = limits
  }

  beginSearch(): void {
    this.#search++
    makeRoom(this.#staying, this.#limits.stayingBytes)
  }

  /** By what `open` answered. */
  find(name: string): OpenPack | null {
    const staying = this.#staying.get(name)
    const found = staying ?? this.#passing.get(name)
    if (found === undefined) return null
    if (found.search !== this.#search) {
      found.search = this.#search
      this.#passing.delete(name)
      this.#staying.delete(name)
      this.#staying.set(name, found)
      if (staying === undefined) makeRoom(this.#staying, this.#limits.stayingBytes)
    }
    return found.opened
  }

  /** Throws PackDamaged. */
  open(stored: StoredPack): { name: string; opened: OpenPack } {
    const name = nameOf(stored)
    const known = this.find(name)
    if (known) return { name, opened: known }
    const opened = openPack(stored)
    const kept = { opened, search: this.#search }
    const room = this.#limits.stayingBytes - opened.heldBytes()
    const hasRoom = letGoShown(this.#staying, room) <= room
    if (hasRoom) this.#staying.set(name, kept)
    else {
      this.#passing.set(name, kept)
      makeRoom(this.#passing, this.#limits.passingBytes)
    }
    return { name, opened }
  }

  /** The second half of a pack is counted from when it is decoded. */
  heldBytes(): number {
    return bytesOf(this.#staying) + bytesOf(this.#passing)
  }
}

/** Of searches of one vault that follow each other. What is kept of an index goes when that is brought to another state. */
export class PackMemory {
  #state: string | null = null
  #packs = new KeptPacks()

  /** `state`: of the index, as its place tells: it is another after each night, and after something was taken out. */
  of(state: string): KeptPacks {
    // Whoever still searches the one before goes on with its own.
    if (state !== this.#state) this.#packs = new KeptPacks()
    this.#state = state
    this.#packs.beginSearch()
    return this.#packs
  }
}

/** Two packs have the same only by a chance of one in 2^64: every search names each pack that it reads, which is to cost little. */
function nameOf({ folded, shown }: StoredPack): string {
  return `${crc32(folded)} ${crc32(shown)} ${folded.length} ${shown.length}`
}

/** What was asked for longest ago goes first; the last stays, whatever its size. */
function makeRoom(packs: Map<string, KeptPack>, mostBytes: number): void {
  let bytes = letGoShown(packs, mostBytes)
  for (const [name, { opened }] of packs) {
    if (bytes <= mostBytes || packs.size === 1) break
    packs.delete(name)
    bytes -= opened.heldBytes()
  }
}

/** Of those that were asked for longest ago first, until there is room; answers how much all of them hold then. */
function letGoShown(packs: ReadonlyMap<string, KeptPack>, mostBytes: number): number {
  let bytes = bytesOf(packs)
  for (const { opened } of packs.values()) {
    if (bytes <= mostBytes) break
    bytes -= opened.letGoShown()
  }
  return bytes
}

function bytesOf(packs: ReadonlyMap<string, KeptPack>): number {
  return packs.values().reduce((sum, { opened }) => sum + opened.heldBytes(), 0)
}
