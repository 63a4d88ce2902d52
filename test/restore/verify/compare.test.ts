/** What a restore says of itself after it has read the target back: all there, something lost as declared, or different. */
import { expect, test } from 'vitest'
import { differingFields } from '../../../src/restore/match/compare-item.ts'
import { matchesField } from '../../../src/restore/plan/declared-losses.ts'
import { chosenOf } from '../../../src/restore/read/choice.ts'
import type { WriterName } from '../../../src/restore/read/target-profile.ts'
import type { RestoreChoice } from '../../../src/restore/request.ts'
import { compareStates } from '../../../src/restore/verify/compare.ts'
import type { CompareRequest } from '../../../src/restore/verify/verification.ts'
import { type Sides, sidesOf } from '../../helpers/restore-states.ts'
import type { Branch, Tree } from '../../helpers/snapshot-tree.ts'

interface Comparing extends Sides, Partial<Pick<CompareRequest, 'outcome'>> {
  plan?: Partial<CompareRequest['plan']>
  choice?: RestoreChoice
}

async function compare(left: Tree, right: Tree, { plan, outcome, choice = {}, ...sides }: Comparing = {}) {
  const { source, target, matches, profile, organization } = await sidesOf(left, right, sides)
  const { differences, kinds, references } = await compareStates({
    chosen: chosenOf(source, choice),
    source,
    target,
    matches,
    profile,
    request: { snapshot: 1, to: organization, onConflict: 'skip', ...choice },
    run: 1,
    plan: { impossible: [], skipped: [], losses: [], unmapped: [], ...plan },
    outcome: outcome ?? { failures: [], notes: [] },
  })
  return {
    differences: differences.map(({ kind, source: path, field }) => `${kind} ${path} ${field}`),
    counts: Object.fromEntries(
      kinds
        .filter(one => one.kind !== 'organization')
        .map(({ kind, full, part, not, reasons }) => [kind, [full, part, not, reasons]]),
    ),
    references,
  }
}

const team = (title: string, more: object = {}, below?: Tree): Branch => ({
  json: { title, ...more },
  ...(below && { below }),
})

test('what is there as it was is full, and only what every new thing has is different', async () => {
  const left = { team: { a: team('One', { createdAt: '2020' }), b: team('Two') } }
  const right = { team: { x: team('One', { createdAt: '2026' }), y: team('Two') } }
  expect(await compare(left, right)).toMatchObject({ differences: [], counts: { team: [2, 0, 0, {}] } })
})

test('each field that differs is a difference, by its name', async () => {
  const left = { team: { a: team('One', { look: { color: 'red', size: 1 }, note: 'kept' }) } }
  const right = { team: { x: team('One', { look: { color: 'blue', size: 1 }, extra: 1 }) } }
  const { differences, counts } = await compare(left, right)
  expect(differences).toEqual(['team a look.color', 'team a note', 'team a extra'])
  const reasons = { 'undeclared: look.color': 1, 'undeclared: note': 1, 'undeclared: extra': 1 }
  expect(counts.team?.at(3)).toEqual(reasons)
})

test('what is not there is a difference, unless the plan or the run said why', async () => {
  const left = { team: { a: team('One'), b: team('Two'), c: team('Three'), d: team('Four') } }
  const entry = (source: string, reason: string) => ({ kind: 'team' as const, source, label: '', reason })
  const { differences, counts } = await compare(
    left,
    {},
    {
      plan: { skipped: [entry('b', 'skipped')], impossible: [entry('c', 'impossible')] },
      outcome: { failures: [{ action: 'create', ...entry('d', 'refused') }], notes: [] },
    },
  )
  expect(differences).toEqual(['team a (missing)'])
  const reasons = { 'undeclared: (missing)': 1, skipped: 1, impossible: 1, refused: 1 }
  expect(counts.team).toEqual([0, 0, 4, reasons])
})

test('what stands under something that is not there is excused with it, and with nothing else', async () => {
  const members = { 'team-member': { u: {} } }
  const left = {
    member: { u: { json: { user: { email: 'a@x' } } } },
    team: { a: team('One', {}, members), b: team('Two', {}, members) },
  }
  const right = { member: { v: { json: { user: { email: 'a@x' } } } }, team: { y: team('Two') } }
  const skipped = ['a', 'b'].map(source => ({ kind: 'team' as const, source, label: '', reason: 'left out' }))
  const { differences, counts } = await compare(left, right, { plan: { skipped, impossible: [] } })
  expect(differences).toEqual(['team-member b/u (missing)'])
  expect(counts['team-member']?.at(3)).toEqual({ 'its team is not there': 1, 'undeclared: (missing)': 1 })
})

