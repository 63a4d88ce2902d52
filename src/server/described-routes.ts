/** The routes of the HTTP interface: what each takes and answers. A test holds the list against the server. */
import { z } from 'zod'
import { apiAnswers, bundleSchema, triggerSchema } from './api.ts'
import { offerSchema } from './bundles.ts'
import { aliveSchema, readySchema } from './health.ts'
import { applySchema, planSchema, restoreAnswers } from './restores.ts'
import { searchSchema } from './search.ts'

/** Of the document itself, as far as this program says it. */
export const openApiSchema = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.record(z.string(), z.unknown()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
})

export interface DescribedRoute {
  method: 'get' | 'post' | 'delete'
  /** Parameters in braces. */
  path: string
  doc: string
  /** Name → meaning, all optional. */
  query?: Readonly<Record<string, string>>
  body?: z.ZodType
  /** When all is well. */
  status: number
  /** What a JSON route answers then. */
  answer?: z.ZodType
  /** Answers the same with this status where not all is well. */
  otherwise?: number
  type: 'application/json' | 'application/jsonl' | 'application/zip' | 'text/html' | 'text/plain' | null
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
    answer: aliveSchema,
    type: 'application/json',
    open: true,
  },
  {
    method: 'get',
    path: '/readyz',
    doc: 'Whether it can do its work; 503 where not.',
    status: 200,
    answer: readySchema,
    otherwise: 503,
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
  {
    method: 'get',
    path: '/',
    doc: 'The pages for people: every night, compared and searched. Each is there as JSON, too.',
    status: 200,
    type: 'text/html',
  },
  { method: 'get', path: '/metrics', doc: 'Metrics for Prometheus.', status: 200, type: 'text/plain' },
  {
    method: 'get',
    path: '/api/openapi.json',
    doc: 'This document.',
    status: 200,
    answer: openApiSchema,
    type: 'application/json',
  },
  {
    method: 'get',
    path: '/api/status',
    doc: 'What `docvault status` shows: conditions, platforms, organizations, next runs.',
    status: 200,
    answer: apiAnswers.status,
    type: 'application/json',
  },
  {
    method: 'get',
    path: '/api/fleet',
    doc: 'Which hosts share the work, on which of them each vault is, of which tenant, and how every platform stands, the worst first; host null: this daemon works by itself.',
    status: 200,
    answer: apiAnswers.fleet,
    type: 'application/json',
  },
  {
    method: 'get',
    path: '/api/snapshots',
    doc: 'Summaries of snapshots, oldest first.',
    query: { platform, organization, limit },
    status: 200,
    answer: apiAnswers.snapshots,
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
    answer: apiAnswers.changes,
    type: 'application/json',
  },
  {
    method: 'get',
    path: '/api/search',
    doc: 'Everything that ever had a text, and from when to when it stood there: what `docvault find --json` answers.',
    query: {
      platform,
      q: 'a text to find; of several, each has to be there',
      without: 'a text that must not be there; may be given several times',
      organization,
      space: 'only in this space: id, or a title that it ever had',
      kind: 'only this kind; may be given several times',
      standing: 'now: in the newest snapshot; gone: once, and not any more',
      at: 'a snapshot: what stood in that one',
      since: 'a time: what stood then or later',
      until: 'a time: what stood then or before',
      regex: 'true: patterns instead of texts',
      word: 'true: whole words',
      case: 'true: capitals are not small letters',
      first: 'true: only where it stood first of all',
      context: 'characters on both sides of what was found, up to 2000; default 60',
    },
    status: 200,
    answer: searchSchema,
    type: 'application/json',
  },
  {
    method: 'get',
    path: '/api/runs',
    doc: 'Runs of jobs that ended.',
    query: { platform, limit },
    status: 200,
    answer: apiAnswers.runs,
    type: 'application/json',
  },
  {
    method: 'delete',
    path: '/api/runs/{run}',
    doc: 'Cancel a run.',
    query: { platform },
    status: 202,
    answer: apiAnswers.cancelled,
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
    answer: apiAnswers.jobs,
    type: 'application/json',
  },
  {
    method: 'post',
    path: '/api/jobs/{job}',
    doc: 'Start a job.',
    body: triggerSchema,
    status: 202,
    answer: apiAnswers.started,
    type: 'application/json',
  },
  {
    method: 'post',
    path: '/api/jobs/restore',
    doc: 'Plan a restore, or apply a plan by its digest.',
    body: z.union([planSchema, applySchema]),
    status: 202,
    answer: restoreAnswers.started,
    type: 'application/json',
  },
  {
    method: 'get',
    path: '/api/plans',
    doc: 'Plans of restores that are kept.',
    query: { platform },
    status: 200,
    answer: restoreAnswers.plans,
    type: 'application/json',
  },
  {
    method: 'get',
    path: '/api/plans/{plan}',
    doc: 'One plan, by its digest.',
    query: { platform },
    status: 200,
    answer: restoreAnswers.plan,
    type: 'application/json',
  },
  {
    method: 'post',
    path: '/api/bundles',
    doc: 'Offer a space as a bundle to download once.',
    body: bundleSchema,
    status: 201,
    answer: offerSchema,
    type: 'application/json',
  },
]
