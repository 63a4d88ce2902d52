/** Everything that is made from the code, by the name that its marker has. */
import { readFileSync } from 'node:fs'
import { exitCodeDocs, exitCodes } from '../../src/cli/exit-code.ts'
import { GAP_CLASSES, gapClassDocs } from '../../src/model/snapshot.ts'
import { describedRoutes } from '../../src/server/described-routes.ts'
import { HINTS } from '../../src/vault/catalog/coverage.ts'
import { FINDINGS } from '../../src/vault/findings.ts'
import { anomalyRuleTable } from './anomaly-rules.ts'
import { auditRuleTable, findingTable } from './audit-rules.ts'
import { besideTable, commandOptions, commandTable } from './commands.ts'
import { contentTable } from './content-ways.ts'
import { folderTable, scriptTable } from './development.ts'
import { errorCodeList } from './error-codes.ts'
import { kindTable, noiseTable } from './kinds.ts'
import { code, sentence, table } from './markdown.ts'
import { notReadTable } from './not-read.ts'
import { extensionTable, operationTable } from './operations.ts'
import { settingTable } from './settings.ts'

export type Sections = ReadonlyMap<string, string>

export async function makeSections(): Promise<Sections> {
  return new Map([
    ['commands', await commandTable()],
    ['routes', routeTable()],
    ['options', await commandOptions()],
    ['beside', besideTable()],
    ['settings', settingTable()],
    ['kinds', kindTable()],
    ['noise', noiseTable()],
    ['not-read', notReadTable()],
    ['exit-codes', exitCodeTable()],
    ['gap-classes', gapClassTable()],
    ['kind-example', kindExample()],
    ['audit-rules', auditRuleTable(false)],
    ['anomaly-rules', anomalyRuleTable()],
    ['audit-declared', auditRuleTable(true)],
    ['audit-findings', findingTable()],
    ['error-codes', errorCodeList()],
    ['folders', folderTable()],
    ['scripts', scriptTable()],
    ['operations', operationTable()],
    ['extensions', extensionTable()],
    ['vault-hints', hintTable()],
    ['vault-findings', findingsOfVault()],
    ['content-made', contentTable('made')],
    ['content-in-place', contentTable('inPlace')],
  ])
}

function routeTable(): string {
  const rows = describedRoutes.map(({ method, path, doc, query = {} }) => [
    code(`${method.toUpperCase()} ${path}`),
    sentence(doc),
    Object.entries(query)
      .map(([name, meaning]) => `${code(name)}: ${meaning}`)
      .join('; '),
  ])
  return table(['request', 'what for', 'query'], rows)
}

function exitCodeTable(): string {
  const meanings: Readonly<Record<string, string>> = exitCodeDocs
  const rows = Object.entries(exitCodes).map(([name, number]) => [
    String(number),
    sentence(meanings[name] ?? name),
  ])
  return table(['code', 'meaning'], rows)
}

function gapClassTable(): string {
  const rows = GAP_CLASSES.map(gapClass => [code(gapClass), sentence(gapClassDocs[gapClass])])
  return table(['class', 'what happened'], rows)
}

function findingsOfVault(): string {
  const rows = Object.entries(FINDINGS).map(([name, { severity, means, repair }]) => [
    code(name),
    severity,
    means,
    repair ?? '',
  ])
  return table(['code', 'severity', 'means', 'what mends it'], rows)
}

function hintTable(): string {
  const rows = HINTS.map(({ name, when, why }) => [code(name), when, why])
  return table(['what', 'unnoticed when', 'why it does no harm'], rows)
}

/** A whole declaration, as the code has it today. */
function kindExample(): string {
  const file = new URL('../../src/resources/translation-settings.ts', import.meta.url)
  return `\`\`\`ts\n${readFileSync(file, 'utf8').trimEnd()}\n\`\`\``
}
