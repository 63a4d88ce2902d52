/**
 * What the emulator can be told to do wrong, and how that is written.
 */
import { z } from 'zod'
import { UsageError } from '../../model/errors.ts'

/**
 * `status` an error · `html` a web page instead of JSON · `truncate` a body that ends early, correctly framed ·
 * `wrong-length` a body cut by a closed connection · `slow` a late answer · `reset` a broken connection ·
 * `redirect` somewhere else · `duplicate-page` every page of a list twice · `missing-page` a page of a list
 * skipped, or, where there is only one, its second half · `loop` a list that never ends · `empty` nothing in it ·
 * `answer` whatever `text` says, as JSON, with `headers` besides · `drip` the body a byte at a time, `ms` apart ·
 * `lost-answer` a write takes effect and its answer never comes; a repeated PUT, PATCH or DELETE is answered ·
 * `misdelivered` the answer to another request, `location` · `hollow` a document without its nodes ·
 * `revoked` from now on the token is refused · `edit` somebody edits the space just before the answer.
 */
const FAULT_KINDS = [
  'status',
  'html',
  'truncate',
  'slow',
  'reset',
  'redirect',
  'wrong-length',
  'duplicate-page',
  'missing-page',
  'loop',
  'empty',
  'answer',
  'drip',
  'lost-answer',
  'misdelivered',
  'hollow',
  'revoked',
  'edit',
] as const

const numbers = z.coerce.number()

export const faultSchema = z.strictObject({
  /** Name of an operation, `download`, `unknown`, or `*`. */
  operation: z.string(),
  kind: z.enum(FAULT_KINDS),
  /** How often; default always. */
  count: numbers.int().min(1).optional(),
  /** Of each request, default 1. */
  probability: numbers.min(0).max(1).optional(),
  /** Of `status` (default 500), `html` and `answer` (200), `redirect` (302). */
  status: numbers.int().min(200).max(599).optional(),
  /** Of `truncate` and `wrong-length` (default half), `reset` (default before anything). */
  afterBytes: numbers.int().min(0).optional(),
  /** Of `slow`, default 1000; of `drip`, default 10. */
  ms: numbers.min(0).optional(),
  /** Of `edit`: not only typing, but pages that come, go, move and get other names, and files replaced. */
  structure: z.union([z.boolean(), z.stringbool()]).optional(),
  /** Of `redirect`: where to. Of `misdelivered`: path and query, from `/v1` on, that is answered instead. */
  location: z.string().optional(),
  /** Of `answer`: the body. */
  text: z.string().optional(),
  /** Of `answer`. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Only requests whose path and query contain this. */
  match: z.string().optional(),
})
export type Fault = z.infer<typeof faultSchema>

/** `getPageById=status,status=503,count=2;*=slow,ms=50`, or a JSON list of faults. */
export function parseFaults(spec: string): Fault[] {
  const text = spec.trim()
  const raw = text.startsWith('[')
    ? parseJson(text)
    : text
        .split(';')
        .filter(part => part.trim() !== '')
        .map(parsePart)
  const result = z.array(faultSchema).safeParse(raw)
  if (result.success) return result.data
  throw new UsageError(`not a list of faults: ${spec}`, {
    hint: z.prettifyError(result.error),
    cause: result.error,
  })
}

function parsePart(part: string): Record<string, string> {
  const [[operation = '', kind = ''] = [], ...fields] = part.split(',').map(field => field.trim().split('='))
  const named = fields.map(([name = '', ...value]) => [name, value.join('=')] as const)
  return { operation, kind, ...Object.fromEntries(named) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UsageError(`not JSON: ${text}`, { cause })
  }
}
