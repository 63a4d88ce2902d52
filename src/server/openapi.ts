/** The HTTP interface as OpenAPI 3.1. */
import { z } from 'zod'
import { type DescribedRoute, describedRoutes, type openApiSchema } from './described-routes.ts'
import { errorSchema } from './error-answer.ts'

export function openApiDocument(version: string): z.infer<typeof openApiSchema> {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of describedRoutes)
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route) }
  return {
    openapi: '3.1.0',
    info: { title: 'docvault', version },
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    security: [{ token: [] }],
  }
}

function operationOf(route: DescribedRoute): object {
  const { path, doc, query = {}, body, open } = route
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const inQuery = Object.entries(query).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    schema: { type: 'string' },
  }))
  return {
    summary: doc,
    parameters: [...inPath, ...inQuery],
    ...(body
      ? {
          requestBody: {
            content: {
              'application/json': { schema: schemaOf(body) },
            },
          },
        }
      : {}),
    responses: responsesOf(route),
    ...(open ? { security: [] } : {}),
  }
}

function responsesOf({ doc, status, type, answer, otherwise }: DescribedRoute): object {
  const content = type ? { content: { [type]: answer ? { schema: schemaOf(answer) } : {} } } : {}
  return {
    [status]: { description: doc, ...content },
    ...(otherwise ? { [otherwise]: { description: 'the same, where not all is well', ...content } } : {}),
    default: {
      description: 'error, message and hint',
      content: { 'application/json': { schema: schemaOf(errorSchema) } },
    },
  }
}

/** As input: what reads an answer must not fail on a field that a later version adds. */
function schemaOf(schema: z.ZodType): object {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
}
