/** A masked copy of a company, and everything that its platform holds afterwards as one text. */
import { recordOf } from '../../../src/model/fields.ts'
import type { Company } from '../../helpers/company.ts'
import type { JudgedOptions } from '../../helpers/judged-emulator.ts'
import { type Identity, identitiesOf, makeNamedCompany } from '../../helpers/named-company.ts'
import { restoreInto, type Target } from '../../helpers/restoring.ts'

export async function copyMasked(options: JudgedOptions, what: readonly ('people' | 'comments')[]) {
  const { company, people } = await makeNamedCompany(options)
  await company.backUp()
  const target = await restoreInto(company, {
    ...(options.profile ? { profile: options.profile } : {}),
  })
  renameOwner(target)
  const planned = await target.plan('1', { mask: { what } })
  if (planned.plan === null) throw new Error('there is no plan')
  const { result } = await target.run({ action: 'apply', plan: planned.plan })
  const whole = wholeOf(target, company, result?.after ?? 0)
  return { company, people, target, plan: planned.plan, result, whole }
}

/** Every emulator's token is of the same person, whom the source has too: the target's is somebody else. */
function renameOwner({ emulator }: Target): void {
  const keeper = { displayName: 'Keeper Ofstaging', email: 'keeper@staging.example' }
  for (const user of Object(emulator.state()).users) Object.assign(user, keeper)
  if (identitiesOf(emulator.state()).some(({ name }) => name !== keeper.displayName))
    throw new Error('the owner of the token is called as before')
}

/** The state as the platform describes it, and all JSON, bodies and files as a backup reads them. */
function wholeOf({ emulator }: Target, company: Company, snapshot: number): string {
  const vault = company.vault()
  const pieces = [JSON.stringify(emulator.state())]
  for (const resource of vault.resources(snapshot)) {
    pieces.push(JSON.stringify(recordOf(vault.readJson(resource))))
    for (const part of resource.parts) {
      const bytes = vault.read(part.content)
      pieces.push(bytes.toString(), bytes.toString('latin1'))
    }
  }
  return pieces.join('\n')
}

/** What of the people stands in the text, by plain search. */
export function foundIn(whole: string, people: readonly Identity[]): string[] {
  const lowered = whole.toLowerCase()
  return people.flatMap(({ name, address }) => [
    ...(isNamed(whole, lowered, name) ? [name] : []),
    ...(lowered.includes(address.toLowerCase()) ? [address] : []),
  ])
}

/** A name of two letters is a part of many words. */
function isNamed(whole: string, lowered: string, name: string): boolean {
  if (name.length <= 2) return new RegExp(`(?<![\\w+/=-])${name}(?![\\w+/=-])`).test(whole)
  return lowered.includes(name.toLowerCase())
}
