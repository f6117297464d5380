// Pictures of the main views, to be looked at: test-results/screenshots. Those of the README go into web/pictures.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { FIRST, ROOT, SEVERAL } from './command.ts';
import { expect, Site, test, type View } from './page.ts';

test.setTimeout(240_000);

const FOLDER = join(ROOT, 'web/test-results/screenshots');
const VIEWS: View[] = ['clauses', 'search', 'race', 'formulas', 'proof'];

/** Brings a view into a state that is worth looking at. */
async function prepare(site: Site, view: View): Promise<void> {
  const { page } = site;
  await site.show(view);
  if (view === 'search') {
    await page.locator('.views select').first().selectOption('cdcl');
    await page.locator('.views select').nth(1).selectOption('minimal');
    await expect(site.outcome).not.toBeEmpty();
    await page.locator('h1').click();
    for (let jump = 0; jump < 3; jump++) {
      await page.keyboard.press('n');
      await page.waitForTimeout(300);
    }
    await expect(page.locator('#graph-svg .node').first()).toBeVisible();
  }
  if (view === 'proof') await page.locator('.proof button.main').click();
  await page.waitForTimeout(900);
}

async function open(page: Page, served: string, language: 'en' | 'zh', scheme: 'light' | 'dark', size: { width: number; height: number }, puzzle: string): Promise<Site> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: scheme });
  await page.addInitScript((name) => localStorage.setItem('exactone.language', name), language);
  const site = new Site(page, served);
  await site.open(`p=${puzzle}&b=3x3`);
  return site;
}

for (const language of ['en', 'zh'] as const) {
  for (const scheme of ['light', 'dark'] as const) {
    for (const [name, size] of [['wide', { width: 1366, height: 900 }], ['narrow', { width: 360, height: 740 }]] as const) {
      test(`${language} ${scheme} ${name}`, async ({ page, served }) => {
        const site = await open(page, served, language, scheme, size, FIRST);
        for (const view of VIEWS) {
          await prepare(site, view);
          await page.screenshot({ path: join(FOLDER, `${view}-${language}-${scheme}-${name}.png`), fullPage: true });
        }
        await site.paste(SEVERAL);
        await expect(page.locator('.status.several')).toBeVisible();
        await page.locator('.board-panel button.main').click();
        await page.waitForTimeout(500);
        await page.screenshot({ path: join(FOLDER, `several-${language}-${scheme}-${name}.png`) });
      });
    }
  }
}

test('for a room, and at 4K', async ({ page, served }) => {
  const site = await open(page, served, 'en', 'light', { width: 1366, height: 768 }, FIRST);
  await prepare(site, 'search');
  await page.getByRole('button', { name: 'Projector view' }).click();
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(FOLDER, 'projector.png') });
  await page.getByRole('button', { name: 'Projector view' }).click();
  await page.setViewportSize({ width: 3840, height: 2160 });
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(FOLDER, 'search-4k.png') });
  await page.goto(site.address);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.reload();
  await site.ready();
  await page.waitForTimeout(900);
  await page.screenshot({ path: join(FOLDER, 'opens.png') });
});

for (const [name, view, language, scheme] of [
  ['search', 'search', 'en', 'light'],
  ['clauses', 'clauses', 'en', 'dark'],
  ['search-zh', 'search', 'zh', 'light'],
] as const) {
  test(`README: ${name}`, async ({ page, served }) => {
    const site = await open(page, served, language, scheme, { width: 1240, height: 820 }, FIRST);
    await prepare(site, view);
    if (view === 'clauses') await page.locator('.clause-list button').nth(2).click();
    await page.evaluate(() => scrollTo(0, 0));
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
    const picture = Buffer.from(data, 'base64');
    expect(picture.length).toBeLessThan(150_000);
    mkdirSync(join(ROOT, 'web/pictures'), { recursive: true });
    writeFileSync(join(ROOT, 'web/pictures', `${name}.webp`), picture);
  });
}
