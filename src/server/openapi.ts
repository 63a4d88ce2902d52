/** What the HTTP interface is, as OpenAPI 3.1: one list of routes, held against those that the server has. */
import { z } from 'zod'
import { bundleSchema, triggerSchema } from './api.ts'
import { applySchema, planSchema } from './restores.ts'

interface DescribedRoute {
  method: 'get' | 'post' | 'delete'
  /** Parameters in braces. */
  path: string
  doc: string
  /** Name → meaning, all optional. */
  query?: Readonly<Record<string, string>>
  body?: z.ZodType
  /** What it answers when all is well. */
  status: number
  type: 'application/json' | 'application/jsonl' | 'application/zip' | 'text/plain' | null
  /** Without a token. */
  open?: boolean
}

const platform = 'which platform, where several are configured'
const organization = 'only of this organization'
const limit = 'at most so many of the newest, up to 500; default 100'

export const describedRoutes: readonly DescribedRoute[] = [
  {
    method: 'get',
    path: '/healthz',
    doc: 'Whether the process lives.',
    status: 200,
    type: 'application/json',
    open: true,
  },
  {
    method: 'get',
    path: '/readyz',
    doc: 'Whether it can do its work; 503 where not.',
    status: 200,
    type: 'application/json',
    open: true,
  },
  {
    method: 'get',
    path: '/bundles/{name}',
    doc: 'A bundle that was offered, once; 410 afterwards.',
    status: 200,
    type: 'application/zip',
    open: true,
  },
  { method: 'get', path: '/', doc: 'Leads to the board of the queue.', status: 302, type: null },
  { method: 'get', path: '/metrics', doc: 'Metrics for Prometheus.', status: 200, type: 'text/plain' },
  { method: 'get', path: '/api/openapi.json', doc: 'This document.', status: 200, type: 'application/json' },
  {
    method: 'get',
    path: '/api/status',
    doc: 'What `docvault status` shows: conditions, platforms, organizations, next runs.',
    status: 200,
    type: 'application/json',
  },
  {
    method: 'get',
    path: '/api/snapshots',
    doc: 'Summaries of snapshots, oldest first.',
    query: { platform, organization, limit },
    status: 200,
    type: 'application/json',
  },
  {
    method: 'get',
    path: '/api/changes',
    doc: 'What changed between two snapshots.',
    query: {
      platform,
      organization,
      from: 'a snapshot; default latest~1',
      to: 'a snapshot; default latest',
      limit,
    },
    status: 200,
    type: 'application/json',
  },
  {
    method: 'get',
    path: '/api/runs',
    doc: 'Runs of jobs that ended.',
    query: { platform, limit },
    status: 200,
    type: 'application/json',
  },
  {
    method: 'delete',
    path: '/api/runs/{run}',
    doc: 'Cancel a run.',
    query: { platform },
    status: 202,
    type: 'application/json',
  },
  {
    method: 'get',
    path: '/api/logs/{run}',
    doc: 'The log of a run, a JSON object a line.',
    status: 200,
    type: 'application/jsonl',
  },
  {
    method: 'get',
    path: '/api/jobs',
    doc: 'Jobs that run or wait.',
    query: { platform },
    status: 200,
    type: 'application/json',
  },
  {
    method: 'post',
    path: '/api/jobs/{job}',
    doc: 'Start a job.',
    body: triggerSchema,
    status: 202,
    type: 'application/json',
  },
  {
    method: 'post',
    path: '/api/jobs/restore',
    doc: 'Plan a restore, or apply a plan by its digest.',
    body: z.union([planSchema, applySchema]),
    status: 202,
    type: 'application/json',
  },
  {
    method: 'get',
    path: '/api/plans',
    doc: 'Plans of restores that are kept.',
    query: { platform },
    status: 200,
    type: 'application/json',
  },
  {
    method: 'get',
    path: '/api/plans/{plan}',
    doc: 'One plan, by its digest.',
    query: { platform },
    status: 200,
    type: 'application/json',
  },
  {
    method: 'post',
    path: '/api/bundles',
    doc: 'Offer a space as a bundle to download once.',
    body: bundleSchema,
    status: 201,
    type: 'application/json',
  },
]

export function openApiDocument(version: string): object {
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

function operationOf({ path, doc, query = {}, body, status, type, open }: DescribedRoute): object {
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
              'application/json': { schema: z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) },
            },
          },
        }
      : {}),
    responses: {
      [status]: { description: doc, ...(type ? { content: { [type]: {} } } : {}) },
      default: { description: 'error, message and hint', content: { 'application/json': {} } },
    },
    ...(open ? { security: [] } : {}),
  }
}
