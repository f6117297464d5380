// The search player: every step forwards and back, jumps, keys, what-if.
import { FIRST, SIX } from './command.ts';
import { expect, test, type Site } from './page.ts';

/** A 4x4 that takes decisions: few steps, each of which can be looked at. */
const SMALL = '1..............2';

async function openSearch(site: Site, puzzle: string, engine: 'dpll' | 'cdcl', encoding = 'minimal'): Promise<void> {
  await site.open();
  await site.paste(puzzle);
  await expect(site.status).toHaveText(/solution/);
  await site.show('search');
  await site.page.getByLabel('Engine').selectOption(engine);
  await site.page.getByLabel('Encoding').selectOption(encoding);
  await expect(site.outcome).toHaveText('satisfiable');
}

for (const engine of ['dpll', 'cdcl'] as const) {
  test(`${engine}: to the end and back, each state the same both ways`, async ({ site, page }) => {
    test.slow();
    await openSearch(site, SMALL, engine);
    const { at, of } = await site.steps();
    expect(at).toBe(0);
    expect(of).toBeGreaterThan(10);
    await page.locator('h1').click();
    const states = [await site.snapshot()];
    for (let step = 1; step <= of; step++) {
      await page.keyboard.press('ArrowRight');
      await expect(site.position).toHaveText(new RegExp(`\\b${step}\\b.*\\b${of}\\b`));
      states.push(await site.snapshot());
    }
    expect(await site.digits()).toMatch(/^[1-4]{16}$/);
    expect(new Set(states).size).toBe(of + 1);
    for (let step = of - 1; step >= 0; step--) {
      await page.keyboard.press('ArrowLeft');
      await expect(site.position).toHaveText(new RegExp(`\\b${step}\\b.*\\b${of}\\b`));
      expect(await site.snapshot()).toBe(states[step]);
    }
    await page.keyboard.press('End');
    await expect.poll(() => site.snapshot()).toBe(states[of]);
    await page.keyboard.press('Home');
    await expect.poll(() => site.snapshot()).toBe(states[0]);
  });
}

test('jumps go to the next conflict and the one before; the graph and what is learnt are shown', async ({ site, page }) => {
  await openSearch(site, FIRST, 'cdcl', 'minimal');
  await page.locator('h1').click();
  const places: number[] = [];
  for (let jump = 0; jump < 3; jump++) {
    await page.keyboard.press('n');
    await expect.poll(async () => (await site.steps()).at).toBeGreaterThan(places.at(-1) ?? 0);
    places.push((await site.steps()).at);
    await expect(site.sentence).toHaveClass(/conflict/);
    await expect(page.locator('#graph-svg .node').first()).toBeVisible();
    await expect(page.getByTestId('learnt')).not.toBeEmpty();
  }
  await page.keyboard.press('p');
  await expect.poll(async () => (await site.steps()).at).toBe(places[1]);
});

test('a decision of one\'s own: what-if by a click on a candidate', async ({ site, page }) => {
  await openSearch(site, SIX, 'dpll', 'efficient');
  const mark = site.cell(0).locator('.mark').first();
  await mark.click();
  await expect(page.locator('.mark.tried')).toHaveCount(1);
  await expect(site.outcome).not.toBeEmpty();
  await page.locator('h1').click();
  await page.keyboard.press('d');
  await expect(site.sentence).toHaveClass(/decide/);
  await expect(site.sentence).toContainText('r1c1');
  await page.getByRole('button', { name: 'Forget' }).click();
  await expect(page.locator('.mark.tried')).toHaveCount(0);
});

test('any DIMACS text goes into the same player', async ({ site, page }) => {
  await site.open();
  await site.show('search');
  await page.locator('summary', { hasText: 'DIMACS' }).click();
  await page.locator('#cnf-text').fill('p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n');
  await page.getByRole('button', { name: 'Search this CNF' }).click();
  await expect(site.outcome).toHaveText('unsatisfiable');
  await page.locator('#cnf-text').fill('p cnf 2 x\n');
  await page.getByRole('button', { name: 'Search this CNF' }).click();
  await expect(page.getByRole('alert')).toContainText(/1/);
});

test('millions of characters of DIMACS are searched and not laid out', async ({ site, page }) => {
  await site.open('v=search');
  await site.show('search');
  await page.locator('summary', { hasText: 'DIMACS' }).click();
  const clauses = 150_000;
  await page.locator('#cnf-text').evaluate((field, clauses) => {
    const lines = Array.from({ length: clauses }, (_, place) => `${place + 1} ${place + 2} 0`);
    const data = new DataTransfer();
    data.setData('text/plain', `p cnf ${clauses + 1} ${clauses}\n${lines.join('\n')}\n`);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, clauses);
  await expect(site.outcome).not.toBeEmpty({ timeout: 50_000 });
  expect((await page.locator('#cnf-text').inputValue()).length).toBeLessThan(5000);
  await expect(page.locator('.dimacs')).toContainText('all of them are searched');
});

test('nothing of an implication graph lies outside its picture', async ({ site, page }) => {
  await openSearch(site, FIRST, 'cdcl', 'minimal');
  await page.locator('h1').click();
  for (let jump = 0; jump < 6; jump++) {
    const before = await page.getByTestId('learnt').textContent({ timeout: 100 }).catch(() => '');
    await page.keyboard.press('n');
    await expect(page.getByTestId('learnt')).not.toHaveText(before ?? '');
    const outside = await page.locator('#graph-svg').evaluate((svg) => {
      const frame = svg.getBoundingClientRect();
      return [...svg.querySelectorAll('.edge, .node')].filter((part) => {
        const box = part.getBoundingClientRect();
        return box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
      }).length;
    });
    expect(outside).toBe(0);
  }
});
