/** What a body of a night leads to, and what it shows: everything as that very night has it. */
import { posix } from 'node:path'
import type { Data } from '../../dialect/render/node.ts'
import { itemOf, makeDescribe, makeLabelOf } from '../../diff/describe.ts'
import type { Kind } from '../../model/resource.ts'
import type { RenderContext } from '../../render/context.ts'
import { declarationOf, resources } from '../../resources/index.ts'
import { markdownPathOf } from '../../space/markdown-path.ts'
import { asReference, type Reference } from '../../space/references.ts'
import type { StoredResource } from '../../vault/vault.ts'
import type { NightAsked } from '../reading/asked.ts'
import { MOST_BYTES } from './body.ts'

/** Of what stands in the body of `item`. */
export function contextIn(at: NightAsked, item: StoredResource): RenderContext {
  const { vault, night, to } = at
  const { snapshot } = night
  const space = item.kind === 'space' ? item.id : item.parentId
  const find = ({ kind, id, space: other }: Reference): StoredResource | null => {
    const found = vault.find(snapshot, kind, id)
    if (declarationOf(kind)?.parent !== 'space') return found[0] ?? null
    return found.find(({ parentId }) => parentId === (other ?? space)) ?? null
  }
  const here = (kind: Kind, id: string) => find({ kind, id, space: null })
  const hrefOf = (found: StoredResource | null) => {
    if (found === null) return null
    const { kind, id, parentId } = found
    if (kind === 'file') return to.file(snapshot, id, parentId)
    if (kind === 'space') return to.space(snapshot, id)
    return to.item(snapshot, { kind, id, within: kind === 'page' ? null : parentId })
  }
  const labelOf = makeLabelOf(vault, resources)
  const referred = (ref: Data) => {
    const reference = asReference(ref)
    return reference && find(reference)
  }
  const paths = makePaths(at, item)
  return {
    pageHref: id => hrefOf(here('page', id)),
    fileHref: id => hrefOf(here('file', id)),
    pathHref: path => hrefOf(paths(path)),
    otherHref: ref => hrefOf(referred(ref)),
    nameOf(ref) {
      const found = referred(ref)
      return found && labelOf(found)
    },
    reusableContent(id) {
      const found = here('reusable-content', id)
      const part = found?.parts.find(({ name }) => name === 'document')
      return part && part.bytes <= MOST_BYTES ? JSON.parse(vault.read(part.content).toString()) : null
    },
  }
}

/** The first that has it says where it is: of two nights compared, what stands in one of them alone is found there. */
export function firstOf(contexts: readonly RenderContext[]): RenderContext {
  const first =
    <Name, Found>(ask: (context: RenderContext, name: Name) => Found | null) =>
    (name: Name): Found | null => {
      for (const context of contexts) {
        const found = ask(context, name)
        if (found !== null) return found
      }
      return null
    }
  return {
    pageHref: first((context, id: string) => context.pageHref(id)),
    fileHref: first((context, id: string) => context.fileHref(id)),
    pathHref: first((context, path: string) => context.pathHref(path)),
    otherHref: first((context, ref: Data) => context.otherHref(ref)),
    nameOf: first((context, ref: Data) => context.nameOf(ref)),
    reusableContent: first((context, id: string) => context.reusableContent(id)),
  }
}

/** Markdown names pages by their files or addresses, and files by their names. The space is read when the first of them is asked for. */
function makePaths({ vault, night: { snapshot } }: NightAsked, item: StoredResource) {
  const describe = makeDescribe(vault, resources)
  const own = markdownPathOf(itemOf(vault, item)) ?? ''
  let known: ReadonlyMap<string, StoredResource> | undefined
  const read = () => {
    const found = new Map<string, StoredResource>()
    for (const kind of ['page', 'page-group', 'reusable-content'] as const)
      for (const resource of vault.resources(snapshot, { kind, parent: item.parent })) {
        const path = markdownPathOf(itemOf(vault, resource))
        if (path !== null) found.set(path, resource)
      }
    for (const file of vault.resources(snapshot, { kind: 'file', parent: item.parent }))
      found.set(`${ASSETS}${describe(file, snapshot).title}`, file)
    return found
  }
  return (written: string): StoredResource | null => {
    const path = posix.join(posix.dirname(own), decoded(written.replace(/[#?].*$/s, '')))
    known ??= read()
    return known.get(path) ?? known.get(posix.join(path, 'README.md')) ?? null
  }
}

const ASSETS = '.gitbook/assets/'

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
