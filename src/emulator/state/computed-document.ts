/**
 * What a computed page generates: for an OpenAPI source, a document that shows the specification's schemas.
 */
import type { DocumentNode } from '../content/nodes.ts'
import { documentOf, paragraphOf } from '../content/nodes.ts'
import { isJsonObject } from './json-object.ts'
import type { PageNode } from './records/content.ts'

export function computedDocument(page: PageNode): DocumentNode {
  const ref = specRef(page.computed)
  if (ref === null) return documentOf([paragraphOf(page.title)])
  const schemas = {
    object: 'block',
    type: 'openapi-schemas',
    isVoid: true,
    data: { ref, schemas: [], grouped: true },
  }
  return documentOf([paragraphOf(page.title), schemas])
}

function specRef(computed: unknown): unknown {
  if (!isJsonObject(computed) || !isJsonObject(computed.dependencies)) return null
  const { spec } = computed.dependencies
  return isJsonObject(spec) ? (spec.ref ?? null) : null
}
