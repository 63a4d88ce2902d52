/**
 * What the front matter of a page says about it, in the fields of the API. Unknown keys stay in the Markdown only.
 */
import type { BundlePage } from '../../bundle/bundle.ts'
import type { ContentRef } from '../content/targets.ts'
import { isJsonObject, type JsonObject } from '../state/json-object.ts'

type Resolve = (target: string) => ContentRef

export function pageMetadata({ frontMatter, variables }: BundlePage, resolve: Resolve): JsonObject {
  const cover = coverOf(frontMatter, resolve)
  return {
    ...texts(frontMatter, ['description', 'icon', 'emoji']),
    ...flags(frontMatter, ['hidden', 'noIndex', 'noRobotsIndex']),
    layout: layoutOf(frontMatter.layout),
    ...(cover === null ? {} : { cover }),
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
  }
}

export function defaultLayout(): JsonObject {
  return layoutOf(undefined)
}

function texts(from: JsonObject, names: readonly string[]): JsonObject {
  const found = names.flatMap(name => {
    const value = from[name]
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : []
  })
  return Object.fromEntries(found)
}

function flags(from: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.filter(name => from[name] === true).map(name => [name, true] as const))
}

const PARTS = ['cover', 'title', 'description', 'tableOfContents', 'outline', 'pagination'] as const

/** `width` and `metadata` only when somebody set them (docs/development/platform.md#pages). */
function layoutOf(written: unknown): JsonObject {
  const layout = isJsonObject(written) ? written : {}
  const part = (name: string) => (isJsonObject(layout[name]) ? layout[name] : {})
  const visible = (name: string) => part(name).visible !== false
  const { size } = part('cover')
  return {
    ...Object.fromEntries(PARTS.map(name => [name, visible(name)] as const)),
    coverSize: typeof size === 'string' ? size : 'hero',
    ...(typeof layout.width === 'string' ? { width: layout.width } : {}),
    ...(layout.metadata === undefined ? {} : { metadata: visible('metadata') }),
  }
}

/** `cover: path`, or `cover: {light: path, dark: path}`; `coverY` beside it. */
function coverOf({ cover, coverY }: JsonObject, resolve: Resolve): JsonObject | null {
  const light = isJsonObject(cover) ? cover.light : cover
  const dark = isJsonObject(cover) ? cover.dark : undefined
  if (typeof light !== 'string') return null
  return {
    ref: resolve(light),
    ...(typeof dark === 'string' ? { refDark: resolve(dark) } : {}),
    yPos: typeof coverY === 'number' ? coverY : 0,
  }
}
