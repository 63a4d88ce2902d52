/**
 * The plain model: what the platform holds, as maps of texts. Every change is one that the vault has to see by itself.
 */

import type { makeRandom } from '../../../src/emulator/state/random.ts'
import { digestOf } from '../../../src/model/digest.ts'
import type { Night } from '../damage/world.ts'

export type Random = ReturnType<typeof makeRandom>

export interface Company {
  /** As the platform has it now. */
  night(now: number): Night
  /** Creates, edits, renames, moves or deletes one thing. */
  change(): void
  /** Gives a page the text and title that it had. */
  restorePage(space: string, id: string, page: { title: string; text: string }): void
}

interface Space {
  revision: number
  pages: Map<string, { title: string; text: string }>
  members: Map<string, string>
}

const MOST_SPACES = 5
const MOST_PAGES = 12
const ROLES = ['reader', 'editor', 'admin']

export function makeCompany(random: Random): Company {
  const spaces = new Map<string, Space>()
  let made = 0
  addSpace()
  return { night, change, restorePage }

  function night(now: number): Night {
    return {
      now,
      refused: [],
      spaces: Object.fromEntries([...spaces].map(([id, space]) => [id, shown(id, space)])),
    }
  }

  function change(): void {
    const [id, space] = pick([...spaces]) ?? addSpace()
    const kind = random.integer(20)
    if (kind === 0 && spaces.size < MOST_SPACES) addSpace()
    else if (kind === 1 && spaces.size > 1) spaces.delete(id)
    else if (kind < 5) space.members.set(`m${random.integer(4)}`, ROLES[random.integer(ROLES.length)] ?? '')
    else if (kind === 5) space.members.delete(`m${random.integer(4)}`)
    else changePage(space, kind)
  }

  function changePage(space: Space, kind: number): void {
    space.revision = ++made
    const [id, page] = pick([...space.pages]) ?? []
    if (id === undefined || page === undefined || (kind < 9 && space.pages.size < MOST_PAGES))
      space.pages.set(`p${++made}`, { title: `Page ${made}`, text: textOf() })
    else if (kind < 11) space.pages.delete(id)
    else if (kind === 11) move(space, id, page)
    else if (kind < 14) space.pages.set(id, { ...page, title: `Page ${++made}` })
    else space.pages.set(id, { ...page, text: edited(page.text) })
  }

  function move(from: Space, id: string, page: { title: string; text: string }): void {
    const [, to] = pick([...spaces]) ?? []
    if (to === undefined || to === from) return
    from.pages.delete(id)
    to.pages.set(id, page)
    to.revision = ++made
  }

  function restorePage(space: string, id: string, page: { title: string; text: string }): void {
    const target = spaces.get(space)
    if (target === undefined) return
    target.pages.set(id, page)
    target.revision = ++made
  }

  function addSpace(): [string, Space] {
    const id = `s${++made}`
    const space: Space = { revision: ++made, pages: new Map(), members: new Map([['m0', 'admin']]) }
    spaces.set(id, space)
    return [id, space]
  }

  /** Long texts go into files of their own. */
  function textOf(): string {
    const words = random.integer(30) === 0 ? 20_000 : 20 + random.integer(300)
    return `${++made} `.repeat(words)
  }

  function edited(text: string): string {
    const at = random.integer(text.length)
    return `${text.slice(0, at)}[${++made}]${text.slice(at + random.integer(40))}`
  }

  function pick<T>(list: readonly T[]): T | undefined {
    return list[random.integer(Math.max(1, list.length))]
  }
}

function shown(id: string, { revision, pages, members }: Space): Night['spaces'][string] {
  const all = [...pages].map(([page, { title, text }]) => {
    return [page, { title, text, documentId: `doc-${digestOf(text).slice(0, 16)}` }] as const
  })
  return { token: `${id}.${revision}`, pages: Object.fromEntries(all), members: Object.fromEntries(members) }
}
