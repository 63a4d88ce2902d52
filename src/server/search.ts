/** `GET /api/search`: what `docvault find --json` answers, from a process of its own; ended when nobody waits for it any more. */
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { FindData } from '../../jobs/find.ts'
import { UsageError } from '../model/errors.ts'
import { isKeptKind } from '../model/kept-kind.ts'
import type { Kind } from '../model/resource.ts'
import { isForAuditors, KINDS_FOR_ALL } from '../resources/for-auditors.ts'
import { declarationOf } from '../resources/index.ts'
import { findSummarySchema, matchSchema } from '../search/answer.ts'
import type { AuthEnv } from './auth.ts'
import { chosenPlatform } from './chosen-platform.ts'
import { organizationFor, withoutForeignNames } from './narrowing.ts'
import { actorOf, type Identity, mayDo, RoleMissing } from './people/identity.ts'
import type { OperatorLedger } from './people/operators.ts'
import type { DaemonView } from './view.ts'

export const searchSchema = findSummarySchema.extend({ matches: z.array(matchSchema) })

const text = z.string().max(1000)
const flag = z.enum(['true', 'false']).transform(value => value === 'true')
const querySchema = z.object({
  organization: text.optional(),
  space: text.optional(),
  standing: z.enum(['now', 'gone']).optional(),
  at: text.optional(),
  since: text.optional(),
  until: text.optional(),
  regex: flag.optional(),
  word: flag.optional(),
  case: flag.optional(),
  first: flag.optional(),
  context: z.coerce.number().int().min(0).max(2000).default(60),
})

export function searchRoutes(view: DaemonView, operators: OperatorLedger): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>()
  app.get('/', async context => {
    const platform = chosenPlatform(view, context.get('identity'), context.req.query('platform'))
    const { signal } = context.req.raw
    const identity = context.get('identity')
    const data = narrowed(identity, dataOf(context))
    const { matches, summary } = await withoutForeignNames(identity, () => platform.find(data, signal))
    operators.enterSoon({
      ...{ ...actorOf(identity), act: 'search', organization: data.organization ?? null },
      item: data.texts.join(' '),
    })
    return context.json({ ...summary, matches } satisfies z.infer<typeof searchSchema>)
  })
  return app
}

/** Throws NothingThere, RoleMissing, UsageError. */
function narrowed(identity: Identity, data: FindData): FindData {
  const organization = organizationFor(identity, 'viewer', data.organization)
  if (mayDo(identity, 'auditor', organization ?? null)) return { ...data, organization }
  const hidden = data.kinds?.find(isForAuditors)
  if (hidden !== undefined) throw new RoleMissing(`${hidden} is for auditors`, 'leave the kind out')
  return { ...data, organization, kinds: data.kinds ?? KINDS_FOR_ALL }
}

function dataOf({ req }: Context): FindData {
  const { case: matchCase, ...query } = querySchema.parse(req.query())
  const texts = req.queries('q') ?? []
  if (texts.length === 0)
    throw new UsageError('q is missing', { hint: 'q=TEXT, several times for several texts' })
  return { ...query, matchCase, texts, without: req.queries('without'), kinds: kindsOf(req.queries('kind')) }
}

function kindsOf(names: readonly string[] | undefined): Kind[] | undefined {
  return names?.map(name => {
    if (declarationOf(name) !== undefined && isKeptKind(name)) return name
    throw new UsageError(`there is no kind "${name}"`)
  })
}
