import { expect, test } from 'vitest'
import { compare } from '../../src/diff/compare.ts'
import { type OrderedChange, orderChanges } from '../../src/diff/ordered-changes.ts'
import { outlineChanges } from '../../src/diff/outline.ts'
import { atOnce } from '../../src/model/stepwise.ts'
import { resources } from '../../src/resources/index.ts'
import { handbookFiles, makeCompany } from '../helpers/company.ts'

const summary = handbookFiles['SUMMARY.md'] ?? ''

const sees = () => true

test('an outline has the changes that a comparison has, in its order, whether each was read or not', async () => {
  const company = await makeCompany()
  await company.backUp()
  await company.edit({
    'README.md': '# Welcome\n\nOur limit is 500.\n',
    'guides/linux.md': null,
    'SUMMARY.md': summary.replace('  * [On Linux](guides/linux.md)\n', ''),
  })
  await company.deleteSpace('Second')
  for (const operation of ['listMembersInOrganizationById', 'listTeamsInOrganizationById'])
    company.emulator.fault({ operation, kind: 'status', status: 500 })
  await company.backUp()
  const vault = company.vault()
  const [first, second] = vault.snapshots()
  if (!first || !second) throw new Error('there are two snapshots')
  for (const pair of [
    { a: first, b: second },
    { a: second, b: first },
  ]) {
    const found = compare(vault, resources, pair, { by: 'id' })
    const ordered = orderChanges(vault, found, { ...pair, by: 'id' })
    const [folded, all] = [namesOf(ordered.inOrder(false)), namesOf(ordered.inOrder(true))]
    const places = ordered.places.map(({ kind, id, state, changes }) => ({ kind, id, state, changes }))
    ordered.close()
    expect(all.length).toBeGreaterThan(20)
    for (const few of [0, 10_000]) {
      const outline = atOnce(outlineChanges(vault, pair, few))
      expect(outline.places).toMatchObject(places)
      const whole = outline.part({ kind: null, type: null, sees }, 0, 10_000)
      expect([whole.total, namesOf(whole.changes)]).toEqual([folded.length, folded])
      const parts = Array.from({ length: Math.ceil(whole.total / 7) }, (_, part) =>
        outline.part({ kind: null, type: null, sees }, part * 7, 7),
      )
      expect(parts.flatMap(({ changes }) => namesOf(changes))).toEqual(folded)
      const pages = outline.part({ kind: 'page', type: null, sees }, 0, 10_000)
      expect(namesOf(pages.changes)).toEqual(all.filter(([kind]) => kind === 'page').map(unfolded))
    }
  }
})

type Name = [kind: string, id: string, type: string, actions: string, folded: string]

function namesOf(changes: Iterable<OrderedChange>): Name[] {
  return Array.from(changes, ({ change, folded }) => [
    change.description.kind,
    change.description.id,
    change.type,
    change.actions.join(),
    JSON.stringify([...folded].sort()),
  ])
}

/** What is asked for by its kind is listed by itself. */
function unfolded([kind, id, type, actions]: Name): Name {
  return [kind, id, type, actions, '[]']
}
