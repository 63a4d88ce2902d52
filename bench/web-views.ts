/** Random addresses of every view, from a seed, and what a reader of a Git repository would run instead of each. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeRandom, type Random } from '../src/emulator/state/random.ts'
import { addressesIn, FRONT, SEARCH, withQuery } from '../src/web/addresses.ts'
import { CART_COOKIE, cartText } from '../src/web/reading/cart.ts'
import { idOf, LARGE_SPACE, ORGANIZATION, PAGES_A_SPACE } from './prune-states.ts'
import { HOT_PAGE, type Year } from './web-states.ts'

export interface Visit {
  address: string
  /** As a browser sends it; default none. */
  cookie?: string | undefined
  /** Arguments of `git`, by what it is called. */
  git: Readonly<Record<string, readonly string[]>>
}

export type Views = Readonly<Record<string, () => Visit>>

const to = addressesIn(ORGANIZATION)

export function viewsOf(year: Year, seed: number): Views {
  const random = makeRandom(seed, 'visits')
  const pick = makePick(year, random)
  return { ...nights(year, pick), ...things(year, pick), ...comparisons(year, pick), ...lists(year, pick) }
}

/** Snapshots are numbered as the nights are, from 1 on. */
function makePick({ nights, pages, large, largeFrom }: Year, { integer }: Random) {
  const within = (least: number) => least + integer(nights - least + 1)
  const small = pages - large
  const page = () => {
    const number = integer(pages)
    return { number, night: within(number < small ? 1 : largeFrom + 1) }
  }
  return {
    integer,
    night: () => within(1),
    page,
    space: () => Math.floor(integer(small) / PAGES_A_SPACE),
    largeNight: () => within(largeFrom + 1),
    /** Two different nights from `least` on, the earlier one first. */
    pair(least = 1): [number, number] {
      const a = least + integer(nights - least)
      return [a, a + 1 + integer(nights - a)]
    },
  }
}
type Pick = ReturnType<typeof makePick>

function nights(year: Year, pick: Pick): Views {
  const tree = (night: number, space: string): Visit => ({
    address: to.space(night, space),
    git: { 'ls-tree': ['ls-tree', commitOf(year, night), `${space}/`] },
  })
  return {
    night: () => {
      const night = pick.night()
      return { address: to.night(night), git: { 'ls-tree': ['ls-tree', commitOf(year, night)] } }
    },
    'tree of a space': () => tree(pick.night(), idOf('space', pick.space())),
    'tree of the large space': () => tree(pick.largeNight(), LARGE_SPACE),
  }
}

function things(year: Year, pick: Pick): Views {
  const page = (view?: string) => (): Visit => {
    const { number, night } = pick.page()
    const git = { show: ['show', `${commitOf(year, night)}:${fileOf(year, number)}`] }
    return { address: to.item(night, nameOf(number), view), git }
  }
  const history = (number: number): Visit => ({
    address: to.history(nameOf(number)),
    git: {
      log: ['log', '--format=%h %aI %s', '--', fileOf(year, number)],
      'log --follow': ['log', '--format=%h %aI %s', '--follow', '--', fileOf(year, number)],
    },
  })
  return {
    page: page(),
    'page, the body in its frame': () => {
      const { number, night } = pick.page()
      const git = { show: ['show', `${commitOf(year, night)}:${fileOf(year, number)}`] }
      return { address: to.frame(night, nameOf(number)), git }
    },
    'page, source': page('source'),
    'page, blame': () => {
      const { number, night } = pick.page()
      const git = { blame: ['blame', '-s', commitOf(year, night), '--', fileOf(year, number)] }
      return { address: to.item(night, nameOf(number), 'blame'), git }
    },
    history: () => history(pick.page().number),
    'history of the page of every night': () => history(HOT_PAGE),
  }
}

function comparisons(year: Year, pick: Pick): Views {
  const stat = ([a, b]: [number, number]): Visit => ({
    address: to.changes(a, b),
    git: { 'diff --stat': ['diff', '--stat', commitOf(year, a), commitOf(year, b)] },
  })
  const next = (a: number): [number, number] => [a, a + 1]
  const ofPage =
    (addressOf: (name: ReturnType<typeof nameOf>, a: number, b: number) => string) => (): Visit => {
      const { number, night } = pick.page()
      const [a, b] = night < year.nights ? pick.pair(night) : next(night - 1)
      const git = { diff: ['diff', commitOf(year, a), commitOf(year, b), '--', fileOf(year, number)] }
      return { address: addressOf(nameOf(number), a, b), git }
    }
  return {
    compare: ofPage(to.compare),
    'compare, the bodies in their frame': ofPage(to.comparedFrame),
    'compare, words': ofPage((name, a, b) => to.compare(name, a, b, 'words')),
    'changes of a night': () => stat(next(1 + pick.integer(year.nights - 1))),
    'changes between any two nights': () => stat(pick.pair()),
  }
}

function lists(year: Year, pick: Pick): Views {
  const log = { log: ['log', '--format=%h %aI %s'] }
  return {
    front: () => ({ address: FRONT, git: {} }),
    organization: () => ({ address: to.home, git: log }),
    'list of pages': () => ({
      address: to.kind(pick.night(), 'page', 100 * pick.integer(year.pages / 200)),
      git: {},
    }),
    'what is gone': () => ({ address: to.lost(), git: {} }),
    'what is chosen to be restored': () => ({ address: to.restore, cookie: cartOf(pick), git: {} }),
    search: () => ({ address: withQuery(SEARCH, { q: wordsOf(year, pick) }), git: {} }),
  }
}

const CHOSEN = 20

function cartOf(pick: Pick): string {
  const items = Array.from({ length: CHOSEN }, () => {
    const { number, night: snapshot } = pick.page()
    return { snapshot, kind: 'page', id: idOf('page', number) } as const
  })
  return `${CART_COOKIE}=${cartText(items)}`
}

/** One to three words that stand somewhere in the newest night. */
function wordsOf(year: Year, pick: Pick): string {
  const words = readFileSync(join(year.git, fileOf(year, pick.page().number)), 'utf8').match(/\w+/g) ?? []
  const start = 2 + pick.integer(words.length - 5)
  return words.slice(start, start + 1 + pick.integer(3)).join(' ')
}

function commitOf({ commits }: Year, night: number): string {
  return commits[night - 1] ?? ''
}

function nameOf(page: number) {
  return { kind: 'page', id: idOf('page', page) } as const
}

function fileOf({ pages, large }: Year, page: number): string {
  const space = page >= pages - large ? LARGE_SPACE : idOf('space', Math.floor(page / PAGES_A_SPACE))
  return `${space}/${idOf('page', page)}.md`
}
