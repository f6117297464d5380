// The player explains: why a literal is true, where a conflict comes from, what a step says in either language.
import { SIX } from './command.ts';
import { expect, test } from './page.ts';

/** The name of a variable of the encoding triads that is no candidate: a third of a row or column holds a digit. */
const HELPER = /^[rc]\d\.\d[∋∌]\d$/;

test('a literal of the trail and a digit of the board tell their clause', async ({ site, page }) => {
  await site.open(`p=${SIX}&b=2x3&v=search&g=dpll&e=extended&s=160`);
  await expect(site.position).toHaveText(/Step 160 of/);
  await page.locator('.trail-row .literal').last().click();
  await expect(page.getByTestId('why')).toContainText(/r\dc\d/);
  await page.locator('.cell.found').first().click();
  await expect(page.getByTestId('why')).toContainText(/r\dc\d=\d/);
  const place = Number(/\d+/.exec((await page.getByTestId('why').getByRole('button').textContent()) ?? '')?.[0]);
  await page.getByTestId('why').getByRole('button').click();
  await expect(site.position).toHaveText(new RegExp(`Step ${place} of`));
  // Before the step that set it, it is not true, and nothing is said.
  await page.locator('h1').click();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByTestId('why')).toHaveCount(0);
});

test('levels, decisions and the tree move together', async ({ site, page }) => {
  await site.open(`p=${SIX}&b=2x3&v=search&g=dpll&e=extended`);
  await expect(site.position).toHaveText(/Step 0 of/);
  await page.locator('h1').click();
  await expect(page.locator('#tree-svg .node')).toHaveCount(1);
  await page.keyboard.press('d');
  await expect(page.locator('#tree-svg .node')).toHaveCount(2);
  await expect(page.locator('.trail .level-name').last()).toContainText('level 1');
  await expect(page.locator('.cell.found.decided, .mark.refuted').first()).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.locator('#graph-svg .node.uip')).toHaveCount(1);
  await expect(page.locator('#graph-svg .node.false')).toHaveCount(1);
  await expect(page.locator('.cell.lit').first()).toBeVisible();
});

test('a step is said in the other language without leaving its place', async ({ site, page }) => {
  await site.open(`p=${SIX}&b=2x3&v=search&g=cdcl&e=triads&s=100`);
  await expect(site.position).toHaveText(/Step 100 of/);
  await page.getByRole('button', { name: 'Switch to Chinese' }).click();
  await expect(site.sentence).toHaveText(/[\u4e00-\u9fff]/);
  await expect(site.position).toHaveText(/第 100 步/);
});

test('a decision of one\'s own by keyboard: Shift and a digit', async ({ site, page }) => {
  await site.open(`p=${SIX}&b=2x3&v=search&g=dpll&e=extended`);
  await expect(site.position).toHaveText(/Step 0 of/);
  await site.cell(0).focus();
  await page.keyboard.press('Shift+Digit3');
  await expect(page.locator('.what-if')).toContainText('r1c1=3');
  await expect(site.cell(0)).not.toHaveClass(/clue/);
});

test('a link carries engine, encoding, switches and step', async ({ site, page }) => {
  await site.open(`p=${SIX}&b=3x2&v=search&g=cdcl&e=efficient&restarts=0&s=25`);
  await expect(site.position).toHaveText(/Step 25 of/);
  await expect(page.getByLabel('Engine')).toHaveValue('cdcl');
  await expect(page.getByLabel('Encoding')).toHaveValue('efficient');
  await expect(page.getByLabel('Restarts')).not.toBeChecked();
  await expect(page.getByLabel('Size')).toHaveValue('3x2');
  await page.getByRole('button', { name: 'Link' }).click();
  await expect.poll(() => page.url()).toContain('restarts=0');
  expect(page.url()).toContain('s=25');
});

test('a long search stays in hand: a hundred thousand steps, a coarser tree', async ({ site, page }) => {
  const [pigeons, holes] = [10, 9];
  const hole = (pigeon: number, place: number): number => pigeon * holes + place + 1;
  const clauses: number[][] = Array.from({ length: pigeons }, (_, pigeon) => Array.from({ length: holes }, (_, place) => hole(pigeon, place)));
  for (let place = 0; place < holes; place++)
    for (let one = 0; one < pigeons; one++) for (let other = one + 1; other < pigeons; other++) clauses.push([-hole(one, place), -hole(other, place)]);
  await site.open('v=search');
  await site.show('search');
  await page.getByLabel('Engine').selectOption('cdcl');
  await page.locator('summary', { hasText: 'DIMACS' }).click();
  await page.locator('#cnf-text').fill(`p cnf ${pigeons * holes} ${clauses.length}\n${clauses.map((clause) => `${clause.join(' ')} 0`).join('\n')}\n`);
  await page.getByRole('button', { name: 'Search this CNF' }).click();
  await expect(site.position).toHaveText('Step 0 of 100000', { timeout: 60_000 });
  await page.locator('h1').click();
  await page.keyboard.press('End');
  await expect(site.position).toHaveText('Step 100000 of 100000');
  const nodes = await page.locator('#tree-svg .node').count();
  expect(nodes).toBeGreaterThan(100);
  expect(nodes).toBeLessThanOrEqual(1500);
  expect(await page.locator('.trail-row').count()).toBeLessThan(60);
  await page.keyboard.press('Home');
  await expect(page.locator('#tree-svg .node')).toHaveCount(1);
});

test('the helpers of the encoding triads have the names of their sentences', async ({ site, page }) => {
  await site.open(`p=${SIX}&b=2x3&v=search&g=cdcl&e=triads&s=150`);
  await expect(site.position).toHaveText(/Step 150 of/);
  await site.trailFromTheTop();
  await page.locator('.trail-row .literal', { hasText: HELPER }).first().click();
  const why = page.getByTestId('why');
  await expect(why).toContainText('mini-');
  // The library writes the same name into the clause.
  const name = (await page.locator('.trail-row .literal.picked').textContent()) ?? '';
  expect(name).toMatch(HELPER);
  await expect(why.locator('b.literal')).toHaveText(name);
  await expect(why.locator('.literals')).toContainText(name);
  await expect(page.locator('.trail-row .literal', { hasText: /x\d/ })).toHaveCount(0);
});

test('who looks into another view finds the player where it stood', async ({ site, page }) => {
  await site.open(`p=${SIX}&b=2x3&v=search&g=cdcl&e=minimal&s=60`);
  await expect(site.position).toHaveText(/Step 60 of/);
  const before = await site.snapshot();
  await site.show('formulas');
  await expect(page.getByTestId('forced')).toContainText('甲是犯人');
  await site.show('clauses');
  // What the step pointed at is not pointed at here.
  await expect(page.locator('.cell.lit')).toHaveCount(0);
  await site.show('search');
  await expect(site.position).toHaveText(/Step 60 of/);
  expect(await site.snapshot()).toBe(before);
});
