/** What the manifests of a fleet say fits what docvault reads, and each other. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { examineConfig } from '../../config/load.ts'
import { environmentName, settings } from '../../config/settings.ts'
import { readManifests } from '../helpers/kubernetes.ts'
import { temporaryFolder } from '../vault/fixture.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const KUBERNETES = 'deploy/kubernetes/fleet'
const COMPOSE = 'deploy/compose/fleet'

/** With its secrets in a folder of ours: what is wrong with a configuration, and what each platform has. */
function examined(path: string, secretFolders: readonly string[]) {
  const folder = temporaryFolder()
  const text = secretFolders.reduce((before, mount) => {
    const own = join(folder, mount)
    mkdirSync(own, { recursive: true })
    for (const [, name = ''] of before.matchAll(new RegExp(`${mount}/([\\w-]+)`, 'g')))
      writeFileSync(join(own, name), 'secret of at least so many characters\n')
    for (const name of ['acme', 'globex']) writeFileSync(join(own, name), 'secret\n')
    return before.replaceAll(`${mount}/`, `${own}/`)
  }, read(path))
  const { explanation, problems } = examineConfig({ path, text }, {})
  return { problems, platforms: explanation.platforms }
}

const known = new Set(['DOCVAULT_CONFIG', ...Object.keys(settings).map(environmentName)])
const millisecondsOf = (seconds: string | number) => Number.parseInt(String(seconds), 10) * 1000

describe('in Kubernetes', () => {
  const { objects, sets } = readManifests(join(root, KUBERNETES))
  const text = read(`${KUBERNETES}/hosts.yaml`)
  const hosts = sets.find(({ metadata }) => metadata.name === 'docvault')
  const pod = hosts?.spec.template.spec

  test('the configuration is good, and each platform has a token, a vault and a replica of its own', () => {
    const { problems, platforms } = examined(`${KUBERNETES}/docvault.yaml`, ['/secrets', '/tokens'])
    expect(problems).toEqual([])
    for (const { name, config } of platforms) {
      expect(config['vault.path']).toBe(`/data/vault/${name}`)
      expect(config['replica.targets']).toEqual([`s3://docvault-replicas/${name}`])
      expect(config['platform.tokenFile']).toMatch(new RegExp(`/tokens/${name}$`))
    }
  })

  test('its environment is of settings that there are, and the name of the pod is the name of the host', () => {
    const env = pod?.containers[0].env ?? []
    expect(env.filter(({ name }) => !known.has(name))).toEqual([])
    expect(env.find(({ name }) => name === 'DOCVAULT_FLEET_HOST')).toMatchObject({
      valueFrom: { fieldRef: { fieldPath: 'metadata.name' } },
    })
  })

  test('it has time to stop, and a budget that lets one host go at a time', () => {
    expect(millisecondsOf(pod?.terminationGracePeriodSeconds ?? 0)).toBeGreaterThan(
      settings['daemon.stopTimeout'].default,
    )
    expect(objects.find(({ kind }) => kind === 'PodDisruptionBudget')).toMatchObject({
      spec: { maxUnavailable: 1, selector: { matchLabels: { app: 'docvault' } } },
    })
  })

  test('a volume outlives its pod, and every file that the configuration names is mounted', () => {
    expect(hosts).toBeDefined()
    expect(
      objects.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === 'docvault'),
    ).toMatchObject({
      spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' } },
    })
    const mounts = pod?.containers[0].volumeMounts.map(({ mountPath }) => mountPath) ?? []
    const named = [...read(`${KUBERNETES}/docvault.yaml`).matchAll(/: (\/[\w-]+)\//g)].map(
      ([, path = '']) => path,
    )
    expect(named.length).toBeGreaterThan(3)
    for (const path of named) expect(mounts).toContain(path)
  })

  test('what one daemon may not, a host may not either', () => {
    const alone = read('deploy/kubernetes/docvault.yaml')
    for (const line of [
      'runAsNonRoot: true',
      'runAsUser: 10001',
      'fsGroup: 10001',
      'automountServiceAccountToken: false',
      'readOnlyRootFilesystem: true',
      'allowPrivilegeEscalation: false',
      'capabilities: { drop: [ALL] }',
    ]) {
      expect(alone).toContain(line)
      expect(text).toContain(line)
      if (!line.includes('10001')) expect(read(`${KUBERNETES}/redis.yaml`)).toContain(line)
    }
  })
})

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      environment: z.record(z.string(), z.string()).optional(),
      volumes: z.array(z.string()),
      stop_grace_period: z.string().optional(),
    }),
  ),
  volumes: z.record(z.string(), z.unknown()),
})

describe('in Compose', () => {
  const { services, volumes } = composeSchema.parse(parse(read(`${COMPOSE}/compose.yaml`), { merge: true }))
  const hosts = Object.entries(services).filter(([, service]) => service.environment !== undefined)

  test('the configuration is good, and each platform has a token, a vault and a replica of its own', () => {
    const { problems, platforms } = examined(`${COMPOSE}/docvault.yaml`, ['/run/secrets'])
    expect(problems).toEqual([])
    for (const { name, config } of platforms) {
      expect(config['vault.path']).toBe(`/data/vault/${name}`)
      expect(config['replica.targets']).toEqual([`/replicas/${name}`])
    }
  })

  test('two hosts, each with its name and its volume, as closed as the one of compose.yaml', () => {
    expect(hosts.map(([name]) => name)).toEqual(['host-1', 'host-2'])
    const alone = composeSchema.parse(parse(read('compose.yaml'))).services.docvault
    for (const [name, service] of hosts) {
      expect(Object.keys(service.environment ?? {}).filter(key => !known.has(key))).toEqual([])
      expect(service.environment?.DOCVAULT_FLEET_HOST).toBe(name)
      expect(service.volumes).toContain(`${name}:/data`)
      expect(volumes).toHaveProperty(name)
      for (const key of ['read_only', 'tmpfs', 'cap_drop', 'security_opt', 'restart'])
        expect(service[key]).toEqual(alone?.[key])
      expect(millisecondsOf(service.stop_grace_period ?? 0)).toBeGreaterThan(
        settings['daemon.stopTimeout'].default,
      )
    }
  })
})
