/** What the platform makes of itself: its agent, its readers and its importers. It is put there from outside. */
import type { EmulatorOptions } from '../../../src/emulator/options.ts'
import type { JsonObject } from '../../../src/emulator/state/json-object.ts'
import type { Company } from '../../helpers/company.ts'
import { itemsOf, jsonOf } from '../../helpers/state/expected.ts'
import { type KindCase, type KindCases, write } from './kind-case.ts'

/** Small: what is tried does not depend on who else is there. */
const options: EmulatorOptions = { sites: 1, members: 2, teams: 0, specs: [], profile: 'current' }

/** What strangers wrote is read where somebody asks for it. */
export const ALSO_READ = {
  DOCVAULT_BACKUP_ALSO_READ: 'context-record,site-question,site-question-answer',
} as const

const at = '2026-11-01T08:00:00.000Z'
const document = { object: 'document', data: {}, nodes: [] }
const urls = { location: 'https://api.platform.example/v1/kept' }
const stats = {
  total: 2,
  answers: 2,
  feedback: { positive: 1, negative: 0, unrated: 1 },
  answered: { yes: 1, partially: 1, no: 0 },
  relevance: { relevant: 2, spam: 0, 'off-topic': 0, unclear: 0 },
  types: { exploring: 0, 'how-to': 2, troubleshooting: 0, reference: 0, unknown: 0 },
  channelTypes: { site: 2 },
  channels: {},
  weeklyPulse: Array(13).fill(0),
}

export const keptCases: KindCases = {
  'site-topic': onSite('topics', {
    operation: 'listSiteTopics',
    made: label => ({
      object: 'context-topic',
      label,
      createdAt: at,
      updatedAt: at,
      icon: 'star',
      summary: document,
      usageSettings: { changeRequests: true },
      pages: 1,
      records: 0,
      findings: { open: 0, total: 0 },
      questions: stats,
      urls,
    }),
    changed: { usageSettings: { changeRequests: false } },
  }),
  'site-finding': onSite('findings', {
    operation: 'listSiteFindings',
    made: title => ({
      object: 'site-finding',
      scan: 'scan',
      topic: null,
      title,
      changeRequests: 0,
      pages: 1,
      records: 0,
      questions: 2,
      status: 'open',
      type: 'content-gap',
      severity: 'medium',
      description: document,
      autoFixable: false,
      createdAt: at,
      updatedAt: at,
      urls,
    }),
    changed: { status: 'done' },
  }),
  'context-record': onSite('context-records', {
    operation: 'listSiteContextRecords',
    made: title => ({
      object: 'context-record',
      title,
      type: 'ticket',
      createdAt: at,
      connection: 'connection',
      connector: 'builtin:zendesk',
      urls,
    }),
    changed: { description: 'Solved' },
  }),
  'site-question': onSite('questions', {
    operation: 'listSiteQuestions',
    made: question => ({
      object: 'site-question',
      question,
      type: 'how-to',
      createdAt: at,
      askedAt: at,
      stats,
      urls,
    }),
    changed: { type: 'reference' },
  }),
  'site-question-answer': onSite('answers', {
    operation: 'listSiteQuestionAnswers',
    made: text => ({
      object: 'site-question-answer',
      question: { id: 'question', type: 'how-to' },
      topics: [],
      input: { text, raw: text },
      responseId: 'response',
      language: 'en',
      answered: 'yes',
      helpfulness: 'high',
      relevance: 'relevant',
      channel: { type: 'site' },
      createdAt: at,
      urls,
    }),
    changed: { feedback: { rating: -1 } },
  }),
  'site-integration-script': onSite('integration-scripts', {
    operation: 'listSiteIntegrationScripts',
    made: name => ({
      script: `https://scripts.acme.example/${name}.js`,
      contentSecurityPolicy: "script-src 'self'",
      cookies: false,
    }),
    changed: { contentSecurityPolicy: 'script-src *' },
  }),
  'site-visitor-segment': {
    ...onSite('visitor-segments', {
      operation: 'listSiteVisitorSegments',
      made: title => ({ title, claims: { plan: 'pro' }, events: 5, visitors: 2, sessions: 3 }),
      changed: {},
    }),
    // With another title or other claims it is another one.
    change: null,
  },
  'import-run': kept('imports', async company => company.emulator.organization, {
    operation: 'listImportRuns',
    made: name => ({
      object: 'import-run',
      status: 'in-progress',
      source: { type: 'website', url: `https://old.acme.example/${name}` },
      target: { space: 'space' },
      createdAt: at,
      updatedAt: at,
      urls,
    }),
    changed: { status: 'completed', completedAt: at },
  }),
  'agent-conversation': kept('conversations', async company => company.emulator.organization, {
    operation: 'listOrganizationAgentConversations',
    made: conversation,
    changed: { title: 'Another title' },
  }),
  'change-request-conversation': {
    ...kept('conversations', openChangeRequest, {
      operation: 'listChangeRequestConversations',
      made: conversation,
      changed: { title: 'Another title' },
    }),
    options: { ...options, changeRequests: 4 },
  },
}

function conversation(title: string): JsonObject {
  return { object: 'agent-conversation', title, shared: false, createdAt: at, updatedAt: at }
}

interface Kept {
  operation: string
  made(name: string): JsonObject
  changed: JsonObject
}

function onSite(shelf: string, one: Kept): KindCase {
  return kept(shelf, firstSite, one)
}

/** Two, because a list that loses its last one is not believed at once where nobody can be asked about it. */
function kept(
  shelf: string,
  ownerOf: (company: Company) => Promise<string>,
  { operation, made, changed }: Kept,
): KindCase {
  const put = new WeakMap<Company, string>()
  const last = (company: Company) => put.get(company) ?? ''
  return {
    options,
    env: ALSO_READ,
    operation,
    prepare: async company => {
      const owner = await ownerOf(company)
      for (const name of ['first', 'second'])
        put.set(company, company.emulator.create('kept', { owner, shelf, ...made(name) }))
    },
    remove: async company => {
      company.emulator.remove('kept', last(company))
      return 1
    },
    change: async company => company.emulator.patch('kept', last(company), changed),
  }
}

async function firstSite(company: Company): Promise<string> {
  const { items } = Object(await write(company, 'GET', 'sites'))
  return items[0].id
}

async function openChangeRequest({ emulator }: Company): Promise<string> {
  const drafts = itemsOf(emulator.state().spaces).flatMap(space => itemsOf(jsonOf(space).drafts))
  const open = drafts.find(one => one.status === 'open')
  if (open === undefined) throw new Error('there is no open change request')
  return String(open.id)
}
