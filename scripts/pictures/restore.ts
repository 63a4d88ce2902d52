/** A restore in the browser, in the steps in which a person takes it. */
import type { Page } from 'playwright-core'

export type RestorePicture = 'restore-choice' | 'restore-plan' | 'restore-report'

/** `lost`: the page in the night in which it was right. */
export async function restoreInSteps(
  page: Page,
  { lost, title }: { lost: string; title: string },
  picture: (name: RestorePicture) => Promise<void>,
): Promise<void> {
  await page.goto(lost)
  await page.locator('main button:has-text("Bring it back")').click()
  await page.locator('input[name=onConflict][value=update]').check()
  await picture('restore-choice')
  await page.locator('button:has-text("See what would be done")').click()
  await page.locator('main a:has-text("See what would be done")').click()
  const typed = page.locator('input[name=typed]')
  await typed.fill(title)
  await typed.scrollIntoViewIfNeeded()
  await picture('restore-plan')
  await typed.press('Enter')
  await page.locator('main a:has-text("What restore")').click()
  await page.locator('button:has-text("Undo it")').waitFor()
  await picture('restore-report')
}
