/**
 * What Kubernetes makes of `deploy/kubernetes/fleet`, as far as docvault and whoever types `kubectl` notice: pods are
 * processes of this machine with the environment, files and volumes that their manifest names, below a folder. Paths of
 * the pod and names of services are replaced wherever they are written. What the manual does not type is refused.
 * Long, because it is one cluster: half of it says which parts of a manifest count.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { type DaemonProcess, startDaemonProcess } from './daemon-process.ts'

const launcher = resolve(import.meta.dirname, '../../bin/docvault')

const mountSchema = z.object({ name: z.string(), mountPath: z.string() })
const statefulSetSchema = z.object({
  kind: z.literal('StatefulSet'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    replicas: z.number(),
    template: z.object({
      spec: z.object({
        terminationGracePeriodSeconds: z.number().default(30),
        containers: z.tuple([
          z.object({
            command: z.array(z.string()).optional(),
            env: z
              .array(
                z.object({
                  name: z.string(),
                  value: z.string().optional(),
                  valueFrom: z
                    .object({ fieldRef: z.object({ fieldPath: z.literal('metadata.name') }) })
                    .optional(),
                }),
              )
              .default([]),
            volumeMounts: z.array(mountSchema),
          }),
        ]),
        volumes: z
          .array(
            z.object({
              name: z.string(),
              configMap: z.object({ name: z.string() }).optional(),
              secret: z.object({ secretName: z.string() }).optional(),
            }),
          )
          .default([]),
      }),
    }),
    volumeClaimTemplates: z.array(z.object({ metadata: z.object({ name: z.string() }) })),
  }),
})
export type StatefulSet = z.infer<typeof statefulSetSchema>

const kustomizationSchema = z.object({
  resources: z.array(z.string()),
  configMapGenerator: z.tuple([z.object({ name: z.string(), files: z.array(z.string()) })]),
})

export interface Manifests {
  objects: { kind: string; metadata: { name: string } }[]
  sets: StatefulSet[]
  /** By name: files by their names. */
  configMaps: Record<string, Record<string, string>>
}

/** As `kubectl apply -k` reads a folder. */
export function readManifests(folder: string): Manifests {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const { resources, configMapGenerator } = kustomizationSchema.parse(parse(read('kustomization.yaml')))
  const objects = resources.flatMap(name => parseAllDocuments(read(name)).map(document => document.toJS()))
  const [map] = configMapGenerator
  return {
    objects,
    sets: objects.filter(({ kind }) => kind === 'StatefulSet').map(object => statefulSetSchema.parse(object)),
    configMaps: { [map.name]: Object.fromEntries(map.files.map(name => [name, read(name)])) },
  }
}

interface Answer {
  code: number
  stdout: string
  stderr: string
}

interface Pod {
  set: StatefulSet
  /** What the manifest it was started by says. */
  made: string
  redis: ChildProcess | null
  daemon: DaemonProcess | null
}

export interface KubernetesOptions {
  folder: string
  /** What stands for what: names of services of the cluster. */
  addresses: Readonly<Record<string, string>>
  redisPort: number
}

export class Kubernetes {
  /** Names of secrets and of their files. */
  readonly secrets = new Map<string, Map<string, string>>()
  readonly #options: KubernetesOptions
  readonly #pods = new Map<string, Pod>()
  #manifests: Manifests | null = null

