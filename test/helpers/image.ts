/** What Dockerfile and compose.yaml say of the running container, so that a test and the image cannot part. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

export interface Image {
  uid: number
  gid: number
  /** ENTRYPOINT and CMD, with the paths they have in the image. */
  command: string[]
  healthCheck: string[]
  env: Record<string, string>
  /** What stands where, from the checkout or its build. */
  files: { from: string; to: string }[]
  /** Folders that can be written to when the rest cannot. */
  volumes: string[]
  tmpfs: string[]
  isReadOnly: boolean
  dropsCapabilities: boolean
  noNewPrivileges: boolean
  stopSignal: NodeJS.Signals
  stopGraceMs: number
}

const root = resolve(import.meta.dirname, '../..')
const words = z.array(z.string()).min(1)

const composeSchema = z.object({
  services: z.object({
    docvault: z.object({
      volumes: words,
      tmpfs: words,
      read_only: z.boolean(),
      cap_drop: words,
      security_opt: words,
      stop_grace_period: z.string().regex(/^\d+s$/),
    }),
  }),
})

export function readImage(): Image {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll(/\\\n\s*/g, '')
  const text = readFileSync(join(root, 'compose.yaml'), 'utf8')
  const compose = composeSchema.parse(parse(text)).services.docvault
  const last = (instruction: string) => {
    const lines = dockerfile.split('\n').filter(line => line.startsWith(`${instruction} `))
    return lines.at(-1)?.slice(instruction.length + 1) ?? ''
  }
  const list = (json: string) => words.parse(JSON.parse(json))
  const [uid = 0, gid = 0] = last('USER').split(':').map(Number)
  return {
    uid,
    gid,
    command: [...list(last('ENTRYPOINT')), ...list(last('CMD'))],
    healthCheck: list(last('HEALTHCHECK').replace(/^.*?CMD /, '')),
    env: Object.fromEntries(
      last('ENV')
        .split(/\s+/)
        .map(pair => [pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1)]),
    ),
    files: filesOf(dockerfile, last('WORKDIR')),
    volumes: [...new Set([last('VOLUME'), ...compose.volumes.map(one => one.split(':')[1] ?? '')])],
    tmpfs: compose.tmpfs,
    isReadOnly: compose.read_only,
    dropsCapabilities: compose.cap_drop.includes('ALL'),
    noNewPrivileges: compose.security_opt.includes('no-new-privileges:true'),
    stopSignal: signalOf(last('STOPSIGNAL')),
    stopGraceMs: Number.parseInt(compose.stop_grace_period, 10) * 1000,
  }
}

/** The COPY lines of the last stage. */
function filesOf(dockerfile: string, workdir: string): Image['files'] {
  const stage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  return stage.split('\n').flatMap(line => {
    const [, words] = /^COPY (?:--from=build )?(.*)$/.exec(line) ?? []
    const names = words?.split(' ') ?? []
    const to = resolve(workdir, names.at(-1) ?? '')
    const isFolder = names.length > 2
    return names
      .slice(0, -1)
      .map(name => name.replace('/build/', ''))
      .map(from => ({ from, to: isFolder ? join(to, from) : to }))
  })
}

function signalOf(name: string): NodeJS.Signals {
  if (name === 'SIGTERM' || name === 'SIGINT' || name === 'SIGQUIT') return name
  throw new Error(`STOPSIGNAL is ${name}`)
}