test('what the plan left alone may differ, and is told as left', async () => {
  const left = { team: { a: team('One', { note: 'old' }) } }
  const right = { team: { x: team('One', { note: 'new' }) } }
  const skipped = [
    { kind: 'team' as const, source: 'a', label: 'One', reason: 'its title differ: left as it is' },
  ]
  const { differences, counts } = await compare(left, right, { plan: { skipped, impossible: [] } })
  expect([differences, counts.team]).toEqual([[], [0, 1, 0, { 'left as it was': 1 }]])
})

test('what failed or was noted of an item explains how it differs, in those words', async () => {
  const left = { team: { a: team('One', { note: 'old' }), b: team('Two', { note: 'old' }) } }
  const right = { team: { x: team('One', { note: 'new' }), y: team('Two') } }
  const failures = [
    { action: 'update' as const, kind: 'team' as const, source: 'a', label: '', reason: 'refused' },
  ]
  const notes = [{ kind: 'team' as const, source: 'b', label: '', words: 'kept elsewhere' }]
  const { differences, counts } = await compare(left, right, { outcome: { failures, notes } })
  expect(differences).toEqual([])
  expect(counts.team).toEqual([0, 2, 0, { 'note: failed: refused': 1, 'note: kept elsewhere': 1 }])
})

test('a declared loss makes an item partial, with the words of the declaration', async () => {
  const person = (more: object): Branch => ({ json: { user: { email: 'a@x' }, role: 'read', ...more } })
  const { differences, counts } = await compare(
    { member: { u: person({ disabled: true, joinedAt: '2020' }) } },
    { member: { v: person({ disabled: false, joinedAt: '2026' }) } },
  )
  expect(differences).toEqual([])
  expect(counts.member).toEqual([0, 1, 0, { 'disabled: no operation sets it': 1 }])
  const other = await compare({ member: { u: person({}) } }, { member: { v: person({ role: 'admin' }) } })
  expect(other.differences).toEqual(['member u role'])
})

test('only what was chosen is compared', async () => {
  const left = { team: { a: team('One') }, space: { s: team('Manual') } }
  const { differences } = await compare(left, {}, { choice: { kinds: ['space'] } })
  expect(differences).toEqual(['space s (missing)'])
})

test('ids of the snapshot count as those that stand for them', async () => {
  const left = { collection: { c: team('Box') }, space: { s: team('Manual', { parent: 'c' }) } }
  const right = (parent: string) => ({
    collection: { d: team('Box'), e: team('Other') },
    space: { t: team('Manual', { parent }), u: team('Manual', { parent: 'e' }) },
  })
  expect((await compare(left, right('d'))).differences).toEqual([])
})

const text = (words: string) => ({ object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] })
const document = (...nodes: object[]) => JSON.stringify({ object: 'document', data: {}, nodes })
const paragraph = (words: string, data: object = {}) => ({
  object: 'block',
  type: 'paragraph',
  data,
  nodes: [text(words)],
})

function space(
  pages: Readonly<Record<string, Branch>>,
  files: Readonly<Record<string, Branch>> = {},
): Branch {
  const order = Object.keys(pages).map(id => ({ id, pages: [] }))
  return team('Manual', {}, { revision: { r: { json: { pages: order } } }, page: pages, file: files })
}

const page = (title: string, parts: Record<string, string> = {}): Branch => ({ json: { title }, parts })

async function comparePages(left: Branch, right: Branch, writer: WriterName = 'import') {
  const { differences, counts, references } = await compare(
    { space: { s: space({ p: left }) } },
    { space: { t: space({ q: right }) } },
    { writer },
  )
  return { differences: differences.filter(one => one.startsWith('page')), page: counts.page, references }
}

test('a page with another text is different in its document and its Markdown', async () => {
  const body = (words: string) =>
    page('One', { document: document(paragraph(words)), markdown: `# One\n\n${words}\n` })
  expect((await comparePages(body('same'), body('same'))).page).toEqual([1, 0, 0, {}])
  expect((await comparePages(body('old'), body('new'))).differences).toEqual([
    'page s/p (document)',
    'page s/p (markdown)',
  ])
})