  constructor(options: KubernetesOptions) {
    this.#options = options
    onTestFinished(async () => {
      for (const name of this.#pods.keys()) await this.#stop(name, 'SIGKILL')
    })
  }

  volume(claim: string): string {
    return join(this.#options.folder, 'volumes', claim)
  }

  /** Where a path of a pod is here. */
  pathIn(pod: string, path: string): string {
    return this.#inPod(path, pod, this.#podNamed(pod).set)
  }

  /** As a node does that fails: nothing is stopped in order, and nothing is started again. */
  async lose(pod: string): Promise<void> {
    await this.#pods.get(pod)?.daemon?.kill('SIGKILL')
  }

  daemon(pod: string): DaemonProcess {
    const { daemon } = this.#pods.get(pod) ?? {}
    if (!daemon) throw new Error(`there is no daemon in ${pod}`)
    return daemon
  }

  async kubectl(words: readonly string[], input: string, cwd: string): Promise<Answer> {
    const line = words.join(' ')
    const [, name = ''] = /^create secret generic (\S+)/.exec(line) ?? []
    if (name !== '') return this.#createSecret(name, words.slice(4), cwd)
    const [, folder = ''] = /^apply -k (\S+)$/.exec(line) ?? []
    if (folder !== '') return this.#apply(join(cwd, folder))
    if (line === 'apply -f -') return said('')
    if (line === 'rollout status statefulset/docvault') return said('')
    const [, claim = ''] = /^delete pvc (\S+)( --wait=false)?$/.exec(line) ?? []
    if (claim !== '') return this.#deleteClaim(claim)
    const [, pod = ''] = /^delete pod (\S+) --force$/.exec(line) ?? []
    if (pod !== '') return this.#replace(pod)
    if (words[0] === 'exec') return this.#exec(words.slice(1), input)
    throw new Error(`kubectl ${line} is not known here`)
  }

  #createSecret(name: string, words: readonly string[], cwd: string): Answer {
    const files = new Map<string, string>()
    for (const word of words) {
      const [, literal, value = ''] = /^--from-literal=([\w-]+)=(.*)$/s.exec(word) ?? []
      const [, path] = /^--from-file=(.+)$/.exec(word) ?? []
      if (literal !== undefined) files.set(literal, value)
      else if (path !== undefined)
        for (const file of filesAt(join(cwd, path))) files.set(basename(file), readFileSync(file, 'utf8'))
      else if (!/^(--dry-run=client|-o|yaml)$/.test(word)) throw new Error(`${word} is not known here`)
    }
    if (this.secrets.has(name) && !words.includes('--dry-run=client'))
      return { code: 1, stdout: '', stderr: `secrets "${name}" already exists\n` }
    this.secrets.set(name, files)
    return said('')
  }

  /** Everything that is to be there and is not, or is otherwise by now, is started; what is too much is stopped. */
  async #apply(folder: string): Promise<Answer> {
    this.#manifests = readManifests(folder)
    const { sets } = this.#manifests
    // Kubernetes starts all side by side, and again until they find each other.
    for (const set of [...sets.filter(isRedis), ...sets.filter(set => !isRedis(set))]) await this.#roll(set)
    return said('')
  }

