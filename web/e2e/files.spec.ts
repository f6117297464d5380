// Statements from files, and what is saved to files.
import { readFileSync } from 'node:fs';
import { FIRST } from './command.ts';
import { expect, test } from './page.ts';

test('every file of statements opens, and its clauses can be searched', async ({ site, page }) => {
  test.slow();
  await site.open();
  await site.show('formulas');
  const options = page.getByLabel('File').locator('option');
  await expect.poll(() => options.count()).toBeGreaterThan(10);
  const files = await options.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  for (const file of files) {
    await page.getByLabel('File').selectOption(file);
    await expect(page.getByTestId('model-count')).not.toBeEmpty();
    await expect(page.locator('.formulas [role=alert]')).toHaveCount(0);
  }
  await page.getByLabel('File').selectOption('impossible_schedule');
  await expect(page.getByTestId('guilty')).not.toBeEmpty();
  await page.getByLabel('File').selectOption('suspects');
  await expect(page.getByTestId('forced')).toContainText('甲是犯人');
  await page.getByRole('button', { name: 'Search its clauses' }).click();
  await expect(site.outcome).toHaveText('satisfiable');
});

test('pictures are saved with their looks', async ({ site, page }) => {
  await site.open(`p=${FIRST}&b=3x3&v=search&g=cdcl&e=extended`);
  await expect(site.position).toHaveText(/Step 0 of/);
  await page.locator('h1').click();
  await page.keyboard.press('n');
  await expect(page.locator('#graph-svg')).toBeVisible();
  for (const [button, inside] of [['Graph as SVG', 'r1c2=2'], ['Tree as SVG', '<circle'], ['SVG', '>8<']] as const) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button, exact: true }).click()]);
    const text = readFileSync((await download.path()) ?? '', 'utf8');
    expect(text, button).toContain(inside);
    expect(text, button).not.toContain('var(--');
    expect(text, button).toMatch(/fill="/);
  }
  const [png] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PNG' }).click()]);
  expect(readFileSync((await png.path()) ?? '').subarray(1, 4).toString()).toBe('PNG');
});
