// The same files anywhere: under a sub-path of a static host, and as one file by double click.
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { FIRST, ROOT, solution } from './command.ts';
import { expect, Site, test } from './page.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml',
};

async function solves(site: Site): Promise<void> {
  await site.open();
  await site.paste(FIRST);
  await expect(site.status).toHaveText('exactly one solution');
  await site.solve();
  await expect.poll(() => site.digits()).toBe(solution(FIRST));
}

test('under a sub-path of any static host', async ({ page }) => {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(request.url?.split('?')[0] ?? ''));
    if (!path.startsWith('/a/b/')) return response.writeHead(404).end();
    const name = path.slice('/a/b/'.length) || 'index.html';
    try {
      const body = readFileSync(join(ROOT, 'web/dist', name));
      return response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(body);
    } catch {
      return response.writeHead(404).end();
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  await solves(new Site(page, `http://127.0.0.1:${port}/a/b/`));
  server.close();
  server.closeAllConnections();
});

test('one file by double click asks for nothing else', async ({ page }) => {
  const address = `file://${ROOT}/web/exactone.html`;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url())) asked.push(request.url().split('#')[0] ?? '');
  });
  await solves(new Site(page, address));
  expect(asked).toEqual([address]);
});

test('one file: its policy lets nothing in that is not its own', async ({ page, context }) => {
  const site = new Site(page, `file://${ROOT}/web/exactone.html`);
  await site.open();
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe-inline');
  // A script that is put in later does not run.
  context.removeAllListeners('console');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.hurt = 1';
    document.body.append(script);
  });
  expect(await page.evaluate(() => (window as { hurt?: number }).hurt)).toBeUndefined();
});

test('served: the policy is strict', async ({ served, request }) => {
  const answer = await request.get(served);
  const policy = answer.headers()['content-security-policy'] ?? '';
  for (const rule of ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'"]) expect(policy).toContain(rule);
  expect(policy).not.toContain('unsafe-inline');
});
