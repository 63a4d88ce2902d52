// biome-ignore-all lint/suspicious/noTemplateCurlyInString: as it stands in a configuration file.
/** `fleet add`: rows of a table in the configuration file, all or none, and every byte of before. */
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadPlatforms } from '../../config/load.ts'
import { replaceDurably } from '../../src/model/durable-file.ts'
import { printable } from '../../src/model/printable.ts'
import { runLine } from '../helpers/program.ts'
import { temporaryFolder } from '../vault/fixture.ts'

const CONFIG = `# Ours.
vault: {path:   /data}   # with a note

templates:
  managed:
    url: 'https://api.example.com/v1'
    vault: { path: "/data/\${tenant}/\${name}" }
platforms:
  - name: first   # the oldest
    extends: managed
    # of the first, too

  # - name: not-yet
# the end
redis: { url: redis://localhost }
`
const TOKEN = { DOCVAULT_PLATFORM_TOKEN: 'the-token' }

interface Place {
  folder: string
  /** Of the configuration file. */
  file: string
  read(): string
  /** What `fleet add` did with this table; errors as text with their hint, names of files without the folder. */
  add(csv: string | Buffer, ...options: string[]): Promise<{ code: number; text: string }>
}

function place(config: string | Buffer = CONFIG, env: Record<string, string> = TOKEN): Place {
  const folder = temporaryFolder()
  const [file, table] = [join(folder, 'docvault.yaml'), join(folder, 'new.csv')]
  writeFileSync(file, config)
  return {
    folder,
    file,
    read: () => readFileSync(file, 'utf8'),
    async add(csv, ...options) {
      writeFileSync(table, csv)
      const line = ['fleet', 'add', '--csv', table, '--config', file, ...options]
      const { code, text } = await runLine(line, { env }).catch((error: Error) => ({
        code: -1,
        text: `${error.message}\n${'hint' in error ? (error.hint ?? '') : ''}`,
      }))
      return { code, text: text.replaceAll(`${folder}/`, '') }
    },
  }
}

/** The lines of an error with several problems. */
async function problemsOf(csv: string, config?: string): Promise<string[]> {
  const { add, read } = place(config)
  const before = read()
  const { code, text } = await add(csv, '--apply')
  expect([code, read()]).toEqual([-1, before])
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map(line => line.trim())
}

