// biome-ignore-all lint/suspicious/noTemplateCurlyInString: as it stands in a configuration file.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { explainPlatforms, loadConfig, loadPlatforms } from '../../config/load.ts'
import { runLine } from '../helpers/program.ts'
import { temporaryFolder } from '../vault/fixture.ts'

const SHARED = `vault: { path: /data }
schedules: { timezone: UTC }
templates:
  msp:
    url: https://api.example.com/v1
    concurrency: 3
    schedules:
      backup: 0 1 * * *
      timezone: Europe/Berlin
  us:
    platform.concurrency: 5
    schedules.timezone: America/New_York
`

function write(text: string): string {
  const file = join(temporaryFolder(), 'docvault.yaml')
  writeFileSync(file, text)
  return file
}

function problemsIn(text: string): string[] {
  try {
    loadPlatforms({ file: write(text), env: {} })
    return []
  } catch (error) {
    const [, ...lines] = String(error).split('\n')
    return lines.map(line => line.replace(/^ +\/.*?docvault\.yaml/, 'docvault.yaml').trim())
  }
}

describe('templates', () => {
  test('lie between the common settings and the own ones of an entry, and of several the later one wins', () => {
    const file = write(`${SHARED}platforms:
  - { name: a, extends: msp }
  - { name: b, extends: [msp, us], concurrency: 7 }
  - { name: c, extends: "us, msp" }
  - { name: d }
`)
    const env = { DOCVAULT_SCHEDULES_TIMEZONE: 'Asia/Tokyo' }
    const seen = loadPlatforms({ file, env }).map(({ config }) => [
      config['platform.url'],
      config['platform.concurrency'],
      config['schedules.backup'],
      config['schedules.timezone'],
      config['vault.path'],
    ])
    const url = 'https://api.example.com/v1'
    const [, , backup] = seen[3] ?? []
    expect(seen).toEqual([
      [url, 3, '0 1 * * *', 'Europe/Berlin', '/data/a'],
      [url, 7, '0 1 * * *', 'America/New_York', '/data/b'],
      [url, 3, '0 1 * * *', 'Europe/Berlin', '/data/c'],
      [null, 8, backup, 'Asia/Tokyo', '/data/d'],
    ])
  })

  test('`config show` says from which one a value comes, with its line', async () => {
    const file = write(
      `${SHARED}platforms:\n  - { name: a, extends: msp }\n  - { name: b, concurrency: 9 }\n`,
    )
    const line = ['config', 'show', '--changed', '--config', file, '--platform']
    const { text } = await runLine([...line, 'a'])
    expect(text).not.toMatch(/platform\.concurrency +9/)
    await expect(runLine([...line, 'c'])).rejects.toThrow('there is no platform c')
    expect(text).toMatch(/^platform\.concurrency +3 +\S+docvault\.yaml:6 \(template msp\)$/m)
    expect(text).toMatch(/^vault\.path +\/data\/a +\S+docvault\.yaml:1$/m)
  })

  test('one that nothing extends is read all the same', () => {
    expect(problemsIn('templates:\n  eu:\n    concurency: 3\n    tiemout: ${name}\n')).toEqual([
      'docvault.yaml:3 (template eu): there is no setting concurency; did you mean platform.concurrency?',
      'docvault.yaml:4 (template eu): there is no setting tiemout; did you mean platform.timeout?',
    ])
    expect(problemsIn('templates: { eu: { server: { port: 1 } }, us: }\n')).toEqual([
      expect.stringContaining('server.port is for all platforms'),
    ])
  })

  test('whoever extends one that is not there, or extends in a template, is named', () => {
    expect(problemsIn(`${SHARED}platforms:\n  - name: a\n    extends: [msp, uss]\n`)).toEqual([
      'docvault.yaml:15: platform a extends uss, which is no template; did you mean us? Templates are msp, us',
    ])
    expect(problemsIn('platforms:\n  - { name: a, extends: eu }\n')).toEqual([
      expect.stringContaining('platform a extends eu, and there are no templates'),
    ])
    expect(problemsIn('templates:\n  a:\n  b:\n    extends: a\n')).toEqual([
      expect.stringMatching(/yaml:4: template b extends another one, and templates cannot: name both in the/),
    ])
  })

  test.each([
    ['templates: [eu]\n', 'templates is no map of templates'],
    ['templates: { EU: {} }\n', 'templates.EU: the name of a template has to be'],
    ['templates: { eu: 3 }\n', 'templates.eu: is no map of settings'],
    ['templates: { eu: }\nplatforms:\n  - { name: a, extends: { eu: } }\n', 'extends is neither the name'],
  ])('%j is refused', (text, words) => {
    expect(problemsIn(text)).toEqual([expect.stringContaining(words)])
  })
})

