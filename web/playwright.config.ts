// End-to-end tests in a real Chromium, against `exactone serve` and against exactone.html over file://.
//
//   npm run e2e            all tests
//   npm run figures        measures the page and writes bench/record/page.md
//   npm run screenshots    pictures of the main views into test-results/screenshots, those of the README into docs
//
// They need the page (scripts/build-page), the command with it (cargo build -p exactone-cli --features web) and
// Chromium (CHROMIUM=path, else `chromium` on the search path).
import { execFileSync } from 'node:child_process';
import { defineConfig } from '@playwright/test';

function chromium(): string {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    try {
      return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    } catch {
      // the next one
    }
  }
  throw new Error('no Chromium: apt-get install chromium, or set CHROMIUM to its path');
}

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/output',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    launchOptions: {
      executablePath: chromium(),
      args: [
        '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
        '--disable-background-networking', '--disable-component-update', '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'e2e', testMatch: '*.spec.ts' },
    { name: 'figures', testMatch: 'figures.ts' },
    { name: 'screenshots', testMatch: 'screenshots.ts' },
  ],
});
