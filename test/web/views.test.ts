import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { OWN_VISIT, type Visitor } from '../../src/web/visitor.ts'
import { handbookFiles, makeCompany } from '../helpers/company.ts'
import { openViews, type Views } from '../helpers/views.ts'

/** Every link of every page, from the front page on. */
async function crawl(views: Views, most: number): Promise<Map<string, number>> {
  const seen = new Map<string, number>()
  const waiting = ['/']
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    if (seen.has(address) || seen.size >= most) continue
    const { status, text, headers } = await views.page(address)
    seen.set(address, status)
    if (!headers.get('content-type')?.startsWith('text/html')) continue
    for (const [, found = ''] of text.matchAll(/ (?:href|src)="([^"]*)"/g)) {
      const link = found.replaceAll('&amp;', '&')
      if (link.startsWith('#')) continue
      const target = new URL(link, `http://views.test${address}`)
      if (target.host === 'views.test') waiting.push(target.pathname + target.search)
    }
  }
  return seen
}

const summary = handbookFiles['SUMMARY.md'] ?? ''

async function makeHistory() {
  const company = await makeCompany()
  await company.backUp()
  await company.edit({
    'README.md': '# Welcome\n\nOur limit is 500.\n',
    'guides/linux.md': null,
    'SUMMARY.md': summary.replace('  * [On Linux](guides/linux.md)\n', ''),
  })
  await company.backUp()
  await company.deleteSpace('Second')
  await company.edit({ 'README.md': '# Welcome\n\nOur limit is 800.\n' })
  await company.backUp()
  const views = openViews(company.env)
  const org = `/o/${company.emulator.organization}`
  const pageId = (name: string, snapshot: number) => {
    const vault = company.vault()
    const found = [...vault.resources(snapshot, { kind: 'page' })].find(
      page => JSON.stringify(vault.readJson(page)).includes(`"${name}"`) && page.parentId !== null,
    )
    if (!found) throw new Error(`there is no page ${name}`)
    return found.id
  }
  return { company, views, org, pageId }
}

describe('the views', () => {
  test('every link of every page leads somewhere', async () => {
    const { views } = await makeHistory()
    const seen = await crawl(views, 1500)
    expect(seen.size).toBeGreaterThan(200)
    expect([...seen].filter(([, status]) => status !== 200 && status !== 302)).toEqual([])
  })

  test('a night says what it has, and keeps its address when it is asked for by another name', async () => {
    const { views, org } = await makeHistory()
    const latest = await views.page(`${org}/at/latest`)
    expect([latest.status, latest.headers.get('location')]).toEqual([302, `${org}/at/2`])
    const night = await views.data(`${org}/at/1`)
    expect(night.spaces).toMatchObject([{ title: 'Handbook' }, { title: 'Second' }])
    expect((await views.data(`${org}/at/3`)).spaces).toMatchObject([{ title: 'Handbook' }])
  })

  test('what is gone is found, with the night that had it last', async () => {
    const { views, org } = await makeHistory()
    const { things } = await views.data(`${org}/lost`)
    expect(things).toContainEqual(
      expect.objectContaining({ kind: 'space', title: 'Second', last: 2, gone: 3 }),
    )
    expect(things).toContainEqual(
      expect.objectContaining({ kind: 'page', title: 'On Linux', within: 'Handbook', last: 1, gone: 2 }),
    )
  })

  test('a page has its states, and the quiet nights in between are left out', async () => {
    const { views, org, pageId } = await makeHistory()
    const welcome = pageId('Welcome', 1)
    expect(await views.data(`${org}/at/2/p/${welcome}`)).toMatchObject({
      title: 'Welcome',
      state: { first: 2, last: 2, stands: false },
      before: { first: 1, last: 1 },
      after: { first: 3, last: 3, stands: true },
    })
  })

  test('two nights are compared, and what is gone stands first', async () => {
    const { views, org } = await makeHistory()
    const { places, changes } = await views.data(`${org}/changes?a=2&b=3`)
    expect(z.array(z.unknown()).parse(places)[0]).toMatchObject({
      kind: 'space',
      title: 'Second',
      state: 'removed',
    })
    expect(changes).toContainEqual(
      expect.objectContaining({ type: 'removed', kind: 'space', title: 'Second' }),
    )
    const edited = (await views.data(`${org}/changes?a=2&b=3&kind=page&type=modified`)).changes
    expect(edited).toMatchObject([{ title: 'Welcome', actions: ['edited'] }])
  })

  test('a text is found with the nights between which it stood', async () => {
    const { views } = await makeHistory()
    const { matches } = await views.data('/search?q=limit is 500')
    expect(matches).toMatchObject([{ title: 'Welcome', first: { snapshot: 2 }, gone: { snapshot: 3 } }])
  })

  test('an address that means nothing says so, for people and for programs', async () => {
    const { views, org } = await makeHistory()
    const cases: [string, number, RegExp][] = [
      ['/o/nobody', 404, /no vault here has an organization nobody/],
      [`${org}/at/99`, 400, /99/],
      [`${org}/at/1/p/none`, 404, /snapshot 1 has no page none/],
      [`${org}/at/1/k/nothing`, 404, /there is no kind/],
      [`${org}/changes?a=x`, 400, /a &quot;x&quot; is no number/],
      ['/search?q=limit&kind=pages', 400, /there is no kind &quot;pages&quot;/],
      [`${org}/at/1/s/none`, 404, /snapshot 1 has no space none/],
      ['/nothing', 404, /there is no such page/],
    ]
    for (const [address, status, words] of cases) {
      const page = await views.page(address)
      expect([address, page.status, page.text]).toEqual([address, status, expect.stringMatching(words)])
      await expect(views.data(address)).rejects.toThrow(String(status))
    }
  })
})

