// Links: what they carry besides a puzzle, and what a damaged one says.
import { FIRST } from './command.ts';
import { expect, test } from './page.ts';

const STATEMENTS = 'A: "甲是犯人"\nexactly_one(A, B, C)\n~A -> (B <-> C)\n';

test('a link carries statements', async ({ site, page, context }) => {
  await site.open();
  await site.show('formulas');
  await page.locator('#statements').fill(STATEMENTS);
  await page.getByRole('button', { name: 'Link' }).click();
  await expect.poll(() => page.url()).toContain('f=');
  const there = await context.newPage();
  await there.goto(page.url());
  await expect(there.locator('#statements')).toHaveValue(STATEMENTS);
  await expect(there.getByTestId('model-count')).toHaveText('1 model');
  await there.close();
});

test('a link carries DIMACS text, its engine and its step', async ({ site, page, context }) => {
  await site.open();
  await site.show('search');
  await page.getByLabel('Engine').selectOption('cdcl');
  await page.locator('summary', { hasText: 'DIMACS' }).click();
  await page.locator('#cnf-text').fill('p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n');
  await page.getByRole('button', { name: 'Search this CNF' }).click();
  await expect(site.outcome).toHaveText('unsatisfiable');
  await page.locator('h1').click();
  await page.keyboard.press('ArrowRight');
  await expect(site.position).toHaveText(/Step 1 of/);
  await page.getByRole('button', { name: 'Link' }).click();
  await expect.poll(() => page.url()).toContain('d=');
  const there = await context.newPage();
  await there.goto(page.url());
  await expect(there.getByTestId('outcome')).toHaveText('unsatisfiable');
  await expect(there.getByTestId('position')).toHaveText(/Step 1 of/);
  await there.close();
});

const DAMAGED: Record<string, string> = {
  'a line that is cut': `p=${FIRST.slice(0, 50)}&b=3x3`,
  'boxes of no size': `p=${FIRST}&b=7xq`,
  'noise': '%E0%A4%A&&&=&p=%%%',
  'text that does not unpack': `p=${FIRST}&b=3x3&v=formulas&f=AAAA____!!!!`,
  'no puzzle at all': 'hello',
};

for (const [name, fragment] of Object.entries(DAMAGED)) {
  test(`a damaged link says so: ${name}`, async ({ site, page }) => {
    await site.open(fragment);
    if (name === 'boxes of no size') await expect.poll(() => site.digits()).toBe(FIRST.replaceAll('0', '.'));
    else await expect(site.alert).toContainText('damaged');
    // And the page works.
    await site.paste(FIRST);
    await expect(site.status).toHaveText('exactly one solution');
    await expect(site.alert).toHaveCount(0);
    await expect.poll(() => page.locator('.cell.clue').count()).toBeGreaterThan(10);
  });
}

test('back and forward go between links', async ({ site, page }) => {
  await site.open(`p=${FIRST}&b=3x3&v=race`);
  await page.evaluate(() => (location.hash = `#p=1..43.........21&b=2x2&v=clauses`));
  await expect(page.locator('[data-cell]')).toHaveCount(16);
  await page.goBack();
  await expect(page.locator('[data-cell]')).toHaveCount(81);
  await expect(page.locator('#tab-race')).toHaveAttribute('aria-selected', 'true');
  await page.goForward();
  await expect(page.locator('[data-cell]')).toHaveCount(16);
  await expect(site.status).toHaveText('exactly one solution');
});
