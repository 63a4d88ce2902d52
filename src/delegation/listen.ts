/**
 * The daemon's end: a socket in the vault's folder on which commands hand over their work. Whoever can open it could
 * write the vault's files as well, and nobody else can. Where the folder can hold no socket (its path is too long, its
 * file system knows none) one in a temporary folder of the owner's own stands in.
 */

import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { DocvaultError } from '../model/errors.ts'
import type { Redact } from '../model/redact.ts'
import { makeTemporaryFolder, type TemporaryFolder } from '../model/temporary-folder.ts'
import { identityOf, prepareRunFolder, removeNote, writeNote } from './address.ts'
import type { WorkRequest, WorkWish } from './messages.ts'
import { serveSession, type Watch, type Work } from './session.ts'
import { AnotherVersion } from './versions.ts'

export interface DelegateOptions {
  vaultPath: string
  /** Of the lease. */
  holder: string
  version: string
  redact: Redact
  work(wish: WorkWish, watch: Watch): Promise<unknown>
}

export interface Delegate {
  socket: string
  /** Takes no more. Whoever has their answer may read it for a moment; the others are hung up on. */
  close(): Promise<void>
}

/** Of the work that one daemon holds for others; they wait for each other anyway. */
const MOST_SESSIONS = 32
const ANSWERS_WITHIN_MS = 2_000

/** On return commands find it. Throws what the system says where there can be no socket at all. */
export async function listenForWork(options: DelegateOptions): Promise<Delegate> {
  const { vaultPath, holder, version } = options
  const open = new Set<Socket>()
  const work: Work = async (request, watch) => {
    assertMeant(options, request)
    return options.work(request, watch)
  }
  const server = createServer(socket => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    void serveSession({ socket, work, redact: options.redact })
  })
  server.maxConnections = MOST_SESSIONS
  const { socket, folder } = await listen(server, prepareRunFolder(vaultPath), `${holder.slice(0, 8)}.sock`)
  writeNote(vaultPath, { holder, version, pid: process.pid, socket })
  return {
    socket,
    async close() {
      removeNote(vaultPath, holder)
      const closed = once(server, 'close')
      server.close()
      const late = setTimeout(() => hangUp(open), ANSWERS_WITHIN_MS)
      await closed
      clearTimeout(late)
      folder?.remove()
    },
  }
}

function hangUp(sockets: Iterable<Socket>): void {
  for (const socket of sockets) socket.destroy()
}

async function listen(
  server: Server,
  home: string,
  name: string,
): Promise<{ socket: string; folder: TemporaryFolder | null }> {
  const inVault = join(home, name)
  if (await canListen(server, inVault)) return { socket: inVault, folder: null }
  const folder = makeTemporaryFolder('daemon')
  const socket = join(folder.path, name)
  try {
    await listenAt(server, socket)
    return { socket, folder }
  } catch (error) {
    folder.remove()
    throw error
  }
}

async function canListen(server: Server, path: string): Promise<boolean> {
  try {
    await listenAt(server, path)
    return true
  } catch {
    return false
  }
}

/** Nobody else gets near before its rights are set: the folder is the owner's. */
async function listenAt(server: Server, path: string): Promise<void> {
  const listening = once(server, 'listening')
  server.listen(path)
  await listening
  chmodSync(path, 0o600)
}

function assertMeant(options: DelegateOptions, request: WorkRequest): void {
  if (request.version !== options.version) throw new AnotherVersion(options.version, request.version)
  if (request.holder !== options.holder || request.folder !== identityOf(options.vaultPath))
    throw new AnotherVault(options.vaultPath)
}

class AnotherVault extends DocvaultError {
  constructor(path: string) {
    super('vault-locked', `the daemon that was found works for another vault, ${path}`, {
      hint: 'this one is a copy of it, or has a new daemon: run the command again in a minute',
    })
  }
}
