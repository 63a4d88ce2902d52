import { describe, expect, test } from 'vitest'
import { type Company, makeCompany } from '../../helpers/company.ts'
import { docvault } from '../../helpers/docvault.ts'
import { itemsOf, jsonOf, restoreInto } from '../../helpers/restoring.ts'

describe('references', () => {
  test('links, mentions and tables lead to the new pages, files, spaces, collections, people and specs', async () => {
    const company = await makeCompany({ profile: 'current' })
    const [handbook, second] = spacesOf(company)
    const ids = await idsOf(company)
    await write(company, handbook, ids.page, documentWith(ids, second))
    await company.backUp()
    const target = await restoreInto(company, { profile: 'current' })
    const { result } = await target.apply('1')
    expect(result?.verification.differences).toEqual([])
    const { references } = result?.verification ?? {}
    expect(references).toMatchObject({ broken: 1, brokenBefore: 1, toUnrestored: 0 })
    expect(references?.byKind).toMatchObject({
      user: 2,
      space: 5,
      collection: 1,
      'openapi-spec': 1,
    })
    const state = JSON.stringify(inside(target))
    for (const id of [ids.other, ids.file, ids.user, ids.collection, second, handbook])
      expect(state).not.toContain(id)
    // What led nowhere before is left as it was.
    expect(state).toContain('gone0000000000000000')
  })

  test('a plan names the references that will lead nowhere, and those alone', async () => {
    const company = await makeCompany({ profile: 'current' })
    const [handbook, second] = spacesOf(company)
    const ids = await idsOf(company)
    await write(company, handbook, ids.page, documentWith(ids, second))
    await company.backUp()
    const target = await restoreInto(company, { profile: 'current' })
    expect((await target.plan('1')).plan?.unmapped).toEqual([])
    const { plan } = await target.plan('1', { spaces: [handbook] })
    const found = plan?.unmapped.map(({ label, target, reference }) => [label, reference.kind, target])
    expect(new Set(found?.map(one => one.join(': ')))).toEqual(
      new Set([
        'Welcome: space: Second',
        'Welcome: page: Welcome',
        'Welcome: collection: Handbooks',
        `Welcome: user: ${nameOf(company, ids.user)}`,
        'Welcome: openapi-spec: pets',
      ]),
    )
    expect(plan?.unmapped.every(one => one.reference.id !== 'gone0000000000000000')).toBe(true)
    const printed = await docvault(['restore', '1', '--to', target.organization, '--space', handbook], {
      env: target.env,
    })
    expect(printed.stdout.toString()).toMatch(/× space Second, in Welcome/)
  })

  test.each(['document', 'full'] as const)(
    'in Markdown only links to other spaces change, profile %s',
    async profile => {
      const company = await makeCompany({ profile })
      const [, second] = spacesOf(company)
      const app = `https://app.platform.example/o/${company.emulator.organization}/s/${second}`
      const text = (space: string, url: string) =>
        `# Install\n\n[there](/broken/spaces/${space}) [page](${url}/guides/linux) [web](https://example.com/s/${second}) \`${second}\`\n`
      await company.edit({ 'guides/install.md': text(second, app) })
      await company.backUp()
      const target = await restoreInto(company, { profile })
      const { result } = await target.apply('1')
      expect(result?.verification.differences).toEqual([])
      const vault = company.vault()
      const restored = itemsOf(vault, String(result?.after), 'page')
        .filter(one => jsonOf(vault, one).title === 'Install')
        .map(one => one.parts.find(part => part.name === 'markdown'))
        .map(part => (part ? vault.read(part.content).toString() : ''))
      const fresh = itemsOf(vault, String(result?.after), 'space').find(
        one => jsonOf(vault, one).title === 'Second',
      )
      const id = fresh?.id ?? ''
      const url = `https://app.platform.example/o/${target.organization}/s/${id}`
      expect(restored).toContain(text(id, url))
    },
  )
})

function nameOf(company: Company, user: string): unknown {
  const vault = company.vault()
  const found = itemsOf(vault, '1', 'user').find(one => one.id === user)
  return found && jsonOf(vault, found).displayName
}

interface Ids {
  page: string
  other: string
  file: string
  user: string
  collection: string
}

function stateOf({ emulator }: { emulator: Company['emulator'] }) {
  return JSON.parse(JSON.stringify(emulator.state()))
}

function inside(target: { emulator: Company['emulator']; organization: string }) {
  return stateOf(target).spaces.filter(
    (one: { organization: string }) => one.organization === target.organization,
  )
}

function spacesOf(company: Company): [string, string] {
  const [first, second] = stateOf(company).spaces
  return [first.id, second.id]
}

async function idsOf(company: Company): Promise<Ids> {
  const state = stateOf(company)
  const [handbook, second] = state.spaces
  return {
    page: handbook.content.pages[0].id,
    other: second.content.pages[0].id,
    file: handbook.content.files[0].id,
    user: state.organizations[0].members[3].id,
    collection: state.collections[0].id,
  }
}

function documentWith({ page, other, file, user, collection }: Ids, second: string) {
  const link = (ref: object) => ({
    object: 'inline',
    type: 'link',
    isVoid: false,
    data: { ref },
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'x', marks: [] }] }],
  })
  const mention = (ref: object) => ({ object: 'inline', type: 'mention', isVoid: true, data: { ref } })
  const inlines = [
    link({ kind: 'page', page }),
    link({ kind: 'anchor', anchor: 'top', page: other, space: second }),
    link({ kind: 'page', page: 'gone0000000000000000' }),
    link({ kind: 'space', space: second }),
    mention({ kind: 'space', space: second }),
    mention({ kind: 'collection', collection }),
    mention({ kind: 'user', user }),
    link({ kind: 'openapi', spec: 'pets' }),
    link({ kind: 'tag', tag: 'beta', space: second }),
    link({ kind: 'anchor', anchor: 'top', space: second }),
    link({ kind: 'tag', tag: 'beta' }),
  ]
  const table = {
    object: 'block',
    type: 'table',
    isVoid: true,
    data: {
      definition: {
        who: { id: 'who', type: 'users', title: 'Who', multiple: true },
        what: { id: 'what', type: 'files', title: 'What' },
      },
      records: { r1: { orderIndex: '5', values: { who: [user], what: [file] } } },
      view: { type: 'grid', columns: ['who', 'what'], hideHeader: false },
    },
    fragments: [],
  }
  const image = {
    object: 'block',
    type: 'image',
    isVoid: true,
    data: { ref: { kind: 'file', file } },
    fragments: [],
  }
  const images = { object: 'block', type: 'images', isVoid: false, data: {}, nodes: [image] }
  const paragraph = { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: inlines }
  return { object: 'document', data: { schemaVersion: 8 }, nodes: [paragraph, images, table] }
}

async function write({ emulator }: Company, space: string, page: string, document: object): Promise<void> {
  const call = async (path: string, body: object) => {
    const answer = await fetch(`${emulator.url}/spaces/${space}/change-requests${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json()
  }
  const draft = JSON.parse(JSON.stringify(await call('', { subject: 'References' })))
  const changes = [{ operation: 'update_page', page, document: { document } }]
  await call(`/${draft.id}/content`, { changes })
  await call(`/${draft.id}/merge`, {})
}
