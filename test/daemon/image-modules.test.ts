import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { temporaryFolder } from '../vault/fixture.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('the image', () => {
  test('keeps the binary of its own platform only, no sources and no maps, and SQLite still opens', () => {
    const modules = join(temporaryFolder(), 'node_modules')
    mkdirSync(modules)
    for (const name of ['better-sqlite3', 'zod'])
      cpSync(join(root, 'node_modules', name), join(modules, name), { recursive: true })
    execFileSync('sh', [join(root, 'deploy/image/slim'), modules], {
      env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
    })
    const files = readdirSync(modules, { recursive: true }).map(String)
    expect(files.filter(file => file.endsWith('.node'))).toEqual([
      `better-sqlite3/prebuilds/linux-${process.arch}.node`,
    ])
    expect(files.filter(file => /\.(c|cpp|map)$|\.d\.[cm]?ts$/.test(file))).toEqual([])
    const Database = createRequire(join(modules, 'x.js'))('better-sqlite3')
    expect(new Database(':memory:').prepare('SELECT 1 AS one').get()).toEqual({ one: 1 })
  })

  test('starts no Node for its health check, and its base can be pinned', () => {
    const dockerfile = read('Dockerfile')
    expect(/^HEALTHCHECK.*\\\n.*$/m.exec(dockerfile)?.[0]).toMatch(/\["bash".*\/healthz/)
    const bases = dockerfile.split('\n').filter(line => line.startsWith('FROM '))
    expect(bases.length).toBe(2)
    for (const line of bases) expect(line).toMatch(/^FROM \$\{NODE_IMAGE\}/)
  })
})

const monitorSchema = z.object({
  spec: z.object({
    selector: z.object({ matchLabels: z.object({ app: z.string() }) }),
    endpoints: z
      .array(
        z.object({
          port: z.string(),
          authorization: z.object({ credentials: z.object({ key: z.string() }) }),
        }),
      )
      .length(1),
  }),
})

test('what scrapes in Kubernetes finds the service, its port and its token', () => {
  const monitor = monitorSchema.parse(parse(read('deploy/kubernetes/servicemonitor.yaml')))
  const objects = parseAllDocuments(read('deploy/kubernetes/docvault.yaml')).map(one => one.toJS())
  const service = objects.find(one => one.kind === 'Service')
  expect(service.metadata.labels).toMatchObject(monitor.spec.selector.matchLabels)
  const [endpoint] = monitor.spec.endpoints
  expect(service.spec.ports).toMatchObject([{ name: endpoint?.port }])
  expect(read('deploy/kubernetes/docvault.yaml')).toContain(
    `/secrets/${endpoint?.authorization.credentials.key}`,
  )
  expect(read('deploy/kubernetes/docvault.yaml')).not.toContain('prometheus.io/')
})
