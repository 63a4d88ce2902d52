import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { functionsOf, namesIn, type SourceFunction } from './helpers/functions-of.ts'

const root = resolve(import.meta.dirname, '..')

/** Who may import whom: the longest folder that matches counts. `types:` allows `import type` only. */
const table: Readonly<Record<string, readonly string[]>> = {
  'src/model': [],
  'src/platform': ['src/model'],
  'src/vault/catalog': ['src/model'],
  'src/vault/files': ['src/model'],
  'src/vault': ['src/model', 'src/vault/catalog', 'src/vault/files'],
  'src/retention': ['src/model', 'src/vault'],
  'src/replica': ['src/model', 'src/vault'],
  'src/dialect/parse': ['src/model'],
  'src/dialect/render': ['src/model'],
  'src/dialect/links': ['src/model', 'src/dialect/parse'],
  'src/render': ['src/model', 'src/dialect/parse', 'src/dialect/render', 'src/dialect/links'],
  'src/bundle': ['src/model', 'src/dialect/parse', 'src/dialect/links'],
  'src/resources': ['src/model', 'types:src/platform'],
  'src/backup': ['src/model', 'src/resources', 'src/platform', 'src/vault', 'src/bundle'],
  'src/diff': ['src/model', 'src/resources', 'src/platform', 'src/vault', 'src/bundle'],
  'src/lookup': ['src/model', 'src/resources', 'src/platform', 'src/vault', 'src/diff'],
  'src/audit': ['src/model', 'src/resources', 'src/platform', 'src/vault', 'src/bundle', 'src/diff'],
  'src/evidence': [
    'src/model',
    'src/vault',
    'src/replica',
    'src/diff',
    'src/audit',
    'src/restore',
    'src/verify',
    'src/server/people',
  ],
  'src/approvals': ['src/model', 'src/vault', 'src/audit'],
  'src/anomalies': ['src/model', 'src/resources', 'src/vault', 'src/diff', 'src/audit'],
  'src/search': ['src/model', 'src/resources', 'src/vault', 'src/dialect/render', 'src/diff'],
  'src/space': [
    'src/model',
    'src/vault',
    'src/dialect/parse',
    'src/dialect/render',
    'src/dialect/links',
    'src/bundle',
  ],
  'src/export': ['src/model', 'src/vault', 'src/bundle', 'src/space'],
  'src/restore': [
    'src/model',
    'src/resources',
    'src/platform',
    'src/vault',
    'src/dialect/parse',
    'src/dialect/links',
    'src/bundle',
    'src/diff',
    'src/lookup',
    'src/space',
  ],
  'src/verify': [
    'src/model',
    'src/resources',
    'src/platform',
    'src/vault',
    'src/dialect/render',
    'src/bundle',
    'src/diff',
    'src/backup',
    'src/restore',
    'src/emulator',
  ],
  jobs: [
    'src/model',
    'src/resources',
    'src/platform',
    'src/vault',
    'src/retention',
    'src/replica',
    'src/bundle',
    'src/backup',
    'src/diff',
    'src/audit',
    'src/evidence',
    'src/anomalies',
    'src/approvals',
    'src/export',
    'src/search',
    'src/restore',
    'src/verify',
    'src/emulator',
    'types:config',
  ],
  'src/queue': ['src/model', 'jobs'],
  'src/fleet': ['src/model', 'src/platform', 'src/vault', 'types:src/queue'],
  'src/notify': ['src/model', 'types:config'],
  'src/delegation': ['src/model'],
  'src/web': [
    'src/model',
    'src/approvals',
    'src/dialect/render',
    'src/resources',
    'src/vault',
    'src/retention',
    'src/diff',
    'src/search',
    'src/audit',
    'src/space',
    'src/render',
    'src/restore',
    'src/verify',
    'src/queue',
    'src/fleet',
    'types:src/notify',
    'jobs',
    'types:config',
  ],
  'src/server/people': ['src/model'],
  'src/server': [
    'src/model',
    'src/approvals',
    'src/server/people',
    'src/resources',
    'src/platform',
    'src/vault',
    'src/search',
    'src/replica',
    'src/bundle',
    'src/backup',
    'src/diff',
    'src/space',
    'src/restore',
    'src/queue',
    'src/fleet',
    'src/notify',
    'src/web',
    'jobs',
    'config',
  ],
  'src/daemon': [
    'src/model',
    'src/evidence',
    'src/resources',
    'src/platform',
    'src/vault',
    'src/search',
    'src/replica',
    'src/bundle',
    'src/backup',
    'src/diff',
    'src/anomalies',
    'src/approvals',
    'src/restore',
    'src/queue',
    'src/fleet',
    'src/notify',
    'src/server',
    'src/server/people',
    'src/web',
    'src/delegation',
    'jobs',
    'config',
  ],
  'src/cli': [
    'src/model',
    'src/resources',
    'src/platform',
    'src/vault',
    'src/search',
    'src/retention',
    'src/replica',
    'src/bundle',
    'src/backup',
    'src/diff',
    'src/lookup',
    'src/audit',
    'src/evidence',
    'src/anomalies',
    'src/approvals',
    'src/export',
    'src/restore',
    'src/verify',
    'src/queue',
    'src/fleet',
    'src/delegation',
    'src/daemon',
    'src/server/people',
    'src/web',
    'jobs',
    'config',
  ],
  'src/cli/emulator.ts': ['src/model', 'src/cli', 'src/emulator'],
  'src/cli/demo.ts': ['src/model', 'src/cli', 'src/emulator', 'src/vault', 'config'],
  'src/main.ts': ['src/cli', 'src/model'],
  'src/emulator': [
    'src/model',
    'src/dialect/parse',
    'src/dialect/render',
    'src/dialect/links',
    'src/bundle',
    'types:src/platform',
  ],
  config: ['src/model'],
}

