/** The verdicts of a slice as a score, over everything and without texts, and the survivors line by line. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Verdict {
  file: string
  line: number
  mutatorName: string
  replacement: string
  status: string
}

export interface Score {
  mutants: number
  /** Run while their module is loaded only: no test can switch them on. */
  onlyAtLoad: number
  drawn: number
  judged: Verdict[]
  /** In percent of what has a verdict. */
  score: number
  scoreWithoutTexts: number
  survivors: Verdict[]
}

const KILLED = new Set(['Killed', 'Timeout'])
const ALIVE = new Set(['Survived', 'NoCoverage'])

/** Null when Stryker ended before it had a plan. */
export function readScore(folder: string): Score | null {
  const sample = join(folder, 'sample.json')
  if (!existsSync(sample)) return null
  const { mutants, onlyAtLoad, ids } = JSON.parse(readFileSync(sample, 'utf8'))
  const judged = readVerdicts(folder).filter(
    verdict => KILLED.has(verdict.status) || ALIVE.has(verdict.status),
  )
  return {
    mutants,
    onlyAtLoad,
    drawn: ids.length,
    judged,
    score: percentKilled(judged),
    scoreWithoutTexts: percentKilled(judged.filter(verdict => verdict.mutatorName !== 'StringLiteral')),
    survivors: judged.filter(verdict => ALIVE.has(verdict.status)),
  }
}

export function describeSurvivor({ file, line, mutatorName, replacement, status }: Verdict): string {
  const text = replacement.replaceAll(/\s+/g, ' ')
  const reached = status === 'NoCoverage' ? ' (no test gets there)' : ''
  return `  ${file}:${line} ${mutatorName} → ${text.length > 90 ? `${text.slice(0, 90)}…` : text}${reached}`
}

function readVerdicts(folder: string): Verdict[] {
  const file = join(folder, 'verdicts.jsonl')
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.filter(Boolean).map(line => JSON.parse(line))
}

function percentKilled(judged: readonly Verdict[]): number {
  const killed = judged.filter(verdict => KILLED.has(verdict.status)).length
  return judged.length === 0 ? 0 : (killed / judged.length) * 100
}
