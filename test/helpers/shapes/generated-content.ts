/**
 * Content and sites of a generated service: every page, file and reusable content is that of its revision, every section
 * and site space that of its site's structure.
 */
import type { Fields, Params } from './generated-company.ts'
import { fieldsOf, type Serving } from './generated-service.ts'
import type { Operation } from './service.ts'

/** Undefined: it is nothing of these. Null: there is no such thing. */
export function contentAnswer(serving: Serving, { path }: Operation, params: Params, query: Params): unknown {
  if (/^\/spaces\/.*\/(content|revisions\/\{revisionId\})$/.test(path)) return revisionOf(serving, params)
  if (/\/page\/\{pageId\}$/.test(path)) return pageOf(serving, params, query.format)
  if (/\/files\/\{fileId\}$/.test(path)) return partOf(serving, params, 'files', params.fileId)
  if (/\/reusable-contents\/\{reusableContentId\}$/.test(path))
    return contentOf(serving, params, query.format)
  if (/\/documents\/\{documentId\}$/.test(path)) return documentOf(serving, params.documentId ?? '')
  if (/\/sites\/\{siteId\}\/structure$/.test(path)) return structureOf(serving, params)
  if (/\/sites\/\{siteId\}\/(site-spaces|sections|section-groups)$/.test(path))
    return {
      items: thingsIn(
        structureOf(serving, params),
        path
          .split('/')
          .at(-1)
          ?.replace(/^(?!site-)/, 'site-')
          .replace(/s$/, '') ?? '',
      ),
    }
  if (/\/sites\/\{siteId\}\/published$/.test(path)) return publishedOf(serving, params)
  return undefined
}

function revisionOf({ service, company }: Serving, params: Params): unknown {
  const id = params.revisionId ?? `revision.${params.changeRequestId ?? params.spaceId}`
  const revision = fieldsOf(company.thing(service.named('Revision'), id, params))
  return { ...revision, pages: treeOf(revision.pages) }
}

/** The tree says what a page is, and not what it says. */
function treeOf(pages: unknown): Fields[] {
  return listOf(pages).map(page => {
    const { document: _document, markdown: _markdown, ...rest } = fieldsOf(page)
    return { ...rest, ...(rest.pages === undefined ? {} : { pages: treeOf(rest.pages) }) }
  })
}

function pageOf(serving: Serving, params: Params, format: string | undefined): unknown {
  const page = everyPage(fieldsOf(revisionOf(serving, params)).pages).find(one => one.id === params.pageId)
  return page === undefined ? null : withBody(serving, page, page.documentId, format)
}

function contentOf(serving: Serving, params: Params, format: string | undefined): unknown {
  const content = partOf(serving, params, 'reusableContents', params.reusableContentId)
  return content === null ? null : withBody(serving, fieldsOf(content), fieldsOf(content).document, format)
}

function withBody(serving: Serving, fields: Fields, id: unknown, format: string | undefined): Fields {
  if (typeof id !== 'string' || format === undefined) return fields
  const body = format === 'markdown' ? `# ${String(fields.title)}\n` : documentOf(serving, id)
  return { ...fields, [format]: body }
}

function documentOf({ service, company }: Serving, id: string): unknown {
  return company.answer(`document ${id}`, service.named('JSONDocument'), {})
}

function partOf(serving: Serving, params: Params, name: string, id: string | undefined): unknown {
  return listOf(fieldsOf(revisionOf(serving, params))[name]).find(one => fieldsOf(one).id === id) ?? null
}

function everyPage(pages: unknown): Fields[] {
  return listOf(pages).flatMap(page => [fieldsOf(page), ...everyPage(fieldsOf(page).pages)])
}

function structureOf({ service, company }: Serving, { siteId = '' }: Params): unknown {
  return withSections(company.answer(`structure of ${siteId}`, service.named('SiteStructure'), { siteId }))
}

/** The sections of a group stand among its children, too. */
function withSections(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSections)
  if (typeof value !== 'object' || value === null) return value
  const fields: Fields = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withSections(inner)]),
  )
  if (fields.object !== 'site-section-group') return fields
  return {
    ...fields,
    sections: listOf(fields.children).filter(one => fieldsOf(one).object === 'site-section'),
  }
}

function publishedOf(serving: Serving, params: Params): unknown {
  const { service, company } = serving
  const shape = service.named('PublishedContentSite')
  const published = fieldsOf(company.answer(`published ${params.siteId}`, shape, params))
  return { ...published, structure: structureOf(serving, params) }
}

function thingsIn(value: unknown, object: string): unknown[] {
  if (Array.isArray(value)) return value.flatMap(one => thingsIn(one, object))
  const fields = fieldsOf(value)
  const own = fields.object === object ? [value] : []
  return [
    ...own,
    ...Object.values(fields).flatMap(inner => (typeof inner === 'object' ? thingsIn(inner, object) : [])),
  ]
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