test('what a night could not read is not shown as if it had been seen', async () => {
  const company = await makeCompany()
  await company.backUp()
  await company.edit({ 'README.md': '# Welcome\n\nChanged.\n' })
  for (const operation of ['getRevisionById', 'getCurrentRevision'])
    company.emulator.fault({ operation, kind: 'status', status: 500 })
  const night = await company.backUp()
  expect([night.state, night.gaps.map(({ kind }) => kind)]).toEqual([
    'partial',
    expect.arrayContaining(['revision']),
  ])
  const views = openViews(company.env)
  const [page] = company.vault().resources(1, { kind: 'page' })
  const address = `/o/${company.emulator.organization}/at`
  expect(await views.data(`${address}/2/p/${page?.id}`)).toMatchObject({ unread: [{ from: 2, to: 2 }] })
  expect((await views.page(`${address}/2/p/${page?.id}`)).text).toContain('This night could not read it')
  expect((await views.page(`${address}/1/p/${page?.id}`)).text).toContain('It was not read in night 2')
  expect((await views.page(`${address}/2/s/${page?.parentId}`)).text).toContain(
    'could not be read in this night',
  )
})

test('a picture is shown as what it is, any other file is handed over, and neither may run anything', async () => {
  const company = await makeCompany()
  await company.edit({
    '.gitbook/assets/evil.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
  })
  await company.backUp()
  const views = openViews(company.env)
  const files = [...company.vault().resources(1, { kind: 'file' })]
  const answers = new Map<string, Headers>()
  for (const { id, parentId } of files) {
    const { headers } = await views.page(`/o/${company.emulator.organization}/at/1/file/${id}?in=${parentId}`)
    answers.set(decodeURIComponent(headers.get('content-disposition')?.split("''")[1] ?? ''), headers)
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'; frame-ancestors 'self'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect(answers.get('logo.png')?.get('content-disposition')).toMatch(/^inline/)
  for (const [name, type] of [
    ['evil.svg', 'image/svg+xml'],
    ['notes (1).txt', 'application/octet-stream'],
  ] as const)
    expect([
      name,
      answers.get(name)?.get('content-disposition'),
      answers.get(name)?.get('content-type'),
    ]).toEqual([name, expect.stringMatching(/^attachment/), type])
})

test('a platform without a vault hides none of the others', async () => {
  const company = await makeCompany()
  await company.edit({ 'README.md': '# Welcome\n\nOur limit is 500.\n' })
  await company.backUp()
  const views = openViews(company.env, { others: { later: `${company.folder}/later` } })
  expect(await views.data('/')).toMatchObject({
    organizations: [{ title: 'Acme Documentation' }],
    troubles: [{ platform: 'later', message: expect.stringContaining('there is no vault at') }],
  })
  expect(await views.data('/search?q=limit is 500')).toMatchObject({ total: 1, not_searched: ['later'] })
})

test('a search among some things says nothing of the rest', async () => {
  const company = await makeCompany()
  await company.backUp()
  const views = openViews(company.env)
  expect((await views.page('/search?q=nowhere')).text).toContain('stood in no night that is kept')
  for (const narrowed of ['kind=file', 'when=gone', 'word=true', `org=${company.emulator.organization}`])
    expect((await views.page(`/search?q=nowhere&${narrowed}`)).text).toContain(
      'was not found in what was searched',
    )
})

test('what a page and a person are called stays text', async () => {
  const company = await makeCompany()
  const hostile = '"><script>alert(1)</script>'
  await company.edit({ 'SUMMARY.md': summary.replace('Welcome', hostile) })
  await company.backUp()
  const views = openViews(company.env)
  const seen = new Map<string, string>()
  for (const address of (await crawl(views, 200)).keys()) {
    const { text, headers } = await views.page(address)
    if (headers.get('content-type')?.startsWith('text/html')) seen.set(address, text)
  }
  expect([...seen].filter(([, text]) => text.includes('<script>alert'))).toEqual([])
  expect([...seen.values()].some(text => text.includes('&lt;script&gt;alert'))).toBe(true)
})

test('a body is shown as readers saw it, with the pictures and links of its night, where nothing can run', async () => {
  const { views, org, pageId } = await makeHistory()
  const home = pageId('Welcome', 2)
  const { text: around } = await views.page(`${org}/at/2/p/${home}`)
  expect(around).toMatch(/<iframe class="body" src="[^"]*\/frame" title="[^"]+" sandbox="(?!.*allow-scripts)/)
  const { text, headers } = await views.page(`${org}/at/2/p/${home}/frame`)
  expect(headers.get('content-security-policy')).toMatch(
    /^sandbox allow-same-origin allow-popups .*; default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'$/,
  )
  expect(text).toContain('<p>Our limit is 500.</p>')
  const { text: changed } = await views.page(`${org}/p/${home}/compare/frame?a=2&b=3`)
  expect(changed).toMatch(/<del>.*500.*<\/del>.*<ins>.*800.*<\/ins>/s)
})

test('the history of a thing says by whom, where the platform recorded it and for auditors alone', async () => {
  const company = await makeCompany({ profile: 'current', members: 14 })
  await company.backUp({ exact: true })
  const { emulator } = company
  const vault = company.vault()
  const [space] = [...vault.resources(1, { kind: 'space' })]
  const [, member] = [...vault.resources(1, { kind: 'member' })]
  emulator.actAs(member?.id ?? null)
  const answer = await fetch(`${emulator.url}/spaces/${space?.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Taken over' }),
  })
  expect(answer.ok).toBe(true)
  emulator.actAs(null)
  await company.backUp({ exact: true })
  const { displayName } = Object(member && vault.readJson(member)).user
  const address = `/o/${emulator.organization}/k/space/${space?.id}/history`
  const seen = (visitor?: Visitor) =>
    openViews(company.env, visitor === undefined ? {} : { visitor }).data(address)
  const { states } = await seen()
  expect(states).toMatchObject([{ by: { actor: displayName, occurred: expect.any(String) } }, { by: null }])
  expect((await openViews(company.env).page(address)).text).toContain(displayName)
  const forAll = await seen({ ...OWN_VISIT.visitor, audits: [] })
  expect(forAll.states).toMatchObject([{ by: null }, { by: null }])
})

test('Markdown of pages without a file, kept alone, leads to those pages', async () => {
  const company = await makeCompany({ synthetic: { spaces: 1, pages: 12 } })
  await company.backUp({}, { env: { DOCVAULT_BACKUP_FORMATS: 'markdown' } })
  const views = openViews(company.env)
  const vault = company.vault()
  let links = 0
  for (const page of vault.resources(1, { kind: 'page' })) {
    const markdown = page.parts.find(({ name }) => name === 'markdown')
    if (markdown === undefined || gitPathOf(vault.readJson(page)) !== null) continue
    const written = vault.read(markdown.content).toString()
    const { text } = await views.page(`/o/${company.emulator.organization}/at/1/p/${page.id}/frame`)
    const led = [...text.matchAll(/href="\/o\/[^"]*\/at\/1\/p\//g)].length
    expect(led, written).toBe([...written.matchAll(/\]\([^):]+\.md/g)].length)
    links += led
  }
  expect(links).toBeGreaterThan(5)
})

function gitPathOf(json: unknown): unknown {
  return z.object({ git: z.object({ path: z.string() }).optional() }).parse(json).git?.path ?? null
}
