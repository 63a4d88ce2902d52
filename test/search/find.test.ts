import { expect, test } from 'vitest'
import { DamageFound } from '../../src/model/errors.ts'
import { buildIndex } from '../../src/search/index/build.ts'
import { indexPath } from '../../src/search/index/database.ts'
import type { FindRequest } from '../../src/search/query/request.ts'
import { search } from '../../src/search/query/search.ts'
import { MOST_BODY_BYTES } from '../../src/search/text/units.ts'
import type { Vault } from '../../src/vault/vault.ts'
import type { Company } from '../helpers/company.ts'
import { makeCompany } from '../helpers/company.ts'
import { disagreement, stoodBySearch, UNLIMITED } from './compare.ts'
import { Oracle } from './oracle.ts'
import { makeSampler, seeded } from './samples.ts'

const pages = (bodies: Readonly<Record<string, string>>) => ({
  'SUMMARY.md': Object.keys(bodies)
    .map(file => `* [${file.slice(0, -3)}](${file})\n`)
    .join(''),
  ...bodies,
})

test('what any text finds is what every snapshot has, with an index, without one, and with half of one', async () => {
  const company = await makeCompany({ comments: 6, changeRequests: 2, asDescribed: false })
  await writeNights(company)
  const vault = company.vault()
  const oracle = new Oracle(vault)
  const random = seeded(7)
  const sampler = makeSampler([...oracle.texts], random)
  const wanted = Array.from({ length: 60 }, () =>
    Array.from({ length: random() < 0.3 ? 2 : 1 }, () => sampler.substring()),
  )
  const without = wanted.map(() => (random() < 0.2 ? [sampler.substring()] : []))
  const compareAll = async () => {
    const wrong = []
    for (const [at, texts] of wanted.entries())
      wrong.push(await disagreement(vault, oracle, texts, without[at]))
    expect(wrong.filter(answer => answer !== null)).toEqual([])
  }
  await compareAll()
  await buildIndex(vault, indexPath(company.vaultPath))
  await compareAll()
  await company.edit(pages({ 'README.md': '# Welcome\n\nThe limit is 700 by now.\n' }))
  await company.backUp()
  const later = new Oracle(vault)
  expect(await disagreement(vault, later, ['limit is 700'])).toBeNull()
  expect(await disagreement(vault, later, ['limit'])).toBeNull()
}, 120_000)

/** Texts that come, go and come again; a page that is renamed, moved, removed; what people write in eleven scripts. */
async function writeNights({ edit, backUp }: Company): Promise<void> {
  const welcome = ['500', '500', '600', '500', '800'].map(
    limit => `# Welcome\n\nOur **limit** is ${limit} requests.\n`,
  )
  const scripts =
    'Ελλάς ΟΔΟΣ, Straße, ﬁn, café cafe\u0301, 資料庫 索引, ｱｲｳ ﾊﾟ, עברית, العربية, हिन्दी, 👩‍👩‍👧 ❤️, 100% _x_ "q" a^b'
  for (const [night, body] of welcome.entries()) {
    const more = night < 3 ? { 'plan.md': `# Plan\n\n${scripts}\n` } : {}
    await edit(
      pages({ 'README.md': body, ...more, ...(night === 2 ? { 'once.md': '# Once\n\nOnly here.\n' } : {}) }),
    )
    await backUp()
  }
}

test('a text that stood twice is told of twice, each time with what ended it', async () => {
  const company = await makeCompany()
  await writeNights(company)
  const { matches } = await search(company.vault(), {
    ...UNLIMITED,
    texts: ['limit is 500'],
    kinds: ['page'],
  })
  expect(matches.map(({ first, last, gone, end }) => [first, last, gone, end])).toEqual([
    [4, 4, 5, 'changed'],
    [1, 2, 3, 'changed'],
  ])
  const { matches: plan } = await search(company.vault(), { ...UNLIMITED, texts: ['索引'], kinds: ['page'] })
  expect(plan.map(({ first, last, gone, end }) => [first, last, gone, end])).toEqual([[1, 3, 4, 'removed']])
})