describe('names in values', () => {
  test('are those of the platform and its tenant, wherever they stand', () => {
    const secrets = temporaryFolder()
    mkdirSync(join(secrets, 'acme'))
    writeFileSync(join(secrets, 'acme', 'acme-docs'), 'the token\n')
    const file = write(`templates:
  msp:
    tenant: nobody
    tokenFile: ${secrets}/\${tenant}/\${name}
    vault: { path: "/data/\${tenant}/\${name}" }
    organizations: ["o-\${name}", plain, "$\${name}"]
platforms:
  - { name: acme-docs, extends: msp, tenant: acme }
`)
    expect(loadConfig({ file, env: {} })).toMatchObject({
      'platform.tenant': 'acme',
      'platform.token': 'the token',
      'vault.path': '/data/acme/acme-docs',
      'platform.organizations': ['o-acme-docs', 'plain', '${name}'],
    })
  })

  test('without a tenant are the name of the platform, and a tenant may be made of the name', () => {
    const file = write(`platforms:
  - name: a
    vault: { path: "/data/\${tenant}" }
  - name: b
    tenant: t-\${name}
    vault: { path: "/data/\${tenant}" }
`)
    const paths = loadPlatforms({ file, env: {} }).map(({ config }) => config['vault.path'])
    expect(paths).toEqual(['/data/a', '/data/t-b'])
    const env = { DOCVAULT_PLATFORM_TENANT: 'all' }
    expect(loadPlatforms({ file, env })[0]?.config['vault.path']).toBe('/data/all')
  })

  test('what stands for nothing is refused with its place and what to write; a secret is not repeated', () => {
    const problems = problemsIn(`platforms:
  - name: a
    url: https://\${host}/v1
    tenant: \${tenant}
    token: MARKED\${MARKED}
`)
    expect(problems).toEqual([
      'docvault.yaml:4: platform.tenant has "${tenant}", which stands for nothing here: ${name} does; write $${ for a literal ${',
      'docvault.yaml:3: platform.url has "${host}", which stands for nothing here: ${name} and ${tenant} do; write $${ for a literal ${',
      expect.stringMatching(/^docvault\.yaml:5: platform\.token has "\$\{", which/),
    ])
    expect(problems.join()).not.toContain('MARKED')
    expect(problemsIn('platforms:\n  - { name: a, url: "http://x/${name" }\n')).toHaveLength(1)
  })

  test('common settings are as they stand, but for a name that every platform would have its own of', () => {
    const literal = write('vault: { path: "/data/${host}" }\nplatforms: [{ name: a }]\n')
    expect(explainPlatforms({ file: literal, env: {} }).platforms[0]?.config['vault.path']).toBe(
      '/data/${host}/a',
    )
    const alone = write('vault: { path: "/data/${name}" }\n')
    expect(explainPlatforms({ file: alone, env: {} }).platforms[0]?.config['vault.path']).toBe(
      '/data/${name}',
    )
    expect(
      problemsIn('replica: { targets: ["/mnt/x", "/mnt/${name}"] }\nplatforms: [{ name: a }]\n'),
    ).toEqual([
      'docvault.yaml:1: replica.targets has "${name}", which is filled in for templates and entries of platforms only: put replica.targets there',
    ])
    expect(problemsIn('server: { token: "a-${name}-b" }\nplatforms: [{ name: a }]\n')).toEqual([])
  })
})