const lossOf = (property: string, ...items: string[]) => ({
  kind: 'space' as const,
  source: 's',
  label: '',
  property,
  count: items.length,
  why: 'made anew',
  names: [],
  items,
})

test('what a way of writing loses is excused of the items that the plan named, and of no other', async () => {
  const body = (markdown: string) => page('One', { document: document(paragraph('same')), markdown })
  const left = space({ p: body('* a\n'), q: body('* b\n') })
  const right = space({ x: body('- a\n'), y: body('- b\n') })
  const found = async (...items: string[]) => {
    const plan = { losses: [lossOf('Markdown', ...items)] }
    return compare({ space: { s: left } }, { space: { t: right } }, { writer: 'batch', plan })
  }
  expect((await found('page s/p', 'page s/q')).counts.page).toEqual([0, 2, 0, { 'Markdown: made anew': 2 }])
  expect((await found('page s/p')).differences).toEqual(['page s/q (markdown)'])
  expect((await found('page t/p', 'file s/q')).differences).toHaveLength(2)
})

test('of an item only the property that the plan named is excused', async () => {
  const left = space({ p: { json: { title: 'One', slug: 'one', description: 'said' } } })
  const right = space({ x: { json: { title: 'One', slug: 'page' } } })
  const plan = { losses: [lossOf('description', 'page s/p')] }
  const { differences } = await compare({ space: { s: left } }, { space: { t: right } }, { plan })
  expect(differences).toEqual(['page s/p slug'])
})

test('a page of a draft lacks what that page of its space was said to lose, and no more', async () => {
  const said = { title: 'One', slug: 'one', description: 'said' }
  const tree = (id: string) => ({ r: { json: { pages: [{ id }] } } })
  const withDraft = (id: string, json: Record<string, unknown>) =>
    team(
      'Manual',
      {},
      {
        revision: tree(id),
        page: { [id]: { json } },
        'change-request': {
          c: {
            json: { subject: 'Draft', status: 'draft' },
            below: { 'change-request-revision': tree(id), 'change-request-page': { [id]: { json } } },
          },
        },
      },
    )
  const found = async (...losses: ReturnType<typeof lossOf>[]) => {
    const right = withDraft('q', { title: 'One', slug: 'page' })
    const both = [{ space: { s: withDraft('p', said) } }, { space: { t: right } }] as const
    return (await compare(...both, { plan: { losses } })).differences
  }
  const both = [lossOf('slug', 'page s/p'), lossOf('description', 'page s/p')]
  expect(await found(...both)).toEqual([])
  expect(await found(lossOf('description', 'page s/p'))).toEqual([
    'page s/p slug',
    'change-request-page s/c/p slug',
  ])
  const own = [lossOf('slug', 'page s/p'), lossOf('description', 'change-request-page s/c/p')]
  expect(await found(...own)).toEqual(['page s/p description'])
})

test('a page that comes back elsewhere as announced is told so, and excuses no other', async () => {
  const pages = { a: page('One'), b: page('Two'), c: page('Three') }
  const tree = (...ids: string[]) =>
    team('Manual', {}, { revision: { r: { json: { pages: ids.map(id => ({ id })) } } }, page: pages })
  const found = (right: Branch, ...items: string[]) =>
    compare(
      { space: { s: tree('a', 'b', 'c') } },
      { space: { s: right } },
      { home: true, plan: { losses: [lossOf('place', ...items)] } },
    )
  const announced = await found(tree('b', 'c', 'a'), 'page s/a')
  expect([announced.differences, announced.counts.page]).toEqual([[], [2, 1, 0, { 'place: made anew': 1 }]])
  expect((await found(tree('c', 'b', 'a'), 'page s/a')).differences).toEqual(['page s/c (place)'])
})

test('a page that stands elsewhere is different, unless it was to be left there', async () => {
  const pages = { a: page('One'), b: page('Two'), c: page('Three') }
  const tree = (...ids: string[]) =>
    team('Manual', {}, { revision: { r: { json: { pages: ids.map(id => ({ id })) } } }, page: pages })
  const found = (plan: Comparing['plan'] = {}) =>
    compare(
      { space: { s: tree('a', 'b', 'c') } },
      { space: { s: tree('b', 'c', 'a') } },
      { home: true, plan },
    )
  expect((await found()).differences).toEqual(['page s/a (place)'])
  const skipped = [
    { kind: 'page' as const, source: 's/a', label: 'One', reason: 'it was moved: left where it is' },
  ]
  expect((await found({ skipped })).differences).toEqual([])
})

