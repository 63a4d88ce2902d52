/** The platform of `bench/restore.ts`, in a thread of its own: what it costs is not what a restore costs. */
import { parentPort, workerData } from 'node:worker_threads'
import { startEmulator } from '../src/emulator/emulator.ts'

const { pages, spaces, latencyMs } = workerData
const emulator = await startEmulator({ profile: 'current', members: 3, teams: 1, seed: 5, latencyMs })
for (let number = 0; number < spaces; number++) {
  const space = emulator.create('space', { title: `Bench ${number}` })
  for (let page = 0; page < pages / spaces; page++)
    emulator.create('page', { space, title: `Page ${page}`, markdown: textOf(page) })
}
const { url, token, organization } = emulator
parentPort?.on('message', title => parentPort?.postMessage(emulator.create('organization', { title })))
parentPort?.postMessage({ url, token, organization })

function textOf(page: number): string {
  const paragraph = `This is page ${page}. It has **bold** words, [a link](https://example.com/${page}) and \`code\`.`
  return `# Page ${page}\n\n${Array.from({ length: 12 }, (_, index) => `## Part ${index}\n\n${paragraph}`).join('\n\n')}\n`
}
