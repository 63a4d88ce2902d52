/**
 * What a resource may be called by, and how well a name fits it: its id, its path, its title. Decides nothing between several
 * that a name fits equally well.
 */
import { itemOf, makeDescribe } from '../diff/describe.ts'
import { recordOf, textOf } from '../model/fields.ts'
import { nameForm } from '../model/normal-form.ts'
import type { Kind } from '../model/resource.ts'
import { declarationOf, resources } from '../resources/index.ts'
import type { Item } from '../resources/resource.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'

export interface NameWish {
  kind: Kind
  name: string
  /** Id or title of what it stands under, where that matters. */
  within?: string | undefined
}

/** To be read while the vault is open. */
export interface Names {
  id: string
  title: string
  /** Beside the title: an address, a number. */
  also: readonly string[]
  /** The end of its address. */
  slug: string | null
  /** As exported, and as in an address. */
  paths: readonly string[]
  addresses: readonly string[]
  parentId: string | null
  within: string | null
}

/** The best first. */
const FITS = ['id', 'path', 'bare path', 'title', 'similar'] as const
/** The lower the better. */
export type Fit = number
/** Worse than all. */
export const NO_FIT: Fit = FITS.length

export type FitOf = (names: Names) => Fit

export function makeFit({ name, within }: Omit<NameWish, 'kind'>): FitOf {
  const [similar, parent] = [nameForm(name), within === undefined ? null : nameForm(within)]
  const asPath = makePathFit(name)
  return names => {
    if (parent !== null && names.parentId !== within && nameForm(names.within ?? '') !== parent) return NO_FIT
    if (names.id === name) return FITS.indexOf('id')
    const path = asPath(names)
    if (path !== null) return FITS.indexOf(path)
    const own = [names.title, ...names.also]
    const titles = names.within === null ? own : [...own, `${names.within}/${names.title}`]
    if (titles.includes(name)) return FITS.indexOf('title')
    const isSimilar = names.slug === name || titles.some(title => nameForm(title) === similar)
    return isSimilar ? FITS.indexOf('similar') : NO_FIT
  }
}

/** For programs. */
export function matchOf(fit: Fit): 'id' | 'path' | 'title' {
  if (fit === 0) return 'id'
  return fit < FITS.indexOf('title') ? 'path' : 'title'
}

type PathFit = (names: Names) => 'path' | 'bare path' | null

/** With the title of the space before it, too, as in a folder of exports. */
function makePathFit(name: string): PathFit {
  if (/^https?:\/\//.test(name)) {
    const address = addressOf(name)
    return ({ addresses }) => (addresses.some(known => addressOf(known) === address) ? 'path' : null)
  }
  const bare = barePath(name)
  const below = (within: string) =>
    bare.startsWith(`${within}/`) ? bare.slice(within.length + 1) : undefined
  return ({ paths, within }) => {
    if (paths.length === 0) return null
    if (paths.includes(name)) return 'path'
    const wanted = [bare, within === null ? undefined : below(within)]
    return paths.some(path => wanted.includes(barePath(path))) ? 'bare path' : null
  }
}

/** `./guides/README.md`, `guides/`, `guides.md` and `guides` lead to the same place. */
function barePath(path: string): string {
  const plain = path.replace(/^\.?\/+/, '').replace(/\/+$/, '')
  return plain.replace(/(?<=.)\/README\.md$/i, '').replace(/\.md$/i, '')
}

function addressOf(url: string): string {
  return url.replace(/[?#].*$/, '').replace(/\/+$/, '')
}

/** Reads the JSON of a resource when the first of its names is asked for. */
export function makeNames(vault: Vault): (resource: StoredResource, snapshot: number) => Names {
  const describe = makeDescribe(vault, resources)
  return (resource, snapshot) => {
    const about = describe(resource, snapshot)
    const item = () => itemOf(vault, resource)
    return {
      id: resource.id,
      parentId: resource.parentId,
      get title() {
        return about.title
      },
      get within() {
        return about.within
      },
      get also() {
        return alsoCalled(resource.kind, item())
      },
      get slug() {
        return slugOf(item())
      },
      get paths() {
        return pathsOf(item())
      },
      get addresses() {
        return addressesOf(item())
      },
    }
  }
}

export function alsoCalled(kind: Kind, item: Item): string[] {
  const names = declarationOf(kind)?.alsoCalled?.(item) ?? []
  return names.filter(name => typeof name === 'string')
}

export function pathsOf(item: Item): string[] {
  return [textOf(recordOf(item.git)?.path), textOf(item.path)].filter(path => path !== null)
}

export function slugOf(item: Item): string | null {
  return textOf(item.slug)
}

export function addressesOf(item: Item): string[] {
  return Object.values(recordOf(item.urls) ?? {}).filter(url => typeof url === 'string')
}