describe('fleet add', () => {
  test('says what it would add and where, and changes nothing', async () => {
    const { add, read } = place()
    const { code, text } = await add('name,tenant,url\nacme-docs,acme,http://x\nglobex,,http://x\n')
    expect([code, read()]).toEqual([0, CONFIG])
    expect(text).toMatch(/^ +2 +acme-docs +acme +\/data\/acme-docs$/m)
    expect(text).toMatch(/^ +3 +globex +globex +\/data\/globex$/m)
    expect(text).toMatch(/^would add 2 platforms to docvault\.yaml\. Nothing was changed: --apply does it$/m)
  })

  test('puts entries behind the last one and its comments; all else stays as it was, byte by byte', async () => {
    const { add, read } = place()
    const csv =
      '\ufeffname,schedules.backup,extends,requestsPerMinute,platform.tenant,schedules.timezone,organizations\r\n'
    const { code, text } = await add(
      `${csv}acme, 30 1 * * * ,managed,300,a-c,Europe/Berlin,"o1, o2"\r\n\r\n,,,,,,\r\nno,off,managed,,,,\r\n`,
      '--apply',
    )
    expect(code).toBe(0)
    expect(text).toMatch(/^added 2 platforms to .*\nstart the daemons again.* a reload takes in no new/m)
    const [head, tail] = CONFIG.split('\n\n  # - name: not-yet')
    expect(read()).toBe(`${head}
  - name: acme
    tenant: a-c
    extends: managed
    schedules:
      backup: 30 1 * * *
      timezone: Europe/Berlin
    requestsPerMinute: 300
    organizations: [o1, o2]
  - name: no
    extends: managed
    schedules:
      backup: off

  # - name: not-yet${tail}`)
  })

  test('programs read a line for each row, and what became of all', async () => {
    const { add } = place()
    const lines = async (...options: string[]) =>
      (await add('name,extends\nacme,managed\n', '--json', ...options)).text
        .trim()
        .split('\n')
        .map(line => JSON.parse(line))
    const row = { line: 2, name: 'acme', tenant: 'acme', extends: ['managed'], vault: '/data/acme/acme' }
    const closing = { platforms: 1, problems: [] }
    expect(await lines()).toMatchObject([
      { message_type: 'row', ...row },
      { message_type: 'plan', ...closing },
    ])
    expect(await lines('--apply')).toMatchObject([{}, { message_type: 'summary', ...closing }])
  })

  test('every problem is named with its line, and with one of them nothing is written', async () => {
    const csv = `name,extends,requestsPerMinute,url
Acme,,,
,managed,,

ok,managed,,
ok,,,
first,managed,,
short,managed
long,,,,
lines,,,"a
b"
next,manged,fast,
mask,,,\u202eb
odd,,,https://\${who}
`
    expect(await problemsOf(csv)).toEqual([
      'new.csv:2: name "Acme" has to be of lower-case letters, digits and hyphens',
      'new.csv:3: there is no name',
      'new.csv:6: a platform ok is in new.csv:5 already',
      'new.csv:7: a platform first is in docvault.yaml:9 already',
      expect.stringMatching(/^new\.csv:8: there are 2 cells, and 4 columns: a comma is missing/),
      expect.stringMatching(/^new\.csv:9: there are 5 cells, and 4 columns/),
      expect.stringMatching(/^new\.csv:10: url has a line end, or another character that is not seen/),
      expect.stringMatching(/^new\.csv:13: url has a line end, or another character that is not seen/),
      expect.stringMatching(/^new\.csv:12: platform next extends manged, .* did you mean managed\?/),
      'new.csv:12: platform.requestsPerMinute = "fast" is no whole number',
      expect.stringMatching(/^new\.csv:14: platform\.url has "\$\{who\}", which stands for nothing here/),
    ])
  })

  test('every token file that is not there yet is named, one that many have once', async () => {
    const secrets = temporaryFolder()
    writeFileSync(join(secrets, 'b'), 't\n')
    const config = `templates:
  own: { url: http://x/v1, tokenFile: "${secrets}/\${name}" }
  same: { url: http://x/v1, tokenFile: ${secrets}/all }
platforms:
  - { name: b, extends: own }
`
    const { add, read } = place(config, {})
    const { text } = await add('name,extends\na,own\nc,own\nd,same\ne,same\n', '--apply')
    expect(
      text
        .trim()
        .split('\n')
        .map(line => line.trim()),
    ).toEqual([
      '3 problems, nothing was changed:',
      `new.csv:2: platform a: platform.tokenFile: ${secrets}/a cannot be read`,
      `new.csv:3: platform c: platform.tokenFile: ${secrets}/c cannot be read`,
      `new.csv:4: platform d: platform.tokenFile: ${secrets}/all cannot be read`,
    ])
    expect(read()).toBe(config)
    for (const name of ['a', 'c', 'all']) writeFileSync(join(secrets, name), 't\n')
    expect((await add('name,extends\na,own\nc,own\nd,same\ne,same\n', '--apply')).code).toBe(0)
  })

  test('what `config check` would refuse is refused, with the line: no address, no token, a shared vault', async () => {
    expect(await problemsOf('name,extends\na,managed\nb,\n')).toEqual([
      'new.csv:3: platform b has no platform.url',
    ])
    expect(await problemsOf('name,extends,vault.path\na,managed,/data/first/first\n')).toEqual([
      expect.stringContaining('platforms first and a have the same vault.path'),
    ])
    const { add } = place(CONFIG, {})
    expect((await add('name,extends\na,managed\n')).text).toContain(
      'new.csv:2: platform a has no platform.token',
    )
  })

  test('what was wrong in the file before is named with its line there', async () => {
    const config = CONFIG.replace('redis://localhost }', 'redis://localhost, prefx: x }')
    expect(await problemsOf('name,extends\na,managed\nb,managed\n', config)).toEqual([
      expect.stringMatching(
        /^docvault\.yaml:15: there is no setting redis\.prefx; did you mean redis\.prefix/,
      ),
    ])
  })

  test.each([
    ['new.csv:1: there is no column name', 'tenant\nacme\n'],
    ['cells are separated by commas', 'name;url\na;b\n'],
    ['new.csv:1: there is no setting Name; did you mean name?', 'Name\na\n'],
    ['there is no setting tokenfile; did you mean tokenFile?', 'name,tokenfile\na,b\n'],
    ['new.csv:1: column 2 has no name', 'name,,url\na,b,c\n'],
    ['columns url and platform.url both give platform.url', 'name,url,platform.url\na,b,c\n'],
    ['redis.prefix is for all platforms', 'name,redis.prefix\na,b\n'],
    ['token is a secret, and a table is no place for one: give tokenFile', 'name,token\na,MARKED\n'],
    ['give mirror.gitRemoteFile', 'name,mirror.gitRemote\na,MARKED\n'],
    ['new.csv:1: there are more than 100 columns', `name,${Array(100).fill('url').join()}\n`],
    ['new.csv is empty', ''],
    ['new.csv has no rows', 'name\n\n'],
    ['has more than 2000 rows', `name\n${Array.from({ length: 2001 }, (_, row) => `p${row}\n`).join('')}`],
    ['new.csv is larger than 1 MiB', `name\n${'x'.repeat(1024 * 1024)}`],
    ['new.csv:2: there is a quote within a cell', 'name\n"MARKED"MARKED\n'],
    ['a quote is not closed', 'name\n"MARKED\n'],
    ['new.csv is no text in UTF-8', Buffer.from('name,url\na,b\xe4\n', 'latin1')],
  ])('%s', async (words, csv) => {
    const { add, read } = place()
    const { code, text } = await add(csv, '--apply')
    expect([code, text, read()]).toEqual([-1, expect.stringContaining(words), CONFIG])
    expect(text).not.toContain('MARKED')
  })

  test('says which table, and where a tenant belongs, when that is not said', async () => {
    await expect(runLine(['fleet', 'add'])).rejects.toThrow('which platforms?')
    expect((await place().add('name\na\n', '--tenant', 'acme')).text).toContain('give tenants in a column')
    await expect(runLine(['fleet', 'ad'])).rejects.toMatchObject({ hint: expect.stringContaining('|add') })
  })
})

