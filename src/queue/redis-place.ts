/** Where Redis is, read from an address: one server, what Sentinels know by a name, or a Cluster. Connects to nothing. */
import { readFileSync } from 'node:fs'

export interface RedisHost {
  host: string
  port: number
}

/** Who we are to the server, and how it proves who it is. */
export interface RedisAccess {
  /** In front of our keys; on a Cluster it names the slot that counts. */
  prefix?: string
  username?: string | null
  password?: string | null
  sentinelUsername?: string | null
  sentinelPassword?: string | null
  tls?: TlsFiles | null
}

/** Paths of PEM files; null: none. */
export interface TlsFiles {
  ca: string | null
  certificate: string | null
  key: string | null
  /** That the certificate has to be of, whatever the address says. */
  name: string | null
}

export type RedisPlace = RedisAccess &
  (
    | { path: string }
    | { url: string }
    | { sentinels: RedisHost[]; name: string; database: number }
    | { nodes: RedisHost[] }
  )

const SENTINEL_PORT = 26_379
const REDIS_PORT = 6379

/** Null: it is no address of a Redis. */
export function parseRedisUrl(url: string): RedisPlace | null {
  const socket = /^unix:\/\/(\/.+)$/.exec(url)?.[1]
  if (socket !== undefined) return { path: socket }
  if (/^rediss?:\/\/./.test(url) && URL.canParse(url))
    return { url, ...(url.startsWith('rediss:') ? { tls: NO_FILES } : {}) }
  return parseSeveral(url)
}

/** Whether the address itself says who we are. */
export function namesAnyone(url: string): boolean {
  return /^[a-z+]+:\/\/[^/?]*@/.test(url)
}

/**
 * With its files read when a connection is made: they are renewed while a daemon runs. One that cannot be read just then
 * is as it was before. Throws what reading throws, at first.
 */
export function tlsOptionsOf({ ca, certificate, key, name }: TlsFiles) {
  const [readCa, readCertificate, readKey] = [rereading(ca), rereading(certificate), rereading(key)]
  return {
    get ca() {
      return readCa()
    },
    get cert() {
      return readCertificate()
    },
    get key() {
      return readKey()
    },
    ...(name === null ? {} : { servername: name }),
  }
}

function rereading(file: string | null): () => Buffer | undefined {
  if (file === null) return () => undefined
  let last = readFileSync(file)
  return () => {
    try {
      last = readFileSync(file)
    } catch {
      // In the middle of being replaced.
    }
    return last
  }
}

/**
 * On a Cluster, keys with the same text in braces are in one slot, as scripts and what names several keys want it. A
 * prefix that has braces stays as it is.
 */
export function hashTagged(prefix: string): string {
  return /\{.+\}/.test(prefix) ? prefix : `{${prefix}}`
}

const NO_FILES: TlsFiles = { ca: null, certificate: null, key: null, name: null }

/** `redis+sentinel://user:password@host:port,host:port/NAME/DATABASE`, `redis+cluster://…`. */
function parseSeveral(url: string): RedisPlace | null {
  const found =
    /^redis(s?)\+(sentinel|cluster):\/\/(?:([^@/]*)@)?([^/@?]+)(?:\/([^/?]+))?(?:\/(\d+))?\/?$/.exec(url)
  if (!found) return null
  const [, secure, kind, user, list = '', name, database = '0'] = found
  const hosts = list.split(',').map(text => parseHost(text, kind === 'sentinel' ? SENTINEL_PORT : REDIS_PORT))
  if (!hosts.every(host => host !== null)) return null
  const access = { ...accessOf(user), ...(secure === 's' ? { tls: NO_FILES } : {}) }
  if (kind === 'sentinel')
    return name === undefined ? null : { sentinels: hosts, name, database: Number(database), ...access }
  // A Cluster has one database.
  return name === undefined || name === '0' ? { nodes: hosts, ...access } : null
}

function parseHost(text: string, defaultPort: number): RedisHost | null {
  const found = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]+))(?::(\d{1,5}))?$/.exec(text)
  const host = found?.[1] ?? found?.[2]
  return host === undefined ? null : { host, port: Number(found?.[3] ?? defaultPort) }
}

function accessOf(user: string | undefined): RedisAccess {
  if (user === undefined) return {}
  const [username = '', ...password] = user.split(':')
  return { username: decode(username) || null, password: decode(password.join(':')) || null }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
