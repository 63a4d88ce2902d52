/** Content of a space or of a change request: tree, pages, groups, files, reusable contents, with their bodies. */
import { add, itemsOf, type Json, jsonOf, type Setting, without } from './expected.ts'

/** `prefix`: '' in a space, `change-request-` in a draft. */
export function addContent(
  setting: Setting,
  parent: readonly string[],
  described: Json,
  prefix: string,
): void {
  const content = jsonOf(described.content)
  const kind = (name: string) => `${prefix}${name}`
  add(setting, parent, kind('revision'), 'content', skeletonOf(content))
  for (const page of walk(content.pages)) {
    const name = page.type === 'group' ? 'page-group' : 'page'
    add(setting, parent, kind(name), page.id, without(page, 'pages'), bodiesOf(described, page.documentId))
  }
  for (const file of itemsOf(content.files)) {
    add(setting, parent, kind('file'), file.id, file, {
      bytes: String(jsonOf(described.fileDigests)[String(file.id)]),
    })
  }
  for (const one of itemsOf(content.reusableContents)) {
    const { document } = bodiesOf(described, one.document)
    const isOffered = setting.offers.has('getDocumentById') && document !== undefined
    add(setting, parent, kind('reusable-content'), one.id, one, isOffered ? { document } : {})
  }
}

function bodiesOf({ bodyDigests }: Json, documentId: unknown): Record<string, string> {
  const digests = jsonOf(jsonOf(bodyDigests)[String(documentId)])
  return Object.fromEntries(Object.entries(digests).map(([name, digest]) => [name, String(digest)]))
}

/** The tree as ids: what it names are resources of their own. */
function skeletonOf(content: Json): Json {
  const ids = (items: unknown) => itemsOf(items).map(item => item.id)
  return {
    ...content,
    pages: outlineOf(content.pages),
    files: ids(content.files),
    reusableContents: ids(content.reusableContents),
  }
}

function outlineOf(pages: unknown): Json[] {
  return itemsOf(pages).map(page => {
    const inner = outlineOf(page.pages)
    return inner.length > 0 ? { id: page.id, pages: inner } : { id: page.id }
  })
}

function* walk(pages: unknown): Generator<Json> {
  for (const page of itemsOf(pages)) {
    yield page
    yield* walk(page.pages)
  }
}