test('a document that is damaged hides nothing that its Markdown has, and is counted where it might have had more', async () => {
  const company = await makeCompany()
  await company.edit(pages({ 'README.md': '# Welcome\n\nOur limit is 500, *not* 600.\n' }))
  await company.backUp()
  const vault = company.vault()
  const documents = new Set(
    [...vault.resources(1, { kind: 'page' })].flatMap(({ parts }) =>
      parts.flatMap(({ name, content }) => (name === 'document' ? [content] : [])),
    ),
  )
  const damaged: Vault = {
    ...vault,
    read(content) {
      if (documents.has(content)) throw new DamageFound(`content ${content} is damaged`)
      return vault.read(content)
    },
  }
  const find = async (text: string) => {
    const request = { ...UNLIMITED, texts: [text], kinds: ['page'] as const }
    const { matches, searched } = await search(damaged, request)
    return [matches.map(({ places }) => places[0]?.field), searched.damaged]
  }
  expect(await find('limit is 500')).toEqual([['markdown'], documents.size - 1])
  // In Markdown with stars, and without them in the document alone.
  expect(await find('not 600')).toEqual([[], documents.size])
})

test('what is too large to be searched is counted, with an index as without one', async () => {
  const company = await makeCompany()
  await company.edit(pages({ 'README.md': '# Welcome\n\nOur limit is 500, *not* 600.\n' }))
  await company.backUp()
  const vault = company.vault()
  const large: Vault = {
    ...vault,
    state(place) {
      const state = vault.state(place)
      const parts = (state?.parts ?? []).map(part => ({
        ...part,
        bytes: part.name === 'document' ? MOST_BODY_BYTES + 1 : part.bytes,
      }))
      return state && { ...state, parts }
    },
  }
  const find = async (text: string) => {
    const { matches, searched } = await search(large, { ...UNLIMITED, texts: [text], kinds: ['page'] })
    return [matches.map(({ places }) => places[0]?.field), searched.tooLarge]
  }
  const texts = ['limit is 500', 'not 600', 'nowhere at all']
  const without = await Promise.all(texts.map(find))
  expect(without.map(([fields]) => fields)).toEqual([['markdown'], [], []])
  expect(without.map(([, tooLarge]) => tooLarge)).not.toContain(0)
  await buildIndex(large, indexPath(company.vaultPath))
  expect(await Promise.all(texts.map(find))).toEqual(without)
})

test('snapshots that did not read a page are named, and not claimed', async () => {
  const company = await makeCompany()
  await company.edit(pages({ 'README.md': '# Welcome\n\nOur limit is 500.\n' }))
  await company.backUp()
  await company.edit(pages({ 'README.md': '# Welcome\n\nOur limit is 600.\n' }))
  company.emulator.fault({ operation: 'getCurrentRevision', kind: 'status', status: 500 })
  company.emulator.fault({ operation: 'getRevisionById', kind: 'status', status: 500 })
  company.emulator.fault({ operation: 'listPages', kind: 'status', status: 500 })
  const partial = await company.backUp()
  expect(partial.state).toBe('partial')
  company.emulator.clearFaults()
  await company.backUp()
  const find = async (text: string) => {
    const { matches } = await search(company.vault(), { ...UNLIMITED, texts: [text], kinds: ['page'] })
    return matches.map(({ first, last, unread }) => ({
      first,
      last,
      unread: unread.map(gap => gap.snapshot),
    }))
  }
  expect(await find('limit is 500')).toEqual([{ first: 1, last: 2, unread: [2] }])
  // It may have stood before it was seen.
  expect(await find('limit is 600')).toEqual([{ first: 3, last: 3, unread: [2] }])
})

