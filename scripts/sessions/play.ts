/**
 * Types the sessions of a page into shells, in a folder that looks like a checkout, and compares what is printed.
 * The address and the token of a page's own platform lead to an emulated one; ports and folders to free ones.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startEmulator } from '../../src/emulator/emulator.ts'
import { parseSessions, type Session, type SessionCommand } from './parse.ts'
import { compareShapes } from './shape.ts'
import { openShell, type Shell } from './shell.ts'

export const root = resolve(import.meta.dirname, '../..')

export interface Played {
  command: SessionCommand
  printed: string[]
  /** What is wrong, or null. */
  complaint: string | null
  shapes: { expected: string[]; actual: string[] } | null
}

export async function playPage(file: string): Promise<Played[]> {
  const sessions = parseSessions(readFileSync(join(root, file), 'utf8'))
  const stage = await openStage()
  try {
    return await playSessions(sessions, stage)
  } finally {
    await stage.close()
  }
}

/** Where commands are typed. */
export interface Stage {
  checkout: string
  env: NodeJS.ProcessEnv
  /** As written on the page, and as it is here. */
  names: readonly (readonly [string, string])[]
  happen?(incident: string): Promise<void>
}

export async function playSessions(sessions: readonly Session[], stage: Stage): Promise<Played[]> {
  const shells = new Map<string | null, Shell>()
  const shellOf = (name: string | null) => {
    const shell = shells.get(name) ?? openShell(stage.checkout, stage.env)
    shells.set(name, shell)
    return shell
  }
  try {
    const played: Played[] = []
    for (const { terminal, incident, commands } of sessions) {
      if (incident !== null) await stage.happen?.(incident)
      for (const command of commands) {
        played.push(await playCommand(shellOf(terminal), command, stage, terminal !== null))
      }
    }
    return played
  } finally {
    for (const shell of shells.values()) await shell.close()
  }
}

async function playCommand(shell: Shell, command: SessionCommand, { names }: Stage, goesOn: boolean) {
  const real = names.reduce((text, [written, here]) => text.replaceAll(written, here), command.text)
  const answer = goesOn
    ? { lines: await shell.begin(real, command.printed.length), code: 0 }
    : await shell.type(real)
  const printed = answer.lines.map(line =>
    names.reduce((text, [written, here]) => text.replaceAll(here, written), line),
  )
  const shapes = compareShapes(command.printed, printed)
  return { command, printed, shapes, complaint: complaintOf(command, answer.code, shapes !== null) }
}

/** Programs of others may end with what they like; docvault says what it ended with where that is not 0. */
function complaintOf({ text }: SessionCommand, code: number, differs: boolean): string | null {
  const expected = Number(/# exit code (\d+)/.exec(text)?.[1] ?? 0)
  if (/^(bin\/)?docvault\b/.test(text) && code !== expected) return `${text}: exit code ${code}`
  return differs ? `${text}: it printed something else` : null
}

async function openStage(): Promise<Stage & { close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-session-'))
  const checkout = join(folder, 'docvault')
  mkdirSync(join(checkout, 'bin'), { recursive: true })
  symlinkSync(join(root, 'bin/docvault'), join(checkout, 'bin/docvault'))
  for (const name of ['docs', 'package.json'])
    cpSync(join(root, name), join(checkout, name), { recursive: true })
  const port = await freePort()
  const emulator = await startEmulator({
    load: [{ title: 'Handbook', folder: join(root, 'docs') }],
    members: 5,
  })
  return {
    checkout,
    env: environment(checkout, folder),
    names: [
      ['https://api.example.com/v1', emulator.url],
      ['PLATFORM_TOKEN=…', `PLATFORM_TOKEN=${emulator.token}`],
      [':8080', `:${port}`],
      ['--port 8080', `--port ${port}`],
      ['/tmp/', `${folder}/`],
    ],
    async close() {
      await emulator.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Of a shell that finds docvault, and nothing of what the surroundings configure. */
export function environment(checkout: string, folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(DOCVAULT_|npm_|NODE_OPTIONS|VITEST)/.test(name),
  )
  return {
    ...Object.fromEntries(kept),
    PATH: `${join(checkout, 'bin')}:${process.env.PATH}`,
    XDG_CONFIG_HOME: join(folder, 'config'),
    NO_COLOR: '1',
    COLUMNS: '120',
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(listening => server.once('listening', listening))
  const address = server.address()
  await new Promise(closed => server.close(closed))
  return typeof address === 'object' && address ? address.port : 0
}