test('of a document only what nobody sees may differ', async () => {
  const body = (data: object) => page('One', { document: document(paragraph('same', data)) })
  expect((await comparePages(body({ key: 'a' }), body({ key: 'b' }))).differences).toEqual([])
  expect((await comparePages(body({ style: 'a' }), body({ style: 'b' }))).differences).toEqual([
    'page s/p (document)',
  ])
})

test('a page that had no body may have its title as one, and nothing more', async () => {
  const got = async (markdown: string) =>
    (await comparePages(page('One'), page('One', { markdown }))).differences
  expect(await got('')).toEqual([])
  expect(await got('---\nicon: x\n---\n\n# One\n')).toEqual([])
  expect(await got('# Two\n')).toEqual(['page s/p (body)'])
  expect(await got('# One\n\nmore\n')).toEqual(['page s/p (body)'])
})

test('a page that lost its body is different', async () => {
  const left = page('One', { document: document(paragraph('text')), markdown: '# One\n\ntext\n' })
  expect((await comparePages(left, page('One'))).differences).toEqual([
    'page s/p (document)',
    'page s/p (markdown)',
  ])
})

test('a file with other bytes under the same name is different', async () => {
  const file = (bytes: string): Branch => ({ json: { name: 'a.png', size: 4 }, parts: { bytes } })
  const differing = async (left: string, right: string) =>
    (
      await compare(
        { space: { s: space({}, { f: file(left) }) } },
        { space: { t: space({}, { g: file(right) }) } },
      )
    ).differences
  expect(await differing('same', 'same')).toEqual([])
  expect(await differing('left', 'gone')).toEqual(['file s/f (bytes)'])
})

test('a link that led somewhere and leads nowhere now is a difference, one that led nowhere before is not', async () => {
  const link = (id: string) => {
    const inline = {
      object: 'inline',
      type: 'link',
      data: { ref: { kind: 'page', page: id } },
      nodes: [text('see')],
    }
    return { document: document({ object: 'block', type: 'paragraph', data: {}, nodes: [inline] }) }
  }
  const pages = (to: string, other: string) => ({
    space: { s: space({ a: page('One', link(to)), [other]: page('Two') }) },
  })
  const sound = await compare(pages('b', 'b'), pages('y', 'y'))
  expect(sound.references).toMatchObject({ total: 1, broken: 0, brokenBefore: 0, byKind: { page: 1 } })
  expect(sound.differences).toEqual([])
  const dangling = await compare(pages('gone', 'b'), pages('gone', 'y'))
  expect(dangling.references).toMatchObject({ total: 1, broken: 1, brokenBefore: 1 })
  expect(dangling.differences).toEqual([])
  const broken = await compare(pages('b', 'b'), pages('gone', 'y'))
  expect(broken.references).toMatchObject({ total: 1, broken: 1, brokenBefore: 0 })
  expect(broken.differences).toContain('page s/a (references: 1 broken, 0 before)')
})

test('fields are named by the way to them, and nothing is as good as null', () => {
  expect(differingFields({ a: { b: 1, c: [1] } }, { a: { b: 2, c: [1, 2] } })).toEqual(['a.b', 'a.c'])
  expect(differingFields({ a: null, b: { c: null } }, { b: {} })).toEqual([])
  expect(differingFields({ a: [1, 2] }, { a: [2, 1] })).toEqual(['a'])
  expect(differingFields({ a: { b: 1 } }, { a: 1 })).toEqual(['a'])
  expect(differingFields('x', 'y')).toEqual(['(all)'])
})

test.each([
  ['a', 'a', true],
  ['a.b', 'a', true],
  ['ab', 'a', false],
  ['a', 'a.b', false],
  ['a.b', 'a.**', true],
  ['ab', 'a.**', false],
  ['a', 'a.**', false],
  ['x.y', '**', true],
  ['key', '**.key', true],
  ['a.b.key', '**.key', true],
  ['monkey', '**.key', false],
  ['a.key.b', '**.key', false],
])('the field %s is covered by %s: %s', (field, pattern, covered) => {
  expect(matchesField(field, pattern)).toBe(covered)
})
