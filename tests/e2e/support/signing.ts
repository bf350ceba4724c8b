import type { Page } from 'playwright'

/** Opens the question whether to sign out, from the menu of the server, and answers what it says. */
export async function askToSignOut(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Server / }).click()
  await page.getByRole('menuitem', { name: 'Log out…' }).click()
  return page.getByRole('alertdialog', { name: 'Log out?' }).innerText()
}

/** Signs out and waits for the sign-in screen. */
export async function signOut(page: Page): Promise<void> {
  await askToSignOut(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out', exact: true }).click()
  await page.locator('input[type=password]').waitFor()
}