describe('a file that fleet add does not write into', () => {
  test.each([
    ['has no list of platforms', 'url: http://x\n'],
    ['has no list of platforms', ''],
    ['Write the first entry by hand', 'platforms:\n#  - name: a\n'],
    ['is no list with an entry a line', 'platforms: [{ name: a }]\n'],
    ['without anchors and aliases', 'platforms: &all\n  - name: a\n'],
    ['without anchors and aliases', 'x: &all\n  - name: a\nplatforms: *all\n'],
    ['is no list with an entry a line', 'platforms: !!seq\n  - name: a\n'],
    ['is no list with an entry a line', 'platforms: a\n'],
    ['is written in a way', '? platforms\n: - name: a\n'],
    ['is written in a way', '%YAML 1.1\n---\nplatforms:\n  - name: a\n'],
    ['cannot be read as YAML', 'platforms: [\n'],
    ['is no text in UTF-8', Buffer.from('# \xe4\nplatforms:\n  - name: a\n', 'latin1')],
  ])('%s', async (words, config) => {
    const { add, file } = place(config, { ...TOKEN, DOCVAULT_PLATFORM_URL: 'http://x/v1' })
    const { code, text } = await add('name,schedules.backup\nb,off\n', '--apply')
    expect([code, text]).toEqual([-1, expect.stringContaining(words)])
    expect(readFileSync(file)).toEqual(Buffer.from(config))
  })

  test('none at all', async () => {
    const env = { HOME: temporaryFolder() }
    await expect(runLine(['fleet', 'add', '--csv', 'x.csv'], { env })).rejects.toThrow(
      'there is no configuration file',
    )
  })
})

describe('the file that is written', () => {
  test('keeps its mode, and a link to it', async () => {
    const { add, folder, file } = place()
    chmodSync(file, 0o640)
    mkdirSync(join(folder, 'etc'))
    const link = join(folder, 'etc', 'link.yaml')
    symlinkSync('../docvault.yaml', link)
    expect((await add('name,extends\na,managed\n', '--apply', '--config', link)).code).toBe(0)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o640)
    expect(loadPlatforms({ file, env: {} }).map(({ name }) => name)).toEqual(['first', 'a'])
    expect(readdirSync(folder).sort()).toEqual(['docvault.yaml', 'etc', 'new.csv'])
  })

  test.skipIf(process.getuid?.() !== 0)('keeps its owner, for the superuser', async () => {
    const { add, file } = place()
    chownSync(file, 1234, 2345)
    expect((await add('name,extends\na,managed\n', '--apply')).text).not.toContain('its owner')
    expect(statSync(file)).toMatchObject({ uid: 1234, gid: 2345 })
  })

  test('is left alone where somebody else changed it meanwhile', () => {
    const { folder, file, read } = place()
    const seen = readFileSync(file)
    writeFileSync(file, 'ours: too\n')
    expect(replaceDurably(file, seen, Buffer.from('new'))).toBe(false)
    expect([read(), readdirSync(folder)]).toEqual(['ours: too\n', ['docvault.yaml']])
  })
})

