/** What the checkout holds: folders and npm scripts. Throws for a description whose thing is gone, and for a folder without one. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { code, sentence, table } from './markdown.ts'

const root = resolve(import.meta.dirname, '../..')

const folders: Readonly<Record<string, string>> = {
  'bin/': 'the launcher; finds a Node that is new enough',
  'config/': 'every setting, in one table, and the loader',
  'jobs/': 'what the commands and the daemon do, one file a job; knows neither queue nor schedule',
  'src/model/': 'the vocabulary: digests, snapshot, change, errors; imports nothing of ours',
  'src/platform/': 'the API client: one round trip and its wrappers, pagination, typed operations',
  'src/resources/': 'what can be backed up: one file a kind',
  'src/vault/': 'the catalog (SQLite) and the file store, and what joins them',
  'src/backup/': 'the walk over the platform into a snapshot',
  'src/diff/': 'two snapshots compared, and the life of one resource',
  'src/lookup/': 'what a name means: an id, a path or a title, now or in any snapshot',
  'src/audit/': 'what changed and who has access, as reports; their ledger and signatures',
  'src/evidence/':
    'what an auditor asks about a period: records read into sections, one document, no word that is not known',
  'src/approvals/': 'what two people have to want: asked for, approved, used up, in the ledger',
  'src/anomalies/': 'what nobody does by accident: the facts of one night, and a rule a file',
  'src/render/': 'bodies as safe HTML: documents, Markdown, and what differs between two',
  'src/search/': 'what stood anywhere in any snapshot, and from when to when; its index',
  'src/space/': 'a space of a snapshot as files, whose links lead where its documents lead',
  'src/export/': 'folders and zips of a snapshot, and the mirror',
  'src/restore/': 'plan, journal and writers of a restore',
  'src/replica/': 'a second vault that this machine cannot read: stores, and what is written to them',
  'src/retention/': 'which snapshots are kept, and why',
  'src/bundle/': 'a space as a folder or zip of Markdown and assets, read and written',
  'src/dialect/': "the platform's Markdown: parsed, rendered from documents, and its links followed",
  'src/verify/': 'the drill',
  'src/fleet/': 'several hosts on one Redis: who each is, and which vault is where',
  'src/queue/': 'the job list on BullMQ and on a clock',
  'src/notify/': 'messages: when to send one, and by what',
  'src/web/': 'pages for people, each with a JSON twin: every night, compared and searched',
  'src/server/': 'health, metrics, API, board, bundles to be fetched',
  'src/delegation/': 'work that commands hand to the daemon of their vault: both ends of its socket',
  'src/daemon/': 'queue, schedule, server and messages in one process',
  'src/emulator/': "an in-process platform: the demo's, the drill's, and the tests'",
  'src/cli/': 'one file a command',
  'deploy/': 'Kubernetes, systemd, a dashboard, alert rules',
  'docs/': 'the manual, a bundle itself, and the data of the demo',
  'scripts/': 'what is generated, run or measured for this repository',
  'bench/': 'benchmarks',
  'test/': 'mirrors the above; `contract/` asks every kind the same, `e2e/` runs the whole',
}

const scripts: Readonly<Record<string, string>> = {
  check: 'format, lint, types, dead exports, generated tables, architecture',
  test: 'everything that takes minutes at most, on real SQLite, real files and the emulator',
  fix: 'formats, and corrects what the linter can',
  demo: 'the demo',
  docs: 'writes the generated tables',
  'docs:sessions':
    'types the sessions of the manual, says where one prints something else; `-- --update` rewrites them',
  'docs:json-lines': 'runs the commands with `--json`, and writes which lines they print into the reference',
  'test:mutation':
    'changes the code in small ways and asks whether a test notices: a sample of each folder, in a quarter of an hour; `-- vault/files --sample 300 --seed 2 --minutes 15`',
  'test:approvals':
    'an incident on real documentation, by the command line beside a daemon: two people agree, and the platform is as it was',
  'test:anomalies':
    'what would have been found over the nights of real documentation, and attacks on it; `DOCVAULT_NIGHTS` names vaults that are made already',
  'test:data': 'real documentation, page by page and byte by byte, through the vault and back',
  'test:nightly': 'thirty nights of real edits, a backup after each, every snapshot exported and compared',
  'test:kill': '`kill -9` at random moments of a backup',
  'test:mask':
    'a masked copy of a company of 1,000 people, searched for every name and address of the source',
  'test:restore': 'real organizations and the generated company, restored and compared',
  'test:restore-kill': '`kill -9` at random moments of a restore, resumed',
  'test:undo': 'a thousand random damages, restored and undone: then everything is as it was found',
  'test:fields':
    'each field of each operation that changes something, as published, changed by somebody: a restore in place puts it back or its plan names it; `SEED` chooses the values',
  'test:restore-states':
    'a thousand random pairs of states in three profiles, and four hundred of vaults of either body alone: plan, restore, second plan and undo, judged page by page',
  'test:daemon': "ninety nights, kills with an aim, Redis lost, the image's entry point on a read-only root",
  'test:redis':
    'Sentinels, a Cluster and dumps of earlier times in the middle of runs; the rights that Redis has to give',
  'test:daemon-commands':
    'every command beside a running daemon and on a twin without one: the same output, the same exit code',
  'test:replica':
    'replications cut off before and after each request, each fault of a bucket at each request, 2,000 damages of a replica',
  'test:state': 'the whole generated company, compared with its snapshot object by object and field by field',
  'test:story': 'generated stories of changes, told by the reports',
  'test:streaming': 'reports over many changes in little memory',
  'test:git': "diffs beside Git's",
  'test:browser': 'reports in Chromium',
  'test:web':
    'every page in Chromium: hostile names and texts everywhere, raw bodies in the frame, axe, the keyboard, narrow windows, no scripts; `EVERY=10` takes each tenth payload',
  'test:requests':
    'what is asked beside what has to be asked, term by term, with the reason of each difference',
  'test:consistency':
    'thirty backups of spaces that are edited meanwhile, compared with the revisions they name',
  'test:render':
    'every page of the real data rendered, as document and as Markdown, and compared with the night before: no text is lost',
  'test:search':
    '5,000 substrings of the real documentation of all nights: each is found in exactly the snapshots that have it; runs of `docvault index` that are killed',
  'test:faults': 'every fault of the emulator × every operation that a backup uses, as a matrix',
  'test:rate': 'minutes under a rate limit: nothing refused, nothing left unused',
  'test:fuzz': 'a thousand sequences of random requests to the emulator',
  'bench:backup': 'speed against a bare loop',
  'bench:memory': 'memory of a backup',
  'bench:size': 'size of the vault after many nights (needs `git` and `restic`)',
  'bench:scale': 'memory and requests of 10,000 and of 100,000 generated pages',
  'bench:diff':
    'a diff of 100 changes among 10,000 and 100,000 resources, beside `git diff --stat` and `restic diff`',
  'bench:find':
    'searching all nights: size of the index, what it costs a night, and searches beside reading everything, `git log -S` and `git grep` over all commits',
  'bench:fleet':
    'what 1, 50 and 500 platforms cost an idle daemon: clients and commands of Redis, memory and the time until it is ready, as ratios to one platform',
  'bench:emulator': 'the emulator against a bare server (needs `wrk`)',
  'bench:queue': 'what the queue adds to a job',
  'bench:nights':
    'what a night and what commands cost after thousands of nights, over what they cost after hundreds',
  'bench:prune':
    'time, memory and bytes of pruning a year of 10,000 pages, beside `restic` and `borg` (needs both, and GNU `time`)',
  'bench:replica':
    'bytes and requests of sending thirty nights to a bucket, beside `restic backup` and `rclone sync` of the vault, and the processor time of encrypting beside `age` (needs the three, and GNU `time`)',
  'bench:in-place':
    'a restore in place of a hundred pages, and what takes it back, by the size of what was not changed: CPU and memory',
  'bench:restore': 'time and requests of a restore',
  'bench:web':
    'every page of the browser on a year of 10,000 pages: time, size of the HTML and memory, beside what Git takes for the same',
}

export function folderTable(): string {
  const inSource = readdirSync(join(root, 'src'), { withFileTypes: true }).filter(folder =>
    folder.isDirectory(),
  )
  const missing = inSource.map(folder => `src/${folder.name}/`).filter(path => folders[path] === undefined)
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')}: no description in scripts/docs/development.ts`)
  refuseGone(folders, name => existsSync(join(root, name)))
  return table(
    ['folder', 'holds'],
    Object.entries(folders).map(([name, doc]) => [code(name), sentence(doc)]),
  )
}

/** A script without a description is described by what it runs. */
export function scriptTable(): string {
  const commands: Record<string, string> = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ).scripts
  refuseGone(scripts, name => commands[name] !== undefined)
  const others = Object.keys(commands).filter(
    name => scripts[name] === undefined && /^(test|bench|docs)/.test(name),
  )
  const rows = [...Object.keys(scripts), ...others].map(name => [
    code(name === 'test' ? 'npm test' : `npm run ${name}`),
    scripts[name] === undefined ? `Runs ${code(commands[name] ?? '')}.` : sentence(scripts[name]),
  ])
  return table(['command', 'does'], rows)
}

function refuseGone(described: Readonly<Record<string, string>>, isThere: (name: string) => boolean): void {
  const gone = Object.keys(described).filter(name => !isThere(name))
  if (gone.length > 0)
    throw new Error(`${gone.join(', ')}: described in scripts/docs/development.ts, and gone`)
}
