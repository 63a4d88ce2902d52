/** Choosing, planning, applying and undoing restores. Planning writes nothing; what is applied is a plan that was looked at. */
import { DocvaultError, UsageError } from '../../model/errors.ts'
import { findPlan } from '../../restore/plan/plan-store.ts'
import type { OnConflict } from '../../restore/request.ts'
import { APPROVALS } from '../addresses.ts'
import { type Asked, nightIn, organizationOf } from '../reading/asked.ts'
import { CART_COOKIE, cartText, choicesIn, itemText, readCart, readItem } from '../reading/cart.ts'
import { NotThere } from '../reading/errors.ts'
import { whyNotApplied } from '../reading/plan.ts'
import type { PlanWish, RestoreWish } from '../source.ts'
import { restoresIn } from '../visitor.ts'
import { type Action, type Done, type Restoring, restoringIn } from './action.ts'

const PATH = '/o/:org/restore'

/** Fields `add` and `remove`, of any number; `empty`. */
const choose: Action = {
  path: `${PATH}/choose`,
  act(asked, form) {
    const { to } = organizationOf(asked)
    if (form.has('empty')) return { address: to.restore, cart: '' }
    const removed = new Set(form.getAll('remove'))
    const added = form.getAll('add').map(text => {
      const item = readItem(text)
      if (item) return item
      throw new UsageError(`"${text}" is nothing that can be put back`)
    })
    const kept = readCart(asked.cookie(CART_COOKIE)).filter(item => !removed.has(itemText(item)))
    return { address: to.restore, cart: cartText([...kept, ...added]) }
  },
}

/** A plan for each night: a plan takes nothing from another one. */
const plan: Action = {
  path: `${PATH}/plan`,
  async act(asked, form) {
    const organization = restoringIn(asked)
    const items = readCart(asked.cookie(CART_COOKIE))
    if (items.length === 0) throw new UsageError('nothing is chosen to be put back')
    const options = optionsIn(form)
    const runs: string[] = []
    for (const { snapshot, choice } of choicesIn(items)) {
      nightIn(organization, snapshot)
      const restore = { snapshot: String(snapshot), request: { ...choice, ...options } }
      runs.push(await planned(asked, organization, restore))
    }
    return { address: organization.to.restoring(runs) }
  },
}

/** What happened between two nights, and nothing later. */
const takeBack: Action = {
  path: `${PATH}/take-back`,
  async act(asked, form) {
    const organization = restoringIn(asked)
    const [before, after] = ['a', 'b'].map(name => nightIn(organization, numberIn(form, name)))
    if (!before || !after || before.snapshot >= after.snapshot)
      throw new UsageError('what is taken back happened between an earlier night and a later one')
    const request = { onConflict: 'update', takeBack: { after: after.snapshot } } as const
    const restore = { snapshot: String(before.snapshot), request }
    return { address: organization.to.restoring([await planned(asked, organization, restore)]) }
  },
}

const undo: Action = {
  path: `${PATH}/undo`,
  async act(asked, form) {
    const organization = restoringIn(asked)
    const number = numberIn(form, 'restore')
    const row = organization.vault.restoreRuns().find(({ id }) => id === number)
    if (!row) throw new NotThere(`there is no restore ${number}`)
    assertInto(asked, row.target)
    return { address: organization.to.restoring([await planned(asked, organization, { undo: number })]) }
  },
}

/** The same once more: of a plan that is not what would be planned now. */
const again: Action = {
  path: `${PATH}/again/:plan`,
  async act(asked) {
    const organization = restoringIn(asked)
    const found = findPlan(organization.platform.vaultPath, asked.param('plan'))
    nightIn(organization, found.snapshot)
    const { snapshot: number, ...request } = found.request
    const restore = { snapshot: String(number), request }
    return { address: organization.to.restoring([await planned(asked, organization, restore)]) }
  },
}

/** Field `typed`: the title of what is written to. */
const apply: Action = {
  path: `${PATH}/apply/:plan`,
  async act(asked, form): Promise<Done> {
    const organization = restoringIn(asked)
    const { desk, to, platform } = organization
    const found = findPlan(platform.vaultPath, asked.param('plan'))
    nightIn(organization, found.snapshot)
    const why = whyNotApplied(found, asked.visitor)
    if (why !== null) throw new UsageError(why)
    if (form.get('typed')?.trim() !== found.into.trim())
      return { address: to.plan(found.digest, { typed: 'wrong' }) }
    const { digest, organization: target } = found
    const { mayDelete, person } = asked.visitor
    const by = {
      by: person?.name ?? 'whoever has a token, or this machine',
      subject: person?.subject ?? null,
    }
    if ((await platform.approvals.ask({ plan: digest, by })) !== null) return { address: APPROVALS }
    const run = await desk.apply({ organization: target, plan: digest, mayDelete })
    asked.looked({
      ...{ act: 'restore-apply', organization: target, snapshot: found.snapshot },
      item: `plan ${digest}`,
    })
    return { address: to.restoring([run], digest) }
  },
}

/** Answers the name of the run. Throws DocvaultError `forbidden`. */
async function planned(
  asked: Asked,
  { id: organization, desk }: Restoring,
  restore: PlanWish['restore'],
): Promise<string> {
  if ('request' in restore && restore.request.to !== undefined) assertInto(asked, restore.request.to)
  const run = await desk.plan({ organization, restore })
  const snapshot = 'snapshot' in restore ? Number(restore.snapshot) : null
  asked.looked({ act: 'restore-plan', organization, item: `run ${run}`, snapshot })
  return run
}

/** Who may restore into some organizations names them by id: of others not even the title is known to them. */
function assertInto({ visitor }: Asked, target: string): void {
  if (restoresIn(visitor, target)) return
  throw new DocvaultError('forbidden', `you may not restore into ${target}`, {
    hint: `you may into ${visitor.restores?.join(', ')}`,
  })
}

export const restoreActions: readonly Action[] = [choose, plan, takeBack, undo, again, apply]

function optionsIn(form: URLSearchParams): RestoreWish {
  const texts = ['to', 'intoSpace', 'allowWidening'].flatMap(name => {
    const text = form.get(name)?.trim() ?? ''
    return text === '' ? [] : [[name, text]]
  })
  const flags = ['asChangeRequest', 'publish'].filter(name => form.has(name)).map(name => [name, true])
  return { onConflict: conflictIn(form), ...Object.fromEntries([...texts, ...flags]) }
}

function conflictIn(form: URLSearchParams): OnConflict {
  const text = form.get('onConflict') ?? 'skip'
  if (text === 'skip' || text === 'update' || text === 'copy') return text
  throw new UsageError(`onConflict "${text}" is none of skip, update, copy`)
}

function numberIn(form: URLSearchParams, name: string): number {
  const text = form.get(name) ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`${name} "${text}" is no number`)
}