/** `after` is what stands behind the list. */
const styles: readonly { head: string; after?: string }[] = [
  { head: 'platforms:\n  - name: old\n' },
  { head: 'platforms:\n- name: old\n  # its own\n', after: '# end\nredis: { prefix: x }\n' },
  { head: 'platforms:\n      - name:   "old" # as ever' },
  { head: '\ufeffplatforms:\r\n  - name: old\r\n', after: '\r\n\r\nredis:\r\n  prefix: x\r\n' },
  { head: '---\n"platforms":\n  - { name: old }\n', after: '...\n' },
  {
    head: 'redis: { prefix: &x x }\nplatforms:\n\n  - name: older\n\n  - url: >\n      http://x\n\n    name: old\n',
    after: '\nfleet: { host: *x }\n',
  },
  {
    head: 'platforms:\n    # all\n    - name: old\n      mirror:\n        path: |\n          a\n',
    after: '\nredis:\n  prefix: x',
  },
]

test('whatever rows say is read back as they say it, and the file is as it was around them', async () => {
  const cell = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .map(text => text.trim())
    .filter(text => text !== '' && printable(text) === text && !text.includes('${'))
  const strange = fc.constantFrom(
    'null',
    '~',
    'true',
    '0x1f',
    '1e3',
    '- a',
    '# a',
    'a: b',
    "'",
    '"',
    '%',
    '@a',
    '*a',
    '&a',
    '!a',
    '[',
    '{',
    '|',
    '2026-11-26',
    '0123',
    '::',
    'a #b',
    '=',
  )
  const item = fc
    .oneof(cell, strange)
    .map(text => text.replaceAll(',', ';').trim())
    .filter(text => text !== '')
  const row = fc.record({
    name: fc.oneof(
      fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,8}$/),
      fc.constantFrom('null', 'true', '1e3', 'off', '007'),
    ),
    tenant: fc.option(fc.stringMatching(/^[a-z0-9]{1,4}$/)),
    url: fc.oneof(cell, strange),
    folder: fc.option(fc.oneof(cell, strange)),
    organizations: fc.array(item, { maxLength: 3 }),
    rate: fc.option(fc.integer({ min: 1, max: 10_000 })),
  })
  const rows = fc
    .uniqueArray(row, { selector: ({ name }) => name, minLength: 1, maxLength: 6 })
    .filter(list => list.every(({ name }) => !/^old(er)?$/.test(name)))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...styles),
      rows,
      fc.constantFrom('\n', '\r\n'),
      async ({ head, after = '' }, list, end) => {
        const { add, file, read } = place(head + after, { ...TOKEN, DOCVAULT_PLATFORM_URL: 'http://x' })
        const table = list.map(({ name, tenant, url, folder, organizations, rate }) =>
          [url, name, organizations.join(), tenant ?? '', folder ?? '', rate ?? ''].map(quoted).join(),
        )
        const csv = ['url,name,organizations,tenant,mirror.path,requestsPerMinute', ...table].join(end)
        const { code, text } = await add(csv, '--apply')
        expect([code, text]).toEqual([0, expect.stringContaining('added ')])
        const written = read()
        expect(written.startsWith(head) && written.endsWith(after)).toBe(true)
        if (head.includes('\r\n')) expect(written).not.toMatch(/(?<!\r)\n/)
        const found = loadPlatforms({ file, env: TOKEN }).slice(-list.length)
        expect(
          found.map(({ name, config }) => ({
            name,
            tenant: config['platform.tenant'],
            url: config['platform.url'],
            folder: config['mirror.path'],
            organizations: config['platform.organizations'],
            rate: config['platform.requestsPerMinute'],
          })),
        ).toEqual(list)
      },
    ),
    { numRuns: 100 },
  )
})

function quoted(cell: string | number): string {
  return `"${String(cell).replaceAll('"', '""')}"`
}
