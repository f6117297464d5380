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

test('keys pressed before the picture is there count from where they lead', async ({ site, page }) => {
  await openSearch(site, FIRST, 'cdcl', 'minimal');
  await page.locator('h1').click();
  await page.keyboard.press('n');
  await expect.poll(async () => (await site.steps()).at).toBeGreaterThan(0);
  const conflict = (await site.steps()).at;
  await page.keyboard.press('End');
  await expect.poll(async () => (await site.steps()).at).toBe((await site.steps()).of);
  const press = (...keys: string[]): Promise<void> =>
    page.evaluate((all) => all.forEach((key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))), keys);
  await press('Home', 'n');
  await expect.poll(async () => (await site.steps()).at).toBe(conflict);
  await press('ArrowRight', 'ArrowRight', 'ArrowRight');
  await expect.poll(async () => (await site.steps()).at).toBe(conflict + 3);
  await press('Home', 'n', 'n', 'p');
  await expect.poll(async () => (await site.steps()).at).toBe(conflict);
});

test('learning on and off: without it each clause serves once, and the end is the same', async ({ site, page }) => {
  await openSearch(site, FIRST, 'cdcl', 'minimal');
  const conflicts = async (): Promise<number> => {
    await page.locator('h1').click();
    await page.keyboard.press('End');
    await expect.poll(async () => (await site.steps()).at).toBe((await site.steps()).of);
    await expect.poll(() => site.digits()).toMatch(/^[1-9]{81}$/);
    return Number(/conflicts\s*(\d+)/.exec((await page.getByTestId('counters').textContent()) ?? '')?.[1]);
  };
  const learning = await conflicts();
  const before = (await site.steps()).of;
  await page.getByRole('checkbox', { name: 'Learning' }).uncheck();
  await expect.poll(async () => (await site.steps()).of).not.toBe(before);
  await expect(page.getByLabel('Restarts')).toBeDisabled();
  expect(await conflicts()).toBeGreaterThan(learning);
  // The conflict is analysed all the same, and the clause goes when its literal does.
  await page.keyboard.press('Home');
  await page.keyboard.press('n');
  await expect(page.locator('#graph-svg .node.uip')).toHaveCount(1);
  await page.getByRole('button', { name: 'Link' }).click();
  await expect.poll(() => page.url()).toContain('learning=0');
  await page.reload();
  await site.ready();
  await expect(page.getByRole('checkbox', { name: 'Learning' })).not.toBeChecked();
});

test('Stop is heard while DPLL searches an empty 16x16', async ({ site, page }) => {
  await site.open();
  await page.getByLabel('Size').selectOption('4x4');
  await site.show('search');
  await page.getByLabel('Engine').selectOption('dpll');
  await page.getByLabel('Encoding').selectOption('minimal');
  await page.getByLabel('Branching').selectOption('jeroslow-wang');
  await page.locator('.player').getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('.player [role=alert]')).toContainText('Stopped after');
  // The worker is free again.
  await site.paste(FIRST);
  await expect(site.outcome).toHaveText('satisfiable');
  await expect(page.locator('.player [role=alert]')).toHaveCount(0);
});

test('what is wrong is said in the language of now, also after it was said', async ({ site, page }) => {
  await site.open();
  await site.show('search');
  await page.locator('summary', { hasText: 'DIMACS' }).click();
  await page.locator('#cnf-text').fill('p cnf 2 x\n');
  await page.getByRole('button', { name: 'Search this CNF' }).click();
  await expect(page.locator('.player [role=alert]')).toContainText('line 1, column 9');
  await page.getByRole('button', { name: 'Switch to Chinese' }).click();
  await expect(page.locator('.player [role=alert]')).toContainText('第 1 行第 9 列');
  // An encoding that does not fit is said where clauses are listed, too.
  await page.goto(`${site.address}#p=${'.'.repeat(25)}&b=1x5&v=clauses&e=triads`);
  await page.reload();
  await expect(page.locator('.clauses [role=alert]')).toContainText('triads 编码要求');
});

test('16x16: trail, sentences and graph spell a digit alike', async ({ site, page }) => {
  await site.open(`p=${`123456789ABCDEF${'.'.repeat(241)}`}&b=4x4&v=search&g=cdcl&e=minimal&s=200`);
  await expect(site.position).toHaveText(/Step 200 of/, { timeout: 40_000 });
  await expect(site.cell(9)).toContainText('A');
  await site.trailFromTheTop();
  await page.locator('.trail-row .literal', { hasText: 'r1c10=10' }).first().click();
  await expect(page.getByTestId('why')).toContainText('r1c10');
  await expect(page.getByTestId('why')).toContainText('10');
  await expect(page.locator('#board-help')).toContainText('A is 10 and G is 16');
});
