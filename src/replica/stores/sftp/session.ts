/** A server as it was opened: one connection, made when it is needed and again after it broke. */
import { hash } from 'node:crypto'
import type * as Ssh2 from 'ssh2'
import { StorePackageMissing, TargetRefused, TargetUnreachable } from '../../errors.ts'
import { type RetryPolicy, withRetries } from '../retry.ts'
import { withSftpErrors } from './errors.ts'

export interface SftpTarget {
  /** What somebody typed: `sftp://user@host/folder`. */
  name: string
  host: string
  port: number
  user: string
  /** Absolute, or below the user's home. */
  root: string
  /** As `ssh-keygen -l` prints it: `SHA256:…`. Null: not known yet, and so nobody is believed. */
  hostKey: string | null
  /** In the form of OpenSSH or PEM. Null: the agent at SSH_AUTH_SOCK. */
  privateKey: string | null
  /** Of the private key. */
  passphrase: string | null
  /** A request without an answer for so long ends the connection. */
  timeoutMs: number
  retries: RetryPolicy
}

export interface SftpSession {
  target: SftpTarget
  connect(): Promise<Link>
  close(): void
}

export interface Link {
  client: Ssh2.Client
  sftp: Ssh2.SFTPWrapper
  /** What is asked after the connection ended is never answered. */
  ended: AbortSignal
}

type Library = Pick<typeof Ssh2, 'Client'>

export async function openSession(target: SftpTarget, load = loadSsh2): Promise<SftpSession> {
  const { Client } = await load().catch((error: unknown) => {
    throw isMissing(error) ? new StorePackageMissing(target.name, 'ssh2') : error
  })
  let link: Promise<Link> | null = null
  return {
    target,
    async connect() {
      link ??= openLink(target, new Client(), () => {
        link = null
      })
      return link
    },
    close() {
      // What is still being opened ends with its own timeout.
      void link?.then(({ client }) => client.end()).catch(() => {})
      link = null
    },
  }
}

/** CommonJS: its exports are below `default`. */
const loadSsh2 = async (): Promise<Library> => (await import('ssh2')).default

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
}

function openLink(target: SftpTarget, client: Ssh2.Client, onEnd: () => void): Promise<Link> {
  let shown: string | null = null
  const ending = new AbortController()
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      ending.abort()
      onEnd()
      client.destroy()
      reject(shown !== null && shown !== target.hostKey ? strangeHost(target, shown) : error)
    }
    client.on('error', fail)
    client.on('close', () => fail(new TargetUnreachable(target.name, 'it ended the connection')))
    client.on('ready', () => {
      // Requests are small and each waits for its answer: held back for more to come, they would wait for nothing.
      client.setNoDelay(true)
      client.sftp((error, sftp) => (error ? fail(error) : resolve({ client, sftp, ended: ending.signal })))
    })
    client.connect({
      host: target.host,
      port: target.port,
      username: target.user,
      ...loginOf(target),
      readyTimeout: target.timeoutMs,
      keepaliveInterval: target.timeoutMs,
      hostVerifier: (key: Buffer) => {
        shown = fingerprintOf(key)
        return shown === target.hostKey
      },
    })
  })
}

function loginOf({ privateKey, passphrase }: SftpTarget): Ssh2.ConnectConfig {
  const agent = process.env.SSH_AUTH_SOCK
  if (privateKey === null) return agent === undefined ? {} : { agent }
  return { privateKey, ...(passphrase === null ? {} : { passphrase }) }
}

/** As `ssh-keygen -l` prints it. */
function fingerprintOf(key: Buffer): string {
  return `SHA256:${hash('sha256', key, 'base64').replace(/=+$/, '')}`
}

function strangeHost({ name, hostKey }: SftpTarget, shown: string): TargetRefused {
  const known = hostKey === null ? 'no host key is set for it' : `its host key should be ${hostKey}`
  return new TargetRefused(name, `${known}, and it shows ${shown}`, {
    hint: 'compare with what `ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub` prints on the server, and set that; nothing was sent',
  })
}

/** Some requests about a key, over a new connection where the last one broke. */
export function attempted<T>(
  session: SftpSession,
  key: string,
  work: (link: Link, attempt: number) => Promise<T>,
): Promise<T> {
  const place = { target: session.target.name, key }
  return withRetries(session.target.retries, attempt =>
    withSftpErrors(place, async () => work(await session.connect(), attempt)),
  )
}