const MOST_PARAMETERS = 4
const MOST_LINES = 60
/** Each is one table: an operation of the platform a property. */
const TABLES = 'src/platform/operations/'

interface Import {
  from: string
  to: string
  typeOnly: boolean
}

const files = ['src', 'jobs', 'config'].flatMap(folder => filesBelow(join(root, folder)))
const imports = files.flatMap(importsOf)

describe('the house', () => {
  test('every source file stands in a folder of the import table', () => {
    expect(files.filter(file => ownerOf(file) === undefined)).toEqual([])
  })

  test('nobody imports what the table does not allow', () => {
    expect(imports.filter(one => !isAllowed(one)).map(one => `${one.from} → ${one.to}`)).toEqual([])
  })

  test('there are no cycles between files, types included', () => {
    expect(findCycle(imports)).toEqual([])
  })

  test('no function takes more than four parameters', () => {
    expect(functionsWhere(({ parameters }) => parameters > MOST_PARAMETERS)).toEqual([])
  })

  test('no function is longer than sixty lines', () => {
    const long = functionsWhere(({ lines }) => lines > MOST_LINES)
    expect(long.filter(one => !one.startsWith(TABLES))).toEqual([])
  })

  // The emulator is another program, and what the platform's answers call a member or a role is not the kind.
  test('what a member is, stands in its declaration: others import it', () => {
    const naming = files.filter(file => {
      if (file.startsWith('src/emulator/') || file.startsWith('src/platform/')) return false
      return (
        file !== 'src/resources/member.ts' && /['"`]member['"`]/.test(readFileSync(join(root, file), 'utf8'))
      )
    })
    expect(naming).toEqual([
      'src/resources/grants.ts',
      'src/resources/member-space.ts',
      'src/restore/kinds/member.ts',
    ])
  })

  test('what has a noun is not called `one` or `told`', () => {
    const vague = [...files, ...filesBelow(join(root, 'scripts'))].flatMap(file => {
      const names = namesIn(file, readFileSync(join(root, file), 'utf8'))
      return ['one', 'told'].filter(name => names.has(name)).map(name => `${file} ${name}`)
    })
    expect(vague).toEqual([])
  })

  test('no folder or file is called utils, lib, common or helpers', () => {
    const junk = /(^|\/)(utils?|libs?|common|helpers?|misc)(\/|\.ts$)/
    expect(files.filter(file => junk.test(file))).toEqual([])
  })
})

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap(name => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return filesBelow(path)
    return path.endsWith('.ts') ? [relative(root, path)] : []
  })
}

function functionsWhere(isTooMuch: (one: SourceFunction) => boolean): string[] {
  return files.flatMap(file =>
    functionsOf(file, readFileSync(join(root, file), 'utf8'))
      .filter(isTooMuch)
      .map(({ name, parameters, lines }) => `${file} ${name}: ${parameters} parameters, ${lines} lines`),
  )
}

function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8')
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"\n;]|\n(?!\s*import))*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/g
  return [...source.matchAll(pattern)].map(([text, type, statically, dynamically]) => ({
    from: file,
    to: relative(root, resolve(root, dirname(file), statically ?? dynamically ?? '')),
    typeOnly: type !== undefined || onlyTypes(text),
  }))
}

/** `import { type A, type B } from …` */
function onlyTypes(text: string): boolean {
  const names = /\{([^}]*)\}/.exec(text)?.[1]
  return names?.split(',').every(name => name.trim() === '' || name.trim().startsWith('type ')) ?? false
}

function ownerOf(file: string): string | undefined {
  return Object.keys(table)
    .filter(folder => file === folder || file.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length)[0]
}

function isAllowed({ from, to, typeOnly }: Import): boolean {
  const [mine, theirs] = [ownerOf(from), ownerOf(to)]
  if (mine === undefined || theirs === undefined) return false
  if (mine === theirs || (theirs.startsWith(`${mine}/`) && mine === 'src/cli')) return true
  const allowed = table[mine] ?? []
  return allowed.includes(theirs) || (typeOnly && allowed.includes(`types:${theirs}`))
}

function findCycle(edges: readonly Import[]): string[] {
  const next = Map.groupBy(edges, edge => edge.from)
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return []
    for (const edge of next.get(file) ?? []) {
      const cycle = visit(edge.to, [...path, file])
      if (cycle.length > 0) return cycle
    }
    done.add(file)
    return []
  }
  for (const file of next.keys()) {
    const cycle = visit(file, [])
    if (cycle.length > 0) return cycle
  }
  return []
}