  /** From the highest number down, as a rolling update does. */
  async #roll(set: StatefulSet): Promise<void> {
    const made = JSON.stringify([set.spec.template, this.#manifests?.configMaps])
    const pods = [...this.#pods].filter(([, pod]) => pod.set.metadata.name === set.metadata.name)
    const wanted = Array.from({ length: set.spec.replicas }, (_, index) => `${set.metadata.name}-${index}`)
    for (const [name, pod] of pods.toReversed()) {
      if (wanted.includes(name) && pod.made === made) continue
      await this.#stop(name, 'SIGTERM')
      if (wanted.includes(name)) await this.#start(name, set, made)
    }
    const fresh = wanted.filter(name => !this.#pods.has(name))
    await Promise.all(fresh.map(name => this.#start(name, set, made)))
  }

  async #replace(name: string): Promise<Answer> {
    const { set, made } = this.#podNamed(name)
    await this.#stop(name, 'SIGKILL')
    await this.#start(name, set, made)
    return said('')
  }

  #deleteClaim(claim: string): Answer {
    rmSync(this.volume(claim), { recursive: true })
    return said('')
  }

  async #exec(words: readonly string[], input: string): Promise<Answer> {
    const isFed = words[0] === '-i'
    const [pod = '', dashes, program, ...rest] = isFed ? words.slice(1) : words
    if (dashes !== '--' || program !== 'docvault')
      throw new Error(`exec ${words.join(' ')} is not known here`)
    const { set } = this.#podNamed(pod)
    const child = spawn(
      launcher,
      rest.map(word => this.#inPod(word, pod, set)),
      {
        env: { PATH: process.env.PATH, HOME: this.#options.folder, ...this.#environment(pod, set) },
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    )
    const answer = { code: 0, stdout: '', stderr: '' }
    child.stdout.on('data', text => {
      answer.stdout += text
    })
    child.stderr.on('data', text => {
      answer.stderr += text
    })
    child.stdin.end(isFed ? input : '')
    const [code] = await once(child, 'close')
    return { ...answer, code: code ?? 1 }
  }

  async #start(name: string, set: StatefulSet, made: string): Promise<void> {
    const { command, volumeMounts } = set.spec.template.spec.containers[0]
    for (const { name: volume, mountPath } of volumeMounts) this.#mount({ pod: name, set }, volume, mountPath)
    const pod: Pod = { set, made, redis: null, daemon: null }
    this.#pods.set(name, pod)
    if (command === undefined) pod.daemon = await startDaemonProcess(this.#environment(name, set))
    else pod.redis = await this.#startRedis(command.map(word => this.#inPod(word, name, set)))
  }

  async #startRedis([program = '', ...words]: readonly string[]): Promise<ChildProcess> {
    const own = ['--port', String(this.#options.redisPort), '--bind', '127.0.0.1']
    const child = spawn(program, [...words, ...own], { stdio: ['ignore', 'pipe', 'inherit'] })
    for await (const text of child.stdout) if (/Ready to accept connections/.test(String(text))) break
    child.stdout.resume()
    return child
  }

  async #stop(name: string, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const { set, daemon, redis } = this.#podNamed(name)
    this.#pods.delete(name)
    if (redis && redis.exitCode === null) {
      redis.kill(signal)
      await once(redis, 'exit')
    }
    if (!daemon) return
    const graceMs = set.spec.template.spec.terminationGracePeriodSeconds * 1000
    const ended = new AbortController()
    const late = delay(graceMs, undefined, { signal: ended.signal }).then(
      () => daemon.kill('SIGKILL').then(() => 'late' as const),
      () => 'in time' as const,
    )
    const code = await daemon.kill(signal)
    ended.abort()
    if (signal === 'SIGTERM' && ((await late) === 'late' || code !== 0))
      throw new Error(`${name} ended with ${code} after SIGTERM`)
  }

  #mount({ pod, set }: { pod: string; set: StatefulSet }, volume: string, mountPath: string): void {
    const to = this.#inPod(mountPath, pod, set)
    mkdirSync(to, { recursive: true })
    const source = set.spec.template.spec.volumes.find(({ name }) => name === volume)
    const files = this.#filesOf(source)
    // A service is reached by another name from here, a file by another path.
    for (const [name, text] of files) writeFileSync(join(to, name), this.#inPod(text, pod, set))
  }

  #filesOf(
    source: StatefulSet['spec']['template']['spec']['volumes'][number] | undefined,
  ): [string, string][] {
    if (source?.configMap) return Object.entries(this.#manifests?.configMaps[source.configMap.name] ?? {})
    if (!source?.secret) return []
    const secret = this.secrets.get(source.secret.secretName)
    if (!secret) throw new Error(`there is no secret ${source.secret.secretName}`)
    return [...secret]
  }

  #inPod(text: string, pod: string, { spec }: StatefulSet): string {
    const mounts = spec.template.spec.containers[0].volumeMounts
    const claims = new Set(spec.volumeClaimTemplates.map(({ metadata }) => metadata.name))
    const places = mounts.map(({ name, mountPath }): [string, string] => [
      mountPath,
      claims.has(name) ? this.volume(`${name}-${pod}`) : join(this.#options.folder, 'pods', pod, mountPath),
    ])
    const inPlace = text.replaceAll(/(?<![\w/:.-])\/[\w.-]+/g, path => new Map(places).get(path) ?? path)
    return Object.entries(this.#options.addresses).reduce(
      (before, [name, address]) => before.replaceAll(name, address),
      inPlace,
    )
  }

  #environment(pod: string, set: StatefulSet): Record<string, string> {
    const own = set.spec.template.spec.containers[0].env.map(
      ({ name, value, valueFrom }): [string, string] => [
        name,
        valueFrom ? pod : this.#inPod(value ?? '', pod, set),
      ],
    )
    // What the image says, see Dockerfile.
    const gather = { DOCVAULT_FLEET_GATHER: '15s' }
    const image = { DOCVAULT_VAULT_PATH: '/data/vault', DOCVAULT_DAEMON_PATH: '/data/daemon' }
    const ofImage = Object.entries(image).map(([name, value]): [string, string] => [
      name,
      this.#inPod(value, pod, set),
    ])
    return { ...gather, ...Object.fromEntries(ofImage), ...Object.fromEntries(own) }
  }

  #podNamed(name: string): Pod {
    const pod = this.#pods.get(name)
    if (!pod) throw new Error(`there is no pod ${name}`)
    return pod
  }
}

function isRedis({ spec }: StatefulSet): boolean {
  return spec.template.spec.containers[0].command !== undefined
}

/** A `kubectl` for shells, in a folder for their PATH. */
export async function serveKubectl(cluster: Kubernetes, folder: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const { words, input, cwd } = z
      .object({ words: z.array(z.string()), input: z.string(), cwd: z.string() })
      .parse(JSON.parse(await textOf(request)))
    const answer = await cluster
      .kubectl(words, input, cwd)
      .catch(error => ({ code: 1, stdout: '', stderr: `${error}\n` }))
    response.end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'kubectl'), `#!${process.execPath}\n${clientOf(port)}`, { mode: 0o755 })
  return folder
}

function clientOf(port: number): string {
  return `const { readFileSync, writeSync } = require('node:fs')
const words = process.argv.slice(2)
const isFed = words.includes('-i') || words.at(-1) === '-'
const body = JSON.stringify({ words, input: isFed ? readFileSync(0, 'utf8') : '', cwd: process.cwd() })
fetch('http://127.0.0.1:${port}', { method: 'POST', body }).then(answer => answer.json()).then(({ code, stdout, stderr }) => {
  writeSync(1, stdout)
  writeSync(2, stderr)
  process.exitCode = code
})
`
}

async function textOf(request: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}

function filesAt(path: string): string[] {
  return statSync(path).isDirectory() ? readdirSync(path).map(name => join(path, name)) : [path]
}

function said(stdout: string): Answer {
  return { code: 0, stdout, stderr: '' }
}
