/**
 * An SFTP server on 127.0.0.1: OpenSSH's own sftp-server behind the SSH of the ssh2 package. Requests are counted, and the
 * connection can end before or after each of them.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync, hash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import ssh2, { type Connection, type ServerChannel } from 'ssh2'

const PROGRAMS = ['/usr/lib/openssh/sftp-server', '/usr/lib/ssh/sftp-server', '/usr/libexec/sftp-server']

/** Null: OpenSSH's sftp-server is not installed. */
export const SFTP_PROGRAM = PROGRAMS.find(path => existsSync(path)) ?? null

export interface SftpServer {
  port: number
  /** As `ssh-keygen -l` prints it. */
  hostKey: string
  /** The one key that may log in, as `user`. */
  privateKey: string
  /** Over the life of the server. */
  requests: number
  /** Which requests end the connection, and when. */
  faults: (number: number) => 'before' | 'after' | null
  close(): Promise<void>
}

export interface SftpServerOptions {
  /** For sftp-server: `-R` makes it read-only. */
  args?: string[]
}

export async function startSftpServer(options: SftpServerOptions = {}): Promise<SftpServer> {
  const [host, user] = [makeKey(), makeKey()]
  const allowed = parsedKey(user)
  const open = new Set<Connection>()
  const server = new ssh2.Server({ hostKeys: [host] }, connection => {
    open.add(connection)
    // As OpenSSH does; the types do not know it.
    ;(connection as Connection & { setNoDelay(on: boolean): void }).setNoDelay(true)
    connection.on('close', () => open.delete(connection))
    // Connections end in the middle here, on purpose.
    connection.on('error', () => {})
    connection.on('authentication', context => {
      const isKey = context.method === 'publickey' && context.key.data.equals(allowed.getPublicSSH())
      const isProven =
        isKey &&
        (!context.signature ||
          allowed.verify(context.blob ?? Buffer.alloc(0), context.signature, context.hashAlgo) === true)
      return isProven && context.username === 'user' ? context.accept() : context.reject(['publickey'])
    })
    connection.on('session', accept => {
      accept().on('subsystem', (acceptSubsystem, reject, { name }) => {
        if (name !== 'sftp') return void reject?.()
        serve(acceptSubsystem() as ServerChannel, connection)
      })
    })
  })
  const running = new Set<ChildProcess>()
  const handle: SftpServer = {
    port: 0,
    hostKey: fingerprintOf(parsedKey(host).getPublicSSH()),
    privateKey: user,
    requests: 0,
    faults: () => null,
    async close() {
      for (const connection of open) connection.end()
      for (const child of running) child.kill()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }

  function serve(channel: ServerChannel, connection: Connection): void {
    const child = spawn(SFTP_PROGRAM ?? 'sftp-server', options.args ?? [], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    running.add(child)
    child.on('exit', () => running.delete(child))
    // The last of them may be written into a process that has ended.
    child.stdin.on('error', () => {})
    let ending = false
    const end = () => {
      ending = true
      child.kill()
      connection.end()
    }
    onPackets(channel, packet => {
      if (ending) return
      handle.requests += 1
      const fault = handle.faults(handle.requests)
      if (fault === 'before') return end()
      if (fault === 'after') child.stdout.removeAllListeners('data').once('data', end)
      child.stdin.write(packet)
    })
    child.stdout.on('data', (data: Buffer) => void channel.write(data))
    channel.on('close', () => child.kill())
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  handle.port = (server.address() as AddressInfo).port
  return handle
}

/** Whole packets of SFTP: their length in four bytes, and as much. */
function onPackets(channel: ServerChannel, take: (packet: Buffer) => void): void {
  let rest = Buffer.alloc(0)
  channel.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data])
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE()) {
      const end = 4 + rest.readUInt32BE()
      take(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
  })
}

/** Now and then ssh2's own generator makes a key that it cannot read. */
function makeKey(): string {
  const privateKeyEncoding = { type: 'sec1', format: 'pem' } as const
  const publicKeyEncoding = { type: 'spki', format: 'pem' } as const
  return generateKeyPairSync('ec', { namedCurve: 'P-256', privateKeyEncoding, publicKeyEncoding }).privateKey
}

function parsedKey(text: string) {
  const key = ssh2.utils.parseKey(text)
  if (key instanceof Error) throw key
  return key
}

function fingerprintOf(key: Buffer): string {
  return `SHA256:${hash('sha256', key, 'base64').replace(/=+$/, '')}`
}