test('what stands now, what is gone, what stood in one snapshot, and where it stood first', async () => {
  const company = await makeCompany()
  await writeNights(company)
  const vault = company.vault()
  const find = async (request: object) => {
    const { matches } = await search(vault, {
      ...UNLIMITED,
      texts: ['limit is'],
      kinds: ['page'],
      ...request,
    })
    return matches.map(({ first, last }) => [first, last])
  }
  expect(await find({})).toEqual([[1, 5]])
  expect(await find({ standing: 'now', texts: ['is 500'] })).toEqual([])
  expect(await find({ standing: 'now', texts: ['is 800'] })).toEqual([[5, 5]])
  expect(await find({ standing: 'gone', texts: ['is 500'] })).toEqual([
    [4, 4],
    [1, 2],
  ])
  expect(await find({ standing: 'gone' })).toEqual([])
  expect(await find({ at: 2, texts: ['is 500'] })).toEqual([[1, 2]])
  expect(await find({ first: true, texts: ['is 500'] })).toEqual([[1, 2]])
  expect(await find({ space: 'handbook', texts: ['is 600'] })).toEqual([[3, 3]])
  expect(await find({ space: 'Second' })).toEqual([])
  // A slip is not an answer.
  await expect(find({ space: 'Hanbook' })).rejects.toThrow('no snapshot has a space Hanbook')
  await expect(find({ space: 'Hanbook' })).rejects.toMatchObject({
    hint: 'spaces that there were: Handbook, Second',
  })
  const unreadable: Vault = {
    ...vault,
    readJson(state) {
      if (state.kind === 'space') throw new DamageFound(`content ${state.content} is damaged`)
      return vault.readJson(state)
    },
  }
  await expect(search(unreadable, { ...UNLIMITED, texts: ['limit'], space: 'Handbook' })).rejects.toThrow(
    'no snapshot has a space Handbook, as far as titles can be read',
  )
  await expect(find({ organization: 'another' })).rejects.toThrow('no snapshot is of an organization another')
})

test('words, capitals and patterns', async () => {
  const company = await makeCompany()
  await company.edit(pages({ 'README.md': '# Welcome\n\nRate limits apply. LIMIT per 資料庫 is 5 000.\n' }))
  await company.backUp()
  const vault = company.vault()
  const finds = async (text: string, how: object) =>
    (await stoodBySearch(vault, { texts: [text], kinds: ['page'], ...how })).size > 0
  expect(await finds('limits', { word: true })).toBe(true)
  expect(await finds('rate limit', { word: true })).toBe(false)
  expect(await finds('limit', { word: true })).toBe(true)
  expect(await finds('料庫', { word: true })).toBe(true)
  expect(await finds('limit per', { matchCase: true })).toBe(false)
  expect(await finds('LIMIT per', { matchCase: true })).toBe(true)
  expect(await finds('limits? (apply|per)', { regex: true })).toBe(true)
  expect(await finds('^Rate .*000\\.$', { regex: true })).toBe(true)
  expect(await finds('^limit', { regex: true })).toBe(false)
  await expect(finds('(', { regex: true })).rejects.toThrow('"(" is no pattern')
})

test('a pattern that takes for ever ends with the time of the search, and the answer says so', async () => {
  const company = await makeCompany()
  await company.edit(pages({ 'README.md': `# Welcome\n\n${'a'.repeat(60)}!\n` }))
  await company.backUp()
  const answer = await search(company.vault(), {
    ...UNLIMITED,
    texts: ['(a|aa)+(?<=b)\\1$'],
    regex: true,
    maxDurationMs: 500,
  })
  expect(answer.truncated).toBe('time')
})

test('with too many matches the answer says that there are more', async () => {
  const company = await makeCompany()
  await company.backUp()
  const find = (maxMatches: number) => search(company.vault(), { ...UNLIMITED, texts: ['e'], maxMatches })
  const answer = await find(3)
  expect([answer.truncated, answer.matches.length, answer.total]).toEqual(['matches', 3, 3])
  const { total } = await find(UNLIMITED.maxMatches)
  expect([(await find(total)).truncated, (await find(total - 1)).truncated]).toEqual([null, 'matches'])
})

test('a part of the matches is what all of them have there, and all are counted', async () => {
  const company = await makeCompany({ comments: 3, asDescribed: false })
  await writeNights(company)
  const vault = company.vault()
  const wishes: Partial<FindRequest>[] = [
    { texts: ['limit'] },
    { texts: ['e'] },
    { texts: ['e'], standing: 'gone' },
    { texts: ['500'], first: true },
  ]
  const compareParts = async () => {
    for (const wish of wishes) {
      const request = { texts: [], ...UNLIMITED, ...wish }
      const whole = await search(vault, request)
      expect(whole.total).toBe(whole.matches.length)
      for (const from of [0, 1, whole.total]) {
        const part = await search(vault, { ...request, part: { from, most: 2 } })
        expect(part.matches).toEqual(whole.matches.slice(from, from + 2))
        expect(part).toMatchObject({ total: whole.total, searched: whole.searched, truncated: null })
      }
    }
  }
  await compareParts()
  await buildIndex(vault, indexPath(company.vaultPath))
  await compareParts()
})
