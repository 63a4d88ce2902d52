/** Every view. Adding one is a file and a line here. */
import type { Shown } from '../view.ts'
import { access } from './access.ts'
import { approvals } from './approvals.ts'
import { changes } from './changes.ts'
import { checks } from './checks.ts'
import { itemCompare, pageCompare } from './compare.ts'
import { drill } from './drill.ts'
import { drills } from './drills.ts'
import { fleet } from './fleet.ts'
import { itemHistory, pageHistory } from './history.ts'
import { item, pageItem } from './item.ts'
import { kindList } from './kind.ts'
import { lost } from './lost.ts'
import { night } from './night.ts'
import { organization } from './organization.ts'
import { organizations } from './organizations.ts'
import { reports } from './reports.ts'
import { restoreChoice } from './restore-choice.ts'
import { restorePlan } from './restore-plan.ts'
import { restoreReport } from './restore-report.ts'
import { restoreRuns } from './restore-runs.ts'
import { restores } from './restores.ts'
import { runs } from './runs.ts'
import { search } from './search.ts'
import { space } from './space.ts'

export const views: readonly Shown[] = [
  organizations,
  search,
  runs,
  checks,
  fleet,
  drills,
  drill,
  reports,
  approvals,
  organization,
  changes,
  lost,
  night,
  access,
  space,
  kindList,
  pageItem,
  item,
  pageHistory,
  itemHistory,
  pageCompare,
  itemCompare,
  restoreChoice,
  restoreRuns,
  restorePlan,
  restoreReport,
  restores,
]
