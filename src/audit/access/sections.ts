/** The questions of an access review, each answered in a table: whom and what to look at first. */
import type { Cells, ReportColumn, ReportTable } from '../report.ts'
import type { Spool } from '../spool.ts'
import { peopleQuestions } from './people-questions.ts'
import type { Question, Reviewed } from './question.ts'
import { thingQuestions } from './thing-questions.ts'

export function sectionsOf(reviewed: Reviewed, spool: Spool<Cells>): ReportTable[] {
  const questions = [...peopleQuestions(reviewed), ...thingQuestions(reviewed)]
  return questions.map(question => answered(question, spool))
}

function answered({ id, title, note, names, rows }: Question, spool: Spool<Cells>): ReportTable {
  const columns: ReportColumn[] = names.map(name => ({ name, title: name }))
  let count = 0
  for (const row of rows()) {
    spool.add(id, row)
    count++
  }
  const spooled = () => spool.rows(id)
  return { id, title, note, columns, count, cells: spooled, rows: spooled }
}
