// Usable in both languages, by keyboard, by screen readers, on a phone.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { FIRST } from './command.ts';
import { expect, test, type View } from './page.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const VIEWS: View[] = ['clauses', 'search', 'race', 'formulas', 'proof'];

interface Finding { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

for (const scheme of ['light', 'dark'] as const) {
  for (const language of ['en', 'zh'] as const) {
    test(`${language}, ${scheme}: axe finds nothing serious in any view`, async ({ site, page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.addInitScript((name) => localStorage.setItem('exactone.language', name), language);
      await site.open(`p=${FIRST}&b=3x3&g=cdcl&e=minimal`);
      // The policy forbids script elements of others; the debugger may still evaluate.
      await page.evaluate(AXE);
      for (const view of VIEWS) {
        await site.show(view);
        if (view === 'search') {
          await expect(site.position).toHaveText(/0/);
          await page.locator('h1').click();
          await page.keyboard.press('n');
          await expect(page.locator('#graph-svg .node').first()).toBeVisible();
        }
        if (view === 'proof') {
          await page.locator('.proof button.main').click();
          await expect(page.locator('#proof-text')).toBeVisible();
        }
        await page.waitForTimeout(300);
        const found = await page.evaluate(async () => {
          const { violations } = await (window as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } }).axe.run();
          return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        });
        expect(found.map(({ id, nodes }) => `${view} ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)).toEqual([]);
      }
    });
  }
}

test('the language of the browser comes first, one click changes it, and it is remembered', async ({ site, page, browser }) => {
  await site.open();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: /中文|Chinese/ }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.locator('#tab-proof')).toHaveText(/[\u4e00-\u9fff]/);
  await page.reload();
  await site.ready();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  const chinese = await browser.newContext({ locale: 'zh-CN' });
  const other = await chinese.newPage();
  await other.goto(site.address);
  await expect(other.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await chinese.close();
});

test('in Chinese no English words are left', async ({ site, page }) => {
  await page.addInitScript(() => localStorage.setItem('exactone.language', 'zh'));
  await site.open();
  for (const view of VIEWS) {
    await site.show(view);
    const labels = await page.locator('button:visible, label:visible, h2:visible, h3:visible').evaluateAll((all) =>
      all.map((one) => (one.cloneNode(true) as HTMLElement)).map((one) => {
        one.querySelectorAll('select, textarea').forEach((part) => part.remove());
        return one.textContent?.trim() ?? '';
      }),
    );
    // Names of formats and methods stay as they are; a sentence or word of English does not.
    const names = /^(English|EN|exactone|DIMACS|DPLL|CDCL|CNF|NNF|DNF|LRAT|SVG|PNG|Tseitin|MOMS|Jeroslow-Wang)$/;
    const english = labels.filter((label) => /[A-Za-z]{4,}/.test(label.replace(/r\d+c\d+/g, '')) && !/[\u4e00-\u9fff]/.test(label) && !names.test(label));
    expect(english.filter((label) => !/[∨=≠]/.test(label)), view).toEqual([]);
  }
});

test('everything is reached by keyboard, in an order, and focus is seen', async ({ site, page }) => {
  await site.open(`p=${FIRST}&b=3x3`);
  const reached: string[] = [];
  for (let press = 0; press < 80; press++) {
    await page.keyboard.press('Tab');
    const here = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement | null;
      if (!at || at === document.body) return '';
      const style = getComputedStyle(at);
      const seen = style.outlineStyle !== 'none' || style.boxShadow !== 'none';
      return `${at.getAttribute('role') ?? at.tagName.toLowerCase()}${at.id ? `#${at.id}` : ''}${seen ? '' : ' (focus not seen)'}`;
    });
    if (!here) break;
    reached.push(here);
  }
  expect(reached.filter((name) => name.includes('not seen'))).toEqual([]);
  for (const wanted of ['select#examples', 'gridcell', 'textarea#paste-text']) expect(reached).toContain(wanted);
  expect(reached.some((name) => name.startsWith('tab#'))).toBe(true);
  // The tabs are walked by arrows.
  await page.locator('[role=tab][aria-selected=true]').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[role=tab]:focus')).toHaveAttribute('aria-selected', 'true');
});

for (const width of [360, 768, 3840]) {
  test(`${width} pixels wide: nothing sticks out`, async ({ site, page }) => {
    await page.setViewportSize({ width, height: width > 1000 ? 2160 : 740 });
    await site.open(`p=${FIRST}&b=3x3`);
    for (const view of VIEWS) {
      await site.show(view);
      await page.waitForTimeout(200);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(over, view).toBeLessThanOrEqual(0);
    }
  });
}
